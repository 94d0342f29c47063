"""A whole site of real processes for a test: store, API processes, workers, ticker, each of which can be killed alone."""

import contextlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

from rq import Queue

from service.config import Settings
from service.services import Services, connect
from service.store.upkeep import Upkeep
from tests.races.callers import Line
from tests.races.programs import Program
from tests.servers import Server, free_port, wait_until

START_S = 40.0
API_THREADS = 32
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
            redis_url=url, queue_redis_url=self._queue_url, registration="open", max_waiters=API_THREADS // 2
        )

    @property
    def _queue_url(self) -> str:
        return self.queue.url if self.queue is not self.store else f"{self.store.url}/1"

    def api(self, store_url: str = "", processes: int = 1) -> Api:
        """Starts an API process. `store_url` leads it to the store another way, as through a proxy."""
        port = free_port()
        words = [
            "serve",
            "--port",
            str(port),
            "--processes",
            str(processes),
            "--threads",
            str(API_THREADS),
            "--grace",
            "3",
        ]
        metrics = self._folder / f"metrics-{port}"
        metrics.mkdir()
        program = self._start(*words, name=f"api-{port}", store_url=store_url, PROMETHEUS_MULTIPROC_DIR=str(metrics))
        self.apis.append(Api(program, port))
        return self.apis[-1]

    def crew(self) -> Self:
        """Starts a worker for AI moves, one for clocks and upkeep, and a ticker."""
        self.ai, self.clock, self.tick = self.worker("ai"), self.worker("clock", "upkeep"), self.ticker()
        return self

    def worker(self, *queues: str, store_url: str = "") -> Program:
        return self._start("worker", *queues, name=f"worker-{len(self.programs)}", store_url=store_url)

    def ticker(self) -> Program:
        return self._start("ticker", name=f"ticker-{len(self.programs)}")

    def odd_worker(self, notes: Path, *words: str) -> Program:
        """A worker for AI jobs that also has the AI players of `odd_players`, which write into `notes`."""
        module = "tests.races.odd_worker"
        return self._start(*words, name=f"odd-{len(self.programs)}", module=module, ODD_NOTES=str(notes))

    def waiting(self, queue: str) -> list[str]:
        """The ids of the jobs that wait in a queue."""
        return Queue(queue, connection=self.host.queues._connection).job_ids

    def _start(self, *words: str, name: str, module: str = "service.cli", store_url: str = "", **more: str) -> Program:
        env = self.environment(store_url) | more
        program = Program([sys.executable, "-m", module, *words], env, self._folder / f"{name}.log")
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
