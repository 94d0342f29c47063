"""What a commit may ask for besides its change: when it may happen, when to look again, and what becomes of the log."""

import threading
from typing import Any

import pytest

from service.store import errors
from service.store.client import Client
from service.store.games import GameStore
from service.store.keys import game_keys, new_game_id, new_tag
from tests.servers import Server, wait_until
from tests.store.commits import creation, following, server_now, started
from tests.store.test_commit import everything

HOUR_MS = 3_600_000
SLACK_MS = 5_000


def due_at(client: Client, game_id: str) -> int | None:
    """When the game has to be looked at, as the set of its bucket has it."""
    score = client.call("ZSCORE", game_keys(game_id).life, game_id)
    return None if score is None else int(float(score))


@pytest.mark.parametrize(
    ("terms", "error"),
    [
        ({"not_before": HOUR_MS}, errors.DeadlineNotReached),
        ({"not_before": 2_000}, errors.DeadlineNotReached),
        ({"not_after": -1}, errors.DeadlinePassed),
        ({"not_after": 0}, errors.DeadlinePassed),
        ({"not_before": -HOUR_MS, "not_after": -1}, errors.DeadlinePassed),
    ],
)
def test_outside_its_time_a_commit_is_refused(
    games: GameStore, client: Client, server: Server, terms: dict[str, int], error: type[Exception]
) -> None:
    """By the server's clock, and nothing has changed; the first moment that is too late is the one named."""
    first, _ = started(games)
    before, now = everything(server), server_now(client)
    with pytest.raises(error):
        games.commit(following(first, kind="free", **{name: now + ms for name, ms in terms.items()}))
    assert everything(server) == before


def test_within_its_time_it_is_taken(games: GameStore, client: Client) -> None:
    first, _ = started(games)
    now = server_now(client)
    done = games.commit(following(first, kind="free", not_before=now - 1, not_after=now + HOUR_MS))
    assert done.version == 2
    assert games.commit(following(first, done, kind="free")).version == 3


def test_of_two_terms_that_meet_exactly_one_holds(games: GameStore, client: Client) -> None:
    """An invitation cannot be both accepted and expired: one is before the instant, the other from it on."""
    first, _ = started(games)
    until = server_now(client) + 300
    early = following(first, kind="free", not_before=until)
    with pytest.raises(errors.DeadlineNotReached):
        games.commit(early)
    wait_until(lambda: server_now(client) >= until, 5)
    with pytest.raises(errors.DeadlinePassed):
        games.commit(following(first, kind="free", not_after=until))
    assert games.commit(early).version == 2


def test_a_lost_reply_is_told_whatever_the_time_is_now(games: GameStore, client: Client) -> None:
    first, _ = started(games)
    commit = following(first, kind="free", not_after=server_now(client) + 300)
    done = games.commit(commit)
    wait_until(lambda: server_now(client) >= commit.not_after, 5)
    assert games.commit(commit)._replace(replayed=False, life=0) == done._replace(life=0)


@pytest.mark.parametrize(
    ("at", "after", "expected"),
    [
        (0, 0, None),
        (2 * HOUR_MS, 0, 2 * HOUR_MS),
        (0, HOUR_MS, HOUR_MS),
        (2 * HOUR_MS, HOUR_MS, HOUR_MS),
        (50, HOUR_MS, 50),
    ],
)
def test_when_the_game_is_looked_at_again(
    games: GameStore, client: Client, at: int, after: int, expected: int | None
) -> None:
    """The earlier of the two; without either there is no entry."""
    now = server_now(client)
    commit, done = started(games, life_at=at and now + at, life_after=after)
    stored, entry = games.read(commit.game_id), due_at(client, commit.game_id)
    assert stored is not None
    if expected is None:
        assert (entry, stored.life, done.life) == (None, 0, 0)
        return
    assert entry == stored.life == done.life
    assert 0 <= entry - (now + expected) < SLACK_MS


def test_each_commit_says_anew_when_that_is(games: GameStore, client: Client) -> None:
    first, done = started(games, life_after=HOUR_MS)
    second = following(first, kind="free", life_after=2 * HOUR_MS)
    later = games.commit(second)
    assert due_at(client, first.game_id) == later.life > done.life
    games.commit(following(second, later, kind="free", life_after=0))
    assert due_at(client, first.game_id) is None
    stored = games.read(first.game_id)
    assert stored is not None
    assert stored.life == 0


def test_a_rewrite_keeps_the_facts_of_the_entries(games: GameStore) -> None:
    """Erasing takes the text alone: version, tag, time, numbers and clocks of every commit stay."""
    first, done = started(games, entry='["created","Ada"]')
    second = following(first, entry='["seat","Ada"]', kind="free", events=3)
    done = games.commit(second)
    before = games.log(first.game_id)
    third = following(
        second, done, kind="free", entry='["erased"]', rewrite=((0, '["created",""]'), (1, '["seat","% 1"]'))
    )
    games.commit(third)
    after = games.log(first.game_id)
    assert [one.body for one in after] == ['["created",""]', '["seat","% 1"]', '["erased"]']
    assert [one._replace(body="") for one in after[:2]] == [one._replace(body="") for one in before]


def test_a_refused_rewrite_changes_nothing(games: GameStore, server: Server) -> None:
    first, _ = started(games)
    before = everything(server)
    with pytest.raises(errors.Conflict):
        games.commit(following(first, kind="free", expect=(7, new_tag()), rewrite=((0, "gone"),)))
    assert everything(server) == before


@pytest.mark.parametrize("private", [True, False])
def test_a_game_is_private_from_its_creation_on(games: GameStore, private: bool) -> None:
    first, _ = started(games, private=private)
    games.commit(following(first, kind="free", private=not private))
    stored = games.read(first.game_id)
    assert stored is not None
    assert stored.private is private
    _, read, _ = games.read_for_request(first.game_id, None)
    assert read == stored


def test_b23_who_asks_first_fixes_what_follows(games: GameStore) -> None:
    """Twenty at once: one id, and the version stays."""
    first, done = started(games)
    wanted = [new_game_id() for _ in range(20)]
    found: list[str] = []
    gate = threading.Barrier(20)

    def ask(game_id: str) -> None:
        gate.wait()
        found.append(games.claim_rematch(first.game_id, game_id))

    threads = [threading.Thread(target=ask, args=(game_id,)) for game_id in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    (fixed,) = set(found)
    assert len(found) == 20
    assert fixed in wanted
    stored = games.read(first.game_id)
    assert stored is not None
    assert (stored.rematch, stored.version, stored.tag) == (fixed, done.version, done.tag)
    games.commit(following(first, kind="free"))
    assert games.claim_rematch(first.game_id, new_game_id()) == fixed


def test_nothing_follows_a_game_that_is_not_there(games: GameStore, server: Server) -> None:
    assert games.claim_rematch(new_game_id(), new_game_id()) == ""
    assert everything(server) == {}


def test_several_games_are_read_in_the_order_asked_for(games: GameStore) -> None:
    one, other = started(games)[0], started(games, private=True)[0]
    asked: list[Any] = [other.game_id, new_game_id(), "no id {a}", one.game_id, other.game_id]
    read = games.read_each(asked)
    assert read == [games.read(other.game_id), None, None, games.read(one.game_id), games.read(other.game_id)]
    assert games.read_each([]) == []


def test_the_clock_of_a_game_is_that_of_the_commits(games: GameStore, client: Client) -> None:
    before = server_now(client)
    now = games.now(new_game_id())
    assert before <= now <= server_now(client)
    commit = creation()
    assert now <= games.commit(commit).at <= games.now(commit.game_id)
