"""Every status that the document has for an operation can be had, by a reply that is as the document says."""

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from service.api.games import lifecycle
from service.config import Rate
from service.hosting import apps
from service.hosting.ladders import finding
from service.store.archive import Tombstone
from service.store.errors import StoreUnavailable
from service.store.keys import new_app_id, new_game_id, new_player_id, new_token_id
from service.store.ladders import LadderStore
from service.store.players import TokenRecord, digest_of, new_secret
from service.store.webhooks import Delivery
from tests.api.documented import operations
from tests.api.observed import Json, Observed, addresses
from tests.api.tour import BODIES, CHANGING, NOBODY, PATHS, TAKE, Tour, path_of

AWAY = "redis://127.0.0.1:1"


@pytest.fixture
def tour(redis_url: str) -> Iterator[Tour]:
    tour = Tour(redis_url)
    yield tour
    tour.service.close()


def test_every_documented_status_occurs(tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    for step in (
        transport,
        strangers,
        reads,
        changes,
        shapes,
        rights,
        preconditions,
        state,
        quotas,
        limits,
        gone,
        away,
    ):
        step(tour)
    unfinished_creation(tour, monkeypatch)
    contention(tour, monkeypatch)
    described = {(operation, status) for operation, one in operations().items() for status in one["responses"]}
    # A fault of ours is the one thing that cannot be asked for; tests/api/test_base_errors.py makes some.
    assert {(name, status) for name, status in described - tour.service.seen if status != "500"} == set()


def test_a_required_header_that_is_missing(tour: Tour) -> None:
    """428 says so, and nothing has changed; schemathesis would want another status."""
    needy = {
        (name, one["name"])
        for name, described in operations().items()
        for one in described["parameters"]
        if one["in"] == "header" and one["required"]
    }
    assert needy == {("playAction", "If-Match")}
    for operation, _ in needy:
        tour.refused(428, operation, tour.ada, game_id=tour.game["id"])
    assert tour.service.found("getGame", tour.ada, game_id=tour.game["id"])["etag"] == tour.game["etag"]


def test_tags_at_random(tour: Tour) -> None:
    """Whatever the document allows as If-Match is a 412 unless it is the present tag, however proxies have changed that."""
    chance = Random(7)
    (parameter,) = (one for one in operations()["playAction"]["parameters"] if one["name"] == "If-Match")
    ask = partial(tour.refused, operation="playAction", token=tour.ada, game_id=tour.game["id"])
    for _ in range(50):
        version, tag = chance.choice((1, tour.game["version"], chance.getrandbits(40))), f"{chance.getrandbits(32):08x}"
        etag = f'{chance.choice(("", "W/"))}"{version}-{tag}{chance.choice(("", "-gzip", ";br"))}"'
        assert re.fullmatch(parameter["schema"]["pattern"], etag)
        ask(412, If_Match=etag)
    for etag in (
        "*",
        "7",
        '""',
        '"a", "b"',
        '"0-00000000"',
        '"1-0000000"',
        "1-00000000",
        '"2-ABCDEF01"',
        '"-1-00000000"',
    ):
        assert not re.fullmatch(parameter["schema"]["pattern"], etag)
        ask(400, If_Match=etag)
    tour.service.found(
        "playAction", tour.ada, game_id=tour.game["id"], body=TAKE, If_Match=f'W/"{tour.game["etag"]}-gzip"'
    )


def transport(tour: Tour) -> None:
    for operation in operations():
        tour.refused(400, operation, tour.ada, query="a=%FF")
        tour.refused(406, operation, tour.ada, Accept="image/png")
    for operation in CHANGING:
        tour.refused(413, operation, tour.ada, data=b" " * 70_000, content_type="application/json")
        tour.refused(415, operation, tour.ada, data=b"{}", content_type="text/plain")


def strangers(tour: Tour) -> None:
    """Callers and things that do not exist."""
    for operation, described in operations().items():
        if "401" in described["responses"]:
            tour.refused(401, operation, "spl_player_no")
            tour.refused(401, operation, NOBODY)
        if PATHS[operation] and operation != "unblockPlayer":
            tour.refused(404, operation, tour.caller(operation))
    tour.refused(404, "unblockPlayer", tour.ada, player_id="nobody-at-all")
    secret = new_secret("player")
    orphan = TokenRecord("player", new_player_id(), new_token_id())
    tour.service.services.players.grant(digest_of(secret), orphan)
    for operation in (
        "getMe",
        "updateMe",
        "createToken",
        "createBot",
        "deleteMe",
        "exportMe",
        "createWebhook",
        "rotateCallbackSecret",
    ):
        tour.refused(404, operation, secret)
    secret = new_secret("app")
    nowhere = TokenRecord("app", token_id=new_token_id(), app_id=new_app_id())
    tour.service.services.players.grant(digest_of(secret), nowhere)
    for operation in ("getApp", "createAppPlayer"):
        tour.refused(404, operation, secret)
    tour.refused(404, "getSecurityText", "")
    tour.refused(404, "getPosition", "", game_id=tour.game["id"], version=99)


def reads(tour: Tour) -> None:
    service = tour.service
    for operation, (method, _) in addresses().items():
        if (
            method == "GET"
            and "webhook_id" not in PATHS[operation]
            and operation not in ("getSecurityText", "getRematch", "getFaults", "listBotCallbackFailures")
        ):
            known = {"game_id": tour.game["id"], "player_id": tour.player_id(tour.ada), **of_ladder(tour)}
            query = {"one": "greedy", "other": tour.player_id(tour.ada)} if operation == "getHeadToHead" else None
            reply = service.ask(operation, tour.caller(operation), query=query, **path_of(operation, **known))
            assert reply.status_code == 200, reply.text
            if "304" in operations()[operation]["responses"]:
                again = {"If_None_Match": reply.headers["ETag"]}
                tour.refused(304, operation, tour.ada, **(known | again))
    contact = Observed(tour.url, security_contact="mailto:ada@example.org")
    contact.ask("getSecurityText")
    service.seen |= contact.seen


def changes(tour: Tour) -> None:
    """One success of each operation that changes something."""
    service, one = tour.service, tour.start()
    service.found("updateMe", tour.ada, body=BODIES["updateMe"])
    token = service.found("createToken", tour.ada, body=BODIES["createToken"])
    assert service.ask("deleteToken", tour.ada, token_id=token["id"]).status_code == 204
    for number in range(2):  # 201, then 200
        player = service.found("createAppPlayer", tour.app, body=BODIES["createAppPlayer"])
        made = {"player_id": player["id"], "body": {}}
        assert service.ask("createAppPlayerToken", tour.app, **made).status_code == 201, number
    made = service.found("createBot", tour.ada, body=BODIES["createBot"])
    bot = made["player"]
    service.found("createBotToken", tour.ada, bot_id=bot["id"], body={})
    tour.refused(409, "updateMe", tour.ada, body={"turn_url": "http://127.0.0.1:9/"})
    service.found("rotateCallbackSecret", tour.ada)
    service.found("listBotCallbackFailures", tour.ada, bot_id=bot["id"])
    for operation in ("blockPlayer", "unblockPlayer"):
        assert service.ask(operation, tour.ada, player_id=bot["id"]).status_code == 204
    assert service.ask("deleteMe", made["token"]).status_code == 204
    service.found("createStreamTicket", tour.ada, body=BODIES["createStreamTicket"])
    service.found("previewAction", tour.ada, game_id=one["id"], body=TAKE)
    service.act(tour.ada, one, TAKE)
    service.found("resign", tour.ada, game_id=one["id"], body={})
    lobby(tour)
    ladder(tour)
    sandbox(tour)
    webhooks(tour)


def of_ladder(tour: Tour) -> Json:
    """A ladder, and somebody in it."""
    return {"ladder_id": tour.ladder, "entry_id": "greedy"}


def ladder(tour: Tour) -> None:
    """A ladder from its beginning to its end."""
    service, here = tour.service, of_ladder(tour)
    service.found("updateLadder", tour.admin, body=BODIES["updateLadder"], ladder_id=tour.ladder)
    tour.refused(409, "updateLadder", tour.admin, ladder_id="people")
    tour.refused(409, "enterLadder", tour.ada, ladder_id="people")
    tour.refused(409, "changeLadderEntry", tour.admin, **(here | {"ladder_id": "people"}))
    other = service.found("createLadder", tour.admin, body=BODIES["createLadder"])["id"]
    service.found("enterLadder", tour.grace, ladder_id=other, body=BODIES["enterLadder"])
    assert service.ask("leaveLadder", tour.grace, ladder_id=other).status_code == 204
    grace = {"ladder_id": other, "entry_id": tour.player_id(tour.grace)}
    assert service.ask("removeLadderEntry", tour.admin, **grace).status_code == 204


def webhooks(tour: Tour) -> None:
    """An endpoint from its beginning to its end."""
    service = tour.service
    made = service.found("createWebhook", tour.ada, body=BODIES["createWebhook"])
    here = {"webhook_id": made["id"]}
    webhook = service.services.webhooks.get(tour.player_id(tour.ada), made["id"])
    assert webhook is not None
    service.services.webhooks.note(webhook, webhook.place, Delivery("1-0a1b2c3d", "resync", "", 1, 0, "0a1b2c3d"))
    for operation in ("getWebhook", "listWebhookDeliveries", "rotateWebhookSecret", "testWebhook"):
        service.found(operation, tour.ada, **here)
    service.found("retryWebhookDelivery", tour.ada, delivery_id="1-0a1b2c3d", **here)
    service.found("updateWebhook", tour.ada, body={"enabled": False}, **here)
    tour.refused(409, "retryWebhookDelivery", tour.ada, delivery_id="1-0a1b2c3d", **here)
    while (reply := service.ask("createWebhook", tour.ada, body=BODIES["createWebhook"])).status_code == 201:
        pass
    assert reply.status_code == 409
    assert service.ask("deleteWebhook", tour.ada, **here).status_code == 204


def sandbox(tour: Tour) -> None:
    """What a sandbox can do, and what other games cannot."""
    order = BODIES["createGame"] | {"sandbox": True, "time_control": {"type": "per_turn", "turn_ms": 1_000}}
    trial = tour.service.found("createGame", tour.ada, body=order)["id"]
    tour.service.found("changeSeat", tour.ada, game_id=trial, seat=1, body=BODIES["changeSeat"])
    tour.service.found("setFaults", tour.ada, game_id=trial, body=BODIES["setFaults"])
    tour.service.found("getFaults", tour.ada, game_id=trial)
    tour.service.found("advanceClock", tour.ada, game_id=trial, body=BODIES["advanceClock"])
    for operation in ("setFaults", "getFaults", "advanceClock"):
        tour.refused(409, operation, tour.ada, game_id=tour.game["id"])


def lobby(tour: Tour) -> None:
    """Seats before the start, and what ends a game and begins the next."""
    service, waiting = tour.service, tour.service.found("createGame", tour.ada, body=BODIES["createGame"])
    invitation = {"type": "player", "player_id": tour.player_id(tour.grace)}
    service.found("changeSeat", tour.ada, game_id=waiting["id"], seat=1, body=invitation)
    service.found("leaveSeat", tour.grace, game_id=waiting["id"], seat=1)
    handed = tour.start()
    service.found("handOver", tour.ada, game_id=handed["id"], body=BODIES["handOver"])
    over = service.found("resign", tour.grace, game_id=handed["id"])["game"]
    end = {"Accept": "text/event-stream", "Last_Event_ID": str(over["last_event"])}
    assert service.ask("listEvents", game_id=over["id"], **end).status_code == 204
    tour.refused(404, "getRematch", tour.ada, game_id=over["id"])
    for status, token in ((201, tour.ada), (200, tour.grace)):
        assert service.ask("rematch", token, game_id=over["id"], body={}).status_code == status
    again = service.found("getRematch", tour.ada, game_id=over["id"])
    tour.refused(304, "getRematch", tour.ada, game_id=over["id"], If_None_Match=f'"{again["etag"]}"')
    service.found("abortGame", tour.ada, game_id=again["id"])


def shapes(tour: Tour) -> None:
    """What the schemas forbid: members and parameters that nobody has heard of."""
    known = {"game_id": tour.game["id"], **tour.things}
    for operation in operations():
        caller = tour.caller(operation)
        tour.refused(422, operation, caller, query={"nonsense": "1"}, **known)
        if operation in BODIES:
            tour.refused(422, operation, caller, body={"nonsense": 1}, **known)


def rights(tour: Tour) -> None:
    reader = tour.service.found("createToken", tour.ada, body={"scope": "read"})["token"]
    known = {"game_id": tour.game["id"], **tour.things}
    for operation in CHANGING - {"createPlayer", "createStreamTicket"}:  # one asks no token, one for any scope
        if "`token-scope`" in operations()[operation]["responses"]["403"]["description"]:
            tour.refused(403, operation, reader, **known)
    for operation, described in operations().items():
        if described.get("security") == [{"bearer": []}]:
            tour.refused(403, operation, tour.stranger(operation), game_id=tour.game["id"], **of_ladder(tour))
    closed = Observed(tour.url, registration="closed")
    closed.ask("createPlayer", body=BODIES["createPlayer"])
    tour.service.seen |= closed.seen


def preconditions(tour: Tour) -> None:
    for operation in ("playAction", "previewAction", "resign", "abortGame", "handOver", "advanceClock"):
        of_game: Json = {"game_id": tour.game["id"], "body": BODIES[operation]}
        tour.refused(412, operation, tour.ada, If_Match='"1-00000000"', **of_game)
        for odd in ("*", '"1-00000000", "2-00000000"', "7"):
            tour.refused(400, operation, tour.ada, If_Match=odd, **of_game)
    tour.refused(428, "playAction", tour.ada, game_id=tour.game["id"])


def state(tour: Tour) -> None:
    """What the state of a game forbids."""
    running, waiting = tour.game["id"], tour.open["id"]
    mine = {"If_Match": f'"{tour.game["etag"]}"'}
    tour.refused(409, "playAction", tour.grace, game_id=running, **mine)
    tour.refused(409, "previewAction", tour.grace, game_id=running)
    tour.refused(409, "resign", tour.ada, game_id=waiting)
    tour.refused(409, "joinGame", tour.service.player("Late"), game_id=running)
    tour.refused(409, "changeSeat", tour.ada, game_id=running, seat=1)
    tour.refused(409, "leaveSeat", tour.ada, game_id=running, seat=0)
    tour.refused(409, "handOver", tour.ada, game_id=waiting)
    tour.refused(409, "rematch", tour.ada, game_id=running)
    over = tour.service.found("abortGame", tour.ada, game_id=tour.start()["id"])["game"]
    tour.refused(409, "abortGame", tour.ada, game_id=over["id"])


def quotas(tour: Tour) -> None:
    """What a player has too many of, and what nobody can do to themselves."""
    tour.refused(409, "blockPlayer", tour.ada, player_id=tour.player_id(tour.ada))
    user = tour.service.found("createAppPlayer", tour.app, body=BODIES["createAppPlayer"])["id"]
    bot = tour.service.found("createBot", tour.ada, body=BODIES["createBot"])["player"]["id"]
    strict = Observed(tour.url, quota_tokens=1, quota_bots=1)
    strict.ask("createToken", tour.ada, body={})
    strict.ask("createBotToken", tour.ada, bot_id=bot, body={})
    strict.ask("createBot", tour.ada, body=BODIES["createBot"])
    for _ in range(2):
        strict.ask("createAppPlayerToken", tour.app, player_id=user, body={})
    tour.service.seen |= strict.seen


def limits(tour: Tour) -> None:
    """One request of each kind is taken, here one that does no harm; the next one is not."""
    few = {f"limit_{name}": Rate(1, 3600) for name in ("create", "act", "read", "stream", "game")}
    strict = Observed(tour.url, rate_limits="on", **few)
    for operation in ("getMe", "updateMe", "createToken", "getApp", "createAppPlayer"):
        strict.ask(operation, tour.caller(operation), body=BODIES.get(operation))
    for operation, described in operations().items():
        if "429" in described["responses"]:
            asked = {"body": BODIES.get(operation), **path_of(operation)}
            replies = [strict.ask(operation, tour.caller(operation), **asked) for _ in range(2)]
            assert replies[-1].status_code == 429, (operation, replies[-1].text)
    tour.service.seen |= strict.seen


def gone(tour: Tour) -> None:
    """Of a game that is kept no more."""
    game_id = new_game_id()
    tour.service.services.archive.write(Tombstone(game_id, private=False, archived_at=0))
    for operation, described in operations().items():
        if "410" in described["responses"]:
            tour.refused(410, operation, tour.ada, game_id=game_id)


def away(tour: Tour) -> None:
    """Without a store."""
    lonely = Observed(AWAY)
    for operation, described in operations().items():
        if "503" in described["responses"]:
            reply = lonely.ask(operation, NOBODY, **path_of(operation), body=BODIES.get(operation))
            assert reply.status_code == 503, (operation, reply.text)
    tour.service.seen |= lonely.seen


def unfinished_creation(tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that has claimed the key does not know how its commit went."""

    def lose(*_: object) -> None:
        raise StoreUnavailable("no answer")

    key = {"Idempotency_Key": "one", "body": BODIES["createGame"]}
    with monkeypatch.context() as patched:
        patched.setattr(lifecycle, "create_game", lose)
        tour.refused(503, "createGame", tour.ada, **key)
    tour.refused(409, "createGame", tour.ada, **key)
    key = {"Idempotency_Key": "one", "body": BODIES["createAppPlayer"]}
    with monkeypatch.context() as patched:
        patched.setattr(apps, "player_for", lose)
        tour.refused(503, "createAppPlayer", tour.app, **key)
    tour.refused(409, "createAppPlayer", tour.app, **key)
    key = {"Idempotency_Key": "one", "body": BODIES["createLadder"]}
    with monkeypatch.context() as patched:
        patched.setattr(finding, "create_ladder", lose)
        tour.refused(503, "createLadder", tour.admin, **key)
    tour.refused(409, "createLadder", tour.admin, **key)


def contention(tour: Tour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others keep changing an entry."""
    with monkeypatch.context() as patched:
        patched.setattr(LadderStore, "set_entry", lambda *_: False)
        tour.refused(409, "leaveLadder", tour.ada, ladder_id=tour.ladder)
        tour.refused(409, "removeLadderEntry", tour.admin, **of_ladder(tour))
