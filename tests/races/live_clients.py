"""Clients that keep a whole log by streams, as the bytes that came, and come back wherever they were cut off (B16)."""

import http.client
import random
import threading
from collections.abc import Sequence
from contextlib import closing

import msgspec

from tests.races.callers import PATIENCE_S, Person
from tests.races.stand import Api
from tests.sse import Message, Tap, tap

LOOK_S = 0.2
AGAIN_S = 0.05
MY_EVENTS = "/v1/players/me/events"
LIMIT = 500


class _End(msgspec.Struct):
    last_event: int = 0
    last: int = 0


class _Event(msgspec.Struct):
    tag: str


class _Item(msgspec.Struct):
    number: int
    tag: str = ""
    event: _Event | None = None

    @property
    def place(self) -> str:
        return f"{self.number}-{self.event.tag if self.event else self.tag}"


class _Page(msgspec.Struct):
    items: list[msgspec.Raw]


def place_of(item: bytes) -> str:
    """The place in the log behind an item of it."""
    return msgspec.json.decode(item, type=_Item).place


def whole_log(api: Api, path: str, person: Person | None = None) -> list[bytes]:
    """Everything that a log holds, page by page, each item as it is in the page. What fails is an OSError."""
    found: list[bytes] = []
    place, headers = "0", person.headers if person else {}
    while items := _page(api, f"{path}?limit={LIMIT}&after={place}", headers):
        found += items
        place = place_of(found[-1])
    return found


def _page(api: Api, path: str, headers: dict[str, str]) -> list[bytes]:
    with closing(http.client.HTTPConnection("127.0.0.1", api.port, timeout=PATIENCE_S)) as connection:
        try:
            connection.request("GET", path, headers=headers)
            reply = connection.getresponse()
            body = reply.read()
        except http.client.HTTPException as error:
            raise ConnectionError(str(error)) from error
    if reply.status != 200:
        raise ConnectionError(body.decode())
    return [bytes(item) for item in msgspec.json.decode(body, type=_Page).items]


def number_of(place: str) -> int:
    return int(place.partition("-")[0])


class Listener:
    """One client that keeps a log: the streams are one process's, pages come from another one.

    `log`: the items as they came. `anew`: the last item it had, each time that it was told that its place is gone.
    `opened`: its streams; `heard`: the messages that it took. `over`: the log has ended. `failure`: what must not be, else empty.
    """

    def __init__(self, streams: Api, pages: Api, path: str, person: Person | None = None) -> None:
        self.path, self.person = path, person
        self.log: list[bytes] = []
        self.anew: list[bytes] = []
        self.heard = self.opened = 0
        self.over, self.failure, self.place = False, "", "0"
        self._streams, self._pages = streams, pages
        self._cut, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Break the connection, as a network does."""
        self._cut.set()

    def stop(self) -> None:
        self._done.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not (self.over or self._done.is_set()):
                try:
                    self._follow()
                except OSError as error:
                    # Nothing is to come behind this place: who was cut off before the last message learns it so.
                    self.over = str(error).startswith("HTTP/1.1 204 ")
                    self._done.wait(AGAIN_S)  # so that a server that is down is not asked without a pause
        except (AssertionError, msgspec.MsgspecError) as error:
            self.failure = repr(error)

    def _follow(self) -> None:
        headers = {"Last-Event-ID": self.place, **(self.person.headers if self.person else {})}
        with tap(self._streams.port, self.path, headers, load=str) as stream:
            self.opened += 1
            self._cut.clear()
            while not (stream.ended or self._cut.is_set() or self._done.is_set()):
                self._take_all(stream)

    def _take_all(self, stream: Tap) -> None:
        for message in stream.come(LOOK_S):
            self._take(message)
            if self._cut.is_set():
                return  # whatever else had arrived is lost with the connection

    def _take(self, message: Message) -> None:
        data = message.data.encode()
        if message.event == "resync":
            self._read_anew(msgspec.json.decode(data, type=_End), message.id)
        elif message.event == "end":
            assert message.id == self.place
            self.over = True
        else:
            assert message.event == ""
            assert number_of(message.id) == number_of(place_of(data)) == len(self.log) + 1, (message, len(self.log))
            assert self.path == MY_EVENTS or message.id == place_of(data)
            self.log.append(data)
        self.place = message.id
        self.heard += 1

    def _read_anew(self, end: _End, place: str) -> None:
        """The log as it is now, as far as the stream says that it goes on from."""
        log = whole_log(self._pages, self.path, self.person)[: end.last_event or end.last]
        if len(log) != number_of(place):
            raise ConnectionError("set back once more: the next stream will say so")
        self.anew += self.log[-1:]
        self.log = log


class Crowd:
    """Listeners, and what befalls them, by lot."""

    def __init__(self, listeners: Sequence[Listener], seed: int) -> None:
        self.listeners, self._chance = listeners, random.Random(seed)

    @property
    def heard(self) -> int:
        return sum(listener.heard for listener in self.listeners)

    def cut_one(self) -> None:
        self._chance.choice(self.listeners).cut()

    def stop(self) -> None:
        for listener in self.listeners:
            listener._done.set()
        for listener in self.listeners:
            listener.stop()
