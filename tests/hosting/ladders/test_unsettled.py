"""Each game is settled some time, whatever was lost, and whatever becomes of the others."""

import pytest

from service.hosting.archiving import archive_game
from service.hosting.committing import own_request
from service.hosting.effects import catch_up
from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.entering import find_entry
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import UNRATED, LadderBusy, rate_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page, running_games
from service.hosting.ladders.sweeping import GIVEN_UP_MS, LOST_MS, SETTLED_MS, sweep_ladder
from service.hosting.ladders.values import PEOPLE_LADDER, Ladder
from service.hosting.resign import resign
from service.services import Services
from service.store.errors import ArchiveDamaged, ArchiveUnavailable, NoCapacity, StoreUnavailable
from service.store.games import GameStore
from service.store.keys import game_keys
from service.store.ladder_keys import PEOPLE, failing_key, ladder_keys
from tests.hosting.hosts import NotedJobs, run_jobs, store_client
from tests.hosting.ladders.table_of import new_bot, new_ladder, table_of
from tests.hosting.ladders.test_sweeping import aged
from tests.hosting.tables import ME, OPEN, PER_TURN, again, new_game


def lost_people_game(host: Services) -> str:
    """A rated game of people that is over, and whose job has been lost."""
    at = new_game(host, ME, OPEN, rated=True, time_control=PER_TURN)
    resign(host, again(host, at), own_request(), exact=False)
    ratings(host).clear()
    return at.game.id


def ratings(host: Services) -> list[str]:
    assert isinstance(host.queues, NotedJobs)
    return host.queues.ratings


def over(host: Services, games: int) -> tuple[Ladder, list[str]]:
    """A ladder with so many games that are over and not settled, each with the job for it lost."""
    ladder = new_ladder(host, "greedy", "random", games_at_once=games)
    begun = pair_ladder(host, ladder.id)
    while len(begun) < games:
        begun += pair_ladder(host, ladder.id)
    run_jobs(host)
    ratings(host).clear()
    aged(host, ladder, SETTLED_MS)
    return ladder, begun


def damage(host: Services, game_id: str) -> bytes:
    """Makes a game unreadable; what was there."""
    client, key = store_client(host), game_keys(game_id).game
    blob = client.call("HGET", key, "blob")
    client.call("HSET", key, "blob", b"garbage")
    assert isinstance(blob, bytes)
    return blob


def fail_earlier(host: Services, ladder_id: str, ms: int) -> None:
    """Lets all that fails have failed for so much longer."""
    client = store_client(host)
    for game_id, since in host.unsettled.failing(ladder_id).items():
        client.call("HSET", failing_key(ladder_id), game_id, since - ms)


def texts(host: Services, *, repair: bool = False) -> list[tuple[str, bool]]:
    return [(fault.text, fault.mended) for faults in ladder_faults(host, repair=repair) for fault in faults]


def test_game_of_people_is_rated_though_its_job_is_lost(host: Services) -> None:
    game_id = lost_people_game(host)
    assert sweep_ladder(host, PEOPLE) == 0, "the job may be at it"
    aged(host, PEOPLE_LADDER, SETTLED_MS)
    assert [sweep_ladder(host, PEOPLE) for _ in range(2)] == [1, 0]
    assert host.ladders.settled(PEOPLE, game_id) == "1"
    assert recompute(host, PEOPLE).sound
    assert texts(host) == []
    assert (host.ladders.snapshot(PEOPLE).busy, host.ladders.snapshot(PEOPLE).game_ms) == ({}, 0), "nothing is kept"


def test_effects_that_come_late_do_not_have_it_settled_again(host: Services) -> None:
    game_id = lost_people_game(host)
    assert rate_game(host, game_id)
    store_client(host).call("HSET", game_keys(game_id).game, "effects_done", 0)
    catch_up(host, game_id)
    assert ratings(host) == [game_id]
    assert host.ladders.running(PEOPLE) == []


