"""Bots that live on their inbox, good and bad ones: each in a thread of its own."""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable

from bench.ladders.line import Json, Line

TURNS = "/v1/players/me/turns?include=legal_actions"
WAIT_MS = 2_000
AGAIN_S = 0.1
OK = 200
FROM_TURN = 4


class InboxBot:
    """Plays at random wherever it has to act; what is odd about it its kind decides."""

    def __init__(self, port: int, token: str, seed: int) -> None:
        self.line, self.chance = Line(port, token), random.Random(seed)
        self.turns: Counter[str] = Counter()
        """How often it has answered, by game, in the order of the games."""
        self.over = threading.Event()
        self._tested: dict[str, bool] = {}
        self._cursor = ""

    def run(self) -> None:
        """Plays until `over` is set."""
        while not self.over.is_set():
            if not self.there() or not self._round():
                self._cursor = ""
                self.over.wait(AGAIN_S)
        self.line.close()

    def there(self) -> bool:
        """Whether it is running at all."""
        return True

    def answer(self, turn: Json) -> bool:
        """Answers a turn; False where it is to be asked for all its turns anew."""
        return self.act(turn, self.chance.choice(turn["legal_actions"])["action"])

    def tested(self, turn: Json) -> bool:
        """Whether it is in a validation game, in which bad bots are good, else they would not get into the ladder."""
        game_id = turn["game_id"]
        if game_id not in self._tested:
            found = self.line.ask("GET", f"/v1/games/{game_id}")
            if found.status != OK:
                return True
            self._tested[game_id] = found.body["ladder"]["kind"] == "validation"
        return self._tested[game_id]

    def act(self, turn: Json, action: Json | bytes) -> bool:
        """Sends an action; whether it was played."""
        path = f"/v1/games/{turn['game_id']}/actions"
        key = turn["etag"] if isinstance(action, dict) else ""
        return bool(self.line.ask("POST", path, action, turn["etag"], key).status == OK)

    def _round(self) -> bool:
        after = f"&after={self._cursor}" if self._cursor else ""
        found = self.line.ask("GET", f"{TURNS}&wait_ms={WAIT_MS}{after}")
        if found.status != OK:
            return False
        self._cursor = found.body["cursor"]
        return all(self._answer(turn) for turn in found.body["items"])

    def _answer(self, turn: Json) -> bool:
        self.turns[turn["game_id"]] += 1
        return self.answer(turn)


class Stalling(InboxBot):
    """From its fourth turn on it lets its clock run out, and looks at its games all the time."""

    def answer(self, turn: Json) -> bool:
        if not self.tested(turn) and self.turns[turn["game_id"]] >= FROM_TURN:
            return True
        return super().answer(turn)


class Rubbish(InboxBot):
    """Sends rubbish, and what the rules forbid."""

    BODIES: tuple[Json | bytes, ...] = (
        b"\xff{", b"[]", {}, {"type": "castle"}, {"type": "take_tokens", "tokens": {"gold": 3}},
        {"type": "purchase_card", "card_id": 90}, {"type": "take_tokens", "tokens": {"white": -1}}, {"type": "pass"},
    )  # fmt: skip

    def answer(self, turn: Json) -> bool:
        if not self.tested(turn):
            for _ in range(2):
                self.act(turn, self.chance.choice(self.BODIES))
        return super().answer(turn)


class Vanishing(InboxBot):
    """Is there for a while, and away for longer than its clock, in the middle of its games."""

    THERE_S, AWAY_S = 60.0, 45.0

    def __init__(self, port: int, token: str, seed: int) -> None:
        super().__init__(port, token, seed)
        self._began = 0.0

    def there(self) -> bool:
        if not self.turns:
            return True
        self._began = self._began or time.monotonic()
        return (time.monotonic() - self._began) % (self.THERE_S + self.AWAY_S) < self.THERE_S


InboxKind = Callable[[int, str, int], InboxBot]
