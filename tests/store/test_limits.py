"""Rate limits: counted exactly, by the server's clock, and never the reason why anything else fails."""

import pytest

from service.store.client import Client, connect
from service.store.errors import StoreUnavailable
from service.store.games import GameStore
from service.store.keys import limit_key, new_game_id, token_key
from service.store.limits import Left, Limit, LimitStore, Use, of_address, of_token
from service.store.players import PlayerStore
from tests.servers import Server, free_port
from tests.store.commits import creation, server_now

MINUTE = 60_000
ADA = "a" * 64
SLACK_MS = 2_000
"""What a slow machine may need between two counts; far less than the time that one request costs here."""


@pytest.fixture
def limits(client: Client) -> LimitStore:
    client.call("SET", token_key(ADA), "record")
    return LimitStore(client)


def count(limits: LimitStore, limit: Limit) -> Left | None:
    use = Use(limit)
    limits.take([use])
    return limits.left(use)


def counted(limits: LimitStore, limit: Limit) -> Left:
    left = count(limits, limit)
    assert left is not None
    return left


def pass_time(client: Client, limit: Limit, ms: int) -> None:
    """As if what was counted so far had been counted so much earlier."""
    client.call("SET", limit.key, int(client.call("GET", limit.key)) - ms * 1000, "KEEPTTL")


def near(value: int, expected: int) -> bool:
    return expected - SLACK_MS <= value <= expected


@pytest.mark.parametrize("limit", [of_token(ADA, "act", 4, MINUTE), of_address("192.0.2.1", "act", 4, MINUTE)])
def test_so_many_at_once_and_no_more(limits: LimitStore, limit: Limit) -> None:
    for number in range(1, 5):
        left = counted(limits, limit)
        assert (left.allowed, left.remaining, left.retry_ms) == (True, 4 - number, 0)
        assert near(left.reset_ms, number * 15_000)
    for _ in range(3):  # a refusal costs nothing
        left = counted(limits, limit)
        assert (left.allowed, left.remaining) == (False, 0)
        assert near(left.retry_ms, 15_000)
        assert near(left.reset_ms, MINUTE)


def test_each_comes_back_after_its_share_of_the_window(limits: LimitStore, client: Client) -> None:
    limit = of_token(ADA, "act", 4, MINUTE)
    assert [counted(limits, limit).allowed for _ in range(5)] == [True] * 4 + [False]
    pass_time(client, limit, 14_000 - SLACK_MS)
    left = counted(limits, limit)
    assert (left.allowed, near(left.retry_ms, 1_000 + SLACK_MS)) == (False, True)
    pass_time(client, limit, 1_000 + SLACK_MS)
    assert counted(limits, limit)[:2] == (True, 0)
    assert not counted(limits, limit).allowed
    pass_time(client, limit, 30_000)
    assert counted(limits, limit)[:2] == (True, 1)


@pytest.mark.parametrize(("quota", "window_ms"), [(3, 1_000_000), (7, 7_000_000), (999, 60_000_000), (1, 60_000)])
def test_a_window_that_cannot_be_shared_evenly(limits: LimitStore, quota: int, window_ms: int) -> None:
    """Windows so long that nothing comes back while this is counted."""
    limit = of_token(ADA, "read", quota, window_ms)
    assert [counted(limits, limit).remaining for _ in range(quota)] == list(range(quota - 1, -1, -1))
    assert not counted(limits, limit).allowed


def test_more_than_one_a_microsecond_is_one_a_microsecond(limits: LimitStore) -> None:
    limit = of_address("192.0.2.1", "read", 9_999_999, 1_000)
    assert all(counted(limits, limit).allowed for _ in range(10))


def test_a_key_lives_as_long_as_it_says_something(limits: LimitStore, client: Client) -> None:
    limit = of_address("192.0.2.1", "create", 60, MINUTE)
    assert near(counted(limits, limit).reset_ms, 1_000)
    assert 0 < client.call("PTTL", limit.key) <= 1_000
    counted(limits, limit)
    assert 0 < client.call("PTTL", limit.key) <= 2_000


