"""What schemathesis is told about this service; loaded by its own process.

It cannot invent the ids of games or the tags of versions, so most of its requests get real ones; the others stay wild.
Nothing waits, the tokens in use stay valid, and each answer is noted down for the test.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import schemathesis

NEW_GAME = {"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}
NEW_LADDER = {"name": "Open air", "time_control": {"type": "per_turn", "turn_ms": 60_000}, "open_to": "all"}
FOR_ADMINS = {"createLadder", "updateLadder", "changeLadderEntry", "removeLadderEntry"}
SHORTEST_WAIT_MS, LONGEST_WAIT_MS = 1, 20
NOBODY_THERE = "http://127.0.0.1:9/"
# gunicorn reads no more of a request line; what is longer never comes to the operation.
LONGEST_QUERY = 2_000

_seen = Path(os.environ["FUZZ_SEEN"])
_http = httpx.Client(
    base_url=os.environ["FUZZ_BASE"], headers={"Authorization": f"Bearer {os.environ['FUZZ_TOKEN']}"}, timeout=30
)
_games: list[dict[str, Any]] = []
_endpoints: list[str] = []
_calls: Counter[str] = Counter()


def _made(path: str, body: Any = None, **headers: str) -> dict[str, Any]:
    """What a POST gives, which has to be carried out."""
    reply = _http.post(path, json=body, headers=headers)
    assert reply.is_success, reply.text
    return dict(reply.json())


def _as_app(path: str, body: Any = None) -> dict[str, Any]:
    return _made(path, body, Authorization=f"Bearer {os.environ['FUZZ_APP_TOKEN']}")


def _as_admin(method: str, path: str, body: Any = None) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {os.environ['FUZZ_ADMIN_TOKEN']}"}
    reply = _http.request(method, path, json=body, headers=headers)
    assert reply.is_success, reply.text
    return dict(reply.json())


@cache
def _ladder() -> str:
    """A ladder that the caller and an AI player are in, and that begins no games."""
    made = str(_as_admin("POST", "/v1/ladders", NEW_LADDER)["id"])
    _as_admin("PATCH", f"/v1/ladders/{made}", {"status": "paused"})
    _as_admin("PUT", f"/v1/ladders/{made}/entries/greedy", {"ai_player": "greedy"})
    assert _http.put(f"/v1/ladders/{made}/entries/me", json={}).is_success
    return made


@cache
def _other_ladder() -> str:
    """One that may be changed."""
    return str(_as_admin("POST", "/v1/ladders", NEW_LADDER)["id"])


def _game() -> dict[str, Any]:
    """A game in which the caller is to act, at its present version."""
    if _games:
        now = _http.get(f"/v1/games/{_games[-1]['id']}").json()
        if now["status"] == "playing" and now["turn"]["seat"] == 0:
            return dict(now)
    _games.append(_made("/v1/games", NEW_GAME))
    return _games[-1]


def _waiting() -> dict[str, Any]:
    return _made("/v1/games", {"seats": [{"type": "me"}, {"type": "open"}]})


def _over() -> dict[str, Any]:
    """A game that is over, and has a rematch."""
    game = _made(f"/v1/games/{_made('/v1/games', NEW_GAME)['id']}/resignation")["game"]
    _made(f"/v1/games/{game['id']}/rematch")
    return dict(game)


def _sandbox() -> dict[str, Any]:
    """A sandbox whose clock runs for the caller."""
    clock = {"type": "per_turn", "turn_ms": 60_000}
    return _made("/v1/games", {**NEW_GAME, "sandbox": True, "time_control": clock})


GAMES: dict[str, Callable[[], dict[str, Any]]] = {
    "changeSeat": _waiting,
    "leaveSeat": _waiting,
    "rematch": _over,
    "getRematch": _over,
    "advanceClock": _sandbox,
    "getFaults": _sandbox,
    "setFaults": _sandbox,
    # The game that all others use would not be the caller's any more.
    "handOver": lambda: _made("/v1/games", NEW_GAME),
}
"""Games for the operations that want others than `_game` gives."""


@cache
def _somebody() -> str:
    return str(_made("/v1/players", {"name": "Grace"})["player"]["id"])


@cache
def _me() -> str:
    return str(_http.get("/v1/players/me").json()["id"])


@cache
def _bot() -> str:
    return str(_made("/v1/players/me/bots", {"name": "Engine"})["player"]["id"])


@cache
def _user() -> str:
    return str(_as_app("/v1/apps/me/players", {"external_id": "user-4711", "name": "Ada"})["id"])


def _webhook() -> str:
    """An endpoint of the caller's that is enabled, at an address that refuses at once; there is room for further ones."""
    settings = {"url": NOBODY_THERE, "enabled": True, "event_types": []}
    if not _endpoints or not _http.patch(f"/v1/webhooks/{_endpoints[-1]}", json=settings).is_success:
        _make_room("")
        _endpoints.append(str(_made("/v1/webhooks", {"url": NOBODY_THERE})["id"]))
    _make_room(_endpoints[-1])
    return _endpoints[-1]


