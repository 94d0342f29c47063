"""Pages of a player's log, and places in it that do not exist (any more) (B16)."""

from itertools import pairwise

import pytest

from service.hosting.reading import load_table
from service.hosting.telling import LogItem, LogPage, listen
from service.services import Services
from service.store.keys import game_keys, log_of_key, logged_key, owner_key
from tests.hosting.hosts import host_on, new_person, store_client
from tests.hosting.tables import again, new_game, play
from tests.hosting.test_telling import TAKE, events_of, items, page, seat_in_new_game


def test_numbers_have_no_gaps_over_several_games(host: Services) -> None:
    ada = new_game(host).player_id
    listen(host, ada)
    for table in [seat_in_new_game(host, ada) for _ in range(3)]:
        play(host, table, TAKE)
    found = items(host, ada)
    assert [item.number for item in found] == list(range(1, len(found) + 1))
    assert len({item.game_id for item in found}) == 3
    for game_id in {item.game_id for item in found}:
        events = [item.event for item in found if item.game_id == game_id]
        assert events == events_of(host, load_table(host, game_id, ada), events[0]["number"] - 1)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_b16_pages_of_any_size_hold_each_event_once(host: Services, limit: int) -> None:
    ada = new_person(host).id
    listen(host, ada)
    for table in [seat_in_new_game(host, ada) for _ in range(2)]:
        play(host, table, TAKE)
    found, place = list[LogItem](), (0, "")
    while (got := page(host, ada, *place, limit)).items:
        assert len(got.items) <= limit
        found += got.items
        place = (got.upto, got.upto_mark)
    assert found == items(host, ada)
    assert place == (got.last, got.last_mark) == host.log.last(ada)


def test_b16_a_place_is_good_with_its_own_mark_alone(host: Services) -> None:
    table = new_game(host)
    listen(host, table.player_id)
    play(host, table, TAKE)
    first, *_, last = items(host, table.player_id)
    good = [(0, ""), *((item.number, mark) for item in (first, last) for mark in ("", item.mark))]
    for number, mark in good:
        assert not page(host, table.player_id, number, mark).resync
    for number, mark in ((0, first.mark), (first.number, "0" * 8), (last.number, "0" * 8), (last.number + 1, "")):
        assert page(host, table.player_id, number, mark) == LogPage(
            [], *host.log.last(table.player_id) * 2, resync=True
        )


def test_b16_a_place_that_was_trimmed_away_is_told_so(redis_url: str) -> None:
    host = host_on(redis_url, player_log=3)
    table = new_game(host)
    ada = table.player_id
    listen(host, ada)
    before = items(host, ada)
    assert before == []
    places = []
    for turn in ("D1", "D1", "D2", "D2", "D3"):
        play(host, table, turn)
        places.append(host.log.last(ada))
    kept = page(host, ada)
    played = [item for item in kept.items if item.event["type"] == "action_played"]
    assert [item.mark for item in played] == [mark for _, mark in places[2:]]
    for number, mark in places[:1]:
        assert page(host, ada, number, mark).resync
        assert page(host, ada, number).resync
    for number, mark in places[2:]:
        assert not page(host, ada, number, mark).resync
    # Nothing is missing behind the last one that is gone, though its mark cannot be compared any more.
    assert page(host, ada, places[1][0]).items == kept.items
    assert page(host, ada, *places[1]).resync


def test_games_that_are_gone_are_left_out(host: Services) -> None:
    ada = new_person(host).id
    listen(host, ada)
    gone, kept = seat_in_new_game(host, ada), seat_in_new_game(host, ada)
    store_client(host).call("UNLINK", *game_keys(gone.game.id)[:3])
    found = page(host, ada, limit=1)
    assert found.items[0].game_id == kept.game.id
    assert {item.game_id for item in items(host, ada)} == {kept.game.id}
    store_client(host).call("UNLINK", *game_keys(kept.game.id)[:3])
    nothing = page(host, ada)
    assert (nothing.items, nothing.upto, nothing.upto_mark) == ([], *host.log.last(ada))


def test_a_past_that_the_store_has_lost_is_not_told(host: Services) -> None:
    """The games were set back, the log was not: of two entries for one version only what happened is told."""
    table = new_game(host)
    ada, keys = table.player_id, game_keys(table.game.id)
    listen(host, ada)
    client = store_client(host)
    before = client.call("HGETALL", keys.game)
    entries = client.call("LLEN", keys.log)
    play(host, table, TAKE)
    client.calls([("HSET", keys.game, *before), ("LTRIM", keys.log, 0, entries - 1)])
    began = again(host, table).stored.last_event
    play(host, table, "D1")
    assert len(host.log.read(ada, 0, 9)) == 2
    assert [item.event for item in items(host, ada)] == events_of(host, table, began)
    numbers = [item.number for item in items(host, ada)]
    assert all(after == before + 1 for before, after in pairwise(numbers))


def test_b16_a_store_that_was_set_back_is_noticed(host: Services) -> None:
    """Games and log have lost their end together; what happens instead has the same numbers, other tags and marks."""
    table = new_game(host)
    ada, client = table.player_id, store_client(host)
    listen(host, ada)
    play(host, table, TAKE)
    agreed = items(host, ada)[-1]
    kept = {key: client.call("DUMP", key) for key in (*game_keys(table.game.id)[:3], *log_keys(ada))}
    play(host, table, TAKE)
    lost = items(host, ada)[-1]
    for key, value in kept.items():
        client.calls([("DEL", key), ("RESTORE", key, 0, value)])
    play(host, table, "D1")
    assert page(host, ada, lost.number, lost.mark).resync
    assert page(host, ada, lost.number - 1, lost.mark).resync
    went_on = page(host, ada, agreed.number, agreed.mark)
    assert [item.event for item in went_on.items] == events_of(host, table, agreed.event["number"])
    assert went_on.items[0].number == agreed.number + 1


def test_b16_what_is_told_again_in_another_order_is_noticed(host: Services) -> None:
    """The store that died had kept three commits, of three games of one player, but not that they had been told."""
    ada = new_person(host).id
    listen(host, ada)
    before = {key: store_client(host).call("DUMP", key) for key in log_keys(ada)[:1]}
    tables = [seat_in_new_game(host, ada) for _ in range(3)]
    told = host.log.read(ada, 0, 9)
    assert len(told) == len(tables)
    place = host.log.last(ada)
    for key, value in before.items():
        store_client(host).calls([("DEL", key, *log_keys(ada)[1:]), ("RESTORE", key, 0, value)])
    first, second, third = told
    host.log.tell([(ada, entry._replace(number=0)) for entry in (second, first, third)])
    assert host.log.last(ada)[0] == place[0]
    assert page(host, ada, *place).resync
    assert not page(host, ada, *host.log.last(ada)).resync


def log_keys(owner: str) -> tuple[str, ...]:
    return owner_key(owner), log_of_key(owner), logged_key(owner)