def test_limits_have_nothing_to_do_with_one_another(limits: LimitStore) -> None:
    game = new_game_id()
    ones = [
        of_token(ADA, "act", 1, MINUTE),
        of_token(ADA, "read", 1, MINUTE),
        of_token(ADA, "game", 1, MINUTE, game),
        of_token(ADA, "game", 1, MINUTE, new_game_id()),
        of_address("192.0.2.1", "act", 1, MINUTE),
        of_address("192.0.2.2", "act", 1, MINUTE),
    ]
    assert [counted(limits, one).allowed for one in ones] == [True] * len(ones)
    assert [counted(limits, one).allowed for one in ones] == [False] * len(ones)


def test_invented_tokens_leave_nothing_behind(limits: LimitStore, client: Client, server: Server) -> None:
    for number in range(50):
        assert count(limits, of_token(f"{number:064x}", "read", 1, MINUTE)) is None
    with server.admin() as admin:
        assert admin.keys() == [token_key(ADA).encode()]


def test_a_clock_that_was_set_back_locks_nobody_out(limits: LimitStore, client: Client) -> None:
    limit = of_token(ADA, "act", 4, MINUTE)
    counted(limits, limit)
    pass_time(client, limit, -86_400_000)
    left = counted(limits, limit)
    assert (left.allowed, near(left.retry_ms, 15_000), near(left.reset_ms, MINUTE)) == (False, True, True)


def test_a_server_that_has_forgotten_the_script_counts_all_the_same(limits: LimitStore, server: Server) -> None:
    limit = of_token(ADA, "act", 4, MINUTE)
    assert counted(limits, limit).remaining == 3
    with server.admin() as admin:
        admin.script_flush()
    assert [counted(limits, limit).remaining for _ in range(2)] == [2, 1]


def test_a_full_server_counts_on(limits: LimitStore, client: Client, server: Server) -> None:
    limit = of_token(ADA, "act", 4, MINUTE)
    counted(limits, limit)
    server.set(maxmemory=1)
    try:
        assert counted(limits, limit).remaining == 2
    finally:
        server.set(maxmemory=0)


@pytest.fixture
def broken(limits: LimitStore, client: Client) -> Use:
    """A use that the server answers with an error."""
    limit = of_token(ADA, "act", 4, MINUTE)
    client.call("RPUSH", limit.key, "no number")
    return Use(limit)


def test_a_count_that_fails_fails_alone(limits: LimitStore, client: Client, broken: Use) -> None:
    games, players, game = GameStore(client), PlayerStore(client), creation()
    games.commit(game)
    token, stored, _ = games.read_for_request(game.game_id, ADA, "r", [broken])
    assert (token, stored is not None, limits.left(broken)) == (b"record", True, None)
    assert players.token_record(ADA, [broken]) == b"record"
    assert limits.left(broken) is None
    assert count(limits, broken.limit) is None


def test_a_count_rides_along(limits: LimitStore, client: Client) -> None:
    games, players, game = GameStore(client), PlayerStore(client), creation()
    games.commit(game)
    limit = of_token(ADA, "game", 4, MINUTE, game.game_id)
    for number in range(4):
        use = Use(limit)
        if number % 2:
            assert players.token_record(ADA, [use]) == b"record"
        else:
            token, stored, _ = games.read_for_request(game.game_id, ADA, "r", [use])
            assert (token, stored is not None) == (b"record", True)
        assert limits.left(use) == Left(True, 3 - number, limits.left(use).reset_ms, 0)  # type: ignore[union-attr]


def test_a_server_that_is_away_limits_nobody() -> None:
    client = connect(f"redis://127.0.0.1:{free_port()}")
    assert count(LimitStore(client), of_address("192.0.2.1", "act", 1, MINUTE)) is None
    with pytest.raises(StoreUnavailable):
        server_now(client)


def test_a_tokens_limits_lie_in_its_slot() -> None:
    """A cluster hashes what stands in the braces, or the whole name where there are none."""
    assert limit_key(token_key(ADA), "act") == f"limit:{{{token_key(ADA)}}}:act"
    assert "{" not in token_key(ADA)
