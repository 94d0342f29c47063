"""The host with its stores on a real server and jobs that are noted down, to be run when a test says so."""

import secrets
from dataclasses import replace
from typing import Any, NamedTuple

from service.config import Settings
from service.hosting.delete_player import depart
from service.hosting.play_ai import play_ai
from service.services import Services, connect
from service.store.client import Client
from service.store.keys import new_player_id, new_token_id
from service.store.players import NewToken, Player, digest_of, new_secret

ZERO_SEED = "00" * 32


class Job(NamedTuple):
    """An AI job, as it was enqueued."""

    game_id: str
    version: int
    attempt: int
    quick: bool = True
    paired: bool = False


class NotedJobs:
    """Stands in for the queues; `away` lets it fail as they do when their server does not answer."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.departures: list[tuple[str, str]] = []
        self.callbacks: list[str] = []
        self.ratings: list[str] = []
        self.webhooks: list[tuple[str, str]] = []
        self.outbound_late = 0
        self.away = False

    def enqueue_ai(self, game_id: str, version: int, attempt: int, *, quick: bool, paired: bool) -> None:
        if self.away:
            raise ConnectionError("no queue")
        self.jobs.append(Job(game_id, version, attempt, quick, paired))

    def enqueue_departure(self, player_id: str, game_id: str) -> None:
        if self.away:
            raise ConnectionError("no queue")
        self.departures.append((player_id, game_id))

    def enqueue_callback(self, game_id: str) -> None:
        if self.away:
            raise ConnectionError("no queue")
        self.callbacks.append(game_id)

    def enqueue_rating(self, game_id: str) -> None:
        if self.away:
            raise ConnectionError("no queue")
        self.ratings.append(game_id)

    def enqueue_webhooks(self, endpoint_id: str, owner: str) -> None:
        if self.away:
            raise ConnectionError("no queue")
        self.webhooks.append((endpoint_id, owner))

    def outbound_late_ms(self) -> int:
        if self.away:
            raise ConnectionError("no queue")
        return self.outbound_late


class Person(NamedTuple):
    """A player with a token."""

    id: str
    name: str
    headers: dict[str, str]


def host_on(url: str, **settings: Any) -> Services:
    """Services on a real server, their jobs noted down."""
    plain = Settings(
        redis_url=url, queue_redis_url=url, registration="open", rate_limits="off", archive="memory://archive"
    )
    chosen = plain._replace(**settings)
    return replace(connect(chosen), queues=NotedJobs())  # type: ignore[arg-type]


def jobs_of(host: Services) -> list[Job]:
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    return noted.jobs


def run_jobs(host: Services, most: int = 1_000) -> int:
    """Runs what has been enqueued, and what that leads to; how many jobs it was."""
    jobs, done = jobs_of(host), 0
    while jobs and done < most:
        job = jobs.pop(0)
        play_ai(host, job.game_id, job.version, quick=job.quick)
        done += 1
    return done


def see_off(host: Services) -> int:
    """Runs the departures that have been enqueued, and those they lead to; how many they were."""
    noted, done = host.queues, 0
    assert isinstance(noted, NotedJobs)
    while noted.departures:
        depart(host, *noted.departures.pop(0))
        done += 1
    return done


def new_person(host: Services, name: str = "Ada", scope: str = "") -> Person:
    return new_player(host, Player("", name), scope)


def new_player(host: Services, player: Player, scope: str = "") -> Person:
    """Somebody with the name, owner and app of `player`, and a token."""
    secret = new_secret("player")
    token = NewToken(new_token_id(), digest_of(secret), scope)
    made = host.players.create(player._replace(id=new_player_id()), token)
    return Person(made.id, made.name, {"Authorization": f"Bearer {secret}"})


def store_client(host: Services) -> Client:
    """The client of the stores, to look behind them."""
    return host.games._client


def random_seed() -> str:
    return secrets.token_hex(32)
