"""Asking for a rematch (B23): who may, when, how often, and several at once. One game follows another."""

from concurrent.futures import ThreadPoolExecutor

from werkzeug.test import TestResponse

from tests.api.games_api import ME, OPEN, TAKE, GameAt, Site, found, problem
from tests.api.lobby_api import told
from tests.api.rematch_api import ask, asked, over


def test_asking_again_changes_nothing(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    again = asked(game, ada)
    etag = again.etag
    for _ in range(2):
        reply = ask(game, ada)
        assert (reply.status_code, told(reply), reply.json["game"]["id"]) == (200, [], again.id)
    found(ask(game, bea))
    found(again.post("/resignation", ada))
    late = ask(game, bea)
    assert (late.status_code, told(late), late.json["game"]["status"]) == (200, [], "finished")
    assert again.etag != etag


def test_b23_all_at_once_make_one_game(site: Site) -> None:
    """Twenty requests of three players, on one store."""
    game = over(site, ME, OPEN, OPEN)
    clients = [site.app.test_client() for _ in range(20)]

    def press(number: int) -> TestResponse:
        headers = game.people[number % 3].headers
        return clients[number].post(f"{game.path}/rematch", headers=headers)

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(press, range(20)))
    assert sorted(reply.status_code for reply in replies) == [200] * 19 + [201]
    (game_id,) = {reply.json["game"]["id"] for reply in replies}
    again = GameAt(site, game_id, game.creator, game.people)
    view = again.view()
    assert (view["status"], view["version"]) == ("playing", 3)
    assert [seat["player"]["id"] for seat in view["seats"]] == [game.people[n].id for n in (1, 2, 0)]


def test_b23_nobody_asks_for_players_who_are_gone(site: Site) -> None:
    game = over(site, ME, OPEN, OPEN)
    ada, _, cyd = game.people
    assert site.client.delete("/v1/players/me", headers=cyd.headers).status_code == 204
    problem(ask(game, ada), 409, "player-gone")
    problem(game.get("/rematch", ada), 404, "rematch-not-found")


def test_who_may_ask_and_when(site: Site) -> None:
    game = site.game()
    problem(ask(game, game.people[0]), 409, "game-not-over")
    game.act(game.people[0], TAKE)
    problem(ask(game, game.people[1]), 409, "game-not-over")
    found(game.post("/resignation", game.people[0]))
    problem(ask(game, site.person()), 403, "not-seated")
    problem(game.post("/rematch", None), 401, "token-missing")
    problem(game.post("/rematch", game.people[0], {"seat": 0}), 422, "invalid-request")
    assert ask(game, game.people[0]).status_code == 201, "who resigned may ask too"


def test_with_a_key_the_first_status_again(site: Site) -> None:
    game = over(site)
    ada, bea = game.people
    first, accepted = (ask(game, person, Idempotency_Key="k") for person in (ada, bea))
    assert (first.status_code, accepted.status_code) == (201, 200)
    found(GameAt(site, first.json["game"]["id"], ada, []).submit(bea, TAKE))
    for person, before in ((ada, first), (bea, accepted)):
        reply = ask(game, person, Idempotency_Key="k")
        assert (reply.status_code, reply.headers["Idempotency-Replayed"]) == (before.status_code, "true")
        assert reply.json == before.json
        assert reply.headers["ETag"] == before.headers["ETag"]
        assert reply.headers.get("Location") == before.headers.get("Location")


def test_the_same_key_for_another_game(site: Site) -> None:
    """A key counts for the game that it was sent for."""
    ada, bea = site.person("Ada"), site.person("Bea")
    ids = []
    for _ in range(2):
        game = GameAt(site, site.create(ada, ME, OPEN).json["id"], ada, [ada, bea])
        found(game.post("/seats", bea))
        found(game.post("/resignation", bea))
        reply = ask(game, ada, Idempotency_Key="k")
        assert (reply.status_code, reply.headers.get("Idempotency-Replayed")) == (201, None)
        ids.append(reply.json["game"]["id"])
    assert len(set(ids)) == 2


def test_the_view_of_the_rematch_has_an_etag(site: Site) -> None:
    game = over(site)
    again = asked(game, game.people[0])
    reply = game.get("/rematch", game.people[1])
    assert reply.headers["ETag"] == f'"{again.etag}"'
    assert game.get("/rematch", game.people[1], If_None_Match=f'"{again.etag}"').status_code == 304
