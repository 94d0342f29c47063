"""A service whose every operation can be asked, with good bodies, and with paths to what there is and what there is not."""

from functools import cached_property
from typing import Any

from service.hosting.operator_tokens import admin_token, app_token
from service.store.operators import OperatorStore
from service.store.webhooks import Delivery
from tests.api.observed import Json, Observed, addresses, path_names

NOBODY = "spl_player_" + "x" * 43
UNKNOWN = {
    "game_id": "gzzunknownunknownunknow",
    "token_id": "tzzunknownunknownunknow",
    "player_id": "pzzunknownunknownunkno",
    "bot_id": "pzzunknownunknownunkno",
    "version": 1,
    "seat": 3,
    "webhook_id": "wzzunknownunknownunkno",
    "delivery_id": "1-00000000",
    "ladder_id": "lzzunknownunknownunkno",
    "entry_id": "nobody",
}
TAKE = {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}
BODIES: Json = {
    "createPlayer": {"name": "Ada"},
    "updateMe": {"name": "Grace"},
    "createToken": {"scope": "read"},
    "createBot": {"name": "Engine"},
    "createBotToken": {},
    "createAppPlayer": {"external_id": "user-1", "name": "Ada"},
    "createAppPlayerToken": {},
    "createWebhook": {"url": "http://127.0.0.1:9/"},
    "updateWebhook": {"enabled": True},
    "createGame": {"seats": [{"type": "me"}, {"type": "open"}]},
    "joinGame": {},
    "createStreamTicket": {"path": "/v1/players/me/events"},
    "resign": {},
    "changeSeat": {"type": "ai", "ai_player": "greedy"},
    "abortGame": {},
    "handOver": {"ai_player": "greedy"},
    "rematch": {},
    "playAction": TAKE,
    "previewAction": TAKE,
    "advanceClock": {"ms": 60_000},
    "setFaults": {"conflict_once": True},
    "createLadder": {"name": "Open air", "time_control": {"type": "per_turn", "turn_ms": 1_000}, "open_to": "all"},
    "updateLadder": {"rest_ms": 1_000},
    "enterLadder": {},
    "changeLadderEntry": {"ai_player": "greedy"},
}
PATHS = {operation: path_names(path) for operation, (_, path) in addresses().items()}
OF_WEBHOOKS = {operation for operation, (_, path) in addresses().items() if path.startswith("/v1/webhooks")}
FOR_APPS = {operation for operation, (_, path) in addresses().items() if path.startswith("/v1/apps/")}
FOR_ADMINS = {"createLadder", "updateLadder", "changeLadderEntry", "removeLadderEntry"}
CHANGING = {operation for operation, (method, _) in addresses().items() if method != "GET"}


def path_of(operation: str, **known: Any) -> Json:
    """What the path of an operation names: unknown things, unless known."""
    return {name: known.get(name, UNKNOWN[name]) for name in PATHS[operation]}


class Tour:
    """A service with two players in a game that has started, and a game that has not."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.service = Observed(url, webhook_allow=("127.0.0.1:9",))
        self.ada, self.grace = self.service.player("Ada"), self.service.player("Grace")
        made = app_token(self.operators, self.service.services.apps, "", "Table for Two")
        assert made is not None
        self.app = made.secret
        self.admin = admin_token(self.operators, "").secret
        self.open = self.service.found("createGame", self.ada, body=BODIES["createGame"])
        self.game = self.start()

    @property
    def operators(self) -> OperatorStore:
        return OperatorStore(self.service.services.players._client)

    def caller(self, operation: str) -> str:
        """A token of the kind that the operation is for."""
        return self.app if operation in FOR_APPS else self.admin if operation in FOR_ADMINS else self.ada

    def stranger(self, operation: str) -> str:
        """A token of a kind that the operation is not for."""
        return self.admin if operation in OF_WEBHOOKS else self.ada if operation in FOR_APPS | FOR_ADMINS else self.app

    def player_id(self, token: str) -> str:
        return str(self.service.found("getMe", token)["id"])

    def start(self) -> Json:
        made = self.service.found("createGame", self.ada, body=BODIES["createGame"])
        game: Json = self.service.found("joinGame", self.grace, game_id=made["id"], body={})["game"]
        return game

    @cached_property
    def things(self) -> Json:
        """Things of Ada's, and a player of the app's, by the names that they have in paths."""
        service, webhooks = self.service, self.service.services.webhooks
        webhook = webhooks.get(self.player_id(self.ada), self.made("createWebhook")["id"])
        assert webhook is not None
        webhooks.note(webhook, webhook.place, Delivery("1-00000000", "resync", "", 1, 0, "0" * 8))
        return {
            "webhook_id": webhook.id,
            "delivery_id": "1-00000000",
            "bot_id": self.made("createBot")["player"]["id"],
            "token_id": self.made("createToken")["id"],
            "player_id": service.found("createAppPlayer", self.app, body=BODIES["createAppPlayer"])["id"],
            "ladder_id": self.ladder,
            "entry_id": "greedy",
        }

    @cached_property
    def ladder(self) -> str:
        """A ladder that Ada and an AI player have entered."""
        made = self.service.found("createLadder", self.admin, body=BODIES["createLadder"])
        here = {"ladder_id": made["id"]}
        self.service.found("enterLadder", self.ada, body={}, **here)
        self.service.found("changeLadderEntry", self.admin, entry_id="greedy", body={"ai_player": "greedy"}, **here)
        return str(made["id"])

    def made(self, operation: str) -> Json:
        return self.service.found(operation, self.ada, body=BODIES[operation])

    def refused(self, status: int, operation: str, token: str, **more: Any) -> None:
        """Asks for what has to be refused; what the path names is unknown unless given, the body a good one."""
        if "data" not in more:
            more.setdefault("body", BODIES.get(operation))
        path = path_of(operation, **{name: more.pop(name) for name in UNKNOWN if name in more})
        reply = self.service.ask(operation, token, **path, **more)
        assert reply.status_code == status, (operation, reply.text)
