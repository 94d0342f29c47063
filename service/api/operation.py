"""What one operation of the API is: everything that is promised about one method of one resource."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import marshmallow as ma

from service.api.call import Call
from service.api.encoding import JSON

Auth = Literal["required", "optional", "none"]
SchemaLike = ma.Schema | type[ma.Schema]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """The members are the keywords of `Blueprint.operation`.

    id: the camelCase operationId. summary, description: for the document (Markdown).
    body, query: closed schemas; without `body` an empty body or `{}` is taken. body_optional: it may be left out.
    reply: the schema of a success, for the document alone; status: its status, 204 has no body.
    auth: whether a token is needed, heeded or ignored.
    game: the path has `game_id`; the game is read together with token and request record. 404 where there is none.
    match: whether If-Match is needed (428), heeded, or ignored. stale(call) gives further members of a 412.
    conditional: the success has an ETag and honours If-None-Match.
    idempotent: "game" for verbs of a game, "creation" for what makes something new, whose id `new_id` draws.
    replay(call): the reply of an earlier identical request; for games `call.replay` names its version, for
        creations `call.creation_id` the thing. right(call): raises where the caller has no right (403).
    secret: the reply carries a secret, is `no-store` and never replayed. cache: another Cache-Control.
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
    auth: Auth = "required"
    game: bool = False
    match: Literal["required", "optional"] | None = None
    stale: Callable[[Call], Mapping[str, Any]] | None = None
    conditional: bool = False
    idempotent: Literal["game", "creation"] | None = None
    new_id: Callable[[], str] | None = None
    replay: Callable[[Call], Any] | None = None
    right: Callable[[Call], None] | None = None
    secret: bool = False
    cache: str = ""
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
