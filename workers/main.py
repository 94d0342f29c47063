"""A worker process: RQ's SimpleWorker, which starts a job in 5 ms where a forking one needs 30."""

import logging
from collections.abc import Sequence

from redis import Redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError as LostConnection
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.config import read_settings
from service.queue import QUEUE_NAMES
from workers import ai_moves, effects, timeouts

WORKER_TTL_S = 17
"""RQ waits for a job 15 s less than this, so a worker sees within 2 s that its connection is dead."""
LONGEST_RECONNECT_WAIT_S = 2.0
JOB_MODULES = (ai_moves, effects, timeouts)
"""Imported before the loop begins: no job waits for an import."""


class Worker(SimpleWorker):
    """SimpleWorker that is back within two seconds of an outage; RQ's own back-off grows to a minute."""

    max_connection_wait_time = LONGEST_RECONNECT_WAIT_S


def run(queues: Sequence[str]) -> None:
    """Works on the named queues, in this order of preference, until SIGTERM or SIGINT."""
    settings = read_settings()
    logging.basicConfig(level=settings.log_level.upper())
    connection = Redis.from_url(
        settings.queue_redis_url,
        socket_connect_timeout=1,
        retry=Retry(ConstantBackoff(0.1), 1),
        retry_on_error=[LostConnection, TimedOut],
    )
    worker = Worker(
        list(queues) or list(QUEUE_NAMES),
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_S,
        maintenance_interval=60,
        job_monitoring_interval=5,
        log_job_description=False,
    )
    worker.work(logging_level=settings.log_level.upper())
