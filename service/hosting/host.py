"""What the verbs need around them: the stores and a place to hand jobs to. Wired up once per process."""

from typing import Protocol

from service.hosting.allowances import Quotas
from service.hosting.lifetimes import Lifetimes
from service.outbound.caller import Caller
from service.store.apps import AppStore
from service.store.archive import Archive
from service.store.callbacks import CallbackStore
from service.store.conduct import ConductStore
from service.store.departures import DepartureStore
from service.store.faults import FaultStore
from service.store.games import GameStore
from service.store.idempotency import CreationStore
from service.store.indexes import IndexStore
from service.store.ladders import LadderStore
from service.store.ladders_due import LaddersDue
from service.store.links import LinkStore
from service.store.outbox import Outbox
from service.store.player_log import PlayerLog
from service.store.players import PlayerStore
from service.store.presence import Presence
from service.store.unsettled import UnsettledGames
from service.store.webhooks import WebhookStore


class JobQueue(Protocol):
    """Where effects go that another process carries out. Every call may be repeated without harm."""

    def enqueue_ai(self, game_id: str, version: int, attempt: int, *, quick: bool, paired: bool) -> None:
        """Let an AI player, of the quick ones or not, move in a game at this version, after all games that wait already.

        One that a ladder began (`paired`) waits for all others.
        """

    def enqueue_departure(self, player_id: str, game_id: str) -> None:
        """Take a player who is gone out of a game, or out of all games where the id is empty."""

    def enqueue_rating(self, game_id: str) -> None:
        """Settle a ladder's game that is over."""

    def enqueue_callback(self, game_id: str) -> None:
        """Call the bot that is to act in a game, as far as the outbox says so."""

    def enqueue_webhooks(self, endpoint_id: str, owner: str) -> None:
        """Deliver what is new to a webhook endpoint, as far as the outbox says so."""

    def outbound_late_ms(self) -> int:
        """For how long the oldest of what is to be sent out has waited for a worker; 0 where nothing waits."""


class Host(Protocol):
    """The parts that the verbs work with."""

    @property
    def games(self) -> GameStore:
        """The games."""

    @property
    def players(self) -> PlayerStore:
        """The players and their tokens."""

    @property
    def apps(self) -> AppStore:
        """The apps and which players they made."""

    @property
    def bots(self) -> LinkStore:
        """Which bots belong to which player."""

    @property
    def blocks(self) -> LinkStore:
        """Who has blocked whom."""

    @property
    def creations(self) -> CreationStore:
        """What creations have been asked for under which Idempotency-Key."""

    @property
    def archive(self) -> Archive:
        """The games that are over and have left the store."""

    @property
    def lifetimes(self) -> Lifetimes:
        """How long games live."""

    @property
    def quotas(self) -> Quotas:
        """How much one player may have going on."""

    @property
    def departures(self) -> DepartureStore:
        """What is still to be done for players who are gone."""

    @property
    def faults(self) -> FaultStore:
        """What the creators of sandboxes have asked for to go wrong."""

    @property
    def outbox(self) -> Outbox:
        """What is to be sent out to webhooks and bots."""

    @property
    def caller(self) -> Caller:
        """The way to addresses that others have named."""

    @property
    def callbacks(self) -> CallbackStore:
        """What concerns the calls to players whose turn it is."""

    @property
    def ladders(self) -> LadderStore:
        """The ladders."""

    @property
    def ladders_due(self) -> LaddersDue:
        """The ladders by when they have to be looked after."""

    @property
    def unsettled(self) -> UnsettledGames:
        """The games that ladders have still to settle."""

    @property
    def presence(self) -> Presence:
        """When entries of ladders were last heard of."""

    @property
    def conduct(self) -> ConductStore:
        """How often seats of ladders' games have asked for something illegal."""

    @property
    def indexes(self) -> IndexStore:
        """The lists of games."""

    @property
    def webhooks(self) -> WebhookStore:
        """The webhook endpoints of players and apps."""

    @property
    def log(self) -> PlayerLog:
        """The logs of players and apps."""

    @property
    def queues(self) -> JobQueue:
        """The jobs."""
