"""The whole service as processes of its own, each of which can be killed and started again, with the CPU time they use."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from redis import Redis, RedisError

from service.config import Settings
from service.services import Services, connect
from service.store.client import connect as connect_store
from service.supervisor.embedded import find_server

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0
WORKS = {
    "play": ("ladders", "ai_quick", "clock", "upkeep"), "pair": ("ladders",), "send": ("outbound",),
    "quick moves": ("ai_quick",), "moves": ("ai", "ai_quick"), "upkeep": ("clock", "ladders", "upkeep"),
}  # fmt: skip
"""What the workers do, by name."""


class Program:
    """One program with its children, in a process group of its own; all of what it says is kept in one file."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.name = name
        self.lives = 0
        """How often it has been started."""
        self._command, self._environment, self._log = command, environment, log
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def said(self) -> str:
        """The end of what it has said."""
        return self._log.read_text(errors="replace")[-2000:] if self._log.exists() else ""

    @property
    def cpu_s(self) -> float:
        """CPU time that it has used since it was started, its children that have ended included; 0 if it is dead."""
        if not self.running or self._process is None:
            return 0.0
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def start(self) -> None:
        """Starts it, if it does not run."""
        with self._lock:
            if self.running:
                return
            with self._log.open("ab") as log:
                self._process = subprocess.Popen(
                    self._command, cwd=ROOT, env=os.environ | self._environment, stdin=subprocess.DEVNULL, stdout=log,
                    stderr=log, start_new_session=True,
                )  # fmt: skip
            self.lives += 1

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Ends it with all its children, and waits until it is gone."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, number)
                self._process.wait(PATIENCE_S)


class Site:
    """A context in which a store runs; everything else is started by name. `host` are the service's own verbs on it."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="splendor-bench-")))
        socket_path = self._folder / "store.sock"
        self.url = f"unix://{socket_path}?db=0"
        self._queue_url = f"unix://{socket_path}?db=1"
        self.admin = Redis(unix_socket_path=str(socket_path), socket_timeout=PATIENCE_S)
        options = {
            "port": "0", "unixsocket": str(socket_path), "dir": str(self._folder), "save": "", "appendonly": "yes",
            "appendfsync": "everysec", "maxmemory-policy": "noeviction",
        }  # fmt: skip
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self.store = self._program("store", [str(find_server()), *words])
        self.programs: list[Program] = []
        """All but the store."""
        self.client = connect_store(self.url)
        self.host: Services = connect(Settings(redis_url=self.url, queue_redis_url=self._queue_url, rate_limits="off"))

    def __enter__(self) -> Self:
        self.start_store()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.host.waiters.close()
        self.admin.close()
        self.client.close()
        self._stack.close()

    def start_store(self) -> None:
        """Returns when it answers."""
        self.store.start()
        wait_for(self._answers, "the store answers")

    def start(self, name: str, module: str, *words: str) -> Program:
        """Starts a program of this Python, by module."""
        program = self._program(name, [sys.executable, "-m", module, *words])
        self.programs.append(program)
        program.start()
        return program

    def worker(self, work: str, module: str = "service.cli") -> Program:
        """A worker for the queues of `work`; another module than the command line takes their names alone."""
        words = ("worker", *WORKS[work]) if module == "service.cli" else WORKS[work]
        return self.start(f"worker {work}", module, *words)

    def api(self) -> int:
        """Starts an API process; its port."""
        port = _free_port()
        self.start("api", "service.cli", "serve", "--port", str(port), "--processes", "1", "--grace", "3")
        return port

    def wait(self, workers: int) -> None:
        """Until so many workers wait for jobs."""
        wait_for(lambda: self._idle() >= workers, f"{workers} workers are there")

    @property
    def store_log(self) -> Path:
        """The file that the store writes to now."""
        return max(self._folder.glob("appendonlydir/*.incr.aof"), key=lambda file: int(file.name.split(".")[-3]))

    @property
    def file_of_counts(self) -> Path:
        """Where workers that count their time write."""
        return self._folder / "counts"

    def _program(self, name: str, command: Sequence[str]) -> Program:
        environment = {
            "SPLENDOR_REDIS_URL": self.url,
            "SPLENDOR_QUEUE_REDIS_URL": self._queue_url,
            "SPLENDOR_REGISTRATION": "open",
            "SPLENDOR_RATE_LIMITS": "off",
            "SPLENDOR_LOG_LEVEL": "warning",
            "SPLENDOR_WEBHOOK_ALLOW": "127.0.0.1",
            "SPLENDOR_MAX_WAITERS": "64",
            "SPLENDOR_ARCHIVE": str(self._folder / "archive"),
            "SPLENDOR_BENCH_COUNTS": str(self._folder / "counts"),
        }
        log = self._folder / f"{name.replace(' ', '-')}-{len(list(self._folder.glob('*.log')))}.log"
        log.touch()
        program = Program(name, command, environment, log)
        self._stack.callback(program.kill)
        return program

    def _answers(self) -> bool:
        with contextlib.suppress(RedisError):
            return bool(self.admin.ping())
        return False

    def _idle(self) -> int:
        return sum(client["cmd"] in {"blmove", "blpop"} for client in self.admin.client_list())


def wait_for(condition: Callable[[], object], what: str, seconds: float = PATIENCE_S) -> None:
    """Polls until it holds. Raises TimeoutError."""
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.02)


def _free_port() -> int:
    """Below those that the system gives to outgoing connections: it stays free."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
