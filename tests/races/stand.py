"""A whole site of real processes for a test: store, API processes, workers, ticker, each of which can be killed alone."""

import contextlib
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

from rq import Queue

from service.config import Settings
from service.services import Services, connect
from service.store.upkeep import Upkeep
from tests.races.callers import Line
from tests.races.odd_players import NOTES
from tests.races.programs import Program
from tests.servers import Server, wait_until

START_S = 40.0
API_THREADS = 64
GRACE_S = 3
DURABLE = ("--appendonly", "yes", "--appendfsync", "everysec", "--aof-load-truncated", "yes")


class Api:
    """One API process at an address of its own."""

    def __init__(self, program: Program, port: int) -> None:
        self.program, self.port = program, port

    def line(self) -> Line:
        """A connection to it, not opened yet."""
        return Line(self.port)

    @property
    def live(self) -> bool:
        with contextlib.suppress(OSError), self.line() as line:
            return line.get("/livez").status == 200
        return False


class Stand:
    """The parts of a site. Leaving its `with` ends all of them, whatever state they are in."""

    def __init__(self, folder: Path, *, queue_apart: bool = False) -> None:
        """The store runs at once, all else is started by name. `queue_apart` gives the jobs a server of their own."""
        self._folder = folder
        self._stack = contextlib.ExitStack()
        self.store = self._stack.enter_context(Server("valkey", *DURABLE))
        self.queue = self._stack.enter_context(Server("valkey", *DURABLE)) if queue_apart else self.store
        self.programs: list[Program] = []
        """All that should be running."""
        self.apis: list[Api] = []
        self.host: Services = connect(self.settings)

    @property
    def settings(self) -> Settings:
        """What all processes are told, by default."""
        url = self.store.url
        return Settings(
            redis_url=url,
            queue_redis_url=self._queue_url,
            registration="open",
            max_waiters=API_THREADS // 2,
            rate_limits="off",
        )

    @property
    def _queue_url(self) -> str:
        return self.queue.url if self.queue is not self.store else f"{self.store.url}/1"

    def api(self, store_url: str = "") -> Api:
        """Starts an API process. `store_url` leads it to the store another way, as through a proxy."""
        numbers = {"--processes": 1, "--threads": API_THREADS, "--grace": GRACE_S}
        words = [str(word) for pair in numbers.items() for word in pair]
        return self._api(lambda file: ["service.cli", "serve", "--fd", str(file), *words], store_url)

    def preloaded(self, application: str, processes: int) -> Api:
        """The same settings with so many processes, forked by a parent that has loaded the application."""
        words = ["--config", "python:service.serving", "--preload", "--threads", "4", "--workers", str(processes)]
        return self._api(lambda file: ["gunicorn", "--bind", f"fd://{file}", *words, application])

    def _api(self, words: Callable[[int], list[str]], store_url: str = "") -> Api:
        """Its socket is the test's: while it is away, callers wait."""
        listener = self._stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=128))
        port, file = listener.getsockname()[1], listener.fileno()
        metrics = self._folder / f"metrics-{port}"
        metrics.mkdir()
        environment = {**self.environment(store_url), "PROMETHEUS_MULTIPROC_DIR": str(metrics)}
        self.apis.append(Api(self._start(f"api-{port}", words(file), environment, [file]), port))
        return self.apis[-1]

    def crew(self) -> Self:
        """Starts a worker for quick AI moves, one for clocks and upkeep, and a ticker."""
        self.ai, self.clock, self.tick = self.worker("ai_quick"), self.worker("clock", "upkeep"), self.ticker()
        return self

    def worker(self, *queues: str, store_url: str = "") -> Program:
        return self._start("worker", ["service.cli", "worker", *queues], self.environment(store_url))

    def ticker(self) -> Program:
        return self._start("ticker", ["service.cli", "ticker"], self.environment())

    def odd_worker(self, notes: Path, *words: str) -> Program:
        """A worker that also has the AI players of `odd_players`, which write into `notes`. For quick AI jobs, or the named queues."""
        return self._start("odd", ["tests.races.odd_worker", *words], {**self.environment(), NOTES: str(notes)})

    def waiting(self, queue: str) -> list[str]:
        """The ids of the jobs that wait in a queue."""
        return Queue(queue, connection=self.host.queues._connection).job_ids

    def _start(self, name: str, words: list[str], env: Mapping[str, str], files: Sequence[int] = ()) -> Program:
        log = self._folder / f"{name}-{len(self.programs)}.log"
        program = Program([sys.executable, "-m", *words], env, log, files)
        self.programs.append(program)
        self._stack.callback(program.kill)
        return program

    def environment(self, store_url: str = "") -> Mapping[str, str]:
        """What a process of this site finds in its environment."""
        return {
            "SPLENDOR_REDIS_URL": store_url or self.store.url,
            "SPLENDOR_QUEUE_REDIS_URL": self._queue_url,
            "SPLENDOR_REGISTRATION": "open",
            "SPLENDOR_LOG_LEVEL": "warning",
            "SPLENDOR_RATE_LIMITS": "off",
            "SPLENDOR_QUOTA_OPEN_GAMES": "100000",
            "SPLENDOR_QUOTA_AI_GAMES": "100000",
            "SPLENDOR_ARCHIVE": str(self._folder / "archive"),
        }

    def wait(self, workers: int = 0, tickers: int = 0) -> Self:
        """Until all API processes answer, so many workers wait for jobs, and so many tickers are known."""
        for api in self.apis:
            wait_until(lambda api=api: api.live, START_S, f"an API answers: {api.program.said}")  # type: ignore[misc]
        wait_until(lambda: self.idle_workers() >= workers, START_S, f"{workers} workers are there")
        wait_until(lambda: self.tickers() >= tickers, START_S, f"{tickers} tickers are there")
        return self

    def idle_workers(self) -> int:
        """How many workers wait for a job at this moment. Those that RQ lists may have been dead for a minute."""
        with self.queue.admin() as admin:
            return sum(client["cmd"] in {"blmove", "blpop"} for client in admin.client_list())

    def workers_connected(self) -> int:
        """How many workers are there, at work or not: each gives its connection a name."""
        with self.queue.admin() as admin:
            return len({client["name"] for client in admin.client_list()} - {""})

    def tickers(self) -> int:
        return len(Upkeep(self.host.games._client).tickers())

    def lines(self) -> list[Line]:
        """One connection to each API process."""
        return [api.line() for api in self.apis]

    def close(self) -> None:
        self.host.waiters.close()
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextlib.contextmanager
def dead(program: Program) -> Iterator[None]:
    """A program that is killed, and there again afterwards."""
    program.kill()
    try:
        yield
    finally:
        program.start()


@contextlib.contextmanager
def running(program: Program) -> Iterator[Program]:
    """A program that is there inside alone."""
    try:
        yield program
    finally:
        program.kill()


@contextlib.contextmanager
def frozen(*programs: Program) -> Iterator[None]:
    """The programs stand still inside."""
    for program in programs:
        program.freeze()
    try:
        yield
    finally:
        for program in programs:
            program.thaw()
