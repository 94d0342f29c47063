"""What the tests of the streamer's loop share: feeds that are lists, and clients at the other end of a pair."""

import socket
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import pytest

from service.store.errors import StoreUnavailable
from service.streaming import loop as loop_module
from service.streaming.feed import Seen
from service.streaming.loop import Loop
from service.streaming.messages import Piece, message, opening
from service.streaming.place import Handover
from service.streaming.rounds import Rounds
from service.streaming.stream import Stream
from tests.sse import Tap


class ListFeed:
    """A log that is a list. What was added is known once it is read, as in a store."""

    def __init__(self, topic: str) -> None:
        self.topic, self.streams = topic, set[Stream]()
        self.stored, self.known = 0, 0
        self.reads = 0

    def read(self) -> None:
        self.reads += 1
        self.known = self.stored

    def knows(self, payload: str) -> bool:
        return int(payload) <= self.known

    def lacks(self, seen: Seen) -> bool:
        return self.reads > 0 and self.known < seen[0]

    def forget(self) -> None:
        self.known = 0

    def piece(self, stream: Stream) -> Piece | None:
        if not self.reads:
            return None
        if stream.number > self.known:
            return Piece(message({"last": self.known}, self.known, "", "resync"), self.known, "")
        if stream.number == self.known:
            return None
        number = stream.number + 1
        return Piece(message({"number": number}, number, ""), number, "")


class Topics:
    """Subscriptions are noted, and nobody is ever told of anything."""

    def __init__(self) -> None:
        self.watched: list[str] = []

    def subscribe(self, topic: str, _: object) -> None:
        self.watched.append(topic)

    def unsubscribe(self, topic: str, _: object) -> None:
        self.watched.remove(topic)


class Tokens:
    """All are good, and those who hold streams are noted."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def valid(self, credentials: Sequence[str]) -> set[str]:
        return set(credentials)

    def see_each(self, player_ids: Iterable[str]) -> None:
        self.seen += player_ids

    def renew(self, tickets: object) -> None:
        pass


class Bench:
    """A loop on feeds of our own. `broken`: how often the store is still away when feeds are read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.feeds: dict[str, ListFeed] = {}
        self.topics, self.returned = Topics(), list[Stream]()
        self.broken, self.tried = 0, 0
        monkeypatch.setattr(loop_module, "feed_of", lambda _, topic: self.feed(topic))
        monkeypatch.setattr(loop_module, "read_feeds", self._read)
        monkeypatch.setattr(loop_module, "_AGAIN_S", (0.0, 0.01))
        tokens: Any = Tokens()
        topics: Any = self.topics
        self.loop = Loop(topics, Rounds(tokens, tokens, tokens), self.returned.append)

    def feed(self, topic: str) -> ListFeed:
        return self.feeds.setdefault(topic, ListFeed(topic))

    def _read(self, feeds: Sequence[ListFeed]) -> Iterator[ListFeed]:
        """The first one can be read, then the store is gone."""
        self.tried += 1
        for number, feed in enumerate(feeds):
            if self.broken and number == len(feeds) - 1:
                self.broken -= 1
                raise StoreUnavailable("no answer")
            feed.read()
            yield feed

    def open(self, topic: str, number: int, seen: int = 0) -> Tap:
        """A stream behind that event, which was begun when `seen` was the last one (as good as `number`)."""
        ours, theirs = socket.socketpair()
        stream = Stream(topic, "", "", None, Piece(opening(), number, ""))
        host: Any = None
        Handover(host, stream, (seen or number, ""), self.loop.admit, self.returned.append).take(theirs)
        return Tap(ours)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.stop()
        self.loop.join(5)
