"""Handing a seat over to an AI player, for good; and the same after a flag."""

import pytest

from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, Site, found, problem
from tests.api.lobby_api import DAY_MS, same_for_all, told
from tests.api.timing import PER_TURN, TAKEOVER, flag, ms, remaining, run_out

TO = {"ai_player": "greedy"}


def test_in_ones_own_turn_the_ai_player_goes_on_at_once(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada = game.people[0]
    reply = game.post("/hand-over", ada, TO)
    assert told(reply) == [("controller_changed", 0, "")]
    assert reply.json["events"][0]["ai_player"] == "greedy"
    seat = reply.json["game"]["seats"][0]
    assert (seat["type"], seat["player"]["id"], seat["ai_player"], seat["controller"]) == (
        *("player", ada.id, "greedy", "ai"),
    )
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 3 + 1)]
    assert site.run_jobs() == 1
    assert game.view()["turn"]["seat"] == 1
    same_for_all(game)


def test_in_another_turn_that_goes_on(site: Site) -> None:
    game = site.game(ME, OPEN, time_control=PER_TURN)
    before = game.view()["turn"]
    after = found(game.post("/hand-over", game.people[1], TO))["game"]
    assert after["turn"] == before
    assert site.jobs == []
    game.act(game.people[0], TAKE)
    assert site.run_jobs() == 1
    assert game.view()["turn"]["seat"] == 0


def test_in_the_middle_of_a_turn(site: Site) -> None:
    """The AI player finishes what was begun."""
    start = {"seats": [{"tokens": {"white": 3, "blue": 3, "green": 3}}, {}]}
    game = site.game(position=start)
    body = game.act(game.people[0], {"type": "take_tokens", "tokens": {"red": 1, "black": 1, "white": 1}})
    assert body["game"]["turn"]["phase"] == "return_tokens"
    found(game.post("/hand-over", game.people[0], TO))
    site.run_jobs()
    view = game.view()
    assert (view["turn"]["seat"], sum(view["seats"][0]["tokens"].values())) == (1, 10)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_clock_of_the_seat_stops(site: Site, seat: int) -> None:
    """H6: AI seats have no clock."""
    game = site.game(ME, OPEN, time_control=PER_TURN)
    after = found(game.post("/hand-over", game.people[seat], TO))["game"]
    assert remaining(after)[seat] is None
    assert remaining(after)[1 - seat] == 60_000
    assert ("deadline_at" in after["turn"]) == (seat == 1)
    site.run_jobs()
    if seat == 0:
        turn = game.view()["turn"]
        assert ms(turn["deadline_at"]) - ms(turn["started_at"]) == 60_000


def test_the_player_keeps_seeing_and_has_nothing_to_say_any_more(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    card = game.act(ada, BLIND)["events"][0]["card"]
    game.act(bea, TAKE)
    found(game.post("/hand-over", ada, TO))
    view = game.view(ada)
    assert (view["you"], view["seats"][0]["reserved"][0]["card"]) == ({"seat": 0}, card)
    assert "card" not in game.view(bea)["seats"][0]["reserved"][0]
    etag = game.etag
    problem(game.submit(ada, TAKE), 409, "seat-handed-over")
    problem(game.preview(ada, TAKE), 409, "seat-handed-over")
    problem(game.post("/resignation", ada), 409, "seat-handed-over")
    problem(game.post("/abort", ada), 409, "seat-handed-over")
    problem(game.post("/hand-over", ada, TO), 409, "seat-handed-over")
    assert (game.listed(ada), game.etag) == ([], etag)


def test_the_game_is_played_out(site: Site) -> None:
    """H7: also where nobody else is left."""
    game = site.game(max_rounds=20)
    for person in game.people:
        found(game.post("/hand-over", person, TO))
    site.run_jobs()
    view = game.view()
    assert view["status"] == "finished"
    assert [seat["player"]["id"] for seat in view["seats"]] == [person.id for person in game.people]


def test_when_it_is_not_possible(site: Site) -> None:
    waiting = site.create(ada := site.person(), ME, OPEN).json["id"]
    path = f"/v1/games/{waiting}/hand-over"
    problem(site.client.post(path, json=TO, headers=ada.headers), 409, "game-not-started")
    game = site.game(ME, OPEN, OPEN)
    found(game.post("/resignation", game.people[1]))
    problem(game.post("/hand-over", game.people[1], TO), 409, "seat-out", "H1")
    problem(game.post("/hand-over", site.person(), TO), 403, "not-seated")
    problem(game.post("/hand-over", None, TO), 401, "token-missing")
    found(game.post("/resignation", game.people[0]))
    problem(game.post("/hand-over", game.people[2], TO), 409, "game-over")


@pytest.mark.parametrize("body", [{}, {"ai_player": "nobody"}, {"ai_player": 1}, {**TO, "seat": 0}, []])
def test_what_is_no_ai_player(site: Site, body: object) -> None:
    game = site.game()
    problem(game.post("/hand-over", game.people[0], body), 422, "invalid-request")


def test_if_match_is_optional_but_heeded(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    old = game.etag
    game.act(ada, TAKE)
    problem(game.post("/hand-over", bea, TO, If_Match=f'"{old}"'), 412, "version-conflict")
    assert found(game.post("/hand-over", bea, TO, If_Match=f'"{game.etag}"'))["game"]["seats"][1]["controller"] == "ai"


def test_a_flag_puts_an_ai_player_there_too(site: Site) -> None:
    game = site.game(ME, OPEN, time_control=PER_TURN, on_flag=TAKEOVER)
    run_out(game)
    flag(game)
    assert game.events()[-1]["type"] == "controller_changed"
    problem(game.post("/hand-over", game.people[0], TO), 409, "seat-handed-over")
    assert site.run_jobs() == 1


@pytest.mark.parametrize(
    "control",
    [
        {"type": "per_turn", "turn_ms": 14 * DAY_MS},
        {"type": "fischer", "initial_ms": 14 * DAY_MS, "increment_ms": 14 * DAY_MS, "max_ms": 14 * DAY_MS},
    ],
)
def test_correspondence_clocks(site: Site, control: dict[str, object]) -> None:
    game = site.game(time_control=control)
    turn = game.view()["turn"]
    assert ms(turn["deadline_at"]) - ms(turn["started_at"]) == 14 * DAY_MS
    game.act(game.people[0], TAKE)
    assert remaining(game.view()) == [14 * DAY_MS] * 2
    for name in ("turn_ms", "initial_ms", "increment_ms", "max_ms"):
        if name in control:
            longer = {**control, name: 14 * DAY_MS + 1}
            body = problem(site.create(site.person(), ME, GREEDY, time_control=longer), 422, "invalid-request")
            assert body["errors"][0]["pointer"] == f"/time_control/{name}"
