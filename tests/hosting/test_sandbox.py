"""Sandboxes: a clock that is put on leaves a game whose every part fits together, and what is derived is what was live."""

from collections.abc import Callable
from typing import Any

import pytest

from service.hosting import sandbox
from service.hosting.changes import ClockAdvanced, Flagged, TakenOver, from_entry
from service.hosting.committing import Outcome, own_request
from service.hosting.errors import NoClock, NotSandbox, TimeOver
from service.hosting.flag_clock import flag_clock
from service.hosting.history import history
from service.hosting.reading import Table, view_at
from service.hosting.record import record_for
from service.hosting.resign import resign
from service.hosting.sandbox import advance_clock, after_advance
from service.hosting.soundness import due_faults, log_faults
from service.services import Services
from service.store.errors import Conflict
from service.store.games import TimeControl
from service.store.survey import Survey
from splendor.engine.record import verify
from tests.hosting.hosts import store_client
from tests.hosting.tables import GREEDY, ME, OPEN, PER_TURN, again, at_seat, new_game, new_open_game, play
from tests.store.commits import age, silence

FISCHER = TimeControl("fischer", 60_000, 2_000, 90_000)
TIMED: dict[str, Any] = {"time_control": PER_TURN, "sandbox": True}


def put_on(host: Services, table: Table, ms: int, *, exact: bool = False) -> Outcome:
    return advance_clock(host, again(host, table) if not exact else table, ms, own_request(), exact=exact)


def changes(host: Services, table: Table) -> list[type]:
    return [type(from_entry(entry.body)) for entry in host.games.log(table.game.id)]


def check_whole(host: Services, table: Table) -> None:
    """State, log, due entries and record fit together, and the past is told as it was live."""
    now = again(host, table)
    found = Survey(store_client(host)).due_entries(now.game.id)
    faults = [*log_faults(now.game, now.stored, host.games.log(now.game.id))]
    faults += due_faults(now.game, now.stored, found, host.games.now(now.game.id))
    assert faults == []
    assert history(host, now.game, now.stored)[-1].clock == now.stored.clock
    assert view_at(host, now, now.stored.version) == now.view()
    assert not now.game.over or verify(record_for(host, now)).ok


@pytest.mark.parametrize("control", [PER_TURN, FISCHER])
def test_turn_and_deadline_move_back_alike(host: Services, control: TimeControl) -> None:
    table = new_game(host, time_control=control, sandbox=True)
    before = table.stored.clock
    after = put_on(host, table, 20_000).stored.clock
    assert (after.turn_at, after.deadline) == (before.turn_at - 20_000, before.deadline - 20_000)
    assert after.banks == before.banks
    check_whole(host, table)
    put_on(host, table, 1)
    assert again(host, table).stored.clock.deadline == before.deadline - 20_001
    check_whole(host, table)
    assert changes(host, table)[-2:] == [ClockAdvanced, ClockAdvanced]


def test_time_that_has_passed_so_is_used_up(host: Services) -> None:
    """Fischer: it is taken off as any other."""
    table = new_game(host, time_control=FISCHER, sandbox=True)
    put_on(host, table, 40_000)
    left = play(host, table, "Twug").stored.clock.banks[0]
    assert 21_000 < left <= 22_000
    check_whole(host, table)


def test_of_a_turn_that_goes_on_it_stays_used_up(host: Services) -> None:
    """Per turn: the next turn of the seat has the full time again, this one has what is left."""
    table = new_game(host, **TIMED)
    before = put_on(host, table, 30_000).stored.clock
    play(host, table, "Twug")
    clock = again(host, table).stored.clock
    assert clock.banks == before.banks
    assert clock.deadline - clock.turn_at == 60_000
    check_whole(host, table)


@pytest.mark.parametrize("ms", [60_000, 1_209_600_000])
def test_h1_where_no_time_is_left_the_flag_falls(host: Services, ms: int) -> None:
    """H1, H6: also where far more time passes than there is."""
    table = new_game(host, ME, OPEN, OPEN, **TIMED)
    outcome = put_on(host, table, ms)
    now = again(host, table)
    assert now.stored.version == outcome.stored.version + 1
    assert changes(host, table)[-2:] == [ClockAdvanced, Flagged]
    assert outcome.stored.clock.deadline == outcome.stored.updated_at
    view, events = after_advance(host, now, outcome.stored.version)
    assert view == now.view()
    assert [event["type"] for event in events] == ["clock_adjusted", "seat_flagged", "turn_started"]
    assert [event["number"] for event in events] == list(range(now.stored.last_event - 2, now.stored.last_event + 1))
    check_whole(host, table)


