"""What the tests of the rematch share."""

from werkzeug.test import TestResponse

from tests.api.games_api import ME, OPEN, GameAt, Json, Person, Site, found


def over(site: Site, *seats: Json, **options: object) -> GameAt:
    """A game that its first player has resigned, by default one of two."""
    game = site.game(*(seats or (ME, OPEN)), **options)
    while game.view()["status"] == "playing":
        found(game.post("/resignation", game.people[game.view()["turn"]["seat"]]))
    return game


def ask(game: GameAt, person: Person, **headers: str) -> TestResponse:
    return game.post("/rematch", person, **headers)


def asked(game: GameAt, person: Person) -> GameAt:
    """The rematch that this person is the first to ask for."""
    reply = ask(game, person)
    assert reply.status_code == 201, reply.text
    return GameAt(game.site, reply.json["game"]["id"], person, game.people)
