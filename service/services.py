"""Everything a process of the service works with, wired up once."""

from dataclasses import dataclass

from service.config import Settings
from service.metrics import CountedGames, CountedWaiters
from service.queue import Queues
from service.store.client import connect as connect_store
from service.store.games import GameStore
from service.store.idempotency import CreationStore
from service.store.players import PlayerStore
from service.store.waiters import Waiters


@dataclass(frozen=True, slots=True)
class Services:
    """The stores, the queues and the settings; satisfies service.hosting.host.Host."""

    games: GameStore
    players: PlayerStore
    creations: CreationStore
    waiters: Waiters
    queues: Queues
    settings: Settings


def connect(settings: Settings) -> Services:
    """Services that open their connections with the first use, so that a process may fork after this."""
    client = connect_store(settings.redis_url)
    return Services(
        games=CountedGames(client),
        players=PlayerStore(client),
        creations=CreationStore(client),
        waiters=CountedWaiters(client, settings.max_waiters),
        queues=Queues(settings.queue_redis_url),
        settings=settings,
    )
