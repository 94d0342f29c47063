"""What real processes write down of live play: nothing secret and nothing hidden is in logs, metrics, jobs, and the outbox."""

import re
import socket
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest
import redis

from service.hosting.game import CODEC, Game
from service.store.keys import OUTBOX
from splendor.engine.cards import CARDS
from tests.hosting.hooks import Hurry
from tests.races.callers import ME, Ask, Json, Person, acting
from tests.races.live_clients import MY_EVENTS
from tests.races.matches import Match
from tests.races.stand import Stand
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import wait_until
from tests.sse import tap

TURNS, SEED = 20, "5eed" * 16
IN_URL = "in-the-address-of-a-receiver"
"""Owners put keys into the addresses of their receivers."""
SECRET_FORMS = re.compile(r"whsec_|spl_(player|app|admin)_|\bst_[A-Za-z0-9_-]{40}|" + SEED + "|" + IN_URL)


class Talkative(Stand):
    """A site whose processes say all they can, and may call this machine."""

    def environment(self, store_url: str = "") -> Mapping[str, str]:
        more = {"SPLENDOR_LOG_LEVEL": "debug", "SPLENDOR_WEBHOOK_ALLOW": "127.0.0.1"}
        return {**super().environment(store_url), **more}


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talkative]:
    with Talkative(tmp_path_factory.mktemp("talkative")) as stand:
        stand.api()
        stand.worker("clock", "upkeep")
        stand.ticker()
        yield stand.wait(workers=1, tickers=1)


class Story:
    """A seeded game of two people who use all there is: a bot that is called, webhooks, tickets; and what is secret in it."""

    def __init__(self, site: Talkative, stack: ExitStack) -> None:
        self.site, self.line = site, stack.enter_context(site.apis[0].line())
        self.secrets, self.credentials = [SEED, IN_URL], list[str]()
        self._hurry = Hurry(site.host)
        self.bot, self.guest = self._person("Bot"), self._person("Guest")
        self.hooked = stack.enter_context(Receiver(self._moody))
        self.called = stack.enter_context(Receiver(self._answer))
        self._hook(self.guest)
        self._call(self.bot)
        game = self.line.create(self.guest, ME, {"type": "player", "player_id": self.bot.id}, seed=SEED)
        self.match = Match(game["id"], (self.guest, self.bot), 1)
        assert self.line.post(f"{self.match.path}/seats", self.bot).status == 200

    def _person(self, name: str) -> Person:
        person = self.line.person(name)
        self.credentials.append(person.headers["Authorization"].removeprefix("Bearer "))
        assert self.line.get(MY_EVENTS, person).status == 200
        return person

    def _hook(self, owner: Person) -> None:
        reply = self.line.post("/v1/webhooks", owner, {"url": f"{self.hooked.url}?key={IN_URL}"})
        assert reply.status == 201, reply
        self.secrets.append(reply.body["secret"].removeprefix("whsec_"))
        self.webhook = reply.body["id"]

    def _call(self, bot: Person) -> None:
        reply = self.line.post("/v1/players/me/callback/rotate-secret", bot)
        self.secrets.append(reply.body["secret"].removeprefix("whsec_"))
        body = {"turn_url": f"{self.called.url}/{IN_URL}"}
        reply = self.line.send(Ask("PATCH", "/v1/players/me", bot.headers, body))
        assert reply.status == 200, reply

    def _moody(self, _: Received) -> Reply:
        """Breaks off, redirects, fails, takes."""
        kinds = (Reply(raw=_cut), Reply(302, headers=(("Location", f"/{IN_URL}"),)), Reply(500, IN_URL.encode()))
        count = len(self.hooked.received)
        return kinds[count % 3] if count < 4 else Reply(204)

    def _answer(self, request: Received) -> Reply:
        """Nonsense first, then a blind reserve, which may be against the rules, then the first action there is."""
        message = request.json
        if message["type"] == "challenge":
            return json_reply({"challenge": message["challenge"]})
        count = len(self.called.received)
        odd = {2: Reply(200, IN_URL.encode()), 3: json_reply({"type": IN_URL}), 4: Reply(raw=_cut)}
        return odd.get(count) or json_reply(self._lean(message["legal_actions"]))

    def _lean(self, listed: list[Json]) -> Json:
        actions: list[Json] = [one["action"] for one in listed]
        return next((one for one in actions if one["type"] == "reserve_from_deck"), actions[0])

    def stream_by_ticket(self) -> None:
        """With a good ticket, with one for another path, and with none that there is."""
        path = f"{self.match.path}/events"
        reply = self.line.post("/v1/players/me/stream-tickets", self.guest, {"path": path})
        ticket = reply.body["ticket"]
        self.credentials.append(ticket)
        port = self.site.apis[0].port
        with tap(port, f"{path}?ticket={ticket}") as stream:
            assert stream.next().event == "snapshot"
        for odd in (
            f"{MY_EVENTS}?ticket={ticket}",
            f"{path}?ticket={ticket[:-3]}xyz",
            f"{path}?ticket={ticket}&limit=x",
        ):
            with pytest.raises(ConnectionError, match=r"HTTP/1\.1 4"):
                tap(port, odd)
        with socket.create_connection(("127.0.0.1", port)) as broken:
            broken.sendall(f"GET {path}?ticket={ticket} HTTP/1.1\r\nBad Header {ticket}\r\n\r\n".encode())
            assert broken.recv(100).startswith(b"HTTP/1.1 400")

    def play(self, turns: int = TURNS) -> None:
        """The guest over HTTP, the bot by being called."""
        for _ in range(turns):
            wait_until(self._is_mine, 20, "the bot plays")
            game = self.line.view(self.match.game_id, self.guest)
            action = self.line.first_action(self.match.game_id, self.guest)
            assert self.line.send(acting(game, self.guest, action)).status == 200

    def _is_mine(self) -> bool:
        """Whether it is the guest's turn; an endpoint that failed is tried again at once."""
        self._hurry(self.guest.id, self.webhook)
        return bool(self.line.view(self.match.game_id)["turn"]["seat"] == 0)

    def all_taken(self) -> bool:
        """Whether the endpoint has been told of all."""
        self._hurry(self.guest.id, self.webhook)
        return len(self.hooked.received) > self.site.host.log.last(self.guest.id)[0] > TURNS

    def hidden(self) -> set[str]:
        """The cards that nobody may know of."""
        stored = self.site.host.games.read(self.match.game_id)
        assert stored is not None
        game: Game = CODEC.decode(stored.blob)
        return {CARDS[card].id for deck in game.running.decks for card in deck}


