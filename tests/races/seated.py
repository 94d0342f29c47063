"""A client as one should be written: it repeats what got no answer, with the same key, at any API that answers."""

import itertools
import secrets
import time
from typing import Any, Self

from service.hosting.changes import TurnPlayed, from_entry
from service.services import Services
from tests.races.callers import Ask, Json, Person, Reply, acting
from tests.races.stand import Api

PATIENCE_S = 40.0
AGAIN = {
    409: {"request-in-progress", "contention"},
    503: {"store-unavailable", "store-full", "capacity", "too-many-waiters"},
}
"""Answers after which the same request is to be sent again."""


class Client:
    """One person who uses all API processes in turn."""

    def __init__(self, apis: list[Api], name: str = "Ada") -> None:
        self._all = [api.line() for api in apis]
        self._lines = itertools.cycle(self._all)
        self._line = next(self._lines)
        self.accepted = self.cut = 0
        """How many actions were accepted, and how many requests got no answer."""
        reply = self.ask(Ask("POST", "/v1/players", {}, {"name": name}))
        self.person = Person(reply.body["player"]["id"], {"Authorization": f"Bearer {reply.body['token']}"})

    def ask(self, ask: Ask) -> Reply:
        """The answer to a request that may be repeated."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                reply = self._line.send(ask)
                if reply.body.get("code") not in AGAIN.get(reply.status, ()):
                    return reply
            except OSError:
                self.cut += 1
                self._line = next(self._lines)
            time.sleep(0.02)  # not to wait for anything: so that a server that is down is not asked without a pause
        raise AssertionError(f"no answer to {ask}")

    def get(self, path: str) -> Json:
        reply = self.ask(Ask("GET", path, self.person.headers))
        assert reply.status == 200, reply
        return reply.body

    def create(self, seats: list[Json], **options: Any) -> Json:
        """A new game: its view."""
        headers = self.person.headers | {"Idempotency-Key": secrets.token_hex(8)}
        reply = self.ask(Ask("POST", "/v1/games", headers, {"seats": seats, **options}))
        assert reply.status == 201, reply
        return reply.body

    def join(self, game_id: str) -> Json:
        headers = self.person.headers | {"Idempotency-Key": secrets.token_hex(8)}
        reply = self.ask(Ask("POST", f"/v1/games/{game_id}/seats", headers))
        assert reply.status == 200, reply
        game: Json = reply.body["game"]
        return game

    def resign(self, game_id: str) -> Json:
        reply = self.ask(Ask("POST", f"/v1/games/{game_id}/resignation", self.person.headers))
        assert reply.status == 200, reply
        game: Json = reply.body["game"]
        return game

    def play_on(self, game_id: str, most: int = 1_000) -> list[str]:
        """Plays to the end of the game, or `most` actions; the commit tags of all that was accepted."""
        accepted: list[str] = []
        while len(accepted) < most:
            game = self.wait_for_turn(game_id)
            if game["status"] != "playing":
                break
            accepted.append(self.act(game))
        return accepted

    def wait_for_turn(self, game_id: str) -> Json:
        """The view once it is this person's turn, or the game is over."""
        until = time.monotonic() + PATIENCE_S
        game = self.get(f"/v1/games/{game_id}")
        while game["status"] == "playing" and game["turn"]["seat"] != game["you"]["seat"]:
            assert time.monotonic() < until, f"nobody moves in {game}"
            self.get(f"/v1/games/{game_id}/events?after={game['last_event']}&wait_ms=2000")
            game = self.get(f"/v1/games/{game_id}")
        return game

    def act(self, game: Json) -> str:
        """Plays the first legal action; the tag of the commit."""
        reply = self.try_to_act(game)
        assert reply.status == 200, reply
        etag: str = reply.body["game"]["etag"]
        return etag.partition("-")[2]

    def try_to_act(self, game: Json) -> Reply:
        """Sends what is the first legal action now, at the version of `game`; the final answer."""
        listed = self.get(f"/v1/games/{game['id']}/legal-actions")["actions"]
        action = listed[0]["action"] if listed else {"type": "pass"}
        reply = self.ask(acting(game, self.person, action, key=secrets.token_hex(8)))
        self.accepted += reply.status == 200
        return reply

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for line in self._all:
            line.close()


def played_by(host: Services, game_id: str, seat: int) -> list[str]:
    """The commit tags of all turns that a seat has played."""
    entries = ((entry.tag, from_entry(entry.body)) for entry in host.games.log(game_id))
    return [tag for tag, change in entries if isinstance(change, TurnPlayed) and change.seat == seat]
