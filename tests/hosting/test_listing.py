"""Pages of lists: what the games say counts, wrong entries are mended, and nothing is missing or comes twice (B25)."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from service.hosting.advancing import advance
from service.hosting.changes import SeatChanged
from service.hosting.committing import commit, own_request
from service.hosting.game import Game, GameSeat
from service.hosting.listing import Page, Place, games_of, invited_games, own_games, public_games
from service.hosting.reading import Table
from service.hosting.summary import game_summary, invitations
from service.services import Services
from service.store.games import Clock, StoredGame
from service.store.indexes import PUBLIC
from service.store.keys import new_game_id
from splendor.engine.state import State
from tests.engine.twins import situations, twin
from tests.hosting.hosts import new_person
from tests.hosting.list_writers import start_and_end, writers
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, again, new_game, new_open_game, play
from tests.servers import wait_until

Read = Callable[[Place | None, int], Page]


def ids(page: Page) -> list[str]:
    return [table.game.id for table in page.tables]


def walk(read: Read, size: int) -> tuple[list[str], int]:
    """All ids in the order of the pages, and how many pages that took."""
    found, after, pages = [], None, 0
    while True:
        page = read(after, size)
        assert len(page.tables) <= size
        found, after, pages = found + ids(page), page.following, pages + 1
        if after is None:
            return found, pages


def test_lists_are_newest_first_and_end(host: Services) -> None:
    games = [new_open_game(host, ME, OPEN).game.id for _ in range(5)]
    for size in (1, 2, 4, 5, 6):
        found, pages = walk(lambda after, limit: public_games(host, "", after, limit), size)
        assert (found, pages) == (sorted(games, key=lambda one: _place(host, one), reverse=True), -(-5 // size))


def _place(host: Services, game_id: str) -> Place:
    stored = host.games.read(game_id)
    assert stored is not None
    return stored.created_at, stored.id


def test_filters_of_public_games(host: Services) -> None:
    two, four = new_open_game(host, ME, OPEN), new_open_game(host, ME, OPEN, OPEN, GREEDY)
    running, over = new_game(host, ME, OPEN, GREEDY), new_open_game(host, ME, OPEN)
    start_and_end(host, over.game.id)
    new_open_game(host, ME, OPEN, visibility="unlisted")
    new_open_game(host, ME, OPEN, visibility="private")

    def found(**filters: object) -> set[str]:
        return set(ids(public_games(host, "", None, 50, **filters)))  # type: ignore[arg-type]

    names = {table.game.id: name for name, table in (("two", two), ("four", four), ("run", running), ("over", over))}
    for filters, wanted in (
        ({}, {"two", "four", "run", "over"}),
        ({"status": "open"}, {"two", "four"}),
        ({"status": "open", "seats_free": 2}, {"four"}),
        ({"status": "open", "players": 2}, {"two"}),
        ({"status": "playing"}, {"run"}),
        ({"status": "finished"}, {"over"}),
        ({"status": "aborted"}, set()),
        ({"players": 2}, {"two", "over"}),
    ):
        assert {names[one] for one in found(**filters)} == wanted, filters


def test_hidden_games_are_in_the_lists_of_their_own_players_alone(host: Services) -> None:
    for visibility in ("unlisted", "private"):
        table = new_open_game(host, ME, OPEN, visibility=visibility)
        ada = table.player_id
        assert ids(own_games(host, ada, None, 9)) == [table.game.id]
        assert ids(games_of(host, ada, ada, None, 9)) == ids(games_of(host, ada, "", None, 9)) == []
    assert ids(public_games(host, ada, None, 9)) == []


def test_my_turn(host: Services) -> None:
    table = new_game(host)
    ada, ben = (seat.player_id for seat in table.game.seats)

    def waits(player: str) -> tuple[list[str], list[str]]:
        return tuple(ids(own_games(host, player, None, 9, my_turn=flag)) for flag in (True, False))  # type: ignore[return-value]

    assert (waits(ada), waits(ben)) == (([table.game.id], []), ([], [table.game.id]))
    play(host, table, "Twug")
    assert (waits(ada), waits(ben)) == (([], [table.game.id]), ([table.game.id], []))
    assert ids(own_games(host, ben, None, 9, status="finished", my_turn=True)) == []


def test_an_invitation_is_listed_until_it_is_answered(host: Services) -> None:
    table, ben = new_open_game(host, ME, OPEN, visibility="private"), new_person(host, "Ben")
    seat = GameSeat("invited", ben.id, ben.name, expires_at=1_798_761_600_000)
    commit(host, table.stored, advance(table.game, SeatChanged(1, seat)), "free", own_request())
    page = invited_games(host, ben.id, None, 9)
    [found] = invitations(host, page)
    assert (found["seat"], found["expires_at"]) == (1, "2027-01-01T00:00:00.000Z")
    assert found["invited_by"] == {"id": table.player_id, "name": "Ada"}
    assert found["game"]["id"] == table.game.id
    assert "join_code" not in found["game"]
    assert ids(own_games(host, ben.id, None, 9)) == []


def test_a_wrong_entry_is_mended_by_whoever_reads_it(host: Services) -> None:
    table = new_game(host)
    place = {PUBLIC: "open-2-1", table.player_id: "finished"}
    host.indexes.place(table.game.id, table.stored.version, table.stored.created_at, place)
    assert ids(public_games(host, "", None, 9, status="open")) == []
    assert ids(own_games(host, table.player_id, None, 9, status="finished")) == []
    assert ids(public_games(host, "", None, 9, status="playing")) == [table.game.id]
    assert ids(own_games(host, table.player_id, None, 9, status="playing")) == [table.game.id]


def test_a_page_is_full_although_entries_before_it_are_wrong(host: Services) -> None:
    right = [new_open_game(host, ME, OPEN).game.id for _ in range(3)]
    for _ in range(5):
        host.indexes.place(new_game_id(), 1, 2_000_000_000_000, {PUBLIC: "open-2-1"})
    page = public_games(host, "", None, 3, status="open")
    assert (set(ids(page)), page.following) == (set(right), None)
    assert [len(batch) for batch in host.indexes.entries(PUBLIC)] == [3]


def test_nothing_is_missing_or_repeated_while_games_start_and_end(host: Services, redis_url: str) -> None:
    """B25: five hundred pages while two processes start and end games, new ones and those that were there before."""
    stay = {new_open_game(host, ME, OPEN).game.id for _ in range(40)}
    change = {new_open_game(host, ME, OPEN).game.id for _ in range(80)}

    def public(status: str) -> Read:
        return lambda after, limit: public_games(host, "", after, limit, status=status)

    pages = 0
    with writers(redis_url, sorted(change)[::2], sorted(change)[1::2]):
        wait_until(lambda: ids(public("finished")(None, 1)), 20, "the writers are at work")
        before = set(walk(public("finished"), 100)[0])
        while pages < 500:
            for status, always in (("", stay | change), ("open", stay)):
                found, count = walk(public(status), 7)
                assert len(found) == len(set(found))
                assert always <= set(found), (status, len(always - set(found)))
                pages += count
        ended = set(walk(public("finished"), 100)[0]) - before
    assert ended & change
    assert ended - change


@pytest.mark.parametrize("viewer", [None, 0])
def test_a_summary_has_members_of_the_view(host: Services, viewer: int | None) -> None:
    table = again(host, new_game(host, ME, OPEN, GREEDY))._replace(viewer=viewer)
    summary, view = game_summary(table), table.view()
    for name, value in summary.items():
        if name != "seats":
            assert value == view[name]
    for short, long in zip(summary["seats"], view["seats"], strict=True):
        assert short.items() <= long.items()
    assert summary.keys() >= {"id", "etag", "status", "turn", "options", "marks"}
    assert ("you" in summary) == (viewer is not None)
    assert not summary.keys() & {"market", "supply", "nobles", "fairness", "join_code"}


@settings(max_examples=60, deadline=None)
@given(situation=situations())
def test_a_summary_tells_nothing_of_what_is_hidden(situation: tuple[State, int | None, Random]) -> None:
    """The same bytes for all orders of the decks and all hidden cards that the viewer cannot see (V4)."""
    state, viewer, rng = situation
    seats = tuple(GameSeat("player", f"p{number:021}", "Ada") for number in range(len(state.seats)))
    table = _table(state, seats)._replace(viewer=viewer)
    other = table._replace(game=msgspec.structs.replace(table.game, state=twin(state, viewer, rng)))
    assert msgspec.json.encode(game_summary(table)) == msgspec.json.encode(game_summary(other))


def _table(state: State, seats: tuple[GameSeat, ...]) -> Table:
    """A running game with that state, as the host would have read it."""
    game = Game("g" + "0" * 22, 1, "", "playing", OPTIONS, seats, bytes(32), False, "", state=state)
    return Table(game, StoredGame(game.id, 1, "00000000", b"", 1, Clock(0, 0, ()), 0, 0, 1, 0), None)
