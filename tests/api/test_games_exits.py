"""Resigning (H1, H5), and aborting by the creator alone (H4)."""

import pytest

from splendor.engine.record import verify
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, RANDOM, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import eleven_in_reach, two_nobles_in_reach


def types(body: Json) -> list[str]:
    return [event["type"] for event in body["events"]]


def statuses(body: Json) -> list[str]:
    return [seat["status"] for seat in body["game"]["seats"]]


def test_the_last_one_left_wins(site: Site) -> None:
    game = site.game()
    ada, _ = game.people
    game.act(ada, TAKE)
    body = found(game.post("/resignation", ada))
    assert types(body) == ["seat_resigned", "game_finished"]
    assert body["events"][0]["tokens"]["white"] == 1
    assert (body["game"]["result"]["reason"], body["game"]["result"]["winners"]) == ("resignation", [1])
    assert statuses(body) == ["resigned", "active"]


def test_in_ones_own_turn_the_next_seat_follows(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    body = found(game.post("/resignation", game.people[0], {}))
    assert types(body) == ["seat_resigned", "turn_started"]
    assert (body["game"]["turn"]["seat"], body["game"]["turn"]["number"]) == (1, 2)


def test_in_another_seats_turn_that_goes_on_undisturbed(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN, time_control={"type": "per_turn", "turn_ms": 60_000})
    turn = game.view()["turn"]
    body = found(game.post("/resignation", game.people[2]))
    assert types(body) == ["seat_resigned"]
    assert body["game"]["turn"] == turn
    game.act(game.people[0], TAKE)
    assert game.act(game.people[1], TAKE)["game"]["turn"]["seat"] == 0


@pytest.mark.parametrize(
    ("start", "action"),
    [
        (eleven_in_reach(), {"type": "take_tokens", "tokens": {"red": 2}}),
        (two_nobles_in_reach(), {"type": "purchase_card", "card_id": "L1-09"}),
    ],
)
def test_in_every_phase(site: Site, start: Json, action: Json) -> None:
    """H5: what was done stands, no noble comes, all tokens go back."""
    game = site.game(ME, OPEN, OPEN, position={**start, "seats": [*start["seats"], {}]})
    ada = game.people[0]
    before = game.act(ada, action)["game"]
    body = found(game.post("/resignation", ada))
    assert types(body) == ["seat_resigned", "turn_started"]
    out = body["game"]["seats"][0]
    assert out["purchased"] == before["seats"][0]["purchased"]
    assert (out["nobles"], sum(out["tokens"].values())) == ([], 0)
    assert body["game"]["nobles"] == before["nobles"]
    total = {name: sum(seat["tokens"][name] for seat in body["game"]["seats"]) for name in out["tokens"]}
    assert {name: body["game"]["supply"][name] + count for name, count in total.items()} == {
        **dict.fromkeys(["white", "blue", "green", "red", "black", "gold"], 5)
    }


def test_a_second_time_is_refused(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada = game.people[0]
    game.post("/resignation", ada)
    etag = game.etag
    problem(game.post("/resignation", ada), 409, "seat-out", "H1")
    assert game.etag == etag


def test_who_has_a_seat_resigns_it(site: Site) -> None:
    game = site.game()
    problem(game.post("/resignation", site.person()), 403, "not-seated")
    problem(game.post("/resignation", None), 401, "token-missing")
    problem(game.post("/resignation", game.people[0], {"seat": 1}), 422, "invalid-request")


@pytest.mark.parametrize("verb", ["/resignation", "/abort"])
def test_if_match_is_optional_but_heeded(site: Site, verb: str) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada = game.people[0]
    old = game.etag
    game.post("/resignation", game.people[2])
    body = problem(game.post(verb, ada, {}, If_Match=f'"{old}"'), 412, "version-conflict")
    assert [event["type"] for event in body["events"]] == ["seat_resigned"]
    problem(game.post(verb, ada, {}, If_Match="7"), 400, "bad-precondition")
    assert game.view()["status"] == "playing"
    problem(game.post(verb, ada, {}, If_Match=f'"{old}"', Idempotency_Key="k"), 412, "version-conflict")
    if verb == "/resignation":
        assert game.post(verb, ada, {}, If_Match=f'"{game.etag}"').status_code == 200


def test_x11_out_one_after_the_other(site: Site) -> None:
    """X11, X10: those out are ranked behind those in, the last to go out first."""
    game = site.game(ME, OPEN, OPEN, OPEN)
    game.post("/resignation", game.people[1])
    game.post("/resignation", game.people[3])
    over = found(game.post("/resignation", game.people[0]))["game"]
    assert over["result"]["winners"] == [2]
    assert [(one["seat"], one["place"]) for one in over["result"]["ranking"]] == [(2, 1), (0, 2), (3, 3), (1, 4)]


def test_ai_players_play_on_alone(site: Site) -> None:
    """H7"""
    game = site.game(ME, GREEDY, RANDOM, max_rounds=20)
    body = found(game.post("/resignation", game.people[0]))
    assert body["game"]["status"] == "playing"
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 2)]
    site.run_jobs()
    assert game.view()["status"] == "finished"


