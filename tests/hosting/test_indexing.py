"""Which lists a game stands in, as people sit down, leave, start and end it."""

from typing import Any

import msgspec
import pytest

from service.hosting.advancing import advance
from service.hosting.changes import Aborted, Change, Flagged, Resigned, SeatChanged, SeatLeft, TakenOver
from service.hosting.committing import commit, own_request
from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.indexing import index, lists_of, set_of, unindex
from service.hosting.reading import Table
from service.services import Services
from service.store.indexes import PLAYER_SETS, PUBLIC, PUBLIC_SETS
from service.store.keys import new_player_id
from tests.hosting.hosts import new_person
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, again, new_game, new_open_game

ADA, BEN, EVE = (new_player_id() for _ in range(3))
FREE = GameSeat()
AI = GameSeat("ai", ai_player="greedy")


def seat(player_id: str, **members: Any) -> GameSeat:
    return GameSeat("player", player_id, "Ada", **members)


def invited(player_id: str) -> GameSeat:
    return GameSeat("invited", player_id, "Ben", expires_at=1)


def game(status: Any, *seats: GameSeat, visibility: str = "public", creator: str = ADA) -> Game:
    options: GameOptions = msgspec.structs.replace(OPTIONS, visibility=visibility)
    return Game("g" + "0" * 22, 1, creator, status, options, seats, bytes(32), False, "")


@pytest.mark.parametrize(
    ("one", "lists"),
    [
        (game("open", seat(ADA), FREE), {PUBLIC: "open-2-1", ADA: "open"}),
        (game("open", FREE, FREE, FREE, FREE), {PUBLIC: "open-4-4", ADA: "open"}),
        (game("open", seat(ADA), invited(BEN)), {PUBLIC: "open-2-0", ADA: "open", BEN: "invited"}),
        (game("playing", seat(ADA), seat(BEN), seat(EVE)), {PUBLIC: "playing-3"} | dict.fromkeys((ADA, BEN, EVE), "playing")),
        (game("playing", seat(BEN), AI), {PUBLIC: "playing-2", ADA: "playing-ai", BEN: "playing-ai"}),
        (game("playing", seat(ADA, ai_player="greedy"), seat(BEN)), {PUBLIC: "playing-2", ADA: "playing-ai", BEN: "playing-ai"}),
        (game("finished", seat(ADA), AI), {PUBLIC: "finished-2", ADA: "finished"}),
        (game("aborted", FREE, invited(BEN)), {PUBLIC: "aborted-2", ADA: "aborted"}),
        (game("open", seat(ADA), invited(BEN), visibility="private"), {ADA: "open-hidden", BEN: "invited"}),
        (game("playing", seat(ADA), AI, visibility="unlisted"), {ADA: "playing-ai-hidden"}),
        (game("finished", GameSeat("player", "deleted-player", "Deleted player"), seat(BEN), creator=""),
         {PUBLIC: "finished-2", BEN: "finished"}),
    ],
)  # fmt: skip
def test_a_game_belongs_in_these_lists(one: Game, lists: dict[str, str]) -> None:
    assert lists_of(one) == lists
    for name, found in lists.items():
        assert found in (PLAYER_SETS if name else PUBLIC_SETS)
    assert set_of(one, new_player_id()) == ""


def listed(host: Services, table: Table, *players: str) -> dict[str, list[str]]:
    """The sets in which the game stands, for each list."""
    names = (PUBLIC, *players)
    found = host.indexes.where([(name, table.stored.created_at, table.game.id) for name in names])
    return {name: sets for name, (_, sets) in zip(names, found, strict=True)}


def change(host: Services, table: Table, change: Change) -> Table:
    now = again(host, table)
    commit(host, now.stored, advance(now.game, change), "free", own_request())
    return again(host, table)


def test_lists_follow_a_game_from_creation_to_its_end(host: Services) -> None:
    table = new_open_game(host, ME, OPEN, OPEN)
    ada, ben = table.player_id, new_person(host).id
    assert listed(host, table, ada) == {PUBLIC: ["open-3-2"], ada: ["open"]}
    change(host, table, SeatChanged(1, invited(ben)))
    assert listed(host, table, ada, ben) == {PUBLIC: ["open-3-1"], ada: ["open"], ben: ["invited"]}
    change(host, table, SeatLeft(1, "declined"))
    assert listed(host, table, ben) == {PUBLIC: ["open-3-2"], ben: []}
    change(host, table, SeatChanged(1, seat(ben)))
    change(host, table, SeatChanged(2, AI))
    assert listed(host, table, ada, ben) == {PUBLIC: ["playing-3"], ada: ["playing-ai"], ben: ["playing-ai"]}
    change(host, table, Resigned(0))
    change(host, table, Resigned(1))
    assert listed(host, table, ada, ben) == {PUBLIC: ["finished-3"], ada: ["finished"], ben: ["finished"]}


@pytest.mark.parametrize("ending", [Flagged(0), Aborted()])
def test_every_end_is_told(host: Services, ending: Change) -> None:
    table = new_game(host)
    status = change(host, table, ending).game.status
    assert listed(host, table, table.player_id) == {PUBLIC: [f"{status}-2"], table.player_id: [status]}


def test_an_ai_player_that_takes_over_makes_it_an_ai_game(host: Services) -> None:
    table = new_game(host)
    change(host, table, TakenOver(0, "greedy"))
    assert listed(host, table, table.player_id)[table.player_id] == ["playing-ai"]


def test_who_has_left_is_found_in_the_log_also_much_later(host: Services) -> None:
    """The effects of the commit in which somebody left may be carried out after others that know nothing of it."""
    table = new_open_game(host, ME, OPEN, OPEN)
    ben = new_person(host).id
    change(host, table, SeatChanged(1, invited(ben)))
    left = change(host, table, SeatLeft(1, "withdrawn"))
    host.indexes.place(table.game.id, 2, table.stored.created_at, {ben: "invited"})
    host.indexes.remove(table.game.id, table.stored.created_at, [ben])
    host.indexes.place(table.game.id, 2, table.stored.created_at, {ben: "invited"})
    assert listed(host, table, ben)[ben] == ["invited"]
    index(host, left.game, left.stored)
    assert listed(host, table, ben)[ben] == []


def test_late_news_undoes_nothing(host: Services) -> None:
    before = new_open_game(host, ME, GREEDY, OPEN)
    change(host, before, Aborted())
    assert index(host, before.game, before.stored).gone == []
    assert listed(host, before, before.player_id) == {PUBLIC: ["aborted-3"], before.player_id: ["aborted"]}


def test_players_who_are_gone_are_named_and_not_listed(host: Services) -> None:
    table, nobody = new_open_game(host, ME, OPEN), new_player_id()
    after = change(host, table, SeatChanged(1, invited(nobody)))
    assert index(host, after.game, after.stored).gone == [nobody]
    assert listed(host, table, nobody)[nobody] == []


def test_a_game_that_leaves_the_store_leaves_no_trace_in_any_list(host: Services) -> None:
    table = new_open_game(host, ME, OPEN)
    ben = new_person(host).id
    change(host, table, SeatChanged(1, invited(ben)))
    change(host, table, SeatLeft(1, "declined"))
    gone = change(host, table, Aborted())
    unindex(host, gone.game, gone.stored)
    assert not any(host.indexes.remembered(name) for name in (PUBLIC, table.player_id, ben))
    assert list(host.indexes.lists()) == []
