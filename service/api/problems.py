"""One table of everything a client can be told is wrong.

Each code has a page under /problems and stands in the document. A code's status never changes.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Kind(NamedTuple):
    """A row: the stable slug, its status, a title, what it means and what to do; `retry_ms` > 0 where repeating helps."""

    code: str
    status: int
    title: str
    text: str
    retry_ms: int = 0


_ROWS = (
    Kind(
        "unreadable-request",
        400,
        "Unreadable request",
        "The request could not be read: its query, a header or its framing is broken.",
    ),
    Kind(
        "unreadable-body",
        400,
        "Unreadable body",
        "The body is missing or is not JSON: UTF-8, no member twice, no NaN, no lone surrogates, not nested "
        "without end.",
    ),
    Kind(
        "bad-precondition",
        400,
        "Bad precondition",
        "If-Match and If-None-Match take one tag, in quotation marks, as it came in ETag. `*` and lists are "
        "not accepted.",
    ),
    Kind("bad-idempotency-key", 400, "Bad idempotency key", "Idempotency-Key is 1 to 255 visible ASCII characters."),
    Kind(
        "token-in-query",
        400,
        "Token in the query",
        "Tokens belong in the Authorization header. Query strings end up in logs; replace this token.",
    ),
    Kind("token-missing", 401, "Token missing", "This operation needs `Authorization: Bearer <token>`."),
    Kind("token-invalid", 401, "Token invalid", "The token is malformed, unknown, expired or withdrawn."),
    Kind(
        "ticket-invalid",
        401,
        "Ticket invalid",
        "The ticket is unknown, has ended, or is for another stream; it opens streams alone. Ask for a new one with your "
        "token.",
    ),
    Kind("token-scope", 403, "Token scope", "A token of scope `read` changes nothing."),
    Kind(
        "token-kind",
        403,
        "Token kind",
        "The token is of another kind than this operation is for: player, app or admin.",
    ),
    Kind("registration-closed", 403, "Registration closed", "Players cannot register themselves here."),
    Kind("not-seated", 403, "Not seated", "Only those who have a seat in this game may do this."),
    Kind("not-creator", 403, "Not the creator", "Only the creator of the game may do this."),
    Kind("not-your-seat", 403, "Not your seat", "Somebody else sits there."),
    Kind("owner-is-bot", 403, "Owner is a bot", "A bot has no bots of its own."),
    Kind("not-welcome", 403, "Not welcome", "The creator of the game does not want to play with you."),
    Kind("not-found", 404, "Not found", "There is nothing at this address."),
    Kind("not-eligible", 403, "Not eligible", "The ladder is not for this player; `detail` says why."),
    Kind("game-not-found", 404, "Game not found", "There is no game with this id, or none that you may see."),
    Kind("version-not-found", 404, "Version not found", "The game has not had this version."),
    Kind("seat-not-found", 404, "Seat not found", "The game has no seat of this number."),
    Kind("rematch-not-found", 404, "Rematch not found", "Nobody has asked for a rematch of this game yet."),
    Kind("ladder-not-found", 404, "Ladder not found", "There is no such ladder."),
    Kind("entry-not-found", 404, "Entry not found", "There is no such entry in this ladder, or no such AI player."),
    Kind("player-not-found", 404, "Player not found", "There is no player with this id."),
    Kind("app-not-found", 404, "App not found", "There is no such app."),
    Kind("webhook-not-found", 404, "Webhook not found", "You have no webhook endpoint with this id."),
    Kind(
        "delivery-not-found",
        404,
        "Delivery not found",
        "The endpoint has no delivery with this id; the newest ones are kept.",
    ),
    Kind("token-not-found", 404, "Token not found", "You have no token with this id."),
    Kind(
        "method-not-allowed",
        405,
        "Method not allowed",
        "The address exists, but not with this method; Allow lists those it has.",
    ),
    Kind("not-acceptable", 406, "Not acceptable", "Replies are JSON; Accept has to allow application/json."),
    Kind(
        "illegal-action",
        409,
        "Illegal action",
        "The rules forbid it; `rule` is the id of the rule. Nothing has changed.",
    ),
    Kind("not-your-turn", 409, "Not your turn", "Another seat is to act."),
    Kind("game-not-started", 409, "Game not started", "The game still has open seats."),
    Kind("game-started", 409, "Game started", "This is possible before the start only."),
    Kind("game-over", 409, "Game over", "The game is finished or was aborted."),
    Kind("seat-out", 409, "Seat out", "The seat has resigned or its time ran out."),
    Kind("seat-handed-over", 409, "Seat handed over", "An AI player has taken this seat over for good."),
    Kind("seat-not-open", 409, "Seat not open", "The seat is taken, or no seat is open."),
    Kind(
        "invitation-refused",
        409,
        "Invitation refused",
        "A player who was named cannot be invited. The reason is not told.",
    ),
    Kind(
        "invitation-expired",
        409,
        "Invitation expired",
        "The invitation had come to its end when it was accepted; the seat may be open to all now.",
    ),
    Kind(
        "sandbox-stranger",
        409,
        "Stranger in a sandbox",
        "In a `sandbox` sit its creator, AI players, bots of the same owner, and players of the same app.",
    ),
    Kind("not-a-sandbox", 409, "Not a sandbox", "A clock is put on, and faults are asked for, in a `sandbox` alone."),
    Kind("no-clock", 409, "No clock", "No clock runs: the game has none, is not under way, or an AI player is to act."),
    Kind("webhook-disabled", 409, "Webhook disabled", "Nothing is sent to this endpoint at present; enable it first."),
    Kind("rated-game", 409, "Rated game", "Those who began a rated game play it to its end themselves."),
    Kind(
        "ladder-game",
        409,
        "Ladder game",
        "A ladder has put these players together: they play to the end, nobody takes over, and there is no rematch.",
    ),
    Kind(
        "not-rateable",
        409,
        "Not rateable",
        "A rated game is one of people against the clock, by the common rules, with a deal that nobody has chosen; "
        "`detail` says what stands against it.",
    ),
    Kind(
        "ladder-closed", 409, "Ladder closed", "The ladder is over: nobody enters, and nothing of it changes any more."
    ),
    Kind(
        "ladder-fixed",
        409,
        "Ladder fixed",
        "What decides what a rating means never changes; lay down another ladder. The ladder of people stays as it is.",
    ),
    Kind("ladder-moved", 409, "Ladder moved", "Others have changed this in the same moment; look at it again.", 100),
    Kind("game-not-over", 409, "Game not over", "This needs a game that is over."),
    Kind("player-gone", 409, "Player gone", "Somebody who played in this game does not exist any more."),
    Kind("not-yourself", 409, "Not yourself", "Nobody can block themselves."),
    Kind(
        "too-many",
        409,
        "Too many",
        "The quota is used up; `detail` says which. End, answer or withdraw something first.",
    ),
    Kind(
        "no-callback-secret",
        409,
        "No callback secret",
        "Calls are signed: get a secret first, from `POST /v1/players/me/callback/rotate-secret`.",
    ),
    Kind(
        "callback-refused",
        409,
        "Callback refused",
        "The address has not answered the signed challenge as it has to; `reason` says what came instead.",
    ),
    Kind("time-over", 409, "Time over", "The deadline had passed when the action arrived."),
    Kind(
        "request-in-progress",
        409,
        "Request in progress",
        "A request with this Idempotency-Key is still being worked on.",
        1000,
    ),
    Kind("contention", 409, "Contention", "Others kept changing the game meanwhile. Nothing has changed; repeat.", 200),
    Kind("game-gone", 410, "Game gone", "There was such a game; finished games are kept for a limited time only."),
    Kind(
        "version-conflict",
        412,
        "Version conflict",
        "If-Match does not name the present version. Nothing has changed; `etag` is the present one, `events`"
        " what happened since.",
    ),
    Kind("body-too-large", 413, "Body too large", "The body is larger than this service reads."),
    Kind(
        "unsupported-media-type",
        415,
        "Unsupported media type",
        "Bodies are application/json in UTF-8, without compression.",
    ),
    Kind(
        "invalid-request",
        422,
        "Invalid request",
        "The request does not follow the schema; `errors` names every fault.",
    ),
    Kind(
        "invalid-position",
        422,
        "Invalid position",
        "The start position breaks an invariant of the game; `errors` names every fault.",
    ),
    Kind("idempotency-key-reuse", 422, "Idempotency key reuse", "This Idempotency-Key came before, with another body."),
    Kind(
        "precondition-required",
        428,
        "Precondition required",
        "Send the ETag of the view you decided on as If-Match.",
    ),
    Kind(
        "rate-limited",
        429,
        "Rate limited",
        "Too many requests in too short a time. Nothing has been done; `retry_after_ms` tells when the next one will be "
        "taken. RateLimit and RateLimit-Policy name the limits. Your running games have limits of their own.",
        1000,
    ),
    Kind("internal-error", 500, "Internal error", "A fault of this service. It has been logged under the request id."),
    Kind(
        "store-unavailable",
        503,
        "Store unavailable",
        "The store does not answer. Whether the request took effect is unknown; repeat it with the same "
        "Idempotency-Key and If-Match.",
        1000,
    ),
    Kind(
        "store-full",
        503,
        "Store full",
        "The store takes no writes at present. Repeat later with the same Idempotency-Key and If-Match.",
        5000,
    ),
    Kind(
        "archive-unavailable",
        503,
        "Archive unavailable",
        "The archive of finished games does not answer, or cannot give this game. All other games are not concerned.",
        5000,
    ),
    Kind(
        "capacity",
        503,
        "No capacity",
        "New games are not taken at present, so that the running ones can finish.",
        30_000,
    ),
    Kind(
        "too-many-waiters",
        503,
        "Too many waiters",
        "All places for waiting requests are taken; ask again without waiting, or later.",
        1000,
    ),
    Kind(
        "too-many-streams",
        503,
        "Too many streams",
        "All places for streams are taken, or this process is about to end; come again, or poll.",
        2000,
    ),
    Kind(
        "streams-unavailable",
        503,
        "Streams unavailable",
        "The server that this service runs on cannot keep a stream open here; poll with `wait_ms`.",
        60_000,
    ),
    Kind(
        "not-ready",
        503,
        "Not ready",
        "This process cannot do its work at present; `failed` names what is missing.",
        1000,
    ),
)

TABLE: Mapping[str, Kind] = {row.code: row for row in _ROWS}
