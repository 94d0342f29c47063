"""A connection to an API process, for bots that have to live with whatever it answers."""

import contextlib
import http.client
import json
import time
from typing import Any, NamedTuple

Json = dict[str, Any]
PATIENCE_S = 15.0
AWAY = 503


class Reply(NamedTuple):
    """An answer; 503 also where none came."""

    status: int
    body: Json


class Line:
    """One connection, opened anew when it is lost. It never raises for what the other side does."""

    def __init__(self, port: int, token: str = "") -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: Json | bytes | None = None, etag: str = "", key: str = "") -> Reply:
        """One request, once. `key` lets it be repeated."""
        headers = (
            self._headers | ({"If-Match": f'"{etag}"'} if etag else {}) | ({"Idempotency-Key": key} if key else {})
        )
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        try:
            self._http.request(method, path, data, headers)
            answer = self._http.getresponse()
            return Reply(answer.status, _object(answer.read()))
        except (OSError, http.client.HTTPException):
            self._http.close()
            return Reply(AWAY, {})

    def insist(self, method: str, path: str, body: Json | None = None, key: str = "") -> Json:
        """The same until it is done. Raises RuntimeError for a refusal."""
        while True:
            reply = self.ask(method, path, body, key=key)
            if reply.status < http.HTTPStatus.BAD_REQUEST:
                return reply.body
            if reply.status < http.HTTPStatus.INTERNAL_SERVER_ERROR:
                raise RuntimeError(f"{method} {path}: {reply.status} {reply.body}")
            time.sleep(0.2)

    def close(self) -> None:
        self._http.close()


def _object(data: bytes) -> Json:
    with contextlib.suppress(ValueError):
        found = json.loads(data)
        return found if isinstance(found, dict) else {}
    return {}
