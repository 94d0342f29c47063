"""What the verbs need around them: the stores and a place to hand jobs to. Wired up once per process."""

from typing import Protocol

from service.store.games import GameStore
from service.store.idempotency import CreationStore
from service.store.players import PlayerStore


class JobQueue(Protocol):
    """Where effects go that another process carries out. Every call may be repeated without harm."""

    def enqueue_ai(self, game_id: str, version: int, attempt: int) -> None:
        """Let an AI player move in a game at this version, after all games that wait already."""


class Host(Protocol):
    """The parts that the verbs work with."""

    @property
    def games(self) -> GameStore:
        """The games."""

    @property
    def players(self) -> PlayerStore:
        """The players and their tokens."""

    @property
    def creations(self) -> CreationStore:
        """What creations have been asked for under which Idempotency-Key."""

    @property
    def queues(self) -> JobQueue:
        """The jobs."""
