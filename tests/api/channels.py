"""All ways in which a game is told live, and what each of them has told so far."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NamedTuple

from service.hosting.callbacks import call, turn_in
from service.store.outbox import member
from tests.api.games_api import GameAt, Person, Site
from tests.api.live_api import EVENTS, TURNS, ask
from tests.api.streams_api import Opened, opened
from tests.api.webhooks_api import Endpoint
from tests.receiver import Received, Receiver, Reply, json_reply

LEASE_MS = 60_000
Choose = Callable[[list[Any]], Any]


class Told(NamedTuple):
    """Something that was told by a channel. `shows_now`: it shows the present, not only what has happened."""

    channel: str
    text: str
    shows_now: bool


@dataclass
class Ear:
    """A stream, whose it is, how far it has come, and how far it has to come."""

    name: str
    seat: int | None
    stream: Opened
    end: Callable[[], int]
    number: int = -1


class Channels:
    """What people hear of one game while it is played. `told`: by viewer, a seat or None, all that has come to it."""

    def __init__(self, site: Site, game: GameAt, stack: ExitStack) -> None:
        self.site, self.game, self._stack = site, game, stack
        self.told: dict[int | None, list[Told]] = {None: [], **{seat: [] for seat in game.people_by_seat()}}
        self.secrets: list[str] = []
        self._ears: list[Ear] = []
        self._hooks: list[tuple[Endpoint, Receiver]] = []

    def listen(self) -> None:
        """Opens streams of the game and of their logs for all who sit there, and one of the game for a spectator."""
        seats = self.game.people_by_seat()
        for seat, person in [*seats.items(), (None, None)]:
            self._open(f"{self.game.path}/events", seat, person)
            self._open(f"{self.game.path}/events", seat, person, "0")
            if person is not None:
                self._open(EVENTS, seat, person)
        for seat, person in seats.items():
            self.secrets.append(person.headers["Authorization"].removeprefix("Bearer "))
            path = f"{self.game.path}/events"
            reply = self.site.client.post("/v1/players/me/stream-tickets", json={"path": path}, headers=person.headers)
            self.secrets.append(reply.json["ticket"])
            self._open(f"{path}?ticket={reply.json['ticket']}", seat, None)

    def _open(self, path: str, seat: int | None, person: Person | None, place: str = "") -> None:
        stream = opened(self.site, path, person, **({"Last_Event_ID": place} if place else {}))
        self._stack.callback(stream.close)
        name = f"{path.partition('?')[0]} of {seat} from {place or 'now'}"
        self.note(seat, name, f"{stream.reply.status} {stream.reply.headers}", shows_now=True)
        self._ears.append(Ear(name, seat, stream, self._end_of(path, person)))

    def _end_of(self, path: str, person: Person | None) -> Callable[[], int]:
        """How far a log goes by now."""
        if person is not None and path == EVENTS:
            return lambda: self.site.services.log.last(person.id)[0]
        return lambda: self.game.view()["last_event"]

    def hook(self, person: Person, **more: Any) -> None:
        """A webhook endpoint of a player, who is told what a spectator is."""
        receiver = self._stack.enter_context(Receiver(self._posted))
        endpoint = Endpoint(self.site, person.headers, person.id, receiver.url, **more)
        self.secrets.append(endpoint.secret.removeprefix("whsec_"))
        self._hooks.append((endpoint, receiver))

    def _posted(self, request: Received) -> Reply:
        self.note(None, "webhook", text_of(request), shows_now=False)
        return Reply(204)

    def bot(self, person: Person, choose: Choose, seat: int) -> None:
        """Has a player called for its turns, who answers with what `choose` takes out of the legal actions."""

        def answer(request: Received) -> Reply:
            message = request.json
            if message["type"] == "challenge":
                return json_reply({"challenge": message["challenge"]})
            self.note(seat, "callback", text_of(request), shows_now=True)
            return json_reply(choose(message["legal_actions"])["action"])

        receiver = self._stack.enter_context(Receiver(answer))
        rotated = self.site.client.post("/v1/players/me/callback/rotate-secret", headers=person.headers)
        self.secrets.append(rotated.json["secret"].removeprefix("whsec_"))
        changed = self.site.client.patch("/v1/players/me", json={"turn_url": receiver.url}, headers=person.headers)
        assert changed.status_code == 200, changed.text

    def call_bot(self) -> bool:
        """Calls whoever is to act and wants to be called, as a worker would; whether somebody was."""
        what = member("c", self.game.id)
        host = self.site.services
        claim, turn = host.outbox.claim(what, LEASE_MS), turn_in(host, self.game.id)
        if claim is None or turn is None:
            return False
        call(host, turn, claim)
        return True

    def hear(self) -> None:
        """Takes in what has happened since, from all channels."""
        for endpoint, _ in self._hooks:
            endpoint.bring()
        for ear in self._ears:
            self._read(ear)
        for seat, person in self.game.people_by_seat().items():
            for reply in (
                ask(self.site, TURNS, person, include="view,legal_actions", limit=100),
                ask(self.site, "/v1/players/me/callback/failures", person),
                ask(self.site, "/v1/webhooks", person),
            ):
                self.note(seat, reply.request.path, f"{reply.status} {reply.headers} {reply.text}", shows_now=True)

    def _read(self, ear: Ear) -> None:
        """All messages up to the end of the log, which the stream has to come to."""
        while ear.number < ear.end():
            message = ear.stream.next()
            ear.number = int(message.id.partition("-")[0])
            text = f"{message.event} {message.id} {json.dumps(message.data)}"
            self.note(ear.seat, ear.name, text, shows_now=message.event == "snapshot")

    def note(self, viewer: int | None, channel: str, text: str, *, shows_now: bool) -> None:
        self.told[viewer].append(Told(channel, text, shows_now))


def text_of(request: Received) -> str:
    """Everything of a request that was sent to somebody."""
    return f"{request.path} {request.headers} {request.body.decode()}"
