"""A small API of our own, on the real store, to test the conventions of the base with."""

import secrets
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from service.api.application import Application
from service.api.base import Blueprint, ReplySchema, Resource, Schema
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.fields import Bool, Choice, Id, Int, KnownId, Name, QueryInt, Tag, Text
from service.api.games import event_replies as _what_a_refusal_may_carry  # noqa: F401
from service.api.problems_pages import pages as problem_pages
from service.api.unions import OneOf
from service.config import Settings
from service.hosting.errors import NotSeated
from service.services import Services, connect
from service.store.games import Commit, Request
from service.store.keys import new_game_id, new_player_id, new_token_id
from service.store.players import NewToken, Player, digest_of, new_secret
from splendor.engine.errors import IllegalAction


class Counts(Schema):
    white = Int("White.", 0, 10)
    blue = Int("Blue.", 0, 10)


class Take(Schema):
    """Take tokens."""

    type = Tag("take")
    tokens = fields.Nested(Counts, required=True)


class Buy(Schema):
    """Buy a card."""

    type = Tag("buy")
    card_id = KnownId("A card.", {"L1-01", "L1-02"}, required=True)


class Act(OneOf):
    """An action of the probe."""

    variants: ClassVar[dict[str, type[ma.Schema]]] = {"take": Take, "buy": Buy}


class Thing(ReplySchema):
    """A thing."""

    version = Int("Its version.", 1, 1000, required=True)


class Form(Schema):
    """One field of each kind."""

    number = Int("A number.", 1, 9)
    flag = Bool("A flag.")
    choice = Choice("A choice.", ["a", "b"])
    name = Name("A name.", 10)
    id = Id("An id.")
    text = Text("A text.", 5)
    numbers = fields.List(Int("A number.", 0, 9))


class Filter(Schema):
    limit = QueryInt("How many.", 1, 100)
    order = Choice("In which order.", ["oldest", "newest"])


def _view(call: Call, version: int) -> Reply:
    game = call.services.games.read(call.game.id)
    assert game is not None
    return Reply({"version": version, "now": game.version}, etag=f"{version}-{game.tag}")


def _seated(call: Call) -> None:
    if call.game.blob != call.player_id.encode():
        raise NotSeated("No seat.")


def _stale(call: Call) -> dict[str, Any]:
    return {"etag": call.game.etag, "events": [{"number": 1}], "seen": call.game.version}


def _create(call: Call, fate: str) -> Reply:
    if fate == "refused":
        raise Refused("registration-closed")
    if fate == "crash":
        raise ZeroDivisionError("secret detail")
    commit_new(call.services, call.creation_id, call.player_id)
    if fate == "late-crash":
        raise ZeroDivisionError("secret detail")
    return Reply({"version": 1}, location=f"/v1/things/{call.creation_id}")


things = Blueprint("Things", __name__, url_prefix="/v1", description="Things to test with.")


@things.route("/things")
class Things(Resource):
    fate: ClassVar[str] = ""

    @things.operation(
        "createThing",
        summary="Create",
        body=Form,
        reply=Thing,
        status=201,
        idempotent="creation",
        new_id=new_game_id,
        replay=lambda call: Reply({"version": 1}, 201, location=f"/v1/things/{call.creation_id}"),
    )
    def post(self, call: Call) -> Reply:
        return _create(call, self.fate)

    @things.operation("listThings", summary="List", query=Filter, reply=Thing, auth="none")
    def get(self, call: Call) -> dict[str, Any]:
        return {"version": 1, "query": call.query}


@things.route("/things/<game_id>")
class OneThing(Resource):
    @things.operation("getThing", summary="See", reply=Thing, auth="optional", game=True, conditional=True)
    def get(self, call: Call) -> Reply:
        return Reply({"version": call.game.version, "you": call.player_id}, etag=call.game.etag)

    @things.operation("deleteThing", summary="Delete", status=204, game=True)
    def delete(self, _: Call) -> Reply:
        return Reply()


@things.route("/things/<game_id>/actions")
class Actions(Resource):
    intruder: ClassVar[Any] = None

    @things.operation(
        "act",
        summary="Act",
        body=Act,
        reply=Thing,
        game=True,
        match="required",
        stale=_stale,
        idempotent="game",
        replay=lambda call: _view(call, call.replay.version if call.replay else 0),
        right=_seated,
        problems=("illegal-action",),
        examples={"take": {"type": "take", "tokens": {"white": 1}}},
    )
    def post(self, call: Call) -> Reply:
        if call.body["type"] == "buy":
            raise IllegalAction("P2", "Not affordable.")
        if Actions.intruder:
            Actions.intruder(call)
        done = call.services.games.commit(
            Commit(
                call.game.id, call.match or (0, ""), secrets.token_hex(4), call.game.blob, "x", 1, "free", call.request
            )
        )
        call.replayed = done.replayed
        return Reply({"version": done.version}, etag=f"{done.version}-{done.tag}")


@things.route("/things/<game_id>/name")
class Nickname(Resource):
    @things.operation("rename", summary="Rename", body=Form, body_optional=True, game=True, match="optional")
    def put(self, call: Call) -> dict[str, Any]:
        return {"body": call.body}


@things.route("/secrets")
class Secrets(Resource):
    @things.operation("makeSecret", summary="Secret", auth="none", secret=True, status=201)
    def post(self, call: Call) -> dict[str, Any]:
        return {"body": call.body}


def commit_new(services: Services, game_id: str, owner: str) -> str:
    """A new game whose blob is its owner's id; gives its tag."""
    tag = secrets.token_hex(4)
    request = Request(secrets.token_hex(8))
    services.games.commit(Commit(game_id, (0, ""), tag, owner.encode(), "x", 1, "free", request))
    return tag


def new_player(services: Services, scope: str = "") -> tuple[str, dict[str, str]]:
    """A player's id, and the header that makes a request theirs."""
    player_id, secret = new_player_id(), new_secret("player")
    services.players.create(Player(player_id, "Ada"), NewToken(new_token_id(), digest_of(secret), scope))
    return player_id, {"Authorization": f"Bearer {secret}"}


def make_app(url: str, **settings: Any) -> Application:
    """The probe on a real server."""
    chosen = Settings(redis_url=url, queue_redis_url=url, rate_limits="off")._replace(**settings)
    app = Application("probe", chosen, connect(chosen))
    app.register_blueprint(things)
    app.register_blueprint(problem_pages)
    return app
