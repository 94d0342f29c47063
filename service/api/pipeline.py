"""The one order in which every request is checked.

transport (400, 406, 413, 415), 401, 429, 404, 422, replay or key conflict, 403, 428, 412, then the resource itself (409).
405 comes from the router, before any of it; a token in the query is refused before that.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from werkzeug.wrappers import Request as HttpRequest

from service.api import auth, faults, idempotency, limiting, queries, tickets
from service.api.accept import check_accept
from service.api.call import Call, Reply
from service.api.encoding import EVENT_STREAM, read_body
from service.api.errors import Refused
from service.api.operation import Operation
from service.api.preconditions import entity_tag, overtaken, parse_match
from service.api.streaming import wants_stream
from service.api.validation import load_body, load_query
from service.store.errors import Conflict, StoreError
from service.store.limits import Use

if TYPE_CHECKING:
    from service.services import Services

View = Callable[..., Any]


def perform(operation: Operation, view: View, http: HttpRequest, services: "Services", path: dict[str, Any]) -> Reply:
    """Carries one request through all checks to the resource. Raises whatever refuses it."""
    call = Call(operation, http, services, path, changes=http.method not in ("GET", "HEAD"))
    parameters, document = _read_transport(call)
    tickets.redeem(call, parameters)
    _find_caller_and_game(call, parameters, document)
    if operation.find is not None and _is_of_right_kind(call):
        call.found = operation.find(call)
    waiting = faults.waiting(call)
    if waiting is not None:
        return faults.suffer(call, waiting, lambda: _answer(call, view, parameters, document))
    return _answer(call, view, parameters, document)


def _answer(call: Call, view: View, parameters: dict[str, str], document: Any) -> Reply:
    """From the shape of the request on."""
    operation = call.operation
    if operation.query_loader is not None or parameters:
        call.query = load_query(operation.query_loader, parameters)
    if call.changes:
        call.body = load_body(operation.body_loader, document)
    if operation.new_id is not None:
        call.creation_id = operation.new_id()
    if call.key:
        idempotency.recognise(call, document)
    return _replay(call) if call.replayed else _carry_out(call, view)


def _carry_out(call: Call, view: View) -> Reply:
    try:
        reply = _check_and_play(call, view)
    except Conflict:
        if not call.taken_over:
            raise
        # The process that had claimed this creation made it before it died.
        reply = _replay(call)
    except Exception as error:
        idempotency.abandon(call, error)
        if isinstance(error, StoreError) or not idempotency.made_meanwhile(call):
            raise
        reply = _replay(call)
    idempotency.complete(call)
    return reply


def _read_transport(call: Call) -> tuple[dict[str, str], Any]:
    """What can be said without asking the store; gives the raw query and the JSON body."""
    operation, environ = call.operation, call.http.environ
    parameters = queries.parse(environ.get("QUERY_STRING", ""))
    _read_headers(call, environ)
    accept = environ.get("HTTP_ACCEPT")
    if accept is not None:
        offered = (*operation.media_types, EVENT_STREAM) if operation.stream else operation.media_types
        check_accept(accept, offered)
        call.streams = bool(operation.stream) and wants_stream(accept)
    document: Any = {}
    if call.changes:
        optional = operation.body is None or operation.body_optional
        document = read_body(call.http, call.services.settings.body_limit, optional)
    if operation.auth != "none":
        call.credential = auth.bearer(environ.get("HTTP_AUTHORIZATION"))
    return parameters, document


def _read_headers(call: Call, environ: dict[str, Any]) -> None:
    operation = call.operation
    if operation.match:
        header = environ.get("HTTP_IF_MATCH")
        call.match = parse_match(header) if header is not None else None
    if operation.conditional:
        header = environ.get("HTTP_IF_NONE_MATCH")
        call.known = entity_tag(header) if header is not None else ""
    if operation.idempotent or call.http.method == "POST":
        key = idempotency.parse_key(environ.get("HTTP_IDEMPOTENCY_KEY"))
        call.key = key if operation.idempotent else ""


def _find_caller_and_game(call: Call, parameters: dict[str, str], document: Any) -> None:
    """401, 429, 404, with one round trip where nothing but the limits of a game's players apply."""
    if not call.credential:
        if call.operation.auth == "required":
            raise auth.missing()
        call.key = ""
    request_id = idempotency.request_digest(call) if call.key and call.operation.game else None
    counted = limiting.uses(call, parameters)
    game_id = call.path.get("game_id", "")
    record = _read(call, request_id, counted)
    if call.credential:
        call.caller = _caller(call, record)
        if call.operation.attends:
            call.services.presence.see(call.player_id)
    limiting.count(call, counted, parameters)
    if call.operation.game:
        # The archive is asked only for those whom the limits let pass.
        call.stored = call.stored or call.services.games.read_archived(game_id)
        _check_game(call, request_id, document)


