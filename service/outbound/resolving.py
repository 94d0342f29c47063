"""From the name of a host to the addresses it has at this moment."""

import ipaddress
import queue
import socket
import threading
from collections.abc import Callable

from service.outbound.targets import Address

Resolver = Callable[[str, int], list[Address]]
"""The addresses of a host, for a port, in the order in which they are to be tried. Raises OSError where there is none."""


def system_resolver(host: str, port: int) -> list[Address]:
    """What the system says."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ipaddress.ip_address(entry[4][0]) for entry in found))


def resolve(resolver: Resolver, host: str, port: int, timeout_s: float) -> list[Address]:
    """Asks the resolver, for so long and no longer. Raises OSError; TimeoutError is one.

    The system's resolver cannot be told how long it may take, so it runs in a thread that may be left behind.
    """
    try:
        return [ipaddress.ip_address(host)]
    except ValueError:
        answers: queue.SimpleQueue[list[Address] | Exception] = queue.SimpleQueue()
    threading.Thread(target=lambda: answers.put(_ask(resolver, host, port)), daemon=True, name="resolve").start()
    try:
        answer = answers.get(timeout=max(0.0, timeout_s))
    except queue.Empty:
        raise TimeoutError("the name was not resolved in time") from None
    if isinstance(answer, Exception):
        raise OSError("the name cannot be resolved") from answer
    return answer


def _ask(resolver: Resolver, host: str, port: int) -> list[Address] | Exception:
    try:
        return resolver(host, port)
    except (OSError, ValueError) as error:
        return error
