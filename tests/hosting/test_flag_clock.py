"""Flags and actions around the deadline (H6, B11), and time given back after an outage."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.hosting.changes import ClockAdjusted, Flagged, TurnPlayed, from_entry
from service.hosting.committing import Outcome, own_request
from service.hosting.errors import NotYourTurn, SeatOut, TimeOver
from service.hosting.flag_clock import flag_at_once, flag_clock
from service.hosting.reading import Table, events_after, view_at
from service.hosting.record import record_for
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.due import DueSet
from service.store.errors import Conflict
from service.store.keys import game_keys, new_game_id
from splendor.engine.notation import parse_turn
from tests.hosting.hosts import jobs_of, run_jobs, store_client
from tests.hosting.tables import ME, OPEN, PER_TURN, again, at_seat, new_game, play, seen
from tests.store.commits import age, server_now, silence

TURN = parse_turn("Twug")


def overdue(host: Services, by_ms: int = 1, **options: object) -> Table:
    """A game whose first seat's time has been over for a while."""
    table = new_game(host, ME, OPEN, OPEN, time_control=PER_TURN, **options)
    age(store_client(host), table.game.id, 60_000 + by_ms)
    return again(host, table)


def changes(host: Services, table: Table) -> list[type]:
    return [type(from_entry(entry.body)) for entry in host.games.log(table.game.id)]


def test_b11_a_job_for_a_turn_that_is_over_does_nothing(host: Services) -> None:
    """B11 (a, c): the action came first; a job that comes later, or turns later, finds the game moved on."""
    table = new_game(host, time_control=PER_TURN)
    version = table.stored.version + 1
    for turn in ("Twug", "Twrk", ""):
        if turn:
            play(host, table, turn)
        assert flag_clock(host, table.game.id, version) is None
    assert Flagged not in changes(host, table)


def test_b11_before_the_deadline_a_job_does_nothing(host: Services) -> None:
    table = again(host, new_game(host, time_control=PER_TURN))
    assert flag_clock(host, table.game.id, table.stored.version) is None
    assert flag_at_once(host, table) is None
    assert Flagged not in changes(host, table)


def test_b11_the_same_job_twice_flags_once(host: Services) -> None:
    """B11 (e): one after the other and at the same moment."""
    table = overdue(host)
    first, *rest = in_parallel(lambda: flag_clock(host, table.game.id, table.stored.version), 4)
    done = [outcome for outcome in (first, *rest) if isinstance(outcome, Outcome)]
    assert len({outcome.stored.etag for outcome in done}) == 1
    assert flag_clock(host, table.game.id, table.stored.version) is None
    assert changes(host, table).count(Flagged) == 1
    assert again(host, table).stored.version == table.stored.version + 1


def in_parallel(call: object, times: int) -> list[object]:
    assert callable(call)
    together = threading.Barrier(times)

    def one() -> object:
        together.wait()
        return call()

    with ThreadPoolExecutor(times) as pool:
        return [future.result() for future in [pool.submit(one) for _ in range(times)]]


@pytest.mark.parametrize("left_ms", [-1, 0, 1, 2, 3] * 8)
def test_b11_an_action_and_a_flag_in_the_same_moment(host: Services, left_ms: int) -> None:
    """B11 (b): whoever commits first wins, never both, and the loser is told what it was."""
    table = new_game(host, time_control=PER_TURN)
    version = again(host, table).stored.version
    mine = at_seat(host, table, 0)
    together = threading.Barrier(2)
    age(store_client(host), table.game.id, 60_000 - left_ms)

    def act() -> object:
        together.wait()
        try:
            return submit_action(host, mine, TURN, own_request())
        except (TimeOver, Conflict) as error:
            return error

    def flag() -> object:
        together.wait()
        return flag_clock(host, table.game.id, version)

    with ThreadPoolExecutor(2) as pool:
        acting, flagging = pool.submit(act), pool.submit(flag)
        acted, flagged = acting.result(), flagging.result()
    kinds = changes(host, table)[2:]
    assert len(kinds) == 1
    assert isinstance(acted, Outcome) == (kinds == [TurnPlayed])
    assert kinds in ([TurnPlayed], [Flagged])
    if kinds == [TurnPlayed]:
        assert flagged is None


