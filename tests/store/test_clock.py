"""Remaining times and deadlines (H6), as the commit script computes them."""

import pytest

from service.store import errors
from service.store.client import Client
from service.store.games import ClockStep, GameStore, StoredGame, TimeControl
from service.store.keys import game_keys
from tests.store.commits import FISCHER, NEXT_TURN, PER_TURN, age, creation, following, timed_creation


def read(games: GameStore, game_id: str) -> StoredGame:
    game = games.read(game_id)
    assert game is not None
    return game


def test_the_first_turn_starts_with_the_initial_time(games: GameStore) -> None:
    done = games.commit(timed_creation())
    assert done.clock == (done.at, done.at + 60_000, (60_000, 60_000))


def test_h6_fischer_charges_the_turn_and_adds_the_increment_once(games: GameStore, client: Client) -> None:
    """H6."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 10_000)
    began = read(games, first.game_id).clock.turn_at
    done = games.commit(following(first, clock=NEXT_TURN))
    left = 60_000 - (done.at - began) + 2_000
    assert 51_000 < left <= 52_000
    assert done.clock == (done.at, done.at + 60_000, (left, 60_000))
    assert [entry.bank for entry in games.log(first.game_id)] == [-1, left]


def test_fischer_never_gives_more_than_the_maximum(games: GameStore) -> None:
    first = timed_creation(bank=89_000)
    games.commit(first)
    assert games.commit(following(first, clock=NEXT_TURN)).clock.banks == (90_000, 89_000)


def test_fischer_without_a_maximum_has_no_limit(games: GameStore) -> None:
    first = timed_creation(FISCHER._replace(max_ms=0), bank=89_000)
    games.commit(first)
    assert games.commit(following(first, clock=NEXT_TURN)).clock.banks[0] > 90_000


def test_per_turn_gives_every_turn_the_same_time(games: GameStore, client: Client) -> None:
    first = timed_creation(PER_TURN, bank=30_000)
    games.commit(first)
    age(client, first.game_id, 10_000)
    done = games.commit(following(first, clock=NEXT_TURN))
    assert done.clock == (done.at, done.at + 30_000, (30_000, 30_000))


def test_h6_a_phase_of_a_turn_does_not_restart_the_clock(games: GameStore) -> None:
    """H6."""
    first = timed_creation()
    clock = games.commit(first).clock
    assert games.commit(following(first)).clock == clock
    assert read(games, first.game_id).clock == clock


def test_h6_no_clock_runs_for_an_ai_seat(games: GameStore) -> None:
    """H6."""
    first = timed_creation()
    games.commit(first)
    done = games.commit(following(first, clock=ClockStep(spend=0, start=-1, keep=False)))
    assert (done.clock.turn_at, done.clock.deadline) == (done.at, 0)
    assert done.clock.banks[1] == 60_000


def test_without_time_control_a_turn_has_a_start_and_no_deadline(games: GameStore) -> None:
    first = creation()
    games.commit(first)
    done = games.commit(following(first, clock=NEXT_TURN, control=TimeControl()))
    assert done.clock == (done.at, 0, ())


def test_h6_an_action_after_the_deadline_is_refused(games: GameStore, client: Client) -> None:
    """H6."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    deadline = read(games, first.game_id).clock.deadline
    with pytest.raises(errors.DeadlinePassed) as caught:
        games.commit(following(first, clock=NEXT_TURN))
    assert caught.value.deadline == deadline


def test_h6_a_flag_before_the_deadline_is_refused(games: GameStore, client: Client) -> None:
    """H6."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 50_000)
    with pytest.raises(errors.DeadlineNotReached):
        games.commit(following(first, kind="flag"))


def test_h6_from_the_deadline_on_the_flag_falls(games: GameStore, client: Client) -> None:
    """H6."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    done = games.commit(following(first, kind="flag", clock=ClockStep(start=1, keep=False)))
    assert done.clock == (done.at, done.at + 60_000, (60_000, 60_000))


def test_a_flag_on_a_game_without_a_deadline_is_refused(games: GameStore) -> None:
    first = creation()
    games.commit(first)
    with pytest.raises(errors.DeadlineNotReached):
        games.commit(following(first, kind="flag"))


def test_other_commits_ask_for_no_deadline(games: GameStore, client: Client) -> None:
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    assert games.commit(following(first, kind="free")).version == 2


def test_a_finished_game_has_no_deadline(games: GameStore) -> None:
    first = timed_creation()
    games.commit(first)
    done = games.commit(following(first, clock=NEXT_TURN, over=True))
    assert done.clock.deadline == 0
    assert read(games, first.game_id).clock.deadline == 0


def test_time_never_runs_backwards(games: GameStore, client: Client) -> None:
    first = timed_creation()
    ahead = games.commit(first).at + 60_000
    client.call("HSET", game_keys(first.game_id).game, "updated_at", ahead)
    done = games.commit(following(first, kind="free", clock=NEXT_TURN))
    assert done.at == ahead
    assert done.clock.turn_at == ahead


def test_an_impossible_seat_changes_nothing(games: GameStore) -> None:
    first = timed_creation()
    games.commit(first)
    before = read(games, first.game_id)
    with pytest.raises(Exception, match="nil"):
        games.commit(following(first, clock=ClockStep(spend=0, start=5, keep=False)))
    assert read(games, first.game_id) == before
    assert len(games.log(first.game_id)) == 1
