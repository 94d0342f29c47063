"""An outage of the ticker flags nobody: what the heartbeat and the recorded gaps do to deadlines."""

import pytest

from service.store import errors
from service.store.client import Client
from service.store.due import DueSet
from service.store.games import Clock, Commit, Committed, GameStore
from service.store.keys import game_keys
from tests.store.commits import NEXT_TURN, age, following, server_now, silence, timed_creation


def overdue(games: GameStore, client: Client, by_ms: int) -> Commit:
    """A game whose first seat's deadline was `by_ms` ago."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000 + by_ms)
    return first


def clock(games: GameStore, commit: Commit) -> Clock:
    game = games.read(commit.game_id)
    assert game is not None
    return game.clock


def adjust(games: GameStore, first: Commit) -> Committed:
    return games.commit(following(first, kind="adjust"))


def test_while_the_ticker_is_silent_a_late_action_counts(games: GameStore, client: Client) -> None:
    first = overdue(games, client, 20_000)
    silence(client, first.game_id, 25_000)
    done = games.commit(following(first, clock=NEXT_TURN))
    # The deadline came 5 s into the silence, so 5 s were left of the 60; then the increment.
    assert 6_800 < done.clock.banks[0] <= 7_000


def test_while_the_ticker_is_silent_a_late_action_counts_also_if_the_deadline_was_before(
    games: GameStore, client: Client
) -> None:
    first = overdue(games, client, 20_000)
    silence(client, first.game_id, 10_000)
    assert games.commit(following(first, clock=NEXT_TURN)).clock.banks[0] == 2_000


def test_while_the_ticker_is_silent_no_flag_falls(games: GameStore, client: Client) -> None:
    first = overdue(games, client, 20_000)
    silence(client, first.game_id, 5_500)
    for kind in ("flag", "adjust"):
        with pytest.raises(errors.DeadlineNotReached):
            games.commit(following(first, kind=kind))


def test_a_ticker_that_beats_lets_flags_fall(games: GameStore, client: Client) -> None:
    first = overdue(games, client, 20_000)
    silence(client, first.game_id, 4_000)
    with pytest.raises(errors.DeadlinePassed):
        games.commit(following(first, clock=NEXT_TURN))
    assert games.commit(following(first, kind="flag")).version == 2


@pytest.mark.parametrize(("into_gap", "grace"), [(8_000, 8_000), (45_000, 30_000)])
def test_a_deadline_in_a_gap_moves_behind_its_end(
    games: GameStore, client: Client, due: DueSet, into_gap: int, grace: int
) -> None:
    first = overdue(games, client, 10_000)
    old = clock(games, first)
    silence(client, first.game_id, 10_000 + into_gap)
    assert due.beat() == 1
    begin, end = map(int, client.call("GET", game_keys(first.game_id).gap).split())
    moved = end + min(30_000, old.deadline - begin)
    assert abs(moved - (end + grace)) < 100
    with pytest.raises(errors.GapAdjust) as caught:
        games.commit(following(first, kind="flag"))
    assert caught.value.deadline == moved

    done = adjust(games, first)
    assert done.clock == (old.turn_at + moved - old.deadline, moved, old.banks)
    assert int(client.call("ZSCORE", game_keys(first.game_id).due, f"{first.game_id}:d")) == moved
    again = following(first, done, kind="flag")
    with pytest.raises(errors.DeadlineNotReached):
        games.commit(again)
    with pytest.raises(errors.DeadlineNotReached):
        games.commit(again._replace(kind="adjust"))


def test_after_a_gap_an_action_counts_and_is_charged_alike_before_and_after_the_adjustment(
    games: GameStore, client: Client, due: DueSet
) -> None:
    left = []
    for adjusted in (False, True):
        first = overdue(games, client, 10_000)
        silence(client, first.game_id, 20_000)
        due.beat()
        done = adjust(games, first) if adjusted else None
        left.append(games.commit(following(first, done, clock=NEXT_TURN)).clock.banks[0])
    assert abs(left[0] - left[1]) < 200
    assert 11_000 < left[0] <= 12_000


def test_time_given_back_runs_out_as_well(games: GameStore, client: Client, due: DueSet) -> None:
    first = overdue(games, client, 10_000)
    silence(client, first.game_id, 20_000)
    due.beat()
    done = adjust(games, first)
    age(client, first.game_id, 60_000)
    with pytest.raises(errors.DeadlinePassed):
        games.commit(following(first, done, clock=NEXT_TURN))
    # It lies in no gap now, but before the recorded one.
    assert games.commit(following(first, done, kind="flag")).version == 3


def test_a_deadline_outside_the_gap_stays(games: GameStore, client: Client, due: DueSet) -> None:
    first = overdue(games, client, 20_000)
    silence(client, first.game_id, 10_000)
    due.beat()
    assert games.commit(following(first, kind="flag")).version == 2


def test_a_deadline_moved_into_the_next_gap_moves_again(games: GameStore, client: Client) -> None:
    first = overdue(games, client, 50_000)
    deadline, now = clock(games, first).deadline, server_now(client)
    gaps = f"{deadline - 1_000} {deadline + 9_000} {deadline + 9_500} {now}"
    client.call("SET", game_keys(first.game_id).gap, gaps)
    with pytest.raises(errors.GapAdjust) as caught:
        games.commit(following(first, kind="flag"))
    assert caught.value.deadline == now + 500


def test_the_first_entry_of_an_idle_bucket_is_no_end_of_a_gap(games: GameStore, client: Client, due: DueSet) -> None:
    first = timed_creation()
    client.call("SET", game_keys(first.game_id).beat, server_now(client) - 3_600_000)
    done = games.commit(first)
    assert int(client.call("GET", game_keys(first.game_id).beat)) == done.at
    assert due.beat() == 0


def test_a_further_entry_leaves_the_heartbeat_alone(games: GameStore, client: Client) -> None:
    first = timed_creation()
    games.commit(first)
    silence(client, first.game_id, 20_000)
    beat = client.call("GET", game_keys(first.game_id).beat)
    games.commit(timed_creation(game_id=first.game_id[:3] + "x" * 20))
    assert client.call("GET", game_keys(first.game_id).beat) == beat


def test_only_buckets_with_entries_have_a_heartbeat(games: GameStore, client: Client, due: DueSet) -> None:
    first = timed_creation()
    games.commit(first)
    games.commit(following(first, clock=NEXT_TURN, over=True, kind="free"))
    client.call("UNLINK", game_keys(first.game_id).beat)
    assert due.beat() == 0
    assert client.call("EXISTS", game_keys(first.game_id).beat) == 0


def test_the_last_eight_gaps_are_kept(games: GameStore, client: Client, due: DueSet) -> None:
    first = timed_creation()
    games.commit(first)
    for _ in range(10):
        silence(client, first.game_id, 6_000)
        assert due.beat() == 1
    assert due.beat() == 0
    gaps = list(map(int, client.call("GET", game_keys(first.game_id).gap).split()))
    assert len(gaps) == 16
    assert all(5_000 < end - begin < 7_000 for begin, end in zip(gaps[::2], gaps[1::2], strict=True))
