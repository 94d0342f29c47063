"""What a resource method is given, and what it gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from werkzeug.wrappers import Request as HttpRequest

from service.api import addresses
from service.api.auth import Caller
from service.api.preconditions import Match
from service.store.faults import Faults
from service.store.games import Request, RequestRecord, StoredGame
from service.store.tickets import Ticket

T = TypeVar("T")

if TYPE_CHECKING:
    from service.api.operation import Operation
    from service.services import Services


@dataclass(slots=True)
class Call:
    """One request whose transport, caller, game, shape, rights and preconditions have been checked.

    changes: the method is neither GET nor HEAD. streams: the reply shall be a stream.
    body, query: as loaded. path: what the path names besides the game. found: what `Operation.find` has found.
    credential: the token's digest, key: the Idempotency-Key, both empty where there is none. ticket: what stands for the
    token.
    match: the version that the client decided on; known: the tag in If-None-Match.
    opened: room for what the resource makes of the game, once for all its hooks. faults: those of a sandbox that wait
    for its creator, who calls.
    replay: what the store knows of an earlier identical request; replayed: this is one (a resource sets it where the
    commit found out). creation_id: the id that a creation has to use; claim, claimed_as, taken_over: the request that
    it was claimed for, and how.
    """

    operation: "Operation"
    http: HttpRequest
    services: "Services"
    path: dict[str, Any]
    changes: bool
    caller: Caller | None = None
    body: Any = None
    query: Any = None
    match: Match | None = None
    known: str = ""
    credential: str = ""
    key: str = ""
    stored: StoredGame | None = None
    found: Any = None
    opened: Any = None
    recorded_as: Request | None = None
    replay: RequestRecord | None = None
    replayed: bool = False
    creation_id: str = ""
    claim: str = ""
    claimed_as: str = ""
    taken_over: bool = False
    faults: Faults | None = None
    streams: bool = False
    ticket: Ticket | None = None

    @property
    def game(self) -> StoredGame:
        """The game in the path. For operations with `game=True` only."""
        return _present(self.stored)

    @property
    def request(self) -> Request:
        """The id under which a commit is recorded. For operations with `game=True` that change something only."""
        return _present(self.recorded_as)

    @property
    def player_id(self) -> str:
        """The caller's player id, empty for anonymous callers."""
        return self.caller.player_id if self.caller else ""

    @property
    def app_id(self) -> str:
        """The id of the app that calls, empty for all other callers."""
        return self.caller.app_id if self.caller else ""

    @property
    def holder(self) -> str:
        """Whom a place counts against that this request holds for long: its player or app, else its address.

        Empty, so nobody in particular, for programs on this machine that show no token.
        """
        if self.caller:
            return self.player_id or self.app_id or self.credential
        environ = self.http.environ
        return "" if addresses.is_here(environ) else addresses.caller_address(environ)


def _present(value: T | None) -> T:
    if value is None:
        raise LookupError("the operation was not declared to need this")
    return value


@dataclass(slots=True)
class Reply:
    """A success.

    body: encoded as JSON; bytes are sent as they are, an iterator of bytes piece by piece, a Handover becomes a stream;
    None for no body. status: the operation's own where it is 0. etag: without quotation marks. location: a path. cache: a Cache-Control other than the operation's.
    """

    body: Any = None
    status: int = 0
    etag: str = ""
    location: str = ""
    cache: str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def unchanged(cls, etag: str, headers: Mapping[str, str] | None = None) -> "Reply":
        """304: the client has this already. `headers` are those of the reply that it stands for."""
        return cls(None, 304, etag, headers=headers or {})