def _read(call: Call, request_id: str | None, counted: Sequence[Use]) -> bytes | None:
    """The token's record; game and request record go into the call."""
    services = call.services
    if call.operation.game:
        record, call.stored, call.replay = services.games.read_for_request(
            call.path.pop("game_id"), call.credential or None, request_id, counted
        )
        return record
    if call.credential:
        return services.players.token_record(call.credential, counted)
    if counted:
        services.limits.take(counted)
    return None


def _caller(call: Call, record: bytes | None) -> auth.Caller:
    if record is None:
        limiting.count_stranger(call)
    return auth.caller(record, call.credential)


def _check_game(call: Call, request_id: str | None, document: Any) -> None:
    if call.stored is None or (call.stored.private and not call.operation.admits(call, document)):
        raise Refused("game-not-found")
    if call.changes:
        call.recorded_as = idempotency.game_request(call, request_id, document)


def _replay(call: Call) -> Reply:
    render = call.operation.replay
    if render is None:
        raise LookupError(f"{call.operation.id} was declared without a replay")
    call.replayed = True
    return _marked(call, as_reply(render(call)))


def _check_and_play(call: Call, view: View) -> Reply:
    """Rights, preconditions, and the resource."""
    operation, caller = call.operation, call.caller
    if not _is_of_right_kind(call):
        raise Refused("token-kind")
    if call.changes and not operation.reads and caller is not None and caller.scope == "read":
        raise Refused("token-scope")
    if operation.right is not None:
        operation.right(call)
    if operation.match:
        _check_match(call)
    try:
        reply = as_reply(view(call, **call.path))
    except Conflict:
        if call.match is None:
            raise
        raise _overtaken_in_commit(call) from None
    if call.known and reply.etag == call.known:
        return Reply.unchanged(reply.etag, reply.headers)
    return _marked(call, reply)


def _is_of_right_kind(call: Call) -> bool:
    """Whether the operation is for callers of this kind: others can have nothing that it could find."""
    kinds = call.operation.callers if call.operation.auth == "required" else ()
    return call.caller is None or not kinds or call.caller.kind in kinds


def _overtaken_in_commit(call: Call) -> Refused:
    """Others were faster between the read and the commit, whose comparison is the one that counts.

    What the client is told is read once more, so that etag and events belong together.
    """
    call.stored, call.opened = call.services.games.read(call.game.id) or call.stored, None
    return overtaken(call)


def _marked(call: Call, reply: Reply) -> Reply:
    """Says so where this is the reply of an earlier request, be it that the commit alone found out."""
    if call.replayed and call.key:
        reply.headers = {**reply.headers, "Idempotency-Replayed": "true"}
    return reply


def _check_match(call: Call) -> None:
    if call.match is None:
        if call.operation.match == "required":
            raise Refused("precondition-required")
        return
    game = call.game
    if call.match != (game.version, game.tag) or faults.conflicts(call):
        raise overtaken(call)


def as_reply(result: Any) -> Reply:
    """What a resource returned, as a Reply."""
    return result if isinstance(result, Reply) else Reply(result)
