"""Everything a process of the service works with, wired up once."""

from dataclasses import dataclass

from service.config import Settings
from service.hosting.allowances import Quotas
from service.hosting.lifetimes import HOUR_MS, Lifetimes
from service.metrics import STREAMS, CountedGames, CountedWaiters
from service.outbound.caller import Caller
from service.outbound.targets import parse_rules
from service.queue import Queues
from service.store.apps import AppStore
from service.store.archive import Archive
from service.store.callbacks import CallbackStore
from service.store.client import connect as connect_store
from service.store.conduct import ConductStore
from service.store.departures import DepartureStore
from service.store.faults import FaultStore
from service.store.games import GameStore
from service.store.idempotency import CreationStore
from service.store.indexes import IndexStore
from service.store.ladders import LadderStore
from service.store.ladders_due import LaddersDue
from service.store.limits import LimitStore
from service.store.links import LinkStore
from service.store.outbox import Outbox
from service.store.player_log import PlayerLog
from service.store.players import PlayerStore
from service.store.presence import Presence
from service.store.tickets import TicketStore
from service.store.unsettled import UnsettledGames
from service.store.waiters import Waiters
from service.store.webhooks import WebhookStore
from service.streaming.streamer import Streamer


@dataclass(frozen=True, slots=True)
class Services:
    """The stores, the queues and the settings; satisfies service.hosting.host.Host."""

    games: GameStore
    archive: Archive
    players: PlayerStore
    apps: AppStore
    bots: LinkStore
    blocks: LinkStore
    creations: CreationStore
    indexes: IndexStore
    limits: LimitStore
    waiters: Waiters
    queues: Queues
    settings: Settings
    lifetimes: Lifetimes
    quotas: Quotas
    departures: DepartureStore
    log: PlayerLog
    webhooks: WebhookStore
    tickets: TicketStore
    streams: Streamer
    outbox: Outbox
    caller: Caller
    callbacks: CallbackStore
    faults: FaultStore
    ladders: LadderStore
    ladders_due: LaddersDue
    unsettled: UnsettledGames
    presence: Presence
    conduct: ConductStore


def connect(settings: Settings) -> Services:
    """Services that open their connections with the first use, so that a process may fork after this."""
    client = connect_store(settings.redis_url)
    players, tickets, presence = PlayerStore(client), TicketStore(client), Presence(client)
    waiters = CountedWaiters(client, settings.max_waiters)
    archive = Archive(client, archive_url(settings), settings.archive_days * 24 * HOUR_MS)
    return Services(
        games=CountedGames(client, archive),
        archive=archive,
        players=players,
        apps=AppStore(client),
        bots=LinkStore(client, "bots"),
        blocks=LinkStore(client, "blocks"),
        creations=CreationStore(client),
        indexes=IndexStore(client),
        limits=LimitStore(client),
        waiters=waiters,
        queues=Queues(settings.queue_redis_url),
        settings=settings,
        lifetimes=lifetimes(settings),
        quotas=quotas(settings),
        departures=DepartureStore(client),
        tickets=tickets,
        streams=Streamer(waiters, players, tickets, presence, settings.max_streams, STREAMS.set),
        outbox=Outbox(client),
        caller=Caller(parse_rules(settings.webhook_allow)),
        callbacks=CallbackStore(client),
        webhooks=WebhookStore(client),
        log=PlayerLog(client, settings.player_log, settings.app_log),
        faults=FaultStore(client),
        ladders=LadderStore(client),
        ladders_due=LaddersDue(client),
        unsettled=UnsettledGames(client),
        presence=presence,
        conduct=ConductStore(client),
    )


def archive_url(settings: Settings) -> str:
    """Where finished games go: a folder beside the store's unless it is said."""
    return settings.archive or f"{settings.data_dir}/archive"


def quotas(settings: Settings) -> Quotas:
    """How much one player may have going on."""
    return Quotas(settings.quota_open_games, settings.quota_ai_games, settings.quota_invitations)


def lifetimes(settings: Settings) -> Lifetimes:
    """How long games live."""
    return Lifetimes(
        open_ms=settings.open_hours * HOUR_MS,
        idle_ms=settings.idle_days * 24 * HOUR_MS,
        finished_ms=settings.finished_hours * HOUR_MS,
    )
