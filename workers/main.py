"""A worker process: RQ's SimpleWorker, which starts a job in 5 ms where a forking one needs 30."""

import logging
import signal
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import FrameType

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.client import Pipeline
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry
from rq import SimpleWorker, worker_registration
from rq.serializers import JSONSerializer

from service import logs
from service.config import read_settings
from service.jobs import AI, AI_LADDERS, AI_QUICK, AI_QUICK_LADDERS, served
from splendor.ai.ready import make_ready
from workers import ai_moves, callbacks, departures, effects, ladders, lifetimes, outbound, timeouts, webhooks

WORKER_TTL_S = 17
"""RQ waits for a job 15 s less than this at a time."""
REPLY_S = 2
"""How long a reply may be behind its time until the connection counts as dead."""
HEARTBEAT = timedelta(seconds=1)
RETRY_S = 1.0
"""How long to wait after an outage before the next try; RQ's own back-off grows to a minute."""
JOB_MODULES = (ai_moves, callbacks, departures, effects, ladders, lifetimes, timeouts, webhooks)
"""Imported before the loop begins: no job waits for an import."""

log = logging.getLogger(__name__)


class Worker(SimpleWorker):
    """SimpleWorker that is back within seconds of an outage, and knows whether it was asked to stop."""

    max_connection_wait_time = RETRY_S
    stopping = False

    @property
    def connection_timeout(self) -> int:
        """The socket timeout, in seconds."""
        return self.dequeue_timeout + REPLY_S

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """A first SIGTERM or SIGINT: the job that runs is finished."""
        self.stopping = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Once a second is enough where RQ, three times a job, would take three round trips for it."""
        last = self.last_heartbeat
        if pipeline is not None or last is None or datetime.now(UTC) - last >= HEARTBEAT:
            super().heartbeat(timeout, pipeline)

    def subscribe(self) -> None:
        """Nobody gives orders over the queue server, so there is no thread that listens for them."""

    def run_maintenance_tasks(self) -> None:
        """RQ's own, and the registration anew: a server that lost its data has lost that too."""
        self.connection.hset(self.key, mapping=self.serialize())
        worker_registration.register(self)
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]


def run(queues: Sequence[str]) -> None:
    """Works on the queues that go by these names, in this order of preference, until SIGTERM or SIGINT.

    Who is to compute moves gets ready first: nobody knows of this worker before, and no job waits for a compiler.
    """
    settings = read_settings()
    logs.configure(settings.log_level)
    _leave_on_signals()
    chosen = served(queues)
    if {AI, AI_QUICK, AI_LADDERS, AI_QUICK_LADDERS} & set(chosen):
        _get_ready()
    connection = Redis.from_url(
        settings.queue_redis_url,
        socket_connect_timeout=1,
        retry=Retry(ConstantBackoff(0.1), 1),
        retry_on_error=[LostConnection, TimedOut],
    )
    while not _work(connection, chosen, settings.log_level):
        _leave_on_signals()
        time.sleep(RETRY_S)
    outbound.close()


def _get_ready() -> None:
    """Where it fails this worker is still of use: to players that need no compiled code, as the fallback is one."""
    try:
        log.info("the AI players are ready after %.1f s", make_ready())
    except Exception:
        log.exception("not all AI players can be made ready")


def _work(connection: Redis, queues: list[str], log_level: str) -> bool:
    """Works until the queue server fails (False) or somebody asked to stop (True).

    Between two jobs RQ waits for a server that is away; in the middle of one it gives up, and so it begins anew here.
    """
    worker: Worker | None = None
    try:
        worker = Worker(
            queues,
            connection=connection,
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL_S,
            maintenance_interval=60,
            job_monitoring_interval=5,
            log_job_description=False,
        )
        worker.work(logging_level=log_level.upper())
    except RedisError as error:
        log.warning("the queue server failed: %s", error)
    return worker is not None and worker.stopping


def _leave_on_signals() -> None:
    """While no RQ worker is there to finish what it does."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit())
