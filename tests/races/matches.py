"""Games of two people that threads play at random over HTTP, some faster than others, whatever becomes of the servers."""

import random
import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, Self

from tests.races.callers import ME, Ask, Json, Line, Person, acting
from tests.races.seated import PATIENCE_S, Client
from tests.races.stand import Api
from tests.servers import wait_until

SPEEDS = (1, 2, 4)
MOST_TURNS = 36
"""No game is over by then: 18 turns of a seat are too few for the prestige that ends it (E1), played at random."""


class Match(NamedTuple):
    """A game, who sits there, and how often it is drawn, compared with others."""

    game_id: str
    people: tuple[Person, Person]
    speed: int

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game_id}"


def new_match(line: Line, first: Person, second: Person, speed: int = 1, **options: object) -> Match:
    """A game that has just begun."""
    game = line.create(first, ME, {"type": "player", "player_id": second.id}, **options)
    reply = line.post(f"/v1/games/{game['id']}/seats", second)
    assert reply.status == 200, reply
    return Match(game["id"], (first, second), speed)


class Players:
    """Threads that play: each draws a game that is nobody's at the moment, makes one turn there, and draws again.

    Inside its `with` they are at work, for as many turns as are allowed. `turns`: how many were accepted, by game.
    """

    def __init__(self, apis: Sequence[Api], matches: Sequence[Match], threads: int, seed: int) -> None:
        self.turns = dict.fromkeys((match.game_id for match in matches), 0)
        self._apis, self._matches, self._seed = list(apis), list(matches), seed
        self._locks = {match.game_id: threading.Lock() for match in matches}
        self._done, self._allowed = threading.Event(), threading.Semaphore(0)
        self._pool, self._threads = ThreadPoolExecutor(threads), threads
        self._at_work: list[Future[None]] = []

    def allow(self, turns: int) -> None:
        """Lets so many more be played."""
        self._allowed.release(turns)

    @property
    def played(self) -> int:
        """How many turns were accepted, in all games together. Raises what a thread has failed with."""
        for one in self._at_work:
            if one.done():
                one.result()
        return sum(self.turns.values())

    def play(self, turns: int) -> None:
        """Lets so many be played, and waits for them."""
        played = self.played + turns
        self.allow(turns)
        wait_until(lambda: self.played >= played, PATIENCE_S, "the games go on")

    def __enter__(self) -> Self:
        self._at_work = [self._pool.submit(self._play, self._seed + number) for number in range(self._threads)]
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._pool.shutdown()
        for one in self._at_work:
            one.result()

    def _play(self, seed: int) -> None:
        chance, speeds = random.Random(seed), [match.speed for match in self._matches]
        with Client(self._apis) as client:
            while not self._done.is_set():
                if self._allowed.acquire(timeout=0.1):
                    while not self._turn(client, chance.choices(self._matches, speeds)[0], chance):
                        assert not self._done.is_set(), "all games have come to their end"

    def _turn(self, client: Client, match: Match, chance: random.Random) -> bool:
        """Whether a turn was played: the game may be somebody else's now, or may have been set back meanwhile."""
        if self.turns[match.game_id] >= MOST_TURNS or not self._locks[match.game_id].acquire(blocking=False):
            return False
        try:
            played = play_turn(client, match, chance)
            self.turns[match.game_id] += played
            return played
        finally:
            self._locks[match.game_id].release()


def play_turn(client: Client, match: Match, chance: random.Random) -> bool:
    """Any legal action of the seat to act; whether one was accepted. A game that is over, or was set back, has none."""
    game = view(client, match)
    if game["status"] != "playing":
        return False
    mover = match.people[game["turn"]["seat"]]
    listed = client.ask(Ask("GET", f"{match.path}/legal-actions", mover.headers))
    if not listed.body.get("actions"):
        return False
    action = chance.choice(listed.body["actions"])["action"]
    reply = client.ask(acting(game, mover, action, key=secrets.token_hex(8)))
    assert reply.status in {200, 412}, reply
    return reply.status == 200


def view(client: Client, match: Match) -> Json:
    """The game as its first player sees it."""
    reply = client.ask(Ask("GET", match.path, match.people[0].headers))
    assert reply.status == 200, reply
    return reply.body
