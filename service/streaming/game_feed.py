"""The log of a game as a feed."""

import logging
from collections.abc import Iterator, Sequence

from service.hosting.events import Event
from service.hosting.game import CODEC, Game
from service.hosting.history import History, since
from service.hosting.host import Host
from service.hosting.reading import Table, events_after
from service.store.errors import ArchiveUnavailable, GameGone, StoreUnavailable
from service.store.games import StoredGame
from service.streaming.feed import PAGE, Feed, NotThere, Seen
from service.streaming.messages import Piece, message
from service.streaming.stream import Stream

Place = tuple[int, str]
log = logging.getLogger(__name__)


class GameFeed:
    """Renders what is new once for each seat that somebody looks from, and once for all spectators."""

    def __init__(self, host: Host, game_id: str) -> None:
        self.host, self.topic, self.streams = host, game_id, set[Stream]()
        self.gone = False
        self._game: Game | None = None
        self._stored: StoredGame | None = None
        self._pieces: dict[tuple[int | None, Place], Piece | None] = {}
        self._before: Place | None = None
        self._new: History = ()

    def knows(self, payload: str) -> bool:
        """See Feed; each commit says its etag."""
        return self._stored is not None and self._stored.etag == payload

    def lacks(self, seen: Seen) -> bool:
        """See Feed."""
        stored = self._stored
        return self.gone or (stored is not None and stored.version <= seen[0] and (stored.version, stored.tag) != seen)

    def forget(self) -> None:
        """See Feed."""
        self._stored = None

    def take(self, stored: StoredGame) -> bool:
        """Notes the game as it was read; whether it is another than before."""
        known, game = self._stored, self._game
        if known is not None and known.etag == stored.etag:
            return False
        self._before = None
        # Almost all streams are where the game was: what they lack is known without the whole past.
        if known is not None and game is not None and known.version < stored.version:
            found = since(self.host, game, known, stored)
            if found is not None:
                self._before, self._new = (known.last_event, known.tag), found
        self._game, self._stored = CODEC.decode(stored.blob), stored
        self._pieces.clear()
        return True

    def piece(self, stream: Stream) -> Piece | None:
        """See Feed."""
        if self.gone:
            raise NotThere
        game, stored = self._game, self._stored
        if game is None or stored is None:
            return None
        if not game.visible_to(stream.player_id):
            raise NotThere
        viewer, place = game.seat_of(stream.player_id), (stream.number, stream.tag)
        if (viewer, place) not in self._pieces:
            self._pieces[viewer, place] = self._render(Table(game, stored, viewer), place)
        return self._pieces[viewer, place]

    def _render(self, table: Table, place: Place) -> Piece | None:
        if place == self._before:
            return _written([event for one in self._new for event in one.events(table.viewer, table.game.over)], table)
        return _after(self.host, table, place)


def to_the_end(host: Host, table: Table, first: Piece) -> Piece:
    """All that follows a first piece in the log of a game that is over, of which nothing more will be heard."""
    data, piece = [first.data], first
    while not piece.last and (found := _after(host, table, (piece.number, piece.tag))) is not None:
        piece = found
        data.append(piece.data)
    return piece._replace(data=b"".join(data))


def _after(host: Host, table: Table, place: Place) -> Piece | None:
    page, stored = events_after(host, table, *place, PAGE), table.stored
    if page.resync is not None:
        data = message(page.resync, stored.last_event, stored.tag, "resync")
        return Piece(data, stored.last_event, stored.tag)
    if not page.items and not table.game.over:
        return None
    return _written(page.items, table)


def _written(events: Sequence[Event], table: Table) -> Piece:
    """Some events, and the end behind the last one of a game that is over. No events: all have been written."""
    stored = table.stored
    number, tag = (events[-1]["number"], events[-1]["tag"]) if events else (stored.last_event, stored.tag)
    data = b"".join(message(event, event["number"], event["tag"]) for event in events)
    if table.game.over and number == stored.last_event:
        end = {"status": table.game.status, "last": number}
        return Piece(data + message(end, number, tag, "end"), number, tag, last=True)
    return Piece(data, number, tag)


def read_games(feeds: Sequence[GameFeed]) -> Iterator[Feed]:
    """Reads games in one round trip; gives those that have something new to tell. Raises StoreUnavailable.

    Each is to be told of before the next one is asked for: what was read counts as told.
    """
    found = feeds[0].host.games.read_each([feed.topic for feed in feeds])
    return (feed for feed, stored in zip(feeds, found, strict=True) if _told(feed, stored))


def _told(feed: GameFeed, stored: StoredGame | None) -> bool:
    try:
        # What several games are read with does not tell whether one is gone, or in an archive that does not answer.
        stored = stored or feed.host.games.read(feed.topic)
        feed.gone = stored is None
        return feed.take(stored) if stored else True
    except ArchiveUnavailable:
        return False  # it is asked again before long
    except StoreUnavailable:
        raise
    except GameGone:
        feed.gone = True
    except Exception:
        log.exception("a game cannot be streamed", extra={"game_id": feed.topic})
        feed.gone = True
    return True
