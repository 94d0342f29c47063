"""What the tests of sandboxes share."""

from typing import Any

from werkzeug.test import TestResponse

from service.store.players import Player
from tests.api.games_api import ME, OPEN, GameAt, Json, Site, found
from tests.api.timing import PER_TURN
from tests.hosting.hosts import Person, new_player

MINUTE_MS = 60_000


def engine_of(site: Site, owner: Person, name: str = "Engine") -> Person:
    """A bot of that player."""
    return new_player(site.services, Player("", name, "bot", owner.id))


def user_of(site: Site, app_id: str, name: str = "User") -> Person:
    """A player of that app."""
    return new_player(site.services, Player("", name, app=app_id, external_id=name))


def sandbox(site: Site, *seats: Json, **options: Any) -> GameAt:
    """A sandbox of Ada's; by default her bot sits at the other seat, and each turn has a minute."""
    ada = site.person("Ada")
    people = [ada]
    reply = site.create(ada, *(seats or (ME, OPEN)), **({"sandbox": True, "time_control": PER_TURN} | options))
    assert reply.status_code == 201, reply.text
    game = GameAt(site, reply.json["id"], ada, people)
    for _ in [seat for seat in seats or (ME, OPEN) if seat == OPEN]:
        people.append(engine_of(site, ada))
        assert join(game, people[-1]).status_code == 200
    return game


def join(game: GameAt, person: Person) -> TestResponse:
    code = game.view(game.creator).get("join_code", "")
    return game.post("/seats", person, {"join_code": code})


def put_on(game: GameAt, person: Person | None = None, ms: Any = MINUTE_MS, **headers: str) -> TestResponse:
    """Lets time pass: as the creator, unless somebody is named."""
    return game.post("/clock/advance", person or game.creator, {"ms": ms}, **headers)


def ask_for(game: GameAt, person: Person | None = None, **faults: Any) -> TestResponse:
    """Asks for faults: as the creator, unless somebody is named."""
    who = person or game.creator
    return game.site.client.put(f"{game.path}/faults", json=faults, headers=who.headers)


def asked(game: GameAt, **faults: Any) -> GameAt:
    """The same game, these faults waiting."""
    found(ask_for(game, **faults))
    return game


def waiting(game: GameAt) -> Json:
    """What waits of the faults that have been asked for, all others left out."""
    body = found(game.get("/faults", game.creator))
    assert set(body) == {"conflict_once", "rate_limit_once", "drop_reply_once", "slow_ms"}
    return {name: value for name, value in body.items() if value}


def kinds(events: list[Json]) -> list[str]:
    return [event["type"] for event in events]
