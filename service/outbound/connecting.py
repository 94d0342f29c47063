"""Connections that go where the rules were looked at, and that end in time whatever the other side does."""

import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore

from service.outbound.resolving import Resolver, resolve
from service.outbound.targets import Rules, Target

PIECE = 4_096
"""How much is written at a time: the time that is left is looked at in between."""


class Refused(Exception):
    """The host has no address that may be called."""


class Limit:
    """An end in time, for all that a call does together."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def left(self) -> float:
        """The seconds that are left. Raises TimeoutError where there are none."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time for a call is over")
        return left


class CheckedBackend(httpcore.NetworkBackend):
    """Opens the connections of one call: the address that is checked is the one that is connected to (B18)."""

    def __init__(self, rules: Rules, resolver: Resolver, target: Target, limit: Limit) -> None:
        self._rules, self._resolver, self._target, self._limit = rules, resolver, target, limit
        self._system = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002 - what is left of the whole counts, here as below
        local_address: str | None = None,  # noqa: ARG002 - part of the interface
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        """A connection to the first address that answers. Raises Refused if any of them is not to be called."""
        try:
            addresses = resolve(self._resolver, host, port, self._limit.left())
        except TimeoutError:
            raise
        except OSError:
            # The same as for an address that is refused: nobody shall find out which names exist in here.
            raise Refused("no address") from None
        if not addresses or not all(self._rules.admits(self._target, address) for address in addresses):
            raise Refused("no address that may be called")
        return LimitedStream(self._first([str(address) for address in addresses], port), self._limit)

    def _first(self, addresses: list[str], port: int) -> httpcore.NetworkStream:
        for address in addresses[:-1]:
            try:
                return self._system.connect_tcp(address, port, self._limit.left() / 2)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._system.connect_tcp(addresses[-1], port, self._limit.left())


class LimitedStream(httpcore.NetworkStream):
    """A stream on which no single operation lasts longer than what is left for the whole call."""

    def __init__(self, stream: httpcore.NetworkStream, limit: Limit) -> None:
        self._stream, self._limit = stream, limit

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._stream.read(max_bytes, self._limit.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        for start in range(0, len(buffer), PIECE):
            self._stream.write(buffer[start : start + PIECE], self._limit.left())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        return LimitedStream(self._stream.start_tls(ssl_context, server_hostname, self._limit.left()), self._limit)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
