"""The due set: deadlines, owed effects and watches, claimed by lease."""

import pytest

from service.store.client import Client
from service.store.due import Claimed, DueEntry, DueSet
from service.store.games import GameStore
from service.store.keys import BUCKETS, game_keys
from tests.store.commits import NEXT_TURN, age, creation, following, server_now, started, timed_creation


def score(client: Client, entry: DueEntry) -> int | None:
    found = client.call("ZSCORE", game_keys(entry.game_id).due, entry.member)
    return None if found is None else int(found)


def bring_forward(client: Client, entry: DueEntry) -> None:
    """Make an entry due now."""
    client.call("ZADD", game_keys(entry.game_id).due, "XX", server_now(client), entry.member)


def test_each_commit_puts_the_games_entries_where_they_belong(games: GameStore, client: Client) -> None:
    first = timed_creation(effects=True, watch_ms=15_000)
    done = games.commit(first)
    deadline, effects, watch = (DueEntry(first.game_id, what) for what in ("deadline", "effects", "watch"))
    assert score(client, deadline) == done.clock.deadline
    assert score(client, effects) == done.at + 5_000
    assert score(client, watch) == done.at + 15_000

    second = following(first, clock=NEXT_TURN, effects=True)
    later = games.commit(second)
    assert score(client, deadline) == later.clock.deadline
    assert score(client, effects) == done.at + 5_000, "the oldest owed effect sets the time"
    assert score(client, watch) is None

    games.commit(following(second, later, clock=NEXT_TURN, over=True, watch_ms=1_000))
    assert score(client, deadline) is None
    assert score(client, watch) is None
    assert score(client, effects) is not None, "effects are owed by a finished game too"


def test_what_is_due_is_found_in_every_bucket(games: GameStore, client: Client, due: DueSet) -> None:
    entries = [DueEntry(f"g{bucket}" + "x" * 20, "deadline") for bucket in (BUCKETS[0], "17", BUCKETS[-1])]
    for entry in entries:
        games.commit(timed_creation(game_id=entry.game_id))
    assert due.find() == []
    for entry in entries:
        bring_forward(client, entry)
    assert due.find() == entries


def test_the_oldest_of_a_bucket_come_first(games: GameStore, client: Client, due: DueSet) -> None:
    ids = [f"g17{letter}" + "x" * 19 for letter in "abc"]
    for game_id, ms in zip(ids, (70_000, 90_000, 80_000), strict=True):
        games.commit(timed_creation(game_id=game_id))
        age(client, game_id, ms)
    assert [entry.game_id for entry in due.find(2)] == [ids[1], ids[2]]


def test_a_kind_of_entry_that_only_a_newer_release_knows_is_left_to_it(client: Client, due: DueSet) -> None:
    client.call("ZADD", "due:{b17}", 1, "g17" + "x" * 20 + ":z")
    assert due.find() == []


def test_a_claim_holds_for_its_lease(games: GameStore, client: Client, due: DueSet) -> None:
    commit, _ = started(games, effects=True)
    entry = DueEntry(commit.game_id, "effects")
    assert due.claim(entry, 3_000) is None, "not due yet"
    bring_forward(client, entry)
    assert due.claim(entry, 3_000) == Claimed(entry, 1, 0)
    assert due.claim(entry, 3_000) is None, "another ticker has it"
    assert due.find() == []
    bring_forward(client, entry)
    assert due.claim(entry, 3_000) == Claimed(entry, 1, 0), "its job was lost"


def test_c11_claims_are_told_the_version_of_now(games: GameStore, client: Client, due: DueSet) -> None:
    """C11."""
    first = timed_creation()
    games.commit(first)
    age(client, first.game_id, 60_000)
    entry = DueEntry(first.game_id, "deadline")
    assert due.find() == [entry]
    done = games.commit(following(first, kind="free", clock=NEXT_TURN))
    assert due.claim(entry, 3_000) is None, "version 2 has a deadline of its own, which is not reached"
    age(client, first.game_id, 60_000)
    assert due.claim(entry, 3_000) == Claimed(entry, 2, 0)
    assert done.version == 2


def test_a_watch_tells_how_many_tries_have_begun_and_counts_none(games: GameStore, client: Client, due: DueSet) -> None:
    first, _ = started(games, watch_ms=1_000)
    entry = DueEntry(first.game_id, "watch")
    for begun in (0, 1, 2):
        for _ in range(2):
            bring_forward(client, entry)
            assert due.claim(entry, 3_000) == Claimed(entry, 1, begun)
        assert games.start_attempt(first.game_id, 1) == begun + 1
    games.commit(following(first, watch_ms=1_000))
    bring_forward(client, entry)
    assert due.claim(entry, 3_000) == Claimed(entry, 2, 0)


