"""Commits as the tests need them: everything that a test does not care about has a value here."""

import secrets
from hashlib import sha1
from typing import Any

from service.store.client import Client
from service.store.games import ClockStep, Commit, Committed, GameStore, Request, RequestRecord, TimeControl
from service.store.keys import game_keys, new_game_id, new_tag
from service.store.scripts import Script

FISCHER = TimeControl("fischer", initial_ms=60_000, increment_ms=2_000, max_ms=90_000)
PER_TURN = TimeControl("per_turn", initial_ms=30_000)
NEXT_TURN = ClockStep(spend=0, start=1, keep=False)


def creation(**changes: Any) -> Commit:
    """The first commit of a game."""
    commit = Commit(
        game_id=new_game_id(),
        expect=(0, ""),
        tag=new_tag(),
        blob=b"\x01state one",
        entry="create",
        events=2,
        kind="free",
        request=new_request(),
    )
    return commit._replace(**changes)


def following(before: Commit, done: Committed | None = None, **changes: Any) -> Commit:
    """A commit on the game as `before` left it (`done`: what came of it, for versions after the second)."""
    version = done.version if done else before.expect[0] + 1
    commit = before._replace(
        expect=(version, done.tag if done else before.tag),
        tag=new_tag(),
        blob=b"\x01state " + str(version + 1).encode(),
        entry=f"ply{version}",
        events=1,
        kind="action",
        request=new_request(),
        clock=ClockStep(),
        banks=(),
        effects=False,
        watch_ms=0,
    )
    return commit._replace(**changes)


def record_of(games: GameStore, game_id: str, request_id: str) -> RequestRecord | None:
    """What the store knows of a request."""
    return games.read_for_request(game_id, None, request_id)[2]


def new_request(slot: str = "s0") -> Request:
    return Request(secrets.token_hex(6), slot=slot)


def timed_creation(control: TimeControl = FISCHER, bank: int = 60_000, **changes: Any) -> Commit:
    """A game of two whose first seat's clock runs at once."""
    return creation(control=control, banks=(bank, bank), clock=ClockStep(start=0, keep=False))._replace(**changes)


def started(games: GameStore, **changes: Any) -> tuple[Commit, Committed]:
    commit = creation(**changes)
    return commit, games.commit(commit)


def age(client: Client, game_id: str, ms: int) -> None:
    """Let `ms` pass for a game: its turn began and its deadline lies that much earlier, in the due set too."""
    keys = game_keys(game_id)
    turn_at, deadline = map(int, client.call("HMGET", keys.game, "turn_at", "deadline"))
    client.call("HSET", keys.game, "turn_at", turn_at - ms, "deadline", deadline - ms)
    client.call("ZADD", keys.due, "XX", deadline - ms, f"{game_id}:d")


def silence(client: Client, game_id: str, ms: int) -> None:
    """Let the ticker's last heartbeat for the game's bucket be `ms` ago."""
    key = game_keys(game_id).beat
    client.call("SET", key, server_now(client) - ms)


def server_now(client: Client) -> int:
    """The server's time in ms, by a read-only script: the same clock that the commit reads."""
    return int(client.run(_NOW, ("health:{b00}",)))


_NOW_TEXT = "#!lua flags=no-writes\nlocal t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000)"
_NOW = Script("now", _NOW_TEXT, sha1(_NOW_TEXT.encode()).hexdigest())  # noqa: S324 - the server's name for it
