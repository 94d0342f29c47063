"""Callers of the API: a connection with plain replies, many requests at the same moment, and people at a table."""

import http.client
import json
import select
import socket
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

Json = dict[str, Any]
ME, OPEN = {"type": "me"}, {"type": "open"}
GREEDY, RANDOM = {"type": "ai", "ai_player": "greedy"}, {"type": "ai", "ai_player": "random"}
PATIENCE_S = 30.0


class Reply(NamedTuple):
    """An answer. Names of headers in lower case; `body` is the JSON, or empty."""

    status: int
    headers: dict[str, str]
    body: Json


class Ask(NamedTuple):
    """A request, to whichever API it is sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: Json | None = None

    @property
    def payload(self) -> bytes:
        return b"" if self.body is None else json.dumps(self.body).encode()

    def all_headers(self) -> dict[str, str]:
        return self.headers | ({} if self.body is None else {"Content-Type": "application/json"})


class Person(NamedTuple):
    """A player and the headers that say so."""

    id: str
    headers: dict[str, str]


class Line:
    """One connection to an API process, opened anew where the other side has closed it. What fails is an OSError."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)

    def send(self, ask: Ask) -> Reply:
        """One request, once."""
        if self._http.sock is not None and select.select([self._http.sock], [], [], 0)[0]:
            self._http.close()
        try:
            self._http.request(ask.method, ask.path, ask.payload or None, ask.all_headers())
            return _reply(self._http.getresponse())
        except http.client.HTTPException as error:
            self._http.close()
            raise ConnectionError(str(error)) from error
        except OSError:
            self._http.close()
            raise

    def get(self, path: str, person: Person | None = None) -> Reply:
        return self.send(Ask("GET", path, person.headers if person else {}))

    def post(self, path: str, person: Person, body: Json | None = None, **headers: str) -> Reply:
        """Underscores in the names of headers stand for hyphens."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send(Ask("POST", path, person.headers | more, body))

    def person(self, name: str = "Ada") -> Person:
        """Registers a player."""
        reply = self.send(Ask("POST", "/v1/players", {}, {"name": name}))
        assert reply.status == 201, reply
        return Person(reply.body["player"]["id"], {"Authorization": f"Bearer {reply.body['token']}"})

    def create(self, creator: Person, *seats: Json, **options: Any) -> Json:
        """A new game: its view."""
        reply = self.post("/v1/games", creator, {"seats": list(seats), **options})
        assert reply.status == 201, reply
        return reply.body

    def table(self, people: int = 2, **options: Any) -> tuple[Json, list[Person]]:
        """A game of people that has just begun, and who sits where."""
        seated = [self.person(f"Player {number}") for number in range(people)]
        game = self.create(seated[0], ME, *[OPEN] * (people - 1), **options)
        for person in seated[1:]:
            reply = self.post(f"/v1/games/{game['id']}/seats", person)
            assert reply.status == 200, reply
            game = reply.body["game"]
        return game, seated

    def view(self, game_id: str, person: Person | None = None) -> Json:
        reply = self.get(f"/v1/games/{game_id}", person)
        assert reply.status == 200, reply
        return reply.body

    def first_action(self, game_id: str, person: Person) -> Json:
        """The first legal action of the seat to act."""
        reply = self.get(f"/v1/games/{game_id}/legal-actions", person)
        assert reply.status == 200, reply
        action: Json = reply.body["actions"][0]["action"]
        return action

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def acting(game: Json, person: Person, action: Json, key: str = "") -> Ask:
    """The request that plays an action at the version of `game`."""
    keyed = {"Idempotency-Key": key} if key else {}
    headers = person.headers | {"If-Match": f'"{game["etag"]}"'} | keyed
    return Ask("POST", f"/v1/games/{game['id']}/actions", headers, action)


def together(asks: Iterable[tuple[int, Ask]], gap_s: float = 0) -> list[Reply]:
    """Sends each request to its port, all within a millisecond or two, and reads the replies in the same order.

    The connections are opened beforehand, so that the sending is all that is left to do. With `gap_s` each waits so long
    for the one before, at most until that is answered.
    """
    prepared = [(socket.create_connection(("127.0.0.1", port), PATIENCE_S), _raw(ask)) for port, ask in asks]
    for number, (connection, raw) in enumerate(prepared):
        if gap_s and number:
            select.select([prepared[number - 1][0]], [], [], gap_s)
        connection.sendall(raw)
    return [_received(connection) for connection, _ in prepared]


def _raw(ask: Ask) -> bytes:
    payload = ask.payload
    headers = ask.all_headers() | {"Host": "127.0.0.1", "Content-Length": str(len(payload)), "Connection": "close"}
    lines = [f"{ask.method} {ask.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + payload


def _received(connection: socket.socket) -> Reply:
    with connection, http.client.HTTPResponse(connection) as response:
        response.begin()
        return _reply(response)


def _reply(response: http.client.HTTPResponse) -> Reply:
    raw = response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    body = json.loads(raw) if "json" in headers.get("content-type", "") and raw else {}
    return Reply(response.status, headers, body)