def _make_room(kept: str) -> None:
    for one in _http.get("/v1/webhooks").json()["items"]:
        if one["id"] != kept:
            _http.delete(f"/v1/webhooks/{one['id']}")


def _delivery(webhook_id: str) -> str:
    """Something that was sent to the endpoint, or tried to be."""
    until, asked = time.monotonic() + 20, False
    while not (found := _http.get(f"/v1/webhooks/{webhook_id}/deliveries").json()["items"]):
        asked = asked or bool(_made("/v1/games", NEW_GAME))
        assert time.monotonic() < until, "nothing was sent"
        time.sleep(0.05)
    return str(found[0]["id"])


@cache
def _cursor() -> str:
    return str(_http.get("/v1/players/me/turns").json()["cursor"])


def _name_of(case: Any) -> str:
    return str(case.operation.definition.raw["operationId"])


@schemathesis.auth(refresh_interval=None)
class Tokens:
    """Everybody with the token of the kind that the operation is for; whoever is deleted has come for that alone."""

    def get(self, case: Any, _context: Any) -> str:
        if case.operation.path.startswith("/v1/apps/"):
            return os.environ["FUZZ_APP_TOKEN"]
        if _name_of(case) in FOR_ADMINS:
            return os.environ["FUZZ_ADMIN_TOKEN"]
        if _name_of(case) == "deleteMe":
            return str(_made("/v1/players", {"name": "Guest"})["token"])
        return os.environ["FUZZ_TOKEN"]

    def set(self, case: Any, data: str, _context: Any) -> None:
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def filter_query(_context: Any, query: Any) -> bool:
    """Whether the query fits into a request line."""
    return len(str(httpx.QueryParams(query or {}))) < LONGEST_QUERY


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Real ids and tags in three of four requests to each operation, so that none is left with wild ones alone."""
    query, path, headers = (part or {} for part in (case.query, case.path_parameters, case.headers))
    if str(query.get("wait_ms", "")).isdigit():
        query["wait_ms"] = min(int(query["wait_ms"]), LONGEST_WAIT_MS)
    if "token_id" in path:
        path["token_id"] = _made("/v1/players/me/tokens")["id"]
    name = _name_of(case)
    if name == "createLadder":
        _ladder(), _other_ladder()  # there may be so many that there is no room for them
    _calls[name] += 1
    if _calls[name] % 4:
        _fill_in(name, path, headers)
        if name == "getHeadToHead" and query.keys() == {"one", "other"}:
            query |= {"one": "greedy", "other": _me()}
        if name == "listMyTurns" and "after" in query:
            query["after"] = _cursor()


def _fill_in(name: str, path: dict[str, Any], headers: Any) -> None:
    if "player_id" in path:
        path["player_id"] = _user() if name == "createAppPlayerToken" else _somebody()
    if "bot_id" in path:
        path["bot_id"] = _bot()
    if "webhook_id" in path or name == "createWebhook":
        _fill_in_webhook(name, path)
    if "seat" in path:
        path["seat"] = 1
    if "ladder_id" in path:
        path["ladder_id"] = _other_ladder() if name == "updateLadder" else _ladder()
    if "entry_id" in path:
        path["entry_id"] = "greedy"
    if "game_id" in path:
        game = GAMES.get(name, _game)()
        path["game_id"] = game["id"]
        if "version" in path:
            path["version"] = game["version"]
        if "If-Match" in headers:
            headers["If-Match"] = f'"{game["etag"]}"'


def _fill_in_webhook(name: str, path: dict[str, Any]) -> None:
    mine = _webhook()
    if "webhook_id" in path:
        path["webhook_id"] = _made("/v1/webhooks", {"url": NOBODY_THERE})["id"] if name == "deleteWebhook" else mine
    if "delivery_id" in path:
        path["delivery_id"] = _delivery(mine)


@schemathesis.hook
def after_call(_context: Any, case: Any, response: Any) -> None:
    """One line for each answer to the operation's own method."""
    if case.method.upper() != case.operation.method.upper():
        return
    line = [_name_of(case), response.status_code]
    with _seen.open("a") as file:
        file.write(json.dumps(line) + "\n")
