"""POST to an address that others have named."""

import ssl
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import httpcore

from service.outbound.connecting import CheckedBackend, Limit, Refused
from service.outbound.resolving import Resolver, system_resolver
from service.outbound.targets import BadTarget, Rules, Target

MOST_REPLY = 65_536
"""How much of a reply is read, in bytes."""

BAD_TARGET, NO_ADDRESS, CONNECT, TLS = "target-refused", "no-address", "connect-failed", "tls-failed"
TIMEOUT, BROKEN, TOO_LARGE = "timeout", "reply-broken", "reply-too-large"
ERRORS = {
    BAD_TARGET: "The URL is not one that may be called.",
    NO_ADDRESS: "The host has no address that may be called.",
    CONNECT: "No connection came about.",
    TLS: "The certificate is not valid, or TLS failed.",
    TIMEOUT: "The reply did not come in time.",
    BROKEN: "The connection broke off, or the reply was no HTTP.",
    TOO_LARGE: f"The reply is larger than {MOST_REPLY} bytes.",
}
"""Why a call failed, by slug: all that is ever told of it besides the status."""
_CUTTING = (httpcore.TimeoutException, TimeoutError)


class Answer(NamedTuple):
    """What came back: the status (0: none), the body, and the slug of what went wrong (empty: nothing).

    The body is for the caller alone and never shown to anybody. With an error it is empty; the status may be there.
    """

    status: int = 0
    body: bytes = b""
    error: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the receiver has taken it: the status counts, not what came after it."""
        return 200 <= self.status < 300


class Caller:
    """Calls targets as the rules allow it. Each call has a connection of its own; threads may share a caller.

    No redirect is followed, and no proxy, credential or certificate of the environment is used.
    """

    def __init__(self, rules: Rules, resolver: Resolver = system_resolver, trust: ssl.SSLContext | None = None) -> None:
        """`trust`: the authorities to be believed; the system's and those of certifi where it is left out."""
        self._rules, self._resolver, self._trust = rules, resolver, trust

    def check(self, url: str) -> None:
        """Raises BadTarget for a URL that is refused whatever its name stands for."""
        self._rules.check_url(url)

    def post(
        self, url: str, body: bytes, headers: Mapping[str, str], timeout_s: float, most_reply: int = MOST_REPLY
    ) -> Answer:
        """Sends JSON and reads the reply, all within `timeout_s`. With `most_reply` 0 its body is not looked at."""
        limit = Limit(timeout_s)
        try:
            target = self._rules.check_url(url)
        except BadTarget:
            return Answer(error=BAD_TARGET)
        try:
            with self._connection(target, limit) as connection:
                return _exchange(connection, _request(target, body, headers), most_reply)
        except Refused:
            return Answer(error=NO_ADDRESS)
        except _CUTTING:
            return Answer(error=TIMEOUT)
        except httpcore.ConnectError as error:
            return Answer(error=TLS if _is_tls(error) else CONNECT)
        except (httpcore.NetworkError, httpcore.ProtocolError):
            return Answer(error=BROKEN)

    def _connection(self, target: Target, limit: Limit) -> httpcore.HTTPConnection:
        return httpcore.HTTPConnection(
            httpcore.Origin(target.scheme.encode(), target.host.encode(), target.port),
            ssl_context=self._authorities if target.scheme == "https" else None,
            network_backend=CheckedBackend(self._rules, self._resolver, target, limit),
        )

    @cached_property
    def _authorities(self) -> ssl.SSLContext:
        return self._trust or httpcore.default_ssl_context()


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> httpcore.Request:
    sent = {
        "host": target.authority,
        "content-type": "application/json",
        "content-length": str(len(body)),
        "accept": "application/json",
        "accept-encoding": "identity",
        "user-agent": "splendor-host",
        "connection": "close",
        **headers,
    }
    url = httpcore.URL(
        scheme=target.scheme.encode(), host=target.host.encode(), port=target.port, target=target.path.encode()
    )
    return httpcore.Request("POST", url, headers=[(k.encode(), v.encode()) for k, v in sent.items()], content=body)


def _exchange(connection: httpcore.HTTPConnection, request: httpcore.Request, most: int) -> Answer:
    response = connection.handle_request(request)
    try:
        return _read(response, most) if most else Answer(response.status)
    finally:
        response.close()


def _read(response: httpcore.Response, most: int) -> Answer:
    body = bytearray()
    try:
        for piece in response.iter_stream():
            body += piece
            if len(body) > most:
                return Answer(response.status, error=TOO_LARGE)
    except _CUTTING:
        return Answer(response.status, error=TIMEOUT)
    except (httpcore.NetworkError, httpcore.ProtocolError):
        return Answer(response.status, error=BROKEN)
    return Answer(response.status, bytes(body))


def _is_tls(error: BaseException) -> bool:
    """Both are a ConnectError; what it was raised from tells."""
    return isinstance(error.__cause__ or error.__context__, ssl.SSLError)
