"""The parts of a one-machine run, and what its owner is told about them."""

import errno
import http.client
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from service.supervisor import embedded
from service.supervisor.folder import Folder
from service.supervisor.part import Part

API_PROCESSES = 2
API_THREADS = 32
# Requests that the API still works on when asked to stop get this long; waiting ones are cut off and ask again.
API_GRACE = 3
PROBE_SECONDS = 1.0
_AI_CODE = "ai-code"
PORT_SECONDS = 3.0
"""How long the port is tried before it is somebody else's."""


class Request(NamedTuple):
    """What the caller of `splendor up` asked for."""

    host: str
    port: int
    ai_workers: int
    durability: str
    store_memory: str
    redis_url: str
    """A server that runs elsewhere; "" for the embedded one."""


class PortInUseError(Exception):
    """Somebody else listens where the API should."""


def listen(host: str, port: int) -> socket.socket:
    """The API's listening socket. It stays open over a restart of the API, so that callers wait rather than fail."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + PORT_SECONDS
    while True:
        try:
            return socket.create_server((host, port), family=family, backlog=512)
        except OSError as error:
            # What a killed run left may hold the port for a moment longer than it lives.
            if error.errno == errno.EADDRINUSE and time.monotonic() < until:
                time.sleep(0.05)
                continue
            raise _port_in_use(host, port, error) from None


def _port_in_use(host: str, port: int, error: OSError) -> PortInUseError:
    return PortInUseError(
        f"Port {port} on {host} cannot be had ({error.strerror}). Choose another one: PORT={port + 1}"
    )


def parts(request: Request, folder: Folder, listener: socket.socket) -> list[Part]:
    """All parts, in the order in which they start."""
    after = () if request.redis_url else ("store",)
    environment = _environment(request, folder)
    store = [] if request.redis_url else [embedded.server_part(folder, request.durability, request.store_memory)]
    coded = (*after, _AI_CODE)
    return [
        *store,
        _api({**environment, "PROMETHEUS_MULTIPROC_DIR": str(folder.metrics)}, after, listener),
        _ai_code(environment),
        # One for quick moves alone: they wait for no search, whatever the others do.
        _work("ai-quick", ("worker", "ai_quick"), 1, environment, coded),
        *(
            _work(f"ai-{number}", ("worker", "ai", "ai_quick"), 1, environment, coded)
            for number in range(1, request.ai_workers + 1)
        ),
        _work("clock", ("worker", "clock", "ladders", "upkeep"), 1, environment, after),
        _work("outbound", ("worker", "outbound"), 1, environment, after),
        _work("ticker", ("ticker",), 2, environment, after),
    ]


def _environment(request: Request, folder: Folder) -> Mapping[str, str]:
    """What all parts of ours are told. Registration is open unless the owner closed it, and who is here is not limited."""
    limits = os.environ.get("SPLENDOR_RATE_LIMITS", "not-loopback")
    shared = {
        "PYTHONUNBUFFERED": "1",
        "SPLENDOR_REGISTRATION": registration(),
        "SPLENDOR_RATE_LIMITS": limits,
        "SPLENDOR_ARCHIVE": os.environ.get("SPLENDOR_ARCHIVE") or str(folder.root / "archive"),
        "SPLENDOR_AI_CACHE": os.environ.get("SPLENDOR_AI_CACHE") or str(folder.root / "ai"),
    }
    if request.redis_url:
        return shared
    return shared | {
        "SPLENDOR_REDIS_URL": embedded.url(folder, 0),
        "SPLENDOR_QUEUE_REDIS_URL": embedded.url(folder, 1),
    }


def registration() -> str:
    """`open` in a one-machine run, unless its owner says otherwise."""
    return os.environ.get("SPLENDOR_REGISTRATION", "open")


def _command(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "service.cli", *words)


def _api(environment: Mapping[str, str], after: tuple[str, ...], listener: socket.socket) -> Part:
    host, port = listener.getsockname()[:2]
    numbers = {"--processes": API_PROCESSES, "--threads": API_THREADS, "--grace": API_GRACE, "--fd": listener.fileno()}
    return Part(
        name="api",
        argv=_command("serve", *(word for pair in numbers.items() for word in map(str, pair))),
        rank=0,
        env=environment,
        after=after,
        ready=lambda: answers(reachable(host), port),
        grace=API_GRACE + 5.0,
        inherit=(listener.fileno(),),
    )


def _ai_code(environment: Mapping[str, str]) -> Part:
    """Compiles the AI players, or sees that they are compiled, before any worker starts: they would all do it at once.

    Where it fails, they still do: each gets ready by itself, and not all AI players need compiled code.
    """
    return Part(
        name=_AI_CODE,
        argv=_command("ai", "warm"),
        rank=1,
        env=environment,
        once=True,
        notice="Getting the AI players ready: a minute or two the first time, when they are compiled, and seconds later on.",
    )


def _work(name: str, words: tuple[str, ...], rank: int, environment: Mapping[str, str], after: tuple[str, ...]) -> Part:
    return Part(name=name, argv=_command(*words), rank=rank, env=environment, after=after, orphan_signal=signal.SIGKILL)


def answers(host: str, port: int) -> bool:
    """Does the API say that it is ready?"""
    connection = http.client.HTTPConnection(host, port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable(host: str) -> str:
    """An address to call from this machine, where the API listens on all of them."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # compared, not bound


def banner(host: str, port: int, folder: Folder) -> str:
    """What to tell once everything is ready. Each address in it answers."""
    address = reachable(host)
    base = f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"
    return f"""\
Ready.
  Documents  {base}/docs
  API        {base}/v1/rules (one of its addresses; all begin with /v1)
  Data       {folder.root} (logs in {folder.logs})

{_first_steps(base) if registration() == "open" else _CLOSED}

Ctrl-C stops it; the data stays."""


_CLOSED = "Registration is closed: the players that are there can play, and nobody gets a new one."


def _first_steps(base: str) -> str:
    json = "-H 'Content-Type: application/json'"
    return f"""\
A player and a game against an AI player:
  TOKEN=$(curl -s {base}/v1/players {json} -d '{{"name": "Ada"}}' | sed -n 's/.*"token": *"\\([^"]*\\)".*/\\1/p'); \
curl -s {base}/v1/games -H "Authorization: Bearer $TOKEN" {json} \
-d '{{"seats": [{{"type": "me"}}, {{"type": "ai", "ai_player": "greedy"}}]}}'"""
