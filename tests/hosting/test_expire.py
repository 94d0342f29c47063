"""What ends by itself: invitations, open games nobody came to, games nobody went on with; and what is over, archived."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from service.hosting.changes import Aborted, InvitationsExpired, SeatTaken, from_entry
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.errors import GameOver, InvitationExpired, SeatNotOpen
from service.hosting.expire import end_of_life
from service.hosting.game import Game
from service.hosting.join_seat import join_seat
from service.hosting.lifetimes import HOUR_MS, Lifetimes
from service.hosting.reading import Table, load_table
from service.services import Services
from service.store.due import DueSet
from service.store.keys import game_keys, new_game_id
from service.store.players import Player
from tests.hosting.ended import expire_life, finished_game
from tests.hosting.hosts import new_person, store_client
from tests.hosting.tables import ME, OPEN, OPTIONS, PER_TURN, new_game, play
from tests.store.commits import age

DAY_MS = 24 * HOUR_MS


def open_game(host: Services, *seats: NewSeat, life_ms: int = DAY_MS) -> Table:
    """A game that waits for people, to end so many ms from now (below 0: overdue from the start)."""
    person = new_person(host)
    made = create_game(
        replace(host, lifetimes=Lifetimes(open_ms=life_ms)),
        Player(person.id, person.name),
        NewGame(seats, OPTIONS),
        new_game_id(),
        own_request(),
    )
    return load_table(host, made.game.id, person.id)


def invited(host: Services, expires_in_ms: int) -> tuple[Player, NewSeat]:
    person = new_person(host, "Grace")
    return Player(person.id, person.name), NewSeat("player", player_id=person.id, expires_in_ms=expires_in_ms)


def now(host: Services, table: Table) -> Game:
    return load_table(host, table.game.id, table.player_id).game


def changes(host: Services, table: Table) -> list[object]:
    return [from_entry(entry.body) for entry in host.games.log(table.game.id)]


def lives(host: Services, table: Table) -> int:
    """When the game will be looked at, 0 for never."""
    return int(store_client(host).call("ZSCORE", game_keys(table.game.id).life, table.game.id) or 0)


def test_an_open_game_nobody_came_to_is_called_off(host: Services) -> None:
    table = open_game(host, ME, OPEN, life_ms=-1)
    outcome = end_of_life(host, table.game.id)
    assert outcome is not None
    assert outcome.step.change == Aborted("expired")
    assert now(host, table).status == "aborted"
    assert lives(host, table) > host.games.now(table.game.id), "it is to be archived later"


def test_before_its_time_nothing_ends(host: Services) -> None:
    _, seat = invited(host, 60_000)
    running, idling = new_game(host, time_control=PER_TURN), new_game(host)
    for table in (open_game(host, ME, OPEN), open_game(host, ME, seat), running, idling):
        etag = load_table(host, table.game.id, "").stored.etag
        assert end_of_life(host, table.game.id) is None
        assert load_table(host, table.game.id, "").stored.etag == etag


def test_invitations_expire_together_and_leave_open_seats(host: Services) -> None:
    (_, first), (_, second), (_, later) = invited(host, -5), invited(host, -1), invited(host, 60_000)
    table = open_game(host, ME, first, second, later)
    outcome = end_of_life(host, table.game.id)
    assert outcome is not None
    assert outcome.step.change == InvitationsExpired((1, 2))
    assert [seat.type for seat in now(host, table).seats] == ["player", "open", "open", "invited"]
    assert lives(host, table) == now(host, table).seats[3].expires_at
    assert end_of_life(host, table.game.id) is None, "once is enough"


def test_the_game_ends_before_its_invitations(host: Services) -> None:
    _, seat = invited(host, -1)
    table = open_game(host, ME, seat, life_ms=-1)
    end_of_life(host, table.game.id)
    assert now(host, table).status == "aborted"
    assert not any(isinstance(change, InvitationsExpired) for change in changes(host, table))


def test_a_game_without_a_clock_ends_where_nobody_goes_on(host: Services) -> None:
    table = new_game(host)
    play(host, table, "Twug")
    expire_life(host, table.game.id, host.lifetimes.idle_ms - 10_000)
    assert end_of_life(host, table.game.id) is None, "not yet"
    expire_life(host, table.game.id, 10_000)
    outcome = end_of_life(host, table.game.id)
    assert outcome is not None
    assert outcome.step.change == Aborted("idle")
    assert now(host, table).status == "aborted"


def test_a_game_with_a_clock_is_left_to_its_flags(host: Services) -> None:
    table = new_game(host, time_control=PER_TURN)
    age(store_client(host), table.game.id, 100 * DAY_MS)
    expire_life(host, table.game.id, 100 * DAY_MS)
    assert end_of_life(host, table.game.id) is None
    assert lives(host, table) == 0


def test_what_is_over_is_archived(host: Services) -> None:
    table = finished_game(host)
    assert end_of_life(host, table.game.id) is None
    assert host.games.read_live(table.game.id) is None
    kept = load_table(host, table.game.id, table.player_id)
    assert (kept.game, kept.stored.etag) == (table.game, table.stored.etag)
    assert lives(host, table) == 0
    assert end_of_life(host, table.game.id) is None, "twice does no harm"


def test_of_no_game_nothing_ends(host: Services) -> None:
    assert end_of_life(host, new_game_id()) is None
    assert end_of_life(host, "nonsense") is None


def test_a_game_is_due_when_its_life_may_be_over(host: Services) -> None:
    table, waits = open_game(host, ME, OPEN, life_ms=-1), open_game(host, ME, OPEN)
    due = DueSet(store_client(host))
    (entry,) = due.find_lifetimes()
    assert entry.game_id == table.game.id
    assert due.claim(entry, 30_000) is not None
    assert due.find_lifetimes() == []
    end_of_life(host, table.game.id)
    assert lives(host, waits) == now(host, waits).open_until


@pytest.mark.parametrize("expires_in_ms", [-1, 0, 2, 5, 60_000])
def test_b23_accepted_or_expired_never_both(host: Services, expires_in_ms: int) -> None:
    """B23: whoever commits first wins; the store's clock alone says whether the invitation still holds."""
    for _ in range(5):
        player, seat = invited(host, expires_in_ms)
        table = open_game(host, ME, seat)
        start = threading.Barrier(3)

        def accept(table: Table = table, player: Player = player, start: threading.Barrier = start) -> bool:
            mine = load_table(host, table.game.id, player.id)
            start.wait()
            try:
                return join_seat(host, mine, player, 1, own_request()) is not None
            except (InvitationExpired, SeatNotOpen, GameOver):
                return False

        def expire(table: Table = table, start: threading.Barrier = start) -> bool:
            start.wait()
            outcome = end_of_life(host, table.game.id)
            return outcome is not None and outcome.ours

        with ThreadPoolExecutor(3) as pool:
            accepted = pool.submit(accept)
            expired = [pool.submit(expire) for _ in range(2)]
        kinds = [type(change) for change in changes(host, table)]
        assert kinds.count(InvitationsExpired) == sum(one.result() for one in expired) <= 1
        assert kinds.count(SeatTaken) == accepted.result()
        assert (now(host, table).status == "playing") == accepted.result()
        if expires_in_ms == 60_000:
            assert accepted.result()
            assert InvitationsExpired not in kinds
        if accepted.result() and InvitationsExpired in kinds:
            assert kinds.index(InvitationsExpired) < kinds.index(SeatTaken), "the seat was open to all by then"
        if expires_in_ms <= 0 and accepted.result():
            assert InvitationsExpired in kinds, "the invitation itself held no more"


def test_two_who_end_the_same_game_are_one(host: Services) -> None:
    for _ in range(10):
        table = open_game(host, ME, OPEN, life_ms=-1)
        with ThreadPoolExecutor(4) as pool:
            outcomes = list(pool.map(lambda _, each=table: end_of_life(host, each.game.id), range(4)))
        assert sum(outcome is not None and outcome.ours for outcome in outcomes) == 1
        assert sum(isinstance(change, Aborted) for change in changes(host, table)) == 1
