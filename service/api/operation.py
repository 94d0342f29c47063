"""What one operation of the API is: everything that is promised about one method of one resource."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Literal

import marshmallow as ma

from service.api.call import Call
from service.api.encoding import JSON
from service.hosting.reading import open_table
from service.store.tokens import TokenKind

Auth = Literal["required", "optional", "none"]
Bucket = Literal["create", "act", "read", "stream", "game", ""]
SchemaLike = ma.Schema | type[ma.Schema]


def admits_its_people(call: Call, _: Any) -> bool:
    """Creator, invited and seated players know of a private game."""
    call.opened = open_table(call.game, call.player_id)
    return bool(call.opened.game.visible_to(call.player_id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """The members are the keywords of `Blueprint.operation`.

    id: the camelCase operationId. summary, description: for the document (Markdown).
    body, query: closed schemas; without `body` an empty body or `{}` is taken. body_optional: it may be left out.
    reply: the schema of a success, for the document alone; status: its status, 204 has no body.
    makes: the first of several equal requests is answered 201 with Location, as what it asks for is made then.
    auth: whether a token is needed, heeded or ignored. callers: of which kinds where it is needed.
    game: the path has `game_id`; the game is read together with token and request record. 404 where there is none.
    find(call): what else the path names, which it takes out of `call.path`; it becomes `call.found`. Raises what says
        that there is no such thing, or none of the caller's (404); not asked for callers of another kind.
    match: whether If-Match is needed (428), heeded, or ignored. stale(call) gives further members of a 412.
    conditional: the success has an ETag and honours If-None-Match.
    versioned: where it takes an Idempotency-Key, its success has an ETag, as games have.
    idempotent: "game" for verbs of a game, "creation" for what makes something new, whose id `new_id` draws.
    repeated: what a second request does where a POST takes no key, for the document.
    replay(call): the reply of an earlier identical request; for games `call.replay` names its version, for
        creations `call.creation_id` the thing. admits(call, document): whether a private game exists for the caller.
    right(call): raises where the caller has no right (403).
    languages: its texts are in the language that Accept-Language likes best.
    secret: the reply carries a secret, is `no-store` and never replayed. cache: another Cache-Control.
    bucket: which rate limit its requests count against. Where it is left out: `create` for what makes something,
        `act` for other changes, `read` for the rest; none (empty) for reading that no token has to do with. `game`
        for what tells of the caller's running games.
    attends: whether a player who calls it is there to play, for the ladders it is in; not so where these are looked at.
    reads: it changes nothing, whatever its method is: a token of scope `read` is enough.
    faults: whether those that the creator of a sandbox has asked for hit its calls.
    stream: what the stream of events looks like that it can reply with too, for which a ticket may stand for the
        token; empty where there is none.
    media_types: what it can reply with. problems: codes beyond those that follow from the other members.
    examples, reply_examples: by name, checked against the schemas by a test.
    """

    id: str
    summary: str
    description: str = ""
    body: SchemaLike | None = None
    body_optional: bool = False
    query: SchemaLike | None = None
    reply: SchemaLike | None = None
    status: int = 200
    makes: bool = False
    auth: Auth = "required"
    callers: tuple[TokenKind, ...] = ("player",)
    game: bool = False
    find: Callable[[Call], Any] | None = None
    match: Literal["required", "optional"] | None = None
    stale: Callable[[Call], Mapping[str, Any]] | None = None
    conditional: bool = False
    versioned: bool = True
    idempotent: Literal["game", "creation"] | None = None
    repeated: str = "the request can be repeated without harm"
    new_id: Callable[[], str] | None = None
    replay: Callable[[Call], Any] | None = None
    right: Callable[[Call], None] | None = None
    attends: bool = True
    admits: Callable[[Call, Any], bool] = admits_its_people
    languages: bool = False
    secret: bool = False
    cache: str = ""
    bucket: Bucket | None = None
    reads: bool = False
    faults: bool = True
    stream: str = ""
    media_types: tuple[str, ...] = (JSON,)
    problems: tuple[str, ...] = ()
    examples: Mapping[str, Any] = field(default_factory=dict)
    reply_examples: Mapping[str, Any] = field(default_factory=dict)

    body_loader: ma.Schema | None = field(init=False)
    query_loader: ma.Schema | None = field(init=False)

    @property
    def cache_control(self) -> str:
        """The Cache-Control of its successes."""
        return self.cache or ("no-store" if self.secret else "private, no-cache")

    def bucket_of(self, *, changes: bool) -> Bucket:
        """The rate limit that a request counts against, empty for none; `changes` as in Call."""
        if self.bucket is not None:
            return self.bucket
        if changes:
            return "create" if self.makes or self.status == HTTPStatus.CREATED else "act"
        return "" if self.auth == "none" else "read"

    def __post_init__(self) -> None:
        object.__setattr__(self, "body_loader", _instance(self.body))
        object.__setattr__(self, "query_loader", _instance(self.query))
        if (self.idempotent is not None) != (self.replay is not None):
            raise TypeError(f"{self.id}: idempotent and replay belong together")
        if (self.idempotent == "creation") != (self.new_id is not None):
            raise TypeError(f"{self.id}: creations draw their ids by new_id")

    def __deepcopy__(self, memo: dict[int, Any]) -> "Operation":
        """flask-smorest copies what it finds on a view; this never changes."""
        return self


def _instance(schema: SchemaLike | None) -> ma.Schema | None:
    return schema() if isinstance(schema, type) else schema
