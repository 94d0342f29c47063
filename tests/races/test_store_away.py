"""The store hangs, is full, evicts or takes no writes: a clear answer in time, nothing by half, and no restart afterwards."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.store.keys import game_keys
from tests.races.callers import GREEDY, ME, OPEN, Ask, Json, Line, Person, Reply, acting, together
from tests.races.checking import whole
from tests.races.stand import Stand
from tests.servers import free_port, wait_until

IN_TIME_S = 2.0
AT_ONCE = 30
"""Fewer than there are threads: nobody waits for anything but the store."""
NEEDS_NO_STORE = {
    "getRules": "/v1/rules",
    "listCards": "/v1/cards",
    "listNobles": "/v1/nobles",
    "listAiPlayers": "/v1/ai-players",
    "getLiveness": "/livez",
    "getStatus": "/status",
    "getMetrics": "/metrics",
}


@contextmanager
def read_only(site: Stand) -> Iterator[None]:
    """The store has become the replica of a server that is not there."""
    with site.store.admin() as admin:
        admin.replicaof("127.0.0.1", str(free_port()))
        try:
            yield
        finally:
            admin.replicaof("NO", "ONE")


@contextmanager
def limited(site: Stand, share: float, policy: str = "noeviction") -> Iterator[None]:
    """The store may use `share` of what it uses at present."""
    with site.store.admin() as admin:
        used = admin.info("memory")["used_memory"]
    site.store.set(maxmemory=int(used * share), maxmemory_policy=policy)
    try:
        yield
    finally:
        site.store.set(maxmemory=0, maxmemory_policy="noeviction")


def webhook_operations(asking: Callable[..., Ask]) -> dict[str, Ask]:
    """The same for webhooks; `asking` makes a request."""
    return {
        "createWebhook": asking("POST", "/v1/webhooks", body={"url": "https://play.example/"}),
        "listWebhooks": asking("GET", "/v1/webhooks"),
        "getWebhook": asking("GET", "/v1/webhooks/wzzunknownunknownunkno"),
        "updateWebhook": asking("PATCH", "/v1/webhooks/wzzunknownunknownunkno", body={}),
        "deleteWebhook": asking("DELETE", "/v1/webhooks/wzzunknownunknownunkno"),
        "rotateWebhookSecret": asking("POST", "/v1/webhooks/wzzunknownunknownunkno/rotate-secret"),
        "testWebhook": asking("POST", "/v1/webhooks/wzzunknownunknownunkno/test"),
        "listWebhookDeliveries": asking("GET", "/v1/webhooks/wzzunknownunknownunkno/deliveries"),
        "retryWebhookDelivery": asking("POST", "/v1/webhooks/wzzunknownunknownunkno/deliveries/1-00000000/retry"),
    }


def player_operations(asking: Callable[..., Ask], game: str, token: str, player: str, other: str) -> dict[str, Ask]:
    """The same for players; `game` is the path of one."""
    return {
        "createPlayer": asking("POST", "/v1/players", body={"name": "Eve"}),
        "getMe": asking("GET", "/v1/players/me"),
        "updateMe": asking("PATCH", "/v1/players/me", body={"name": "Ada Two"}),
        "createToken": asking("POST", "/v1/players/me/tokens", body={}),
        "listTokens": asking("GET", "/v1/players/me/tokens"),
        "createStreamTicket": asking("POST", "/v1/players/me/stream-tickets", body={"path": f"{game}/events"}),
        "deleteToken": asking("DELETE", f"/v1/players/me/tokens/{token}"),
        "deleteMe": asking("DELETE", "/v1/players/me"),
        "exportMe": asking("GET", "/v1/players/me/export"),
        "listMyGames": asking("GET", "/v1/players/me/games"),
        "listInvitations": asking("GET", "/v1/players/me/invitations"),
        "listMyEvents": asking("GET", "/v1/players/me/events?wait_ms=20000"),
        "listMyTurns": asking("GET", "/v1/players/me/turns"),
        "listGames": asking("GET", "/v1/games"),
        "listPlayerGames": asking("GET", f"/v1/players/{player}/games"),
        "getPlayer": asking("GET", f"/v1/players/{player}"),
        "createBot": asking("POST", "/v1/players/me/bots", body={"name": "Robot"}),
        "listBots": asking("GET", "/v1/players/me/bots"),
        "createBotToken": asking("POST", f"/v1/players/me/bots/{other}/tokens", body={}),
        "rotateCallbackSecret": asking("POST", "/v1/players/me/callback/rotate-secret"),
        "listCallbackFailures": asking("GET", "/v1/players/me/callback/failures"),
        "listBotCallbackFailures": asking("GET", f"/v1/players/me/bots/{other}/callback/failures"),
        "listBlocks": asking("GET", "/v1/players/me/blocks"),
        "blockPlayer": asking("PUT", f"/v1/players/me/blocks/{other}"),
        "unblockPlayer": asking("DELETE", f"/v1/players/me/blocks/{other}"),
    }


def ladder_operations(asking: Callable[..., Ask]) -> dict[str, Ask]:
    """The same for ladders."""
    entries = "/v1/ladders/people/entries"
    return {
        "createLadder": asking("POST", "/v1/ladders", body={"name": "Arena", "settings": {"seats": 2}}),
        "listLadders": asking("GET", "/v1/ladders"),
        "getLadder": asking("GET", "/v1/ladders/people"),
        "updateLadder": asking("PATCH", "/v1/ladders/people", body={}),
        "getMyLadderEntry": asking("GET", f"{entries}/me"),
        "enterLadder": asking("PUT", f"{entries}/me", body={}),
        "leaveLadder": asking("DELETE", f"{entries}/me"),
        "changeLadderEntry": asking("PUT", f"{entries}/greedy", body={}),
        "removeLadderEntry": asking("DELETE", f"{entries}/greedy"),
        "listStandings": asking("GET", "/v1/ladders/people/standings"),
        "listLadderGames": asking("GET", "/v1/ladders/people/games"),
        "listRatings": asking("GET", "/v1/ladders/people/ratings/greedy"),
        "getHeadToHead": asking("GET", "/v1/ladders/people/head-to-head?one=greedy&other=random"),
    }


def every_operation(line: Line) -> dict[str, Ask]:
    """A sound request for each operation that needs the store, by its operationId."""
    game, (ada, bob) = line.table()
    waiting = line.create(ada, ME, OPEN)
    action = line.first_action(game["id"], ada)
    token = line.get("/v1/players/me/tokens", ada).body["items"][0]["id"]
    here, there = f"/v1/games/{game['id']}", f"/v1/games/{waiting['id']}"

    def asking(method: str, path: str, person: Person = ada, body: Json | None = None, **headers: str) -> Ask:
        return Ask(method, path, person.headers | headers, body)

    return {
        **player_operations(asking, here, token, ada.id, bob.id),
        **webhook_operations(asking),
        **ladder_operations(asking),
        "getApp": asking("GET", "/v1/apps/me"),
        "createAppPlayer": asking("POST", "/v1/apps/me/players", body={"external_id": "7", "name": "Ada"}),
        "listAppPlayers": asking("GET", "/v1/apps/me/players"),
        "createAppPlayerToken": asking("POST", f"/v1/apps/me/players/{ada.id}/tokens", body={}),
        "createGame": asking("POST", "/v1/games", body={"seats": [ME, OPEN]}),
        "getGame": asking("GET", here),
        "joinGame": asking("POST", f"{there}/seats", bob),
        "changeSeat": asking("PUT", f"{there}/seats/1", body=GREEDY),
        "leaveSeat": asking("DELETE", f"{there}/seats/0"),
        "rematch": asking("POST", f"{here}/rematch"),
        "getRematch": asking("GET", f"{here}/rematch"),
        "handOver": asking("POST", f"{here}/hand-over", body={"ai_player": "greedy"}),
        "resign": asking("POST", f"{here}/resignation"),
        "abortGame": asking("POST", f"{there}/abort"),
        "listLegalActions": asking("GET", f"{here}/legal-actions"),
        "playAction": acting(game, ada, action),
        "previewAction": asking("POST", f"{here}/actions/preview", body=action),
        "listEvents": asking("GET", f"{here}/events?after={game['last_event']}&wait_ms=20000"),
        "getPosition": asking("GET", f"{here}/positions/1"),
        "advanceClock": asking("POST", f"{here}/clock/advance", body={"ms": 1}),
        "getFaults": asking("GET", f"{here}/faults"),
        "setFaults": asking("PUT", f"{here}/faults", body={"slow_ms": 1}),
        "getRecord": asking("GET", f"{here}/record"),
        "getReadiness": asking("GET", "/readyz"),
    }


def documented(line: Line) -> set[str]:
    """All operations of the document."""
    paths = line.get("/openapi.json").body["paths"].values()
    return {
        found["operationId"]
        for path in paths
        for found in path.values()
        if isinstance(found, dict) and "operationId" in found
    }


def unavailable(reply: Reply) -> bool:
    assert int(reply.headers["retry-after"]) >= 1
    assert reply.headers["content-type"] == "application/problem+json"
    return (reply.status, reply.body["code"]) == (503, "store-unavailable")


def check_sound(site: Stand, line: Line) -> None:
    """All parts do their work again, each of them the process that it was."""
    wait_until(lambda: line.get("/readyz").status == 200, what="ready again")
    person = line.person()
    game = line.create(person, ME, GREEDY)
    reply = line.send(acting(game, person, line.first_action(game["id"], person)))
    assert reply.status == 200, reply
    wait_until(lambda: line.view(game["id"])["version"] == 3, 20, "the AI player moves")
    whole(site.host, game["id"])
    assert all(program.running for program in (site.ai, site.clock, site.tick, *(api.program for api in site.apis)))


def test_every_operation_answers_in_time_while_the_store_hangs(site: Stand, lines: list[Line]) -> None:
    asks = every_operation(lines[0])
    others = {name: Ask("GET", path, {}) for name, path in NEEDS_NO_STORE.items()}
    assert documented(lines[0]) - {"getSecurityText"} == asks.keys() | others.keys()
    ports, answers, took = [api.port for api in site.apis], dict[str, Reply](), 0.0
    names = [*asks, *others]
    with site.store.paused():
        for first in range(0, len(names), AT_ONCE):
            some = names[first : first + AT_ONCE]
            began = time.monotonic()
            replies = together((ports[number % 2], (asks | others)[name]) for number, name in enumerate(some))
            took = max(took, time.monotonic() - began)
            answers |= zip(some, replies, strict=True)
    ready = answers.pop("getReadiness")
    assert (ready.status, ready.body["code"]) == (503, "not-ready")
    assert "store_reachable" in ready.body["failed"]
    assert {name for name, reply in answers.items() if reply.status == 200} == others.keys()
    assert all(unavailable(answers[name]) for name in answers.keys() - others.keys())
    assert took < IN_TIME_S
    check_sound(site, lines[0])


def test_game_that_hung_goes_on_where_it_was(site: Stand, lines: list[Line]) -> None:
    game, people = lines[0].table()
    ask = acting(game, people[0], lines[0].first_action(game["id"], people[0]), key="steady")
    with site.store.paused():
        assert unavailable(lines[0].send(ask))
    wait_until(lambda: lines[1].get("/readyz").status == 200)
    assert lines[1].send(ask).status == 200
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def kept(site: Stand, game_id: str) -> dict[Any, Any]:
    """Everything that the store has of a game, byte for byte."""
    return site.store.contents(*game_keys(game_id)[:4])


def refused(site: Stand, lines: list[Line], ask: Ask, game_id: str, code: str, failed: list[str]) -> None:
    """A write is refused and changes nothing, reads go on, and readiness says why."""
    before = kept(site, game_id)
    for line in lines:
        reply = line.send(ask)
        assert (reply.status, reply.body["code"]) == (503, code), reply
        assert int(reply.headers["retry-after"]) >= 1
        assert line.get(f"/v1/games/{game_id}").status == 200
        assert line.get(f"/v1/games/{game_id}/events").status == 200
        ready = line.get("/readyz")
        assert (ready.status, ready.body["failed"]) == (503, failed)
    assert kept(site, game_id) == before


@pytest.mark.parametrize(
    ("trouble", "code", "failed"),
    [
        pytest.param(read_only, "store-unavailable", ["store_writable"], id="read-only"),
        pytest.param(lambda site: limited(site, 0.8), "store-full", ["store_writable"], id="c08-full"),
    ],
)
def test_c08_store_that_takes_no_writes_changes_nothing(
    site: Stand, lines: list[Line], trouble: Callable[[Stand], Iterator[None]], code: str, failed: list[str]
) -> None:
    """C08 (b)."""
    game, people = lines[0].table()
    ask = acting(game, people[0], lines[0].first_action(game["id"], people[0]), key="later")
    with trouble(site):  # type: ignore[attr-defined]
        refused(site, lines, ask, game["id"], code, failed)
        assert lines[0].post("/v1/games", people[0], {"seats": [ME, GREEDY]}, Idempotency_Key="new").status == 503
    reply = lines[1].send(ask)
    assert (reply.status, reply.headers.get("idempotency-replayed")) == (200, None)
    assert len(whole(site.host, game["id"])) == game["version"] + 1
    wait_until(
        lambda: lines[0].post("/v1/games", people[0], {"seats": [ME, GREEDY]}, Idempotency_Key="new").status == 201
    )
    check_sound(site, lines[1])


def test_c08_games_end_though_new_ones_are_refused(site: Stand, lines: list[Line]) -> None:
    """C08: between 85 % and full."""
    game, people = lines[0].table()
    with limited(site, 1 / 0.9):
        wait_until(lambda: lines[0].post("/v1/games", people[0], {"seats": [ME, OPEN]}).body.get("code") == "capacity")
        reply = lines[0].send(acting(game, people[0], lines[0].first_action(game["id"], people[0])))
        assert reply.status == 200
        assert lines[0].get("/readyz").status == 200
    wait_until(lambda: lines[0].post("/v1/games", people[0], {"seats": [ME, OPEN]}).status == 201)


def test_c08_evicting_store_is_named_by_readiness(site: Stand, lines: list[Line]) -> None:
    """C08 (a)."""
    with limited(site, 10, "allkeys-lru"):
        for line in lines:
            ready = line.get("/readyz")
            assert (ready.status, ready.body["failed"]) == (503, ["store_not_evicting"])
    assert all(line.get("/readyz").status == 200 for line in lines)
