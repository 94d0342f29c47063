"""Clients that follow games by streams, and come back wherever they were cut off."""

import itertools
import json
import random
import threading
import time
import urllib.request
from collections.abc import Sequence

from tests.races.callers import Json
from tests.races.stand import Api
from tests.sse import Message, Tap, tap

AGAIN_S = 0.05
LOOK_S = 0.2


class Follower:
    """One that keeps the log of a game, by streams from whichever API answers, until the game is over.

    `events`: the log as it has it. `told_anew`: how often a place of its did not exist any more. `opened`: its streams, `heard`: the messages.
    """

    def __init__(self, apis: Sequence[Api], game_id: str, seed: int = 0) -> None:
        self.path = f"/v1/games/{game_id}/events"
        self.events: list[Json] = []
        self.heard = self.told_anew = self.opened = 0
        self.over = False
        self.failure = ""
        self._apis = itertools.cycle(apis[seed % len(apis) :] + apis[: seed % len(apis)])
        self._chance = random.Random(seed)
        self._cut = threading.Event()
        self._done = threading.Event()
        self._place = "0"
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
                self._follow_once()
        except AssertionError as error:
            self.failure = repr(error)

    def _follow_once(self) -> None:
        api = next(self._apis)
        try:
            with tap(api.port, self.path, {"Last-Event-ID": self._place}) as stream:
                self.opened += 1
                self._read(api, stream)
        except OSError:
            time.sleep(AGAIN_S)  # so that servers that are down are not asked without a pause

    def _read(self, api: Api, stream: Tap) -> None:
        self._cut.clear()
        while not (stream.ended or self._cut.is_set() or self._done.is_set()):
            for message in stream.come(LOOK_S):
                self._take(api, message)
                if self._cut.is_set():
                    return  # whatever else had arrived is lost with the connection

    def _take(self, api: Api, message: Message) -> None:
        self.heard += 1
        if message.event == "resync":
            self.told_anew += 1
            self._read_all(api, message.data["last_event"])
        elif message.event == "end":
            self.over = True
        else:
            number = message.data["number"]
            assert number == len(self.events) + 1, (number, len(self.events))
            self.events.append(message.data)
        self._place = message.id

    def _read_all(self, api: Api, last: int) -> None:
        """The log anew, as far as it was when the client was told."""
        with urllib.request.urlopen(f"http://127.0.0.1:{api.port}{self.path}?after=0&limit=500", timeout=5) as reply:
            page = json.load(reply)
        self.events = [event for event in page["items"] if event["number"] <= last]
