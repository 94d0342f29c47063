"""The thread that serves all streams of a process."""

import contextlib
import logging
import random
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable

from service.store.errors import StoreUnavailable
from service.store.waiters import Waiters
from service.streaming.feed import Feed, NotThere
from service.streaming.feeds import feed_of, read_feeds
from service.streaming.messages import Piece, farewell
from service.streaming.place import Handover
from service.streaming.rounds import TURNS, Rounds
from service.streaming.stream import Stream

TICK_S = 1.0
_AGAIN_S = (0.25, 0.75)
"""After how long reading is tried again where the store is away."""

log = logging.getLogger(__name__)


class Loop:
    """Waits for wake-ups, clients and the clock; never for any one of them alone."""

    def __init__(self, waiters: Waiters, rounds: Rounds, give_back: Callable[[Stream], None]) -> None:
        self._waiters, self._rounds, self._give_back = waiters, rounds, give_back
        self._new = deque[Handover]()
        self._wakes = deque[tuple[str, str | None]]()
        self._feeds = dict[str, Feed]()
        self._due = dict[str, Feed]()
        self._not_before = 0.0
        self._stopping = False
        self._bell, self._ear = socket.socketpair()
        self._bell.setblocking(False)
        self._ear.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
        self._thread.start()

    def admit(self, handover: Handover) -> None:
        """Serve this stream from now on. From any thread, as the next three are."""
        self._new.append(handover)
        if self._stopping:
            self._turn_away()
        self._ring()

    def wake(self, topic: str, payload: str | None) -> None:
        """See service.store.waiters.Watcher."""
        self._wakes.append((topic, payload))
        self._ring()

    def stop(self) -> None:
        """Take leave of all clients and end the thread."""
        self._stopping = True
        self._ring()

    def join(self, within_s: float) -> None:
        """Wait for the end of the thread."""
        self._thread.join(within_s)

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # a full pipe has rung already, a closed one has nobody to hear it
            self._bell.send(b"!")

    def _run(self) -> None:
        next_tick = time.monotonic() + TICK_S
        while not self._stopping:
            try:
                self._wait(next_tick)
                self._begin_new()
                self._take_wakes()
                self._read_due()
                if time.monotonic() >= next_tick:
                    # Those that were missed, as by a store that hangs, are made up for: heartbeats keep their pace.
                    next_tick = max(next_tick + TICK_S, time.monotonic() - TURNS * TICK_S)
                    self._tick()
            except Exception:
                # Whatever it was, the streams go on: what one of them has missed comes with the next reading.
                log.exception("the loop of the streams failed")
                time.sleep(TICK_S)
        self._take_leave()

    def _wait(self, next_tick: float) -> None:
        until = min(next_tick, self._not_before) if self._due else next_tick
        for key, mask in self._selector.select(max(0.0, until - time.monotonic())):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    self._ear.recv(4096)
            else:
                self._serve(key.data, mask)

    def _serve(self, stream: Stream, mask: int) -> None:
        if mask & selectors.EVENT_READ and not stream.hear():
            self._drop(stream)
        elif mask & selectors.EVENT_WRITE:
            self._go_on(stream, stream.flush)

    def _begin_new(self) -> None:
        while self._new:
            handover = self._new.popleft()
            stream = handover.stream
            self._selector.register(stream.fileno(), selectors.EVENT_READ, stream)
            self._rounds.add(stream)
            if stream.closing:
                self._write(stream, stream.flush)
                continue
            feed = self._feed_of(handover)
            feed.streams.add(stream)
            if feed.lacks(handover.seen):
                self._due[feed.topic] = feed
                self._write(stream, stream.flush)
            else:
                self._go_on(stream, stream.flush)

    def _feed_of(self, handover: Handover) -> Feed:
        """The feed of a stream. One that is new is read once its subscription holds, which a wake-up tells."""
        topic = handover.stream.topic
        feed = self._feeds.get(topic)
        if feed is None:
            feed = self._feeds[topic] = feed_of(handover.host, topic)
            self._waiters.subscribe(topic, self)
        return feed

    def _take_wakes(self) -> None:
        while self._wakes:
            topic, payload = self._wakes.popleft()
            feed = self._feeds.get(topic)
            if feed is not None and (payload is None or not feed.knows(payload)):
                self._due[topic] = feed

    def _read_due(self) -> None:
        if not self._due or time.monotonic() < self._not_before:
            return
        due, self._due = self._due, {}
        try:
            for feed in read_feeds(list(due.values())):
                for stream in list(feed.streams):
                    self._go_on(stream)
        except StoreUnavailable:
            self._due = due | self._due
            self._wait_for_store()

    def _wait_for_store(self) -> None:
        self._not_before = time.monotonic() + random.uniform(*_AGAIN_S)  # noqa: S311 - spreads load, hides nothing

    def _go_on(self, stream: Stream, first: Callable[[], None] | None = None) -> None:
        """Writes what there is for a stream, as far as its client takes it."""
        if first is not None:
            self._write(stream, first)
        feed = self._feeds.get(stream.topic)
        while feed is not None and stream.idle and (piece := self._piece(feed, stream)) is not None:
            self._write(stream, lambda piece=piece: stream.put(piece))  # type: ignore[misc]

    def _piece(self, feed: Feed, stream: Stream) -> Piece | None:
        try:
            return feed.piece(stream)
        except NotThere:
            self._drop(stream)
        except StoreUnavailable:
            feed.forget()
            self._due[feed.topic] = feed
            self._wait_for_store()
        except Exception:
            log.exception("a stream cannot go on", extra={"topic": feed.topic})
            self._drop(stream)
        return None

    def _write(self, stream: Stream, act: Callable[[], None]) -> None:
        """Does something that writes, and sees to what follows from how far that came."""
        try:
            act()
        except OSError:
            self._drop(stream)
            return
        if stream.finished:
            self._drop(stream)
        elif stream.waits != stream.watched:
            stream.watched = stream.waits
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if stream.waits else 0)
            self._selector.modify(stream.fileno(), events, stream)

    def _tick(self) -> None:
        for stream in self._rounds.stalled():
            self._drop(stream)
        for stream in self._rounds.unwelcome():
            self._drop(stream)
        self._rounds.note_presence()
        for stream in self._rounds.present():
            self._write(stream, stream.beat)
        for feed in self._rounds.sweep(self._feeds.values()):
            self._due[feed.topic] = feed
        self._rounds.turn()

    def _drop(self, stream: Stream, last_words: bytes = b"") -> None:
        if stream.ended:
            return
        self._selector.unregister(stream.fileno())
        self._rounds.discard(stream)
        stream.close(last_words)
        self._give_back(stream)
        self._leave(self._feeds.get(stream.topic), stream)

    def _leave(self, feed: Feed | None, stream: Stream) -> None:
        if feed is None:
            return
        feed.streams.discard(stream)
        if not feed.streams:
            self._due.pop(feed.topic, None)
            del self._feeds[feed.topic]
            self._waiters.unsubscribe(feed.topic, self)

    def _take_leave(self) -> None:
        self._turn_away()
        for stream in self._rounds.all():
            self._drop(stream, farewell())
        self._selector.close()
        self._bell.close()
        self._ear.close()

    def _turn_away(self) -> None:
        """Who comes while the process ends has had the headers: the last words are all there is to say."""
        with contextlib.suppress(IndexError):
            while True:
                stream = self._new.popleft().stream
                stream.turn_away(farewell())
                self._give_back(stream)
