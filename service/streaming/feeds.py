"""The feeds that there are, and how they are read."""

from collections.abc import Iterator, Sequence

from service.hosting.host import Host
from service.hosting.telling import log_after
from service.store.keys import is_game_id
from service.streaming.feed import PAGE, Feed, Seen
from service.streaming.game_feed import GameFeed, read_games
from service.streaming.messages import Piece, message
from service.streaming.stream import Stream

_AT_ONCE = 50
"""How many games are read in one round trip."""
LOGGED = "log"
"""What is said on a player's topic when something stands in the log; all else there are commits that will."""


class LogFeed:
    """The log of a player over all games."""

    def __init__(self, host: Host, owner: str) -> None:
        self.host, self.topic, self.streams = host, owner, set[Stream]()
        self._pieces: dict[tuple[int, str], Piece | None] = {}
        self._read = False

    def knows(self, payload: str) -> bool:
        """See Feed; commits are announced before they stand in the log."""
        return payload != LOGGED

    def lacks(self, seen: Seen) -> bool:  # noqa: ARG002 - how new a log is cannot be told without reading it
        """See Feed."""
        return self._read

    def forget(self) -> None:
        """See Feed."""
        self._pieces.clear()
        self._read = True

    def piece(self, stream: Stream) -> Piece | None:
        """See Feed."""
        if not self._read:
            return None
        place = (stream.number, stream.tag)
        if place not in self._pieces:
            self._pieces[place] = self._render(*place)
        return self._pieces[place]

    def _render(self, number: int, tag: str) -> Piece | None:
        page = log_after(self.host, self.topic, number, tag, PAGE)
        if page.resync:
            return Piece(message({"last": page.last}, page.last, page.last_mark, "resync"), page.last, page.last_mark)
        if (page.upto, page.upto_mark) == (number, tag):
            return None
        data = b"".join(message(item.shown(), item.number, item.mark) for item in page.items)
        return Piece(data, page.upto, page.upto_mark)


def feed_of(host: Host, topic: str) -> Feed:
    """The feed of a game, or of a player's log."""
    return GameFeed(host, topic) if is_game_id(topic) else LogFeed(host, topic)


def read_feeds(feeds: Sequence[Feed]) -> Iterator[Feed]:
    """Reads feeds, as many games as may be in one round trip; gives those that have something new to tell."""
    games = [feed for feed in feeds if isinstance(feed, GameFeed)]
    for start in range(0, len(games), _AT_ONCE):
        yield from read_games(games[start : start + _AT_ONCE])
    for feed in feeds:
        if isinstance(feed, LogFeed):
            feed.forget()
            yield feed
