"""The job queues: the one place of the host that knows RQ.

A job is work to be done, never the truth: it carries ids alone, its worker reads the game again and finds out what is
left to do. So a job that is lost, late or run twice does no harm, and no caller waits for one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from typing import NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from rq import Queue, worker_registration
from rq.job import Job
from rq.utils import as_text, utcparse

from service import jobs

SOCKET_TIMEOUT_S = 0.5
JOB_TIMEOUT_S = 30
FAILURE_TTL_S = 600
"""How long a failed job stays to be looked at."""
JOB_TTL_S = 86_400
"""A job that no worker took for a day has long been replaced; the limit keeps lost ones from piling up."""


class QueueUnavailable(ConnectionError):
    """The queue server did not answer, or refused to take a job. Nothing is lost: the ticker asks again."""


class QueueReport(NamedTuple):
    """One queue: how many jobs wait, and for how long the oldest of them has waited (ms, 0 where none waits)."""

    name: str
    waiting: int
    oldest_ms: int


class WorkerReport(NamedTuple):
    """One worker process as it reported itself last; `seen_ms` is how long ago that was."""

    queues: tuple[str, ...]
    state: str
    seen_ms: int
    succeeded: int
    failed: int


class Queues:
    """The queues on the server at `redis_url`; nothing is opened before the first call.

    Every method raises QueueUnavailable where the server does not answer within about half a second.
    """

    def __init__(self, redis_url: str) -> None:
        self._url = redis_url
        self._queues: dict[str, Queue] = {}

    def enqueue_ai(self, game_id: str, version: int, attempt: int, *, quick: bool = True, paired: bool = False) -> None:
        """Lets an AI player move in a game at this version, after all that wait already: no game starves another.

        `quick` is that of the player. Who does not know it says True: such a job finds out, and hands over at once.
        `paired`: a ladder began the game, so the move waits for those of all other games.
        """
        ours = (jobs.LADDER_QUICK_AI_MOVE, jobs.LADDER_AI_MOVE) if paired else (jobs.QUICK_AI_MOVE, jobs.AI_MOVE)
        self._enqueue(ours[0 if quick else 1], game_id, version, attempt)

    def enqueue_timeout(self, game_id: str, version: int, attempt: int = 1) -> None:
        """Flags the seat to act, if it still has not moved (H6)."""
        self._enqueue(jobs.TIMEOUT, game_id, version, attempt)

    def enqueue_effects(self, game_id: str, version: int, attempt: int = 1) -> None:
        """Carries out what the commits up to this version lead to, as far as that has not been done."""
        self._enqueue(jobs.EFFECTS, game_id, version, attempt)

    def enqueue_departure(self, player_id: str, game_id: str) -> None:
        """Takes a player who is gone out of a game, or out of all where the id is empty."""
        self._put(jobs.DEPARTURE, jobs.DEPARTURE.once(f"{player_id}-{game_id or 'all'}"), player_id, game_id)

    def enqueue_rating(self, game_id: str) -> None:
        """Settles a ladder's game that is over."""
        self._put(jobs.RATING, jobs.RATING.once(game_id), game_id)

    def enqueue_pairing(self, ladder_id: str) -> None:
        """Begins the games of a ladder that can begin."""
        self._put(jobs.PAIRING, jobs.PAIRING.once(ladder_id), ladder_id)

    def enqueue_sweep(self, ladder_id: str) -> None:
        """Goes through a ladder for games that were lost on the way."""
        self._put(jobs.SWEEP, jobs.SWEEP.once(ladder_id), ladder_id)

    def enqueue_callback(self, game_id: str) -> None:
        """Calls the bot that is to act in a game, as far as the outbox says so."""
        self._put(jobs.CALLBACK, jobs.CALLBACK.once(game_id), game_id)

    def enqueue_webhooks(self, endpoint_id: str, owner: str) -> None:
        """Delivers what is new to a webhook endpoint, as far as the outbox says so."""
        self._put(jobs.WEBHOOKS, jobs.WEBHOOKS.once(endpoint_id), endpoint_id, owner)

    def enqueue_lifetime(self, game_id: str, version: int, attempt: int = 1) -> None:
        """Ends what is past its time in a game, or archives it."""
        self._enqueue(jobs.LIFETIME, game_id, version, attempt)

    def upkeep_waiting(self) -> int:
        """How many jobs wait in queue `upkeep`."""
        return self._waiting(jobs.UPKEEP)

    def ladders_waiting(self) -> int:
        """How many jobs wait in queue `ladders`."""
        return self._waiting(jobs.LADDERS)

    def outbound_late_ms(self) -> int:
        """For how long the oldest job of queue `outbound` has waited, 0 where none waits."""
        with _translated():
            return self._report(jobs.OUTBOUND).oldest_ms

    def ai_job_waiting(self, game_id: str, version: int, attempt: int) -> bool:
        """True while an AI job, of this attempt or an earlier one, is still in one of the queues for such.

        A job that a worker has taken is not, nor one whose queue was emptied: it is the list that is asked.
        """
        with _translated():
            pipe = self._connection.pipeline(transaction=False)
            for work in (jobs.AI_MOVE, jobs.QUICK_AI_MOVE, jobs.LADDER_AI_MOVE, jobs.LADDER_QUICK_AI_MOVE):
                for number in range(1, attempt + 1):
                    pipe.lpos(self._queue(work.queue).key, work.job_id(game_id, version, number))
            return any(place is not None for place in pipe.execute())

    def ping(self) -> bool:
        """True if the server answers."""
        with _translated():
            return bool(self._connection.ping())

    def queues(self) -> list[QueueReport]:
        """All queues in a fixed order."""
        with _translated():
            return [self._report(name) for name in jobs.QUEUE_NAMES]

    def workers(self) -> list[WorkerReport]:
        """All worker processes that RQ's registry knows to be alive.

        Their hashes are read here, in two round trips: `rq.Worker.all` takes two for each worker and, worse, raises
        the socket timeout of the connection it is given to minutes.
        """
        with _translated():
            pipe = self._connection.pipeline(transaction=False)
            for key in sorted(worker_registration.get_keys(connection=self._connection)):
                pipe.hgetall(key)
            return [_worker_report(fields) for fields in pipe.execute() if fields]

    @cached_property
    def _connection(self) -> Redis:
        # No second try: redis-py would take it for the connection and for the command, half a second each time. One that
        # the server has closed meanwhile is found out before it is used.
        return Redis.from_url(
            self._url,
            socket_timeout=SOCKET_TIMEOUT_S,
            socket_connect_timeout=SOCKET_TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )

    def _queue(self, name: str) -> Queue:
        if name not in self._queues:
            self._queues[name] = Queue(name, self._connection, JOB_TIMEOUT_S, serializer="json")
        return self._queues[name]

    def _enqueue(self, work: jobs.Work, game_id: str, version: int, attempt: int) -> None:
        self._put(work, work.job_id(game_id, version, attempt), game_id, version, attempt)

    def _put(self, work: jobs.Work, job_id: str, *args: str | int) -> None:
        # Without `unique`: a job that is queued twice runs twice at worst, while a leftover key of the same name could
        # keep a new job out. Measured: 0.2 ms, a few commands in one round trip.
        with _translated():
            self._queue(work.queue).enqueue(
                work.function,
                args=args,
                job_id=job_id,
                result_ttl=0,
                failure_ttl=FAILURE_TTL_S,
                ttl=JOB_TTL_S,
            )

    def _waiting(self, name: str) -> int:
        with _translated():
            return int(self._connection.llen(self._queue(name).key))

    def _report(self, name: str) -> QueueReport:
        key = self._queue(name).key
        waiting, first = self._connection.llen(key), self._connection.lindex(key, 0)
        at = self._connection.hget(Job.key_for(as_text(first)), "enqueued_at") if first else None
        return QueueReport(name, waiting, _age_ms(as_text(at)) if at else 0)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise QueueUnavailable(f"the queue did not answer: {type(error).__name__}") from error


def _age_ms(at: str) -> int:
    """How long ago an instant was that RQ wrote; 0 for one that seems to lie ahead (another machine's clock)."""
    age = datetime.now(UTC) - utcparse(at)
    return max(0, round(age.total_seconds() * 1000))


def _worker_report(fields: dict[bytes, bytes]) -> WorkerReport:
    text = {name.decode(): value.decode() for name, value in fields.items()}
    return WorkerReport(
        queues=tuple(text.get("queues", "").split(",")),
        state=text.get("state", "unknown"),
        seen_ms=_age_ms(text["last_heartbeat"]) if text.get("last_heartbeat") else 0,
        succeeded=int(text.get("successful_job_count", 0)),
        failed=int(text.get("failed_job_count", 0)),
    )