def test_game_of_people_that_is_lost_is_not_rated(host: Services) -> None:
    game_id = lost_people_game(host)
    store_client(host).call("DEL", *game_keys(game_id)[:3])
    aged(host, PEOPLE_LADDER, SETTLED_MS)
    assert sweep_ladder(host, PEOPLE) == 1
    assert (host.ladders.settled(PEOPLE, game_id), host.ladders.running(PEOPLE)) == (UNRATED, [])
    assert host.games.read(game_id) is None, "nobody begins it anew"


def test_settled_game_of_people_is_none_that_runs(host: Services) -> None:
    game_id = lost_people_game(host)
    assert running_games(host, PEOPLE) == []
    assert rate_game(host, game_id)
    assert host.ladders.running(PEOPLE) == []


@pytest.mark.parametrize("field", ["blob", "version"])
def test_game_that_cannot_be_read_stops_no_other(host: Services, field: str) -> None:
    ladder, games = over(host, 3)
    store_client(host).call("HSET", game_keys(games[0]).game, field, b"garbage")
    assert sweep_ladder(host, ladder.id) == 2
    assert [one.game_id for one in host.ladders.running(ladder.id)] == games[:1]
    assert texts(host) == [(f"{games[0]} cannot be settled, since 0 s", False)]


def test_game_that_stays_unreadable_is_void_in_the_end(host: Services) -> None:
    ladder, (game_id, other) = over(host, 2)
    damage(host, game_id)
    assert sweep_ladder(host, ladder.id) == 1
    fail_earlier(host, ladder.id, GIVEN_UP_MS - 10_000)
    assert sweep_ladder(host, ladder.id) == 0
    fail_earlier(host, ladder.id, 10_000)
    assert [sweep_ladder(host, ladder.id) for _ in range(2)] == [1, 0]
    assert [(item.entry.game_id, item.entry.void) for item in ledger_page(host, ladder.id)] == [
        (game_id, "infrastructure"), (other, ""),
    ]  # fmt: skip
    assert {busy.games for busy in host.ladders.snapshot(ladder.id).busy.values()} == {0}
    assert host.unsettled.failing(ladder.id) == {}
    assert recompute(host, ladder.id).sound


def test_game_of_people_that_stays_unreadable_is_not_rated(host: Services) -> None:
    game_id = lost_people_game(host)
    damage(host, game_id)
    aged(host, PEOPLE_LADDER, SETTLED_MS)
    assert sweep_ladder(host, PEOPLE) == 0
    fail_earlier(host, PEOPLE, GIVEN_UP_MS)
    assert sweep_ladder(host, PEOPLE) == 1
    assert host.ladders.settled(PEOPLE, game_id) == UNRATED


def test_game_that_can_be_read_again_is_rated(host: Services) -> None:
    """However long that took: nothing counts of the times before."""
    ladder, (game_id,) = over(host, 1)
    blob = damage(host, game_id)
    assert sweep_ladder(host, ladder.id) == 0
    fail_earlier(host, ladder.id, GIVEN_UP_MS)
    store_client(host).call("HSET", game_keys(game_id).game, "blob", blob)
    assert sweep_ladder(host, ladder.id) == 1
    assert [item.entry.void for item in ledger_page(host, ladder.id)] == [""]
    assert host.unsettled.failing(ladder.id) == {}


def test_what_another_has_settled_fails_no_longer(host: Services) -> None:
    ladder, (game_id,) = over(host, 1)
    blob = damage(host, game_id)
    sweep_ladder(host, ladder.id)
    store_client(host).call("HSET", game_keys(game_id).game, "blob", blob)
    assert rate_game(host, game_id)
    sweep_ladder(host, ladder.id)
    assert host.unsettled.failing(ladder.id) == {}