def test_hidden_cards_stay_hidden_until_the_game_is_over(site: Site) -> None:
    """H1, V4"""
    game = site.game(ME, OPEN, OPEN)
    ada, bea, _ = game.people
    card = game.act(ada, BLIND)["events"][0]["card"]
    found(game.post("/resignation", ada))
    assert game.view(bea)["seats"][0]["reserved"] == [{"hidden": True, "level": 1}]
    assert game.view(ada)["seats"][0]["reserved"][0]["card"] == card
    over = found(game.post("/resignation", bea))["game"]
    assert over["seats"][0]["reserved"][0]["card"] == card


def test_the_creator_aborts_before_the_start(site: Site) -> None:
    ada, bea = site.person(), site.person("Bea")
    game = GameAt(site, site.create(ada, ME, OPEN, OPEN).json["id"], ada, [ada])
    game.post("/seats", bea)
    problem(game.post("/abort", bea), 403, "not-creator", "H4")
    body = found(game.post("/abort", ada))
    assert types(body) == ["game_aborted"]
    assert body["game"]["status"] == "aborted"
    problem(game.post("/abort", ada), 409, "game-over")


def test_the_creator_aborts_before_the_first_action(site: Site) -> None:
    game = site.game(ME, OPEN, time_control={"type": "per_turn", "turn_ms": 60_000})
    problem(game.post("/abort", site.person()), 403, "not-seated")
    problem(game.post("/abort", None), 401, "token-missing")
    body = found(game.post("/abort", game.creator))
    assert body["game"]["result"] == {"reason": "aborted", "winners": [], "ranking": []}
    assert "turn" not in body["game"]
    for person in game.people:
        problem(game.submit(person, TAKE), 409, "game-over")
        problem(game.post("/resignation", person), 409, "game-over")


def test_afterwards_a_creator_without_a_seat_has_no_say(site: Site) -> None:
    """H4"""
    creator, ada, bea = site.person("Creator"), site.person(), site.person("Bea")
    game = GameAt(site, site.create(creator, OPEN, OPEN).json["id"], creator, [ada, bea])
    for person in game.people:
        game.post("/seats", person)
    game.act(ada, TAKE)
    etag = game.etag
    problem(game.post("/abort", creator), 403, "not-seated")
    assert game.etag == etag


def test_a_resignation_is_no_action(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    game.post("/resignation", game.people[2])
    assert found(game.post("/abort", game.creator))["game"]["status"] == "aborted"


def test_a_creator_without_a_seat_aborts_too(site: Site) -> None:
    ada = site.person()
    game = GameAt(site, site.create(ada, OPEN, GREEDY).json["id"], ada, [])
    assert found(game.post("/abort", ada, {}))["game"]["status"] == "aborted"
    alone = GameAt(site, site.create(ada, GREEDY, GREEDY).json["id"], ada, [])
    assert found(alone.post("/abort", ada))["game"]["status"] == "aborted"
    assert site.run_jobs() == 1
    assert alone.view()["version"] == 2


@pytest.mark.parametrize("seating", ["as_given", "random"])
@pytest.mark.parametrize("started", [False, True])
def test_the_seed_of_an_aborted_game_is_revealed_and_its_record_holds(site: Site, seating: str, started: bool) -> None:
    ada = site.person()
    reply = site.create(ada, ME, GREEDY if started else OPEN, seating=seating)
    game = GameAt(site, reply.json["id"], ada, [ada])
    over = found(game.post("/abort", ada))["game"]
    assert over["fairness"]["commitment"] == reply.json["fairness"]["commitment"]
    record = found(game.get("/record"))
    assert record["fairness"] == over["fairness"]
    report = verify(record)
    assert report.ok, report
