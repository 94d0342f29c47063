"""What the tests of the lobby share."""

from typing import Any

from werkzeug.test import TestResponse

from tests.api.games_api import ME, OPEN, GameAt, Json, Person, Site, dashed, found
from tests.hosting.hosts import store_client
from tests.servers import wait_until
from tests.store.commits import server_now

MINUTE_MS = 60_000
DAY_MS = 86_400_000


def invite(person: Person, expires_in_ms: int = 0) -> Json:
    """A seat for a player who is invited to it."""
    until = {"expires_in_ms": expires_in_ms} if expires_in_ms else {}
    return {"type": "player", "player_id": person.id, **until}


def table(site: Site, *seats: Json, **options: Any) -> GameAt:
    """A new game of Ada's, that nobody else has joined yet; by default it waits for two more."""
    ada = site.person("Ada")
    reply = site.create(ada, *(seats or (ME, OPEN, OPEN)), **options)
    assert reply.status_code == 201, reply.text
    return GameAt(site, reply.json["id"], ada, [ada])


def leave(game: GameAt, person: Person | None, seat: Any, **headers: str) -> TestResponse:
    known = person.headers if person else {}
    return game.site.client.delete(f"{game.path}/seats/{seat}", headers=known | dashed(headers))


def change(game: GameAt, person: Person | None, seat: Any, to: Any, **headers: str) -> TestResponse:
    known = person.headers if person else {}
    return game.site.client.put(f"{game.path}/seats/{seat}", json=to, headers=known | dashed(headers))


def occupants(view: Json) -> list[str]:
    """Who is at each seat: type, and name of player or AI player."""
    return [
        " ".join([seat["type"], seat.get("player", {}).get("name", seat.get("ai_player", ""))]).strip()
        for seat in view["seats"]
    ]


def told(reply: TestResponse) -> list[tuple[str, int | None, str]]:
    """The events of a reply: type, seat and reason or cause."""
    events = found(reply)["events"]
    return [(one["type"], one.get("seat"), one.get("reason", one.get("cause", ""))) for one in events]


def let_pass(game: GameAt, until_ms: int) -> None:
    """Polls the store's clock until this instant is over."""
    client = store_client(game.site.services)
    wait_until(lambda: server_now(client) >= until_ms, 5, "the instant has passed")


def same_for_all(game: GameAt, *others: Person) -> list[Json]:
    """The log; its events are of equal number and types for everybody."""
    logs = [game.events(person) for person in (None, *game.people, *others)]
    kinds = [[(one["number"], one["tag"], one["version"], one["type"]) for one in log] for log in logs]
    assert all(kind == kinds[0] for kind in kinds)
    return logs[0]


def fold_seats(events: list[Json]) -> list[Json]:
    """The seats of a game that waits, from its log alone, as the view has them."""
    seats: list[Json] = []
    for one in events:
        if one["type"] == "game_created":
            seats = [{"seat": number, "type": "open"} for number in range(one["seat_count"])]
        elif one["type"] in ("seat_offered", "seat_taken", "seat_left"):
            seats[one["seat"]] = {"seat": one["seat"], **_occupant(one)}
    return seats


def _occupant(event: Json) -> Json:
    shown = {name: event[name] for name in ("player", "ai_player") if name in event}
    if event["type"] == "seat_left" or (event["type"] == "seat_offered" and not shown):
        return {"type": "open"}
    if event["type"] == "seat_offered":
        return {"type": "invited", "expires_at": event["expires_at"], **shown}
    kind = "player" if "player" in shown else "ai"
    return {"type": kind, "controller": kind, **shown}
