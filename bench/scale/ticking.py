"""How late a ticker hands out what is due, and what its ticks cost, by a small and a large store in the same seconds."""

import random
import time
from collections.abc import Sequence
from typing import NamedTuple

from bench.scale.filling import Content
from bench.scale.site import Site
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.game import GameOptions
from service.hosting.join_seat import join_seat
from service.hosting.players import find_player
from service.hosting.reading import load_table
from service.queue import Queues
from service.store.departures import DepartureStore
from service.store.due import DueSet
from service.store.games import TimeControl
from service.store.keys import new_game_id
from service.store.ladders_due import LaddersDue
from service.store.outbox import Outbox
from service.store.upkeep import Upkeep
from workers.ticker import TICK_S, Ticker

TURNS_MS = range(1_000, 4_000)
"""A deadline falls anywhere in these seconds."""
IDLE_TICKS = 16
PATIENCE_S = 60.0


class Lag(NamedTuple):
    """How late deadlines were handed out (ms), and the CPU time of a tick with nothing due (ms): its own, the store's."""

    late: tuple[float, ...]
    tick_ms: float
    store_ms: float


class _Noting(Queues):
    """The queues; when the timeout of a game was first queued is noted, in s since 1970."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.at: dict[str, float] = {}

    def enqueue_timeout(self, game_id: str, version: int, attempt: int = 1) -> None:
        """See Queues."""
        super().enqueue_timeout(game_id, version, attempt)
        self.at.setdefault(game_id, time.time())


class _Watch:
    """A ticker of one site, and what it is to hand out."""

    def __init__(self, site: Site) -> None:
        self._site, self._queues = site, _Noting(site.url)
        client = site.client
        self._ticker = Ticker(
            DueSet(client),
            DepartureStore(client),
            Outbox(client),
            LaddersDue(client),
            self._queues,
            lambda: Upkeep(client).see("bench-ticker"),
        )
        self._deadlines: dict[str, int] = {}
        self._own = self._store = 0.0
        self._ticks = 0

    def set_up(self, content: Content, games: int, chance: random.Random) -> None:
        """Starts so many games in which nobody will play in time."""
        for _ in range(games):
            game_id, deadline = _timed_game(self._site, content, chance)
            self._deadlines[game_id] = deadline

    def tick(self) -> None:
        """One tick; while there is nothing to hand out yet its cost is noted."""
        store, own = self._site.store_cpu_s, time.thread_time()
        self._ticker.tick()
        if not self._deadlines:
            self._own += time.thread_time() - own
            self._store += self._site.store_cpu_s - store
            self._ticks += 1

    @property
    def done(self) -> bool:
        return len(self._queues.at) >= len(self._deadlines)

    def lag(self) -> Lag:
        late = tuple(self._queues.at[game_id] * 1000 - deadline for game_id, deadline in self._deadlines.items())
        return Lag(late, self._own * 1000 / self._ticks, self._store * 1000 / self._ticks)


def _timed_game(site: Site, content: Content, chance: random.Random) -> tuple[str, int]:
    """A game of two that has just started, and the deadline of its first turn (ms since 1970)."""
    control = TimeControl("per_turn", chance.choice(TURNS_MS))
    options = GameOptions("public", "as_given", False, control, 15, "blind_hidden", 100, "")
    creator, other = (find_player(site.host, each) for each in chance.sample(list(content.secrets), 2))
    order = NewGame((NewSeat("me"), NewSeat("open")), options)
    game_id = create_game(site.host, creator, order, new_game_id(), own_request()).game.id
    joined = join_seat(site.host, load_table(site.host, game_id, other.id), other, None, own_request())
    assert joined is not None
    return game_id, joined.stored.clock.deadline


def tick_along(sites: Sequence[tuple[Site, Content]], games: int, chance: random.Random) -> list[Lag]:
    """Lets a ticker run by each site, at the pace of the real one: first with nothing due, then until all deadlines have been handed out."""
    watches = [_Watch(site) for site, _ in sites]
    for _ in range(IDLE_TICKS):
        _tick_all(watches)
    for watch, (_, content) in zip(watches, sites, strict=True):
        watch.set_up(content, games, chance)
    ends = time.monotonic() + PATIENCE_S
    while not all(watch.done for watch in watches):
        if time.monotonic() > ends:
            raise TimeoutError("deadlines are not handed out")
        _tick_all(watches)
    return [watch.lag() for watch in watches]


def _tick_all(watches: list[_Watch]) -> None:
    for watch in watches:
        watch.tick()
    watches.reverse()
    time.sleep(TICK_S)
