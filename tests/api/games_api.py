"""The whole API as its tests use it: every reply is held to the document, and to what holds for all replies."""

import json
from typing import Any

from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from service.api.application import Application
from service.app import create_app
from service.services import Services
from tests.api.documented import check_reply
from tests.hosting.hosts import Job, Person, host_on, jobs_of, new_person, run_jobs

Json = dict[str, Any]
ME, OPEN = {"type": "me"}, {"type": "open"}
GREEDY, RANDOM = {"type": "ai", "ai_player": "greedy"}, {"type": "ai", "ai_player": "random"}
TAKE = {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}
BLIND = {"type": "reserve_from_deck", "level": 1}


class CheckedClient(FlaskClient):
    """Holds every single reply to the document: status, headers, members, and that there is no null anywhere."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        reply = super().open(*args, **kwargs)
        check(self.application, reply)
        return reply


def check(app: Application, reply: TestResponse) -> None:
    assert reply.status_code != 500, reply.text
    assert reply.headers["Server-Time"].endswith("Z")
    if (reply.mimetype or "").endswith("json") and reply.data:
        assert not nulls(json.loads(reply.data)), reply.text
    if reply.status_code >= 400:
        check_problem(reply)
    operation = operation_of(app, reply)
    if reply.request.method == "HEAD":
        assert not reply.data
    elif operation:
        check_documented(operation, reply)


def nulls(value: Any, pointer: str = "") -> list[str]:
    """Where in a JSON value there is null."""
    if isinstance(value, dict):
        return [found for name, inner in value.items() for found in nulls(inner, f"{pointer}/{name}")]
    if isinstance(value, list):
        return [found for number, inner in enumerate(value) for found in nulls(inner, f"{pointer}/{number}")]
    return [pointer] if value is None else []


def check_problem(reply: TestResponse) -> None:
    assert reply.mimetype == "application/problem+json"
    if reply.data:
        assert reply.json["status"] == reply.status_code
        assert reply.json["type"] == f"/problems/{reply.json['code']}"
        assert ("retry_after_ms" in reply.json) == ("Retry-After" in reply.headers)
        assert "Traceback" not in reply.text
        for text in (reply.json["detail"], *(fault["message"] for fault in reply.json.get("errors", ()))):
            assert is_sentence(text), text


def is_sentence(text: str) -> bool:
    return not text[0].islower() and text.endswith(".")


def operation_of(app: Application, reply: TestResponse) -> str:
    """The operationId of the request that was answered, empty where it went to none."""
    method = "GET" if reply.request.method == "HEAD" else reply.request.method
    try:
        endpoint, _ = app.url_map.bind("localhost").match(reply.request.path, method)
    except HTTPException:
        return ""
    view = getattr(app.view_functions[endpoint], "view_class", None)
    apidoc = getattr(getattr(view, method.lower(), None), "_apidoc", None)
    return apidoc["operation"].id if apidoc else ""


def check_documented(operation: str, reply: TestResponse) -> None:
    """Holds a reply to the document, once for each form that replies have: a validation takes longer than a request."""
    body = reply.json if (reply.mimetype or "").endswith("json") else None
    code = body["code"] if reply.status_code >= 400 else ""
    form = (operation, reply.status_code, code, shape(body), frozenset(reply.headers.keys()))
    if form not in _CHECKED:
        check_reply(operation, reply)
        _CHECKED.add(form)


_CHECKED: set[tuple[object, ...]] = set()


def shape(value: Any) -> Any:
    """Which members a JSON value has, and of which types."""
    if isinstance(value, dict):
        return tuple((name, shape(inner)) for name, inner in value.items())
    if isinstance(value, list):
        return frozenset(shape(inner) for inner in value)
    return type(value)


class Site:
    """A service in this process, its store on a real server."""

    def __init__(self, url: str, **settings: Any) -> None:
        self.services: Services = host_on(url, **settings)
        self.app = create_app(self.services.settings, self.services)
        self.app.test_client_class = CheckedClient
        self.client = self.app.test_client()

    @property
    def jobs(self) -> list[Job]:
        """The AI jobs that wait."""
        return jobs_of(self.services)

    def run_jobs(self, most: int = 1_000) -> int:
        return run_jobs(self.services, most)

    def person(self, name: str = "Ada", scope: str = "") -> Person:
        return new_person(self.services, name, scope)

    def create(self, creator: Person, *seats: Json, key: str = "", **options: Any) -> TestResponse:
        """POST /games, whatever comes of it."""
        headers = creator.headers | ({"Idempotency-Key": key} if key else {})
        return self.client.post("/v1/games", json={"seats": list(seats), **options}, headers=headers)

    def game(self, *seats: Json, **options: Any) -> "GameAt":
        """A new game with people at all its seats `open` and `me`; by default two of them."""
        seats = seats or (ME, OPEN)
        people = [self.person(f"Player {number}") for number, seat in enumerate(seats) if seat["type"] != "ai"]
        creator = people[0] if people else self.person("Creator")
        reply = self.create(creator, *seats, **options)
        assert reply.status_code == 201, reply.text
        game = GameAt(self, reply.json["id"], creator, people)
        for person in people if ME not in seats else people[1:]:
            assert game.post("/seats", person).status_code == 200
        return game


class GameAt:
    """A game and the people in it, in the order in which they were seated."""

    def __init__(self, site: Site, game_id: str, creator: Person, people: list[Person]) -> None:
        self.site, self.id, self.creator, self.people = site, game_id, creator, people

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def etag(self) -> str:
        stored = self.site.services.games.read(self.id)
        assert stored is not None
        return stored.etag

    def get(self, suffix: str = "", person: Person | None = None, **headers: str) -> TestResponse:
        known = person.headers if person else {}
        return self.site.client.get(self.path + suffix, headers=known | dashed(headers))

    def post(self, suffix: str, person: Person | None = None, body: Any = None, **headers: str) -> TestResponse:
        """A POST; underscores in the names of headers stand for hyphens."""
        known = person.headers if person else {}
        return self.site.client.post(self.path + suffix, json=body, headers=known | dashed(headers))

    def view(self, person: Person | None = None) -> Json:
        return found(self.get("", person))

    def listed(self, person: Person | None = None, payments: str = "default") -> list[Json]:
        """The legal actions, as they can be posted."""
        reply = self.get(f"/legal-actions?payments={payments}", person)
        return [entry["action"] for entry in found(reply)["actions"]]

    def submit(self, person: Person, action: Json, etag: str = "", **headers: str) -> TestResponse:
        """POST /actions at the present version, or at the one named; whatever comes of it."""
        return self.post("/actions", person, action, If_Match=f'"{etag or self.etag}"', **headers)

    def act(self, person: Person, action: Json) -> Json:
        """An action that has to be taken: view and events."""
        return found(self.submit(person, action))

    def preview(self, person: Person | None, action: Json, **headers: str) -> TestResponse:
        return self.post("/actions/preview", person, action, **headers)

    def events(self, person: Person | None = None, after: int | str = 0, limit: int = 500) -> list[Json]:
        return found(self.get(f"/events?after={after}&limit={limit}", person))["items"]

    def to_act(self) -> Person:
        """Who is to act; fails where that is an AI player."""
        return self.people_by_seat()[self.view()["turn"]["seat"]]

    def people_by_seat(self) -> dict[int, Person]:
        by_id = {person.id: person for person in self.people}
        return {seat["seat"]: by_id[seat["player"]["id"]] for seat in self.view()["seats"] if "player" in seat}


def dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def found(reply: TestResponse) -> Json:
    """The body of a success."""
    assert reply.status_code == 200, (reply.status, reply.text)
    body: Json = reply.json
    return body


def problem(reply: TestResponse, status: int, code: str, rule: str = "") -> Json:
    """The body of the refusal that is expected."""
    assert (reply.status_code, reply.json["code"]) == (status, code), reply.text
    assert reply.json.get("rule", "") == rule, reply.text
    body: Json = reply.json
    return body


def refused(game: GameAt, action: Json, rule: str) -> None:
    """The rule forbids this action to the first player, and nothing has changed."""
    etag, log = game.etag, game.events()
    problem(game.submit(game.people[0], action), 409, "illegal-action", rule)
    assert (game.etag, game.events()) == (etag, log)


def page(game: GameAt, person: Person | None = None, **query: Any) -> Json:
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return found(game.get(f"/events?{text}", person))


def some_turns(site: Site, **options: Any) -> GameAt:
    """A game of two people and an AI player in which one card is hidden."""
    game = site.game(ME, OPEN, GREEDY, **options)
    game.act(game.people[0], BLIND)
    game.act(game.people[1], TAKE)
    site.run_jobs()
    return game
