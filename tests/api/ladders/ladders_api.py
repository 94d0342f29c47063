"""A ladder as its tests use it: over HTTP, with the jobs of workers run when a test says so."""

from typing import Any

from werkzeug.test import TestResponse

from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.pairing import pair_ladder
from service.services import Services
from tests.api.apps_api import new_admin
from tests.api.games_api import Json, Person, Site, found, problem
from tests.api.players_api import bearer
from tests.hosting.ladders.table_of import play_as, play_out, validate

LADDERS = "/v1/ladders"
CLOCK: Json = {"type": "fischer", "initial_ms": 60_000, "increment_ms": 1_000}
ORDER: Json = {"name": "Open air", "time_control": CLOCK}
NOBODY: dict[str, str] = {}


class LadderAt:
    """A ladder, and its administrator."""

    def __init__(self, site: Site, *anchors: str, **settings: Any) -> None:
        self.site, self.admin = site, new_admin(site.app)
        self.made = created(site, self.admin, **settings)
        self.id = str(self.made["id"])
        for name in anchors:
            assert self.command(name, ai_player=name).status_code == 200

    @property
    def path(self) -> str:
        return f"{LADDERS}/{self.id}"

    @property
    def host(self) -> Services:
        return self.site.services

    def ask(
        self, method: str, suffix: str = "", headers: dict[str, str] = NOBODY, body: Any = None, **query: Any
    ) -> TestResponse:
        return self.site.client.open(
            self.path + suffix, method=method, headers=headers, json=body, query_string=query or None
        )

    def read(self, suffix: str = "", headers: dict[str, str] = NOBODY, **query: Any) -> Json:
        """What anybody can read."""
        return found(self.ask("GET", suffix, headers, **query))

    def items(self, suffix: str, **query: Any) -> list[Json]:
        items: list[Json] = self.read(suffix, **query)["items"]
        return items

    def change(self, **changes: Any) -> TestResponse:
        return self.ask("PATCH", "", self.admin, changes)

    def command(self, entry_id: str, **order: Any) -> TestResponse:
        return self.ask("PUT", f"/entries/{entry_id}", self.admin, order)

    def remove(self, entry_id: str) -> TestResponse:
        return self.ask("DELETE", f"/entries/{entry_id}", self.admin)

    def join(self, person: Person, **order: Any) -> TestResponse:
        """Enters, and is there."""
        reply = self.enter(person, **order)
        self.site.client.get("/v1/players/me/turns", headers=person.headers)
        return reply

    def enter(self, person: Person, **order: Any) -> TestResponse:
        return self.ask("PUT", "/entries/me", person.headers, order)

    def mine(self, person: Person) -> Json:
        return found(self.ask("GET", "/entries/me", person.headers))

    def leave(self, person: Person) -> TestResponse:
        return self.ask("DELETE", "/entries/me", person.headers)

    def active(self, name: str = "Bot", owner: Person | None = None) -> Person:
        """A bot that has entered, without its first game."""
        bot = new_bot(self.site, owner or self.site.person("Owner"), name)
        found(self.join(bot))
        validate(self.host, find_ladder(self.host, self.id), bot.id)
        return bot

    def pair(self) -> list[str]:
        """The games that begin now."""
        return pair_ladder(self.host, self.id)

    def play(self, games: int, *people: Person) -> None:
        """Pairs, plays and settles until so many games are over; for these people the first legal action each time."""
        done = 0
        while done < games:
            begun = self.pair()
            assert begun
            for game_id in begun:
                for person in people:
                    if any(seat["entry_id"] == person.id for seat in self.running(game_id)["seats"]):
                        play_as(self.host, game_id, person.id)
            done += len(play_out(self.host))

    def running(self, game_id: str) -> Json:
        (game,) = [game for game in self.items("/games", status="running", limit=100) if game["game_id"] == game_id]
        return game


def created(site: Site, admin: dict[str, str], **settings: Any) -> Json:
    reply = site.client.post(LADDERS, json=ORDER | settings, headers=admin)
    assert reply.status_code == 201, reply.text
    body: Json = reply.json
    return body


def new_bot(site: Site, owner: Person, name: str = "Bot") -> Person:
    """A bot, made over HTTP."""
    made = site.client.post("/v1/players/me/bots", json={"name": name}, headers=owner.headers).json
    return Person(made["player"]["id"], made["player"]["name"], bearer(made["token"]))


def refused(reply: TestResponse, status: int, code: str, pointer: str = "") -> Json:
    """The refusal, with a fault at that place."""
    body = problem(reply, status, code)
    assert not pointer or pointer in {fault["pointer"] for fault in body["errors"]}, body
    return body
