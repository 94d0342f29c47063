"""Hand-over and abort votes where others are faster, and games that are read again from their log."""

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.changes import AbortVoted, HandedOver, from_entry
from service.hosting.committing import Outcome, own_request
from service.hosting.errors import GameNotStarted, RatedGame, SeatHandedOver, SeatOut
from service.hosting.hand_over import hand_over
from service.hosting.history import history
from service.hosting.reading import Table, view_at
from service.hosting.record import record_for
from service.hosting.resign import resign
from service.services import Services
from service.store.errors import Conflict
from service.store.games import TimeControl
from splendor.engine.record import verify
from tests.hosting.hosts import jobs_of, run_jobs
from tests.hosting.tables import ME, OPEN, PER_TURN, again, at_seat, new_game, new_open_game, play

FISCHER = TimeControl("fischer", 60_000, 2_000)


def vote(host: Services, table: Table, *, exact: bool = False) -> Outcome | None:
    return abort_game(host, table, table.player_id, own_request(), exact=exact)


def give(host: Services, table: Table, *, exact: bool = False) -> Outcome:
    return hand_over(host, table, "greedy", own_request(), exact=exact)


def votes(host: Services, table: Table) -> tuple[int, ...]:
    return again(host, table).game.votes


def test_h4_votes_at_the_same_moment_both_count(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    play(host, table, "Twug")
    seats = [at_seat(host, table, number) for number in range(3)]
    for seen in seats:
        assert vote(host, seen) is not None
    assert (votes(host, table), again(host, table).game.status) == ((0, 1, 2), "aborted")


def test_h4_a_vote_that_was_cast_is_not_cast_again(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    play(host, table, "Twug")
    old = at_seat(host, table, 1)
    assert vote(host, old) is not None
    assert vote(host, old) is None
    assert votes(host, table) == (1,)


def test_h4_the_creator_is_too_late_for_calling_it_off_alone(host: Services) -> None:
    """An action came first: what was asked becomes a vote."""
    table = new_game(host)
    play(host, table, "Twug")
    assert table.game.touched is False
    assert vote(host, table) is not None
    assert (votes(host, table), again(host, table).game.status) == ((0,), "playing")


@pytest.mark.parametrize("verb", [vote, give])
def test_exact_ones_keep_to_the_version(host: Services, verb: object) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    old = at_seat(host, table, 1)
    play(host, table, "Twug")
    with pytest.raises(Conflict):
        verb(host, old, exact=True)  # type: ignore[operator]
    assert verb(host, again(host, old), exact=True) is not None  # type: ignore[operator]


def test_a_seat_is_handed_over_once(host: Services) -> None:
    table = new_game(host)
    give(host, table)
    with pytest.raises(SeatHandedOver):
        give(host, table)
    with pytest.raises(SeatHandedOver):
        resign(host, table, own_request(), exact=False)
    with pytest.raises(SeatHandedOver):
        play(host, table, "Twug")


def test_a_hand_over_that_comes_after_the_resignation(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    resign(host, again(host, table), own_request(), exact=False)
    with pytest.raises(SeatOut):
        give(host, table)
    with pytest.raises(GameNotStarted):
        give(host, new_open_game(host, ME, OPEN))


def test_rated_games_are_played_by_those_who_began_them(host: Services) -> None:
    table = new_game(host, rated=True, time_control=PER_TURN)
    with pytest.raises(RatedGame):
        give(host, table)
    # Nor does the creator call one off alone (H4).
    assert vote(host, again(host, table)) is not None
    assert (votes(host, table), again(host, table).game.status) == ((0,), "playing")


def test_the_ai_player_is_asked_only_in_its_turn(host: Services) -> None:
    table = new_game(host)
    give(host, at_seat(host, table, 1))
    assert jobs_of(host) == []
    give(host, again(host, table))
    assert len(jobs_of(host)) == 1
    run_jobs(host)
    assert again(host, table).game.status == "finished", "H7"


def test_h6_the_clock_of_a_seat_that_is_handed_over_stops(host: Services) -> None:
    """That of the others is as it was, and goes on with their turn."""
    table = new_game(host, ME, OPEN, time_control=FISCHER)
    assert again(host, table).stored.clock.deadline > 0
    give(host, table)
    assert again(host, table).stored.clock.deadline == 0
    run_jobs(host)
    clock = again(host, table).stored.clock
    assert clock.deadline - clock.turn_at == clock.banks[1] == 60_000


def test_every_version_is_derived_from_the_log_as_it_was_shown(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN, time_control=FISCHER)
    shown = {again(host, table).stored.version: again(host, table).view()}
    steps = (
        lambda: play(host, table, "Twug"),
        lambda: vote(host, at_seat(host, table, 2)),
        lambda: give(host, at_seat(host, table, 1)),
        lambda: run_jobs(host),
        lambda: resign(host, at_seat(host, table, 2), own_request(), exact=False),
    )
    for step in steps:
        step()
        shown[again(host, table).stored.version] = again(host, table).view()
    assert [type(from_entry(entry.body)) for entry in host.games.log(table.game.id)[4:6]] == [AbortVoted, HandedOver]
    assert again(host, table).game.status == "playing"
    now = again(host, table)
    for version, view in shown.items():
        assert view_at(host, now, version) == view
    moments = history(host, now.game, now.stored)
    assert moments[-1].step.after == now.game


def test_a_record_with_votes_and_hand_over_holds(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    play(host, table, "Twug")
    give(host, at_seat(host, table, 1))
    run_jobs(host)
    for seat in (0, 2):
        assert vote(host, at_seat(host, table, seat)) is not None
    over = again(host, table)
    assert over.game.status == "aborted"
    report = verify(record_for(host, over))
    assert report.ok, report
