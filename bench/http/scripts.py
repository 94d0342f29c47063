"""What the connections of a bench send: bare requests, views, and whole games of two people."""

import json
import urllib.request
from collections.abc import Iterable
from typing import Any, NamedTuple

from bench.http.wire import Script, request
from splendor.ai import player
from splendor.ai.games import choices
from splendor.engine.action_json import action_to_json
from splendor.engine.setup import deal
from splendor.engine.state import Options

BODY = json.dumps({"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}).encode()
GREEDY = player("greedy")


class Table(NamedTuple):
    """A game of two people: its path, their tokens, its first ETag."""

    path: str
    tokens: tuple[str, str]
    etag: str


def call(base: str, path: str, body: Any, token: str = "", etag: str = "") -> Any:
    """One request outside the measured time."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    headers |= {"If-Match": f'"{etag}"'} if etag else {}
    with urllib.request.urlopen(urllib.request.Request(base + path, json.dumps(body).encode(), headers)) as reply:
        return json.load(reply)


def seat_two(base: str, seed: str) -> Table:
    """A new game of two people from this deal."""
    tokens = tuple(call(base, "/v1/players", {"name": name})["token"] for name in ("Ada", "Ben"))
    order = {"seats": [{"type": "me"}, {"type": "open"}], "seed": seed}
    game_id = call(base, "/v1/games", order, tokens[0])["id"]
    joined = call(base, f"/v1/games/{game_id}/seats", {}, tokens[1])
    return Table(f"/v1/games/{game_id}", (tokens[0], tokens[1]), joined["game"]["etag"])


def plan(seed: str) -> list[tuple[int, bytes]]:
    """Seat and body of every action of the greedy game from this deal."""
    state = deal(Options(2), bytes.fromhex(seed))
    return [
        (choice.state.to_act, json.dumps(action_to_json(choice.action)).encode())
        for choice in choices(state, (GREEDY, GREEDY), 0)
    ]


def acting(tables: Iterable[tuple[Table, list[tuple[int, bytes]]]]) -> Script:
    """Plays one game after the other."""
    for table, actions in tables:
        etag = f'"{table.etag}"'.encode()
        for seat, body in actions:
            etag = yield request("POST", f"{table.path}/actions", table.tokens[seat], etag, body)


def seeing(table: Table, times: int) -> Script:
    """Reads the same view again and again."""
    return _repeat(request("GET", table.path, table.tokens[0]), times)


def bare(times: int) -> Script:
    """The yardstick, with a body like that of an action."""
    return _repeat(request("POST", "/bare", body=BODY), times)


def _repeat(data: bytes, times: int) -> Script:
    for _ in range(times):
        yield data
