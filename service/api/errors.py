"""From an exception, ours or the framework's, to a row of the table of problems."""

from collections.abc import Iterable, Mapping
from typing import Any

from service.api.languages import ENGLISH
from service.api.problems import TABLE, Kind
from service.api.problems_texts import told
from service.hosting.errors import DomainError
from service.queue import QueueUnavailable
from service.store import errors as store
from splendor.engine.errors import IllegalAction

__all__ = ["MAX_ERRORS", "TABLE", "Kind", "Refused", "code_of", "document", "framework_code", "refusal"]

MAX_ERRORS = 50
"""How many faults of one request are listed."""

_CLASSES: Mapping[type[Exception], str] = {
    IllegalAction: "illegal-action",
    store.NotFound: "game-not-found",
    store.GameArchived: "game-over",
    store.GameGone: "game-gone",
    store.ArchiveUnavailable: "archive-unavailable",
    store.Conflict: "contention",
    store.RequestMismatch: "idempotency-key-reuse",
    store.DeadlineNotReached: "contention",
    store.GapAdjust: "contention",
    store.StoreUnavailable: "store-unavailable",
    store.StoreFull: "store-full",
    store.NoCapacity: "capacity",
    store.Unreadable: "internal-error",
    store.LimitReached: "too-many",
    store.TooManyWaiters: "too-many-waiters",
    QueueUnavailable: "store-unavailable",
}
"""Errors of the layers below that have no slug of their own."""

_BY_STATUS: Mapping[int, str] = {
    400: "unreadable-request",
    401: "token-missing",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "body-too-large",
    415: "unsupported-media-type",
    422: "invalid-request",
}
"""What the framework's own errors are called."""


class Refused(Exception):
    """A refusal by the API itself. `errors` are (JSON pointer, message) pairs, `extra` further members of the reply."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        errors: Iterable[tuple[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(code)
        self.kind = TABLE[code]
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.extra = extra


def code_of(error: Exception) -> str | None:
    """The row an exception of ours belongs to; None for what nobody foresaw."""
    if isinstance(error, DomainError):
        return error.code
    return next((_CLASSES[cls] for cls in type(error).__mro__ if cls in _CLASSES), None)


def refusal(error: Exception) -> Refused | None:
    """Any exception of ours as the refusal that the outside sees; None for what nobody foresaw."""
    if isinstance(error, Refused):
        return error
    code = code_of(error)
    if code is None:
        return None
    extra = dict(getattr(error, "extra", {}))
    rule = getattr(error, "rule", "")
    if rule:
        extra["rule"] = rule
    faults = extra.pop("errors", ())
    detail = getattr(error, "detail", "") or getattr(error, "message", "")
    return Refused(code, detail, errors=faults, **extra)


def framework_code(status: int) -> str:
    """The row for an error that Flask or werkzeug raises."""
    return _BY_STATUS.get(status, "unreadable-request" if 400 <= status < 500 else "internal-error")


def document(refused: Refused, language: str = ENGLISH) -> dict[str, Any]:
    """The problem+json members of a refusal (RFC 9457), in their order. The title alone is in that language."""
    kind = refused.kind
    body: dict[str, Any] = {
        "type": f"/problems/{kind.code}",
        "title": told(kind, language).title,
        "status": kind.status,
        "code": kind.code,
        "detail": refused.detail or kind.text,
    }
    if refused.errors:
        body["errors"] = [{"pointer": pointer, "message": text} for pointer, text in refused.errors[:MAX_ERRORS]]
    if kind.retry_ms:
        body["retry_after_ms"] = kind.retry_ms
    body.update(refused.extra)
    return body