def test_an_ai_player_takes_over_where_that_was_chosen(host: Services) -> None:
    table = new_game(host, **TIMED, ai_on_flag="greedy")
    version = put_on(host, table, 60_000).stored.version
    now = again(host, table)
    assert changes(host, table)[-1] is TakenOver
    assert now.game.ai_to_act == "greedy"
    assert [event["type"] for event in after_advance(host, now, version)[1]] == ["clock_adjusted", "controller_changed"]
    check_whole(host, table)
    with pytest.raises(NoClock):
        put_on(host, table, 1)


def fell_elsewhere(host: Services) -> Callable[..., None]:
    """The ticker's job comes first."""

    def flag(_: Services, table: Table, outcome: Outcome) -> None:
        assert flag_clock(host, table.game.id, outcome.stored.version) is not None

    return flag


def test_who_lets_the_flag_fall_makes_no_difference(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_game(host, ME, OPEN, OPEN, **TIMED)
    monkeypatch.setattr(sandbox, "_flag_if_due", fell_elsewhere(host))
    version = put_on(host, table, 60_000).stored.version
    view, events = after_advance(host, again(host, table), version)
    assert view["version"] == version + 1
    assert [event["type"] for event in events] == ["clock_adjusted", "seat_flagged", "turn_started"]


def test_a_twin_between_advance_and_flag_lets_it_fall(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_flag_if_due", lambda *_: None)
    table = new_game(host, ME, OPEN, OPEN, **TIMED)
    version = put_on(host, table, 60_000).stored.version
    between = again(host, table)
    assert between.stored.version == version
    view, events = after_advance(host, between, version)
    assert [event["type"] for event in events] == ["clock_adjusted", "seat_flagged", "turn_started"]
    assert view == again(host, table).view()


def test_what_comes_later_is_no_part_of_it(host: Services) -> None:
    """Neither an action behind an advance, nor a flag that falls in a time that really passed."""
    table = new_game(host, ME, OPEN, OPEN, **TIMED)
    first = put_on(host, table, 1_000).stored.version
    play(host, table, "Twug")
    second = put_on(host, table, 1_000).stored.version
    age(store_client(host), table.game.id, 60_000)
    assert flag_clock(host, table.game.id, second) is not None
    for version in (first, second):
        view, events = after_advance(host, again(host, table), version)
        assert (view["version"], [event["type"] for event in events]) == (version, ["clock_adjusted"])


def test_b11_time_that_is_over_already_cannot_be_put_on(host: Services) -> None:
    """B11: the flag falls at once then."""
    table = new_game(host, ME, OPEN, OPEN, **TIMED)
    age(store_client(host), table.game.id, 60_000)
    with pytest.raises(TimeOver) as caught:
        put_on(host, table, 1)
    assert caught.value.rule == "H6"
    assert changes(host, table)[-1] is Flagged
    assert ClockAdvanced not in changes(host, table)


def test_while_the_ticker_is_silent_the_flag_is_left_to_it(host: Services) -> None:
    """Nobody is flagged in a time in which the service may have been away."""
    table = new_game(host, **TIMED)
    silence(store_client(host), table.game.id, 6_000)
    outcome = put_on(host, table, 60_000)
    now = again(host, table)
    assert now.stored.etag == outcome.stored.etag
    assert after_advance(host, now, outcome.stored.version)[0]["status"] == "playing"


@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        pytest.param(lambda host: new_game(host, time_control=PER_TURN), NotSandbox, id="common game"),
        pytest.param(lambda host: new_game(host, sandbox=True), NoClock, id="no time control"),
        pytest.param(lambda host: new_game(host, GREEDY, GREEDY, **TIMED), NoClock, id="AI players"),
        pytest.param(lambda host: new_open_game(host, ME, OPEN, **TIMED), NoClock, id="not started"),
    ],
)
def test_there_has_to_be_a_clock_in_a_sandbox(
    host: Services, make: Callable[[Services], Table], refusal: type[Exception]
) -> None:
    table = make(host)
    with pytest.raises(refusal):
        put_on(host, table, 1)
    assert ClockAdvanced not in changes(host, table)


def test_after_the_end_no_clock_runs(host: Services) -> None:
    table = new_game(host, **TIMED)
    put_on(host, table, 1)
    resign(host, at_seat(host, table, 0), own_request(), exact=False)
    with pytest.raises(NoClock):
        put_on(host, table, 1)
    check_whole(host, table)


def test_b02_an_old_version_is_a_conflict_only_where_it_was_named(host: Services) -> None:
    table = new_game(host, **TIMED)
    play(host, table, "Twug")
    with pytest.raises(Conflict):
        advance_clock(host, table, 1, own_request(), exact=True)
    assert ClockAdvanced not in changes(host, table)
    advance_clock(host, table, 1, own_request(), exact=False)
    assert changes(host, table)[-1] is ClockAdvanced
