"""Bots that live on the inbox: one connection for any number of games."""

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.races.callers import ME, Json, Line, Person, acting

TURNS, EVENTS = "/v1/players/me/turns", "/v1/players/me/events"
WAIT_MS = 2_000


class Bot:
    """Plays at random wherever it has to act, until it is told to stop. A failure costs it its cursor, nothing else."""

    def __init__(self, ports: Sequence[int], person: Person) -> None:
        self.person = person
        self._ports = list(ports)
        self._chance = random.Random(person.id)
        self.refused: list[Json] = []
        self.told: list[str] = []
        """The etags of the turns that it was told of, in order."""

    def play(self, stop: threading.Event) -> None:
        cursor = ""
        while not stop.is_set():
            line = Line(self._chance.choice(self._ports))
            try:
                while not stop.is_set():
                    cursor = self._round(line, cursor)
            except OSError:
                cursor = ""
            finally:
                line.close()

    def _round(self, line: Line, cursor: str) -> str:
        after = f"&after={cursor}" if cursor else ""
        reply = line.get(f"{TURNS}?include=legal_actions&wait_ms={WAIT_MS}{after}", self.person)
        if reply.status != 200:
            return ""
        for turn in reply.body["items"]:
            self.told.append(f"{turn['game_id']} {turn['etag']}")
            action = self._chance.choice(turn["legal_actions"])["action"]
            played = line.send(acting({"id": turn["game_id"], "etag": turn["etag"]}, self.person, action))
            if played.status not in (200, 503):
                self.refused.append(played.body)
        return str(reply.body["cursor"])


def tables_of(line: Line, people: Sequence[Person], rounds: int) -> list[str]:
    """A game for each two of these people."""
    pairs = [(one, other) for number, one in enumerate(people) for other in people[number + 1 :]]
    return [_table(line, one, other, rounds) for one, other in pairs]


def _table(line: Line, one: Person, other: Person, rounds: int) -> str:
    invited = {"type": "player", "player_id": other.id}
    game = line.create(one, ME, invited, max_rounds=rounds)
    assert line.post(f"/v1/games/{game['id']}/seats", other).status == 200
    return str(game["id"])


def run(bots: Sequence[Bot], until: threading.Event) -> ThreadPoolExecutor:
    """All of them at work, each in its thread."""
    pool = ThreadPoolExecutor(len(bots))
    for bot in bots:
        pool.submit(bot.play, until)
    return pool


def whole_log(line: Line, person: Person) -> list[Json]:
    """Everything in a player's log, read page by page."""
    found: list[Json] = []
    place = "0"
    while True:
        reply = line.get(f"{EVENTS}?limit=50&after={place}", person)
        assert reply.status == 200, reply
        assert "resync" not in reply.body, reply
        if not reply.body["items"]:
            return found
        found += reply.body["items"]
        place = f"{found[-1]['number']}-{found[-1]['mark']}"


def events(line: Line, game_id: str, person: Person) -> list[Json]:
    reply = line.get(f"/v1/games/{game_id}/events?limit=500", person)
    assert reply.status == 200, reply
    items: list[Json] = reply.body["items"]
    return items
