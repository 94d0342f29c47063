"""The table goes by conservative rating, and a page of it costs what it holds."""

from collections.abc import Callable

import pytest

from service.hosting.delete_player import delete_player
from service.hosting.ladders.entering import leave_ladder, pause_entry
from service.hosting.ladders.ledger import Result, Seat
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.ranks import kept_rank, rank_of
from service.hosting.ladders.rating import settle
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import Row, running_games, table
from service.hosting.ladders.values import PEOPLE_LADDER, Standing
from service.services import Services
from service.store.keys import new_game_id
from service.store.ladder_keys import PEOPLE, ladder_keys
from service.store.players import Player
from tests.hosting.hosts import new_player, see_off, store_client
from tests.hosting.ladders.table_of import let_stand, new_bot, new_ladder, play_out, standing


def ladder_of(host: Services, kind: str, entries: int) -> tuple[str, list[str]]:
    """That of people, or another one, and the ids of so many who are in it, in order."""
    if kind == PEOPLE:
        return PEOPLE, sorted(new_player(host, Player("", "Ada")).id for _ in range(entries))
    ladder = new_ladder(host, open_to="bots", owner_entries=100)
    return ladder.id, sorted(new_bot(host, ladder).id for _ in range(entries))


def places(rows: list[Row]) -> list[tuple[int, str]]:
    return [(row.place, row.id) for row in rows]


def pages(host: Services, ladder_id: str, size: int) -> list[Row]:
    """The whole table, page by page."""
    rows: list[Row] = []
    while page := table(host, ladder_id, rows[-1].spot if rows else None, size):
        assert len(page) <= size
        rows += page
    return rows


@pytest.mark.parametrize("kind", [PEOPLE, "entered"])
def test_it_goes_by_what_a_rating_is_worth_for_certain(host: Services, kind: str) -> None:
    """One that is rated high by a lucky game comes behind one that is known well."""
    ladder_id, (lucky, known, low) = ladder_of(host, kind, 3)
    let_stand(host, ladder_id, {lucky: standing(30, 4.5), known: standing(27, 1), low: standing(22, 1)})
    assert places(table(host, ladder_id)) == [(1, known), (2, low), (3, lucky)]


@pytest.mark.parametrize("kind", [PEOPLE, "entered"])
@pytest.mark.parametrize("size", [1, 3, 50])
def test_each_comes_once_though_many_are_worth_the_same(host: Services, kind: str, size: int) -> None:
    ladder_id, ids = ladder_of(host, kind, 7)
    let_stand(host, ladder_id, {one: standing(25 - (one in ids[:2])) for one in ids})
    right = [*ids[2:], *ids[:2]]
    assert places(pages(host, ladder_id, size)) == list(enumerate(right, 1))


@pytest.mark.parametrize("kind", [PEOPLE, "entered"])
def test_who_stays_comes_once_though_others_rise_and_fall(host: Services, kind: str) -> None:
    ladder_id, ids = ladder_of(host, kind, 6)
    let_stand(host, ladder_id, {one: standing(30 - number) for number, one in enumerate(ids)})
    first = table(host, ladder_id, None, 3)
    # The first one falls to the end, and the one behind which the next page begins rises to the top.
    let_stand(host, ladder_id, {ids[0]: standing(10), ids[2]: standing(40)})
    rest = table(host, ladder_id, first[-1].spot, 3)
    assert places(rest) == [(3, ids[3]), (4, ids[4]), (5, ids[5])]
    assert places(table(host, ladder_id, rest[-1].spot, 3)) == [(6, ids[0])]


def test_who_pauses_keeps_its_place_and_who_is_out_has_none(host: Services) -> None:
    ladder_id, (first, second, third) = ladder_of(host, "entered", 3)
    let_stand(host, ladder_id, {first: standing(30), second: standing(29), third: standing(28)})
    pause_entry(host, ladder_id, first)
    leave_ladder(host, ladder_id, second)
    assert places(table(host, ladder_id)) == [(1, first), (2, third), (0, second)]


def test_table_of_people_says_what_and_who_they_are(host: Services) -> None:
    _, (ada, gone) = ladder_of(host, PEOPLE, 2)
    bot = new_player(host, Player("", "Bot", "bot", ada)).id
    let_stand(host, PEOPLE, {ada: standing(30), gone: standing(29), bot: standing(28)})
    delete_player(host, gone)
    see_off(host)
    rows = table(host, PEOPLE)
    assert [(row.name, row.entry.kind, row.entry.status) for row in rows] == [
        ("Ada", "human", "active"), ("Deleted player", "human", "active"), ("Bot", "bot", "active"),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", [PEOPLE, "entered"])
def test_a_page_looks_at_those_on_it_alone(host: Services, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder_id, ids = ladder_of(host, kind, 12)
    let_stand(host, ladder_id, {one: standing(30 - number) for number, one in enumerate(ids)})
    looked_at: list[int] = []
    for store, name in ((host.players, "get_many"), (host.presence, "seen_ms")):
        read = getattr(store, name)

        def noted(asked: list[str], read: Callable[[list[str]], object] = read) -> object:
            looked_at.append(len(asked))
            return read(asked)

        monkeypatch.setattr(store, name, noted)
    if kind == PEOPLE:
        monkeypatch.delattr(type(host.ladders), "snapshot")
    assert places(table(host, ladder_id, table(host, ladder_id, None, 1)[0].spot, 3)) == [
        (2, ids[1]), (3, ids[2]), (4, ids[3]),
    ]  # fmt: skip
    assert looked_at == [1, 1, 3, 3]


def test_games_that_run_come_in_pages_newest_first(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy", "random", games_at_once=5)
    begun: list[str] = []
    while found := pair_ladder(host, ladder.id):
        begun += found
    monkeypatch.delattr(type(host.ladders), "running")
    found_ = running_games(host, ladder.id)
    assert [game.spot for game in found_] == sorted(game.spot for game in found_)
    assert {game.game_id for game in found_} == set(begun)
    paged = running_games(host, ladder.id, None, 2)
    while page := running_games(host, ladder.id, paged[-1].spot, 2):
        paged += page
    assert paged == found_
    monkeypatch.undo()
    play_out(host)
    assert running_games(host, ladder.id) == []


@pytest.mark.parametrize("damage", [("ZREM", "{ada}"), ("ZADD", "5", "{ada}"), ("ZADD", "5", "nobody"), ("DEL",)])
def test_ranks_that_are_not_those_of_the_standings_are_found_and_mended(
    host: Services, damage: tuple[str, ...]
) -> None:
    _, (ada, zoe) = ladder_of(host, PEOPLE, 2)
    game_id = new_game_id()
    settle(host, PEOPLE_LADDER, game_id, Result(game_id, 1, (Seat(ada, 1, "finished"), Seat(zoe, 2, "finished"))))
    right = host.ladders.ranks(PEOPLE)
    assert sorted(right) == [ada, zoe]
    assert recompute(host, PEOPLE).sound
    command, *arguments = damage
    store_client(host).call(command, ladder_keys(PEOPLE).ranks, *(one.format(ada=ada) for one in arguments))
    found = recompute(host, PEOPLE, repair=True)
    assert all("ranked by" in text for text in found.differences)
    assert (bool(found.differences), found.mended, recompute(host, PEOPLE).sound) == (True, True, True)
    assert host.ladders.ranks(PEOPLE) == right


def test_rank_is_the_less_the_better() -> None:
    assert rank_of(standing(30)) < rank_of(standing(29)) < rank_of(standing(29, 3))
    assert kept_rank(PEOPLE, Standing()) is None