def test_b11_after_downtime_what_is_overdue_is_found(host: Services) -> None:
    """B11 (d): nobody has to remember it, the due set does."""
    tables = [overdue(host, by_ms=600_000) for _ in range(3)]
    due = DueSet(store_client(host))
    found = [entry for entry in due.find() if entry.what == "deadline"]
    assert {entry.game_id for entry in found} == {table.game.id for table in tables}
    for entry in found:
        claim = due.claim(entry, 2_000)
        assert claim is not None
        assert flag_clock(host, entry.game_id, claim.version) is not None
    assert not [entry for entry in due.find() if entry.what == "deadline"]


def test_a_late_action_flags_and_only_then_is_refused(host: Services) -> None:
    table = overdue(host)
    with pytest.raises(TimeOver) as refused:
        submit_action(host, table, TURN, own_request())
    assert refused.value.rule == "H6"
    assert changes(host, table)[-1] is Flagged
    with pytest.raises(SeatOut):
        submit_action(host, again(host, table), TURN, own_request())
    with pytest.raises(NotYourTurn):
        submit_action(host, at_seat(host, table, 2), TURN, own_request())


def test_an_ai_player_that_takes_over_is_asked_to_move(host: Services) -> None:
    table = overdue(host, ai_on_flag="greedy")
    assert flag_clock(host, table.game.id, table.stored.version) is not None
    now = again(host, table)
    assert now.game.ai_to_act == "greedy"
    assert now.stored.clock.deadline == 0
    assert [job.version for job in jobs_of(host)] == [now.stored.version]
    run_jobs(host)
    assert again(host, table).game.running.to_act == 1
    assert again(host, table).stored.clock.deadline > 0


def test_time_that_passed_while_the_service_was_away_is_given_back(host: Services) -> None:
    """The deadline fell into a gap of the ticker: no flag, and the seat has what the gap took, 30 s at most."""
    table = again(host, new_game(host, ME, OPEN, OPEN, time_control=PER_TURN))
    deadline = table.stored.clock.deadline
    gap = f"{deadline - 8_000} {deadline + 2_000}"
    store_client(host).call("SET", game_keys(table.game.id).gap, gap)
    outcome = flag_clock(host, table.game.id, table.stored.version)
    assert outcome is not None
    (event,) = outcome.events(None)
    assert event["type"] == "clock_adjusted"
    assert event["seat"] == 0
    now = again(host, table)
    assert now.stored.clock.deadline == deadline + 10_000
    view = now.view()
    assert view["turn"]["deadline_at"] == event["deadline_at"]
    assert view_at(host, now, now.stored.version) == view
    assert events_after(host, now, now.stored.last_event - 1, "", 9).items == [event]
    assert record_for(host, now)["entries"][-1].items() >= {"type": "clock_adjustment", "seat": 0}.items()
    assert flag_clock(host, table.game.id, now.stored.version) is None
    assert changes(host, table)[-1] is ClockAdjusted
    play(host, table, "Twug")


def test_while_no_ticker_is_alive_a_late_action_counts_and_no_flag_falls(host: Services) -> None:
    table = overdue(host, by_ms=2_000)
    silence(store_client(host), table.game.id, 7_000)
    assert flag_clock(host, table.game.id, table.stored.version) is None
    assert submit_action(host, table, TURN, own_request()).game.running.to_act == 1
    assert server_now(store_client(host)) >= again(host, table).stored.updated_at


def test_a_game_that_is_gone_or_has_no_clock_is_left_alone(host: Services) -> None:
    assert flag_clock(host, new_game_id(), 1) is None
    table = again(host, new_game(host))
    assert flag_clock(host, table.game.id, table.stored.version) is None
    assert seen(host, table)["turn"]["seat"] == 0
