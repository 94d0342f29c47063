"""Streams from a service in this process: the connection that its streamer takes over is one end of a pair."""

import socket
from typing import Any

from werkzeug.test import TestResponse

from tests.api.games_api import ME, OPEN, GameAt, Person, Site, found
from tests.sse import Tap

ACCEPT = "text/event-stream"


class Opened(Tap):
    """A stream, and the reply whose headers it began with."""

    def __init__(self, connection: socket.socket, reply: TestResponse) -> None:
        super().__init__(connection)
        self.reply = reply


def ask(site: Site, path: str, connection: socket.socket, person: Person | None = None, **headers: Any) -> TestResponse:
    """Asks for a stream on a connection. Underscores in the names of headers stand for hyphens."""
    named = {name.replace("_", "-"): str(value) for name, value in headers.items()}
    sent = {"Accept": ACCEPT, **(person.headers if person else {}), **named}
    return site.app.test_client().get(
        path, headers=sent, environ_overrides={"gunicorn.socket": connection}, buffered=True
    )


def opened(site: Site, path: str, person: Person | None = None, **headers: Any) -> Opened:
    """A stream that has begun."""
    site.services.streams.serves = True
    ours, theirs = socket.socketpair()
    reply = ask(site, path, theirs, person, **headers)
    assert reply.status_code == 200, reply.text
    assert theirs.fileno() == -1
    return Opened(ours, reply)


def private_game(site: Site) -> GameAt:
    """A private game of two people that has begun."""
    people = [site.person(), site.person("Guest")]
    made = site.create(people[0], ME, OPEN, visibility="private").json
    game = GameAt(site, made["id"], people[0], people)
    found(game.post("/seats", people[1], {"join_code": made["join_code"]}))
    return game


def refused(site: Site, path: str, person: Person | None = None, **headers: Any) -> TestResponse:
    """The reply to a request for a stream that begins none."""
    site.services.streams.serves = True
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reply = ask(site, path, theirs, person, **headers)
        assert theirs.fileno() != -1, reply.status
    return reply
