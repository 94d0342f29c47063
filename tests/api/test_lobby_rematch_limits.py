"""The rematch (B23) and what holds for all games: who knows of a private one, and how often one may ask."""

from tests.api.games_api import GameAt, Person, Site, found, problem
from tests.api.limits_api import FEW, left, refused
from tests.api.lobby_api import invite, leave, table
from tests.api.rematch_api import ask, asked, over

CREATE = FEW["limit_create"]


def private_and_over(site: Site) -> tuple[GameAt, Person, Person]:
    """A private game of two people whom Ada has invited, without a seat for herself."""
    bea, cyd = site.person("Bea"), site.person("Cyd")
    game = table(site, invite(bea), invite(cyd), visibility="private")
    for person in (bea, cyd):
        found(game.post("/seats", person))
    found(game.post("/resignation", cyd))
    return game, bea, cyd


def test_b23_a_private_rematch_is_unknown_to_who_has_no_place_in_it(site: Site) -> None:
    """Also to who knows the game that it follows: for the one who had created that, there is none yet."""
    game, bea, cyd = private_and_over(site)
    before = problem(game.get("/rematch", game.creator), 404, "rematch-not-found")
    again = asked(game, cyd)
    after = problem(game.get("/rematch", game.creator), 404, "rematch-not-found")
    assert after["detail"] == before["detail"]
    assert again.id not in game.get("/rematch", game.creator).text
    problem(again.get("", game.creator), 404, "game-not-found")
    for stranger in (None, site.person("Stranger")):
        problem(game.get("/rematch", stranger), 404, "game-not-found")
    for person in (bea, cyd):
        assert found(game.get("/rematch", person))["id"] == again.id


def test_b23_who_has_declined_a_private_rematch_does_not_know_it_any_more(site: Site) -> None:
    game, bea, cyd = private_and_over(site)
    again = asked(game, cyd)
    assert found(game.get("/rematch", bea))["seats"][1]["player"]["id"] == bea.id
    found(leave(again, bea, 1))
    problem(game.get("/rematch", bea), 404, "rematch-not-found")
    assert found(game.get("/rematch", cyd))["id"] == again.id


def test_b23_asking_counts_as_creating(limited: Site) -> None:
    """Whether it makes the game or not: that is known only afterwards."""
    game = over(limited)
    ada, bea = game.people
    first = ask(game, ada)
    assert (first.status_code, left(first, "create")) == (201, CREATE.quota - 2), "the game before was one too"
    accepted = ask(game, bea)
    assert (accepted.status_code, left(accepted, "create")) == (200, CREATE.quota - 1)
    for number in range(3, CREATE.quota + 1):
        assert left(ask(game, ada), "create") == CREATE.quota - number
    refused(ask(game, ada), "create", CREATE)
    refused(limited.create(ada, {"type": "open"}, {"type": "open"}), "create", CREATE)
    for number in range(2, CREATE.quota + 1):
        assert left(ask(game, bea), "create") == CREATE.quota - number
    refused(ask(game, bea), "create", CREATE)