def test_entry_whose_owner_cannot_be_told_stops_nothing(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the other entries nor the games; where the game cannot be read nobody is told any more."""
    ladder = new_ladder(host)
    bots = [new_bot(host, ladder, validated=False) for _ in range(2)]
    pair_ladder(host, ladder.id)
    trials = {game.seats[0]: game.game_id for game in running_games(host, ladder.id) if not game.rated}
    for bot in bots:
        resign(host, table_of(host, trials[bot.id], bot.id), own_request(), exact=False)
    with monkeypatch.context() as broken:
        broken.setattr("service.hosting.ladders.rating.tell_owner", lambda *_: False)
        for game_id in trials.values():
            rate_game(host, game_id)
    damage(host, trials[bots[0].id])
    store_client(host).call("HSET", ladder_keys(ladder.id).entries, "broken", b"no record")
    sweep_ladder(host, ladder.id)
    store_client(host).call("HDEL", ladder_keys(ladder.id).entries, "broken")
    assert [find_entry(host, ladder.id, bot.id).untold for bot in bots] == ["", ""]


@pytest.mark.parametrize("error", [ArchiveUnavailable("no answer"), ArchiveDamaged("cut off")])
def test_while_the_archive_is_away_a_pairing_stays(
    host: Services, monkeypatch: pytest.MonkeyPatch, error: ArchiveUnavailable
) -> None:
    """A file of it that is broken is another matter: it does not come back by itself."""
    ladder, (game_id,) = over(host, 1)
    assert archive_game(host, game_id)
    aged(host, ladder, LOST_MS)
    with monkeypatch.context() as away:
        away.setattr(GameStore, "read_archived", raising(error))
        for _ in range(2):
            assert sweep_ladder(host, ladder.id) == 0
            fail_earlier(host, ladder.id, GIVEN_UP_MS - 1_000)
        assert [one.game_id for one in host.ladders.running(ladder.id)] == [game_id]
        fail_earlier(host, ladder.id, GIVEN_UP_MS)
        assert sweep_ladder(host, ladder.id) == isinstance(error, ArchiveDamaged)
    sweep_ladder(host, ladder.id)
    voids = [item.entry.void for item in ledger_page(host, ladder.id)]
    assert voids == ["infrastructure" if isinstance(error, ArchiveDamaged) else ""]


def raising(error: Exception) -> object:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def test_archived_game_is_rated(host: Services) -> None:
    ladder, (game_id,) = over(host, 1)
    assert archive_game(host, game_id)
    aged(host, ladder, LOST_MS)
    assert sweep_ladder(host, ladder.id) == 1
    assert [(item.entry.game_id, item.entry.void) for item in ledger_page(host, ladder.id)] == [(game_id, "")]


def test_game_that_others_keep_from_being_settled_stops_no_other(
    host: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder, games = over(host, 3)

    def rate(host: Services, game_id: str) -> object:
        if game_id == games[1]:
            raise LadderBusy(game_id)
        return rate_game(host, game_id)

    with monkeypatch.context() as busy:
        busy.setattr("service.hosting.ladders.sweeping.rate_game", rate)
        assert sweep_ladder(host, ladder.id) == 2
    assert host.unsettled.failing(ladder.id) == {}, "it is no failure of that game"
    assert sweep_ladder(host, ladder.id) == 1
    assert host.ladders.length(ladder.id) == 3


def test_claim_that_finds_no_room_stops_no_other(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder, games = over(host, 2)
    store_client(host).call("DEL", *game_keys(games[0])[:3])
    with monkeypatch.context() as full:
        full.setattr("service.hosting.ladders.sweeping.begin_game", raising(NoCapacity("full")))
        assert sweep_ladder(host, ladder.id) == 1
    assert host.unsettled.failing(ladder.id) == {}


def test_store_that_is_away_is_nobody_s_failure(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder, _ = over(host, 1)
    with monkeypatch.context() as away:
        away.setattr("service.hosting.ladders.sweeping.rate_game", raising(StoreUnavailable("away")))
        with pytest.raises(StoreUnavailable):
            sweep_ladder(host, ladder.id)
    assert host.unsettled.failing(ladder.id) == {}
