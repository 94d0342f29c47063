"""A clock that its creator puts on: how an integrator sees a flag fall without waiting for it (H1, H6)."""

import pytest

from service.api.games.new_game import LONGEST_MS
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem
from tests.api.sandbox_api import MINUTE_MS, engine_of, kinds, put_on, sandbox
from tests.api.test_games_leaks import check, hidden_from
from tests.api.timing import TAKEOVER, ms


@pytest.fixture
def game(site: Site) -> GameAt:
    return sandbox(site)


def test_some_of_the_turn_passes(game: GameAt) -> None:
    before = game.view(game.creator)
    reply = put_on(game, ms=20_000)
    body = found(reply)
    assert reply.headers["ETag"] == f'"{body["game"]["etag"]}"'
    assert body["game"] == game.view(game.creator)
    (event,) = body["events"]
    assert (event["type"], event["seat"], event["version"]) == ("clock_adjusted", 0, before["version"] + 1)
    assert ms(event["deadline_at"]) == ms(before["turn"]["deadline_at"]) - 20_000
    turn = body["game"]["turn"]
    assert turn["deadline_at"] == event["deadline_at"]
    assert ms(turn["started_at"]) == ms(before["turn"]["started_at"]) - 20_000
    assert game.events(game.creator)[-1] == event
    assert game.submit(game.people[0], TAKE).status_code == 200


def test_it_is_seen_alike_from_all_sides(game: GameAt) -> None:
    """Live, derived, and later: view, position, log and record."""
    shown = found(put_on(game, ms=20_000))["game"]
    assert found(game.get(f"/positions/{shown['version']}", game.creator)) == shown
    entry = found(game.get("/record", game.creator))["entries"][-1]
    assert (entry["type"], entry["seat"], entry["version"]) == ("clock_adjustment", 0, shown["version"])
    found(game.submit(game.people[0], TAKE))
    assert found(game.get(f"/positions/{shown['version']}", game.creator)) == shown


@pytest.mark.parametrize("time_ms", [MINUTE_MS, LONGEST_MS])
def test_h1_where_no_time_is_left_the_flag_falls_in_the_same_request(game: GameAt, time_ms: int) -> None:
    body = found(put_on(game, ms=time_ms))
    assert kinds(body["events"]) == ["clock_adjusted", "seat_flagged", "game_finished"]
    assert (body["game"]["status"], body["game"]["result"]["reason"]) == ("finished", "flag")
    assert body["game"] == game.view(game.creator)
    assert game.events(game.creator)[-3:] == body["events"]
    problem(put_on(game), 409, "no-clock")


def test_the_ai_player_that_was_chosen_takes_over(site: Site) -> None:
    game = sandbox(site, on_flag=TAKEOVER)
    body = found(put_on(game))
    assert kinds(body["events"]) == ["clock_adjusted", "controller_changed"]
    problem(put_on(game), 409, "no-clock")
    assert site.run_jobs() == 1
    assert game.view(game.creator)["turn"]["seat"] == 1


def test_it_is_the_clock_of_whoever_is_to_act(site: Site) -> None:
    game = sandbox(site, ME, OPEN, OPEN)
    game.act(game.people[0], TAKE)
    body = found(put_on(game))
    assert [event["seat"] for event in body["events"]] == [1, 1, 2]
    problem(game.submit(game.people[1], TAKE), 409, "seat-out", "H1")


def test_the_same_request_again_gives_the_same_reply(site: Site) -> None:
    """With the flag that fell, and when the game has gone on; another body is refused."""
    game = sandbox(site, ME, OPEN, OPEN)
    first = put_on(game, ms=1_000, Idempotency_Key="one")
    last = put_on(game, ms=MINUTE_MS, Idempotency_Key="two")
    for key, time_ms, known in (("one", 1_000, first), ("two", MINUTE_MS, last)):
        again = put_on(game, ms=time_ms, Idempotency_Key=key)
        assert (again.json, again.headers["Idempotency-Replayed"]) == (known.json, "true")
        assert again.headers["ETag"] == known.headers["ETag"]
    problem(put_on(game, ms=2_000, Idempotency_Key="one"), 422, "idempotency-key-reuse")
    assert "Idempotency-Replayed" not in first.headers


def test_an_old_version_is_refused_where_it_is_named(game: GameAt) -> None:
    etag = game.etag
    found(put_on(game, ms=1, If_Match=f'"{etag}"'))
    body = problem(put_on(game, ms=1, If_Match=f'"{etag}"'), 412, "version-conflict")
    assert kinds(body["events"]) == ["clock_adjusted"]
    problem(put_on(game, ms=1, If_Match="*"), 400, "bad-precondition")
    found(put_on(game, ms=1))


@pytest.mark.parametrize("time_ms", [0, -1, LONGEST_MS + 1, 1.0, True, "1", None])
def test_what_is_no_time_is_refused(game: GameAt, time_ms: object) -> None:
    assert problem(put_on(game, ms=time_ms), 422, "invalid-request")["errors"][0]["pointer"] == "/ms"


def test_only_the_creator_may(site: Site, game: GameAt) -> None:
    etag = game.etag
    problem(put_on(game, game.people[1]), 403, "not-creator")
    problem(put_on(game, engine_of(site, game.creator)), 404, "game-not-found")
    problem(put_on(game, site.person("Eve")), 404, "game-not-found")
    assert game.etag == etag


def test_common_games_keep_their_time(site: Site) -> None:
    options: Json = {"time_control": {"type": "per_turn", "turn_ms": 60_000}}
    game = site.game(**options)
    etag = game.etag
    problem(put_on(game), 409, "not-a-sandbox")
    problem(put_on(game, game.people[1]), 403, "not-creator")
    assert game.etag == etag


@pytest.mark.parametrize("seats", [(ME, {"type": "open"}), (ME, GREEDY)])
def test_without_a_time_control_no_clock_runs(site: Site, seats: tuple[Json, ...]) -> None:
    problem(put_on(sandbox(site, *seats, time_control={"type": "none"})), 409, "no-clock")


def test_an_ai_player_has_no_clock(site: Site) -> None:
    game = sandbox(site, ME, GREEDY)
    game.act(game.creator, TAKE)
    problem(put_on(game), 409, "no-clock")


def test_b09_the_reply_shows_no_hidden_card(site: Site) -> None:
    """B09: neither before a flag nor behind it, as long as the game goes on."""
    game = sandbox(site, ME, OPEN, OPEN)
    game.act(game.people[0], TAKE)
    game.act(game.people[1], BLIND)
    for time_ms, number in ((1_000, 1), (MINUTE_MS, 3)):
        reply = put_on(game, ms=time_ms)
        assert len(found(reply)["events"]) == number
        check(reply, hidden_from(game, 0).now)