def _cut(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_RDWR)


def test_what_is_written_down_has_nothing_secret_in_it(site: Talkative) -> None:
    """Logs of all processes at their most talkative, metrics, jobs that wait, the outbox; the store keeps digests."""
    with ExitStack() as stack:
        story = Story(site, stack)
        story.stream_by_ticket()
        story.play(turns=1)
        written = {"queue": waiting_jobs(site), "outbox": repr(outbox(site))}
        sender = site.worker("outbound")
        story.play()
        written["metrics"] = metrics(site)
        site.store.sync()
        site.store.kill()
        site.store.start()
        wait_until(lambda: story.line.get(story.match.path).status == 200, 10, "the store is there again")
        story.play(turns=3)
        written |= {"queue later": everything(site.settings.queue_redis_url), "outbox later": repr(outbox(site))}
        wait_until(story.all_taken, 20, sender.said[-1000:])
    assert len(story.called.received) > TURNS
    written |= {f"log of {program}": program.said for program in site.programs}  # type: ignore[dict-item]
    assert all('"level": "debug"' in program.said for program in (sender, site.apis[0].program))
    for name, text in written.items():
        check(str(name), text, story)
    kept = everything(site.store.url)
    assert not [secret for secret in story.credentials if secret in kept], "the store knows digests alone"


def check(name: str, text: str, story: Story) -> None:
    for secret in (*story.secrets, *story.credentials):
        assert secret not in text, (name, found(text, secret))
    shape = SECRET_FORMS.search(text)
    assert shape is None, (name, found(text, shape[0] if shape else ""))
    assert not [card for card in story.hidden() if card in text], name


def found(text: str, what: str) -> str:
    """Where it stands."""
    at = text.find(what)
    return text[max(0, at - 300) : at + 100]


def waiting_jobs(site: Talkative) -> str:
    """All that the queue holds, once jobs for webhooks and for a call wait there."""
    wanted = ("workers.webhooks.deliver", "workers.callbacks.call_bot")
    url = site.settings.queue_redis_url
    wait_until(lambda: all(one in everything(url) for one in wanted), 10, "jobs wait")
    return everything(url)


def outbox(site: Talkative) -> list[str]:
    """What the outbox says, names and counters."""
    with site.store.admin() as admin:
        return [repr(value) for key in OUTBOX for value in values_of(admin, key.encode())]


def metrics(site: Talkative) -> str:
    with socket.create_connection(("127.0.0.1", site.apis[0].port), 5) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return connection.makefile("rb").read().decode()


def everything(url: str) -> str:
    """All keys and values of a database, what is packed unpacked."""
    with redis.Redis.from_url(url) as client:
        return "\n".join(f"{key!r} {plain(value)}" for key in client.scan_iter() for value in values_of(client, key))


def values_of(client: redis.Redis, key: bytes) -> list[Any]:
    read: dict[bytes, Any] = {
        b"string": lambda: [client.get(key)],
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"hash": lambda: [part for pair in client.hgetall(key).items() for part in pair],
        b"zset": lambda: client.zrange(key, 0, -1),
        b"stream": lambda: [part for _, fields in client.xrange(key) for pair in fields.items() for part in pair],
        b"none": list,
    }
    return list(read[client.type(key)]())


def plain(value: bytes | None) -> str:
    """A value as text; jobs are packed."""
    try:
        return repr(zlib.decompress(value or b""))
    except zlib.error:
        return repr(value)
