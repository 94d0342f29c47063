"""What schemathesis is told about this service; loaded by its own process.

It cannot invent the ids of games or the tags of versions, so most of its requests get real ones; the others stay wild.
Nothing waits, the tokens in use stay valid, and each answer is noted down for the test.
"""

import json
import os
import zlib
from pathlib import Path
from typing import Any

import httpx
import schemathesis

NEW_GAME = {"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}
SHORTEST_WAIT_MS, LONGEST_WAIT_MS = 1, 20
# gunicorn reads no more of a request line; what is longer never comes to the operation.
LONGEST_QUERY = 2_000

_seen = Path(os.environ["FUZZ_SEEN"])
_http = httpx.Client(
    base_url=os.environ["FUZZ_BASE"], headers={"Authorization": f"Bearer {os.environ['FUZZ_TOKEN']}"}, timeout=30
)
_games: list[dict[str, Any]] = []


def _game() -> dict[str, Any]:
    """A game in which the caller is to act, at its present version."""
    if _games:
        now = _http.get(f"/v1/games/{_games[-1]['id']}").json()
        if now["status"] == "playing" and now["turn"]["seat"] == 0:
            return dict(now)
    _games.append(_http.post("/v1/games", json=NEW_GAME).json())
    return _games[-1]


@schemathesis.hook
def filter_query(_context: Any, query: Any) -> bool:
    """Whether the query fits into a request line."""
    return len(str(httpx.QueryParams(query or {}))) < LONGEST_QUERY


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Real ids and tags in three of four requests."""
    query, path, headers = (part or {} for part in (case.query, case.path_parameters, case.headers))
    if str(query.get("wait_ms", "")).isdigit():
        query["wait_ms"] = min(int(query["wait_ms"]), LONGEST_WAIT_MS)
    if "token_id" in path:
        path["token_id"] = _http.post("/v1/players/me/tokens").json()["id"]
    if "game_id" in path and zlib.crc32(repr((query, case.body)).encode()) % 4:
        game = _game()
        path["game_id"] = game["id"]
        if "version" in path:
            path["version"] = game["version"]
        if "If-Match" in headers:
            headers["If-Match"] = f'"{game["etag"]}"'


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """One line for each answer to the operation's own method."""
    if case.method.upper() != case.operation.method.upper():
        return
    line = [case.operation.definition.raw["operationId"], response.status_code]
    with _seen.open("a") as file:
        file.write(json.dumps(line) + "\n")