def test_tries_are_counted_at_the_present_version_alone(games: GameStore) -> None:
    first, _ = started(games)
    assert [games.start_attempt(first.game_id, 1) for _ in range(3)] == [1, 2, 3]
    assert games.start_attempt(first.game_id, 2) == 0
    games.commit(following(first))
    assert games.start_attempt(first.game_id, 1) == 0
    assert games.start_attempt(first.game_id, 2) == 1
    assert games.start_attempt(creation().game_id, 1) == 0, "no game, and none that comes to be by it"


def test_an_entry_without_a_game_goes(games: GameStore, client: Client, due: DueSet) -> None:
    first, _ = started(games, watch_ms=1_000)
    entry = DueEntry(first.game_id, "watch")
    bring_forward(client, entry)
    client.call("UNLINK", game_keys(first.game_id).game)
    assert due.claim_each([entry, entry], 3_000) == [None, None]
    assert score(client, entry) is None


def test_a_commit_without_effects_owes_none(games: GameStore, client: Client) -> None:
    first, _ = started(games)
    game = games.read(first.game_id)
    assert game is not None
    assert game.effects_done == 1
    assert score(client, DueEntry(first.game_id, "effects")) is None


def test_effects_are_owed_until_they_were_carried_out(games: GameStore, client: Client) -> None:
    first, _ = started(games, effects=True)
    entry = DueEntry(first.game_id, "effects")
    assert games.effects_done(first.game_id, 0, 1) == 1
    assert score(client, entry) is None
    assert games.effects_done(first.game_id, 0, 1) == 1, "twice does no harm"


def test_a_commit_in_between_keeps_the_effects_entry(games: GameStore, client: Client) -> None:
    first, _ = started(games, effects=True)
    entry = DueEntry(first.game_id, "effects")
    games.commit(following(first, effects=True))
    assert games.effects_done(first.game_id, 0, 1) == 1
    assert score(client, entry) is not None, "version 2 is owed"
    assert games.effects_done(first.game_id, 1, 2) == 2
    assert score(client, entry) is None


def test_a_commit_without_effects_does_not_hide_older_ones(games: GameStore, client: Client) -> None:
    first, _ = started(games, effects=True)
    games.commit(following(first))
    game = games.read(first.game_id)
    assert game is not None
    assert game.effects_done == 0
    assert score(client, DueEntry(first.game_id, "effects")) is not None


def test_commits_that_owe_nothing_are_done_with_those_before_them(games: GameStore, client: Client) -> None:
    first, _ = started(games, effects=True)
    second = games.commit(following(first))
    third = games.commit(following(first, second))
    assert games.effects_done(first.game_id, 0, 1) == 3
    assert score(client, DueEntry(first.game_id, "effects")) is None
    games.commit(following(first, third, effects=True))
    assert games.effects_done(first.game_id, 0, 1) == 3, "version 4 is owed"
    assert score(client, DueEntry(first.game_id, "effects")) is not None


def test_commits_before_a_game_was_found_to_be_told_are_owed_with_those_before_them(
    games: GameStore, client: Client
) -> None:
    """Who carries out older effects finds that the game is told, when there is a newer commit that knew nothing of it."""
    first, _ = started(games, effects=True)
    games.commit(following(first))
    games.tell(first.game_id)
    assert games.effects_done(first.game_id, 0, 1) == 1, "version 2 is owed"
    assert score(client, DueEntry(first.game_id, "effects")) is not None
    assert games.effects_done(first.game_id, 1, 2) == 2
    assert score(client, DueEntry(first.game_id, "effects")) is None


def test_a_game_that_owes_nothing_owes_nothing_for_being_told_from_now_on(games: GameStore, client: Client) -> None:
    first, _ = started(games)
    games.tell(first.game_id)
    assert score(client, DueEntry(first.game_id, "effects")) is None
    games.commit(following(first))
    assert score(client, DueEntry(first.game_id, "effects")) is not None


@pytest.mark.parametrize(("done", "upto"), [(1, 2), (0, 4), (2, 1)])
def test_no_pass_skips_what_another_has_not_finished(games: GameStore, done: int, upto: int) -> None:
    first, _ = started(games, effects=True)
    later = games.commit(following(first, effects=True))
    games.commit(following(first, later, effects=True))
    assert games.effects_done(first.game_id, done, upto) == 0


def test_effects_of_no_game(games: GameStore) -> None:
    assert games.effects_done(creation().game_id, 0, 1) == 0
