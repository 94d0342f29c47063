"""Who plays in the soak: twelve entries, and what may become of each."""

import threading
import time
from contextlib import ExitStack
from types import TracebackType
from typing import NamedTuple, Self

from bench.ladders.called_bots import CalledBot
from bench.ladders.inbox_bots import InboxBot, InboxKind, Rubbish, Stalling, Vanishing
from bench.ladders.line import Line
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.values import Ladder
from service.outbound.signing import OLD_SIGNS_MS, new_secret
from service.services import Services

LEVELS = ("random", "beginner", "greedy", "casual")
GOOD = frozenset({"finished"})


class Kind(NamedTuple):
    """A kind of bot: how it plays, how its games may end for it, and whether it has to be paused for it."""

    name: str
    inbox: InboxKind | None
    causes: frozenset[str] = GOOD
    paused: bool = False
    crashing: bool = False
    owner: int = 0
    """Bots with the same number above 0 are of one owner."""


KINDS = (
    Kind("inbox 1", InboxBot, owner=1),
    Kind("inbox 2", InboxBot),
    Kind("called 1", None, owner=1),
    Kind("called 2", None),
    # Between a crash and the end of its time a call may be under way when a worker dies: then it is only the clock.
    Kind("crashing", None, GOOD | {"crash", "flag"}, paused=True, crashing=True),
    Kind("stalling", Stalling, GOOD | {"flag"}, paused=True),
    Kind("rubbish", Rubbish, GOOD | {"illegal_action"}, paused=True),
    Kind("vanishing", Vanishing, GOOD | {"flag"}),
)


class Member(NamedTuple):
    """A bot in the ladder, its owner's connection, and when it has joined (seconds, time.monotonic)."""

    kind: Kind
    id: str
    owner_id: str
    owner: Line
    joined_at: float


class Crew:
    """A context in which the bots play."""

    def __init__(self, host: Services, port: int, ladder: Ladder) -> None:
        self.members: list[Member] = []
        self._host, self._port, self._ladder = host, port, ladder
        self._stack = ExitStack()
        self._owners: dict[int, tuple[str, str]] = {}

    def __enter__(self) -> Self:
        for level in LEVELS:
            enter_ai(self._host, self._ladder.id, level)
        self.members += [self._enter(seed, kind) for seed, kind in enumerate(KINDS)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def names(self) -> dict[str, str]:
        """The names of all entries, by id."""
        return {level: level for level in LEVELS} | {one.id: one.kind.name for one in self.members}

    def _enter(self, seed: int, kind: Kind) -> Member:
        owner_id, token = self._owner(kind.owner)
        owner = self._line(token)
        owner.insist("GET", "/v1/players/me/events")  # from now on it has a log
        made = owner.insist("POST", "/v1/players/me/bots", {"name": kind.name})
        bot_id = made["player"]["id"]
        if kind.inbox is None:
            called = self._stack.enter_context(CalledBot(seed, crashing=kind.crashing))
            self._host.callbacks.rotate(bot_id, new_secret(), OLD_SIGNS_MS)
            self._host.callbacks.set_url(bot_id, called.url)
            self._line(made["token"]).insist("GET", "/v1/players/me/events")
        else:
            bot = kind.inbox(self._port, made["token"], seed)
            thread = threading.Thread(target=bot.run, daemon=True)
            self._stack.callback(thread.join)
            self._stack.callback(bot.over.set)
            thread.start()
        self._line(made["token"]).insist("PUT", f"/v1/ladders/{self._ladder.id}/entries/me", {})
        return Member(kind, bot_id, owner_id, owner, time.monotonic())

    def _line(self, token: str = "") -> Line:
        line = Line(self._port, token)
        self._stack.callback(line.close)
        return line

    def _owner(self, number: int) -> tuple[str, str]:
        if number in self._owners:
            return self._owners[number]
        made = self._line().insist("POST", "/v1/players", {"name": "Owner"})
        found = (made["player"]["id"], made["token"])
        if number:
            self._owners[number] = found
        return found
