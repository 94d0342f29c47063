"""Per-turn and Fischer clocks (H6), and what happens when the time is over (H1)."""

import pytest

from service.hosting.flag_clock import flag_clock
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, Json, Site, found
from tests.api.positions import eleven_in_reach, two_nobles_in_reach
from tests.api.timing import FISCHER, PER_TURN, SLACK_MS, flag, given, ms, remaining, run_out
from tests.hosting.hosts import store_client
from tests.store.commits import age


@pytest.mark.parametrize(("control", "time_ms"), [(PER_TURN, 60_000), (FISCHER, 60_000)])
def test_the_clock_of_the_first_seat_runs_from_the_start(site: Site, control: Json, time_ms: int) -> None:
    ada = site.person()
    lobby = site.create(ada, ME, OPEN, time_control=control).json
    assert remaining(lobby) == [None, None]
    game = site.game(ME, OPEN, time_control=control)
    view = game.view()
    assert remaining(view) == [time_ms, time_ms]
    assert view["turn"]["started_at"] == view["updated_at"]
    assert given(view) == time_ms
    (started,) = [event for event in game.events() if event["type"] == "turn_started"]
    assert started["deadline_at"] == view["turn"]["deadline_at"]


def test_without_a_time_control_there_is_no_clock(site: Site) -> None:
    view = site.game().view()
    assert remaining(view) == [None, None]
    assert "deadline_at" not in view["turn"]


def test_per_turn_every_turn_has_the_same_time(site: Site) -> None:
    game = site.game(time_control=PER_TURN)
    age(store_client(site.services), game.id, 20_000)
    view = game.act(game.people[0], TAKE)["game"]
    assert remaining(view) == [60_000, 60_000]
    assert given(view) == 60_000


def test_fischer_what_was_used_is_taken_off_and_the_increment_added_once(site: Site) -> None:
    game = site.game(time_control=FISCHER)
    age(store_client(site.services), game.id, 20_000)
    view = game.act(game.people[0], TAKE)["game"]
    assert 42_000 - SLACK_MS < remaining(view)[0] <= 42_000
    assert remaining(view)[1] == given(view) == 60_000
    view = game.act(game.people[1], TAKE)["game"]
    assert given(view) == remaining(view)[0]


def test_fischer_the_bank_never_exceeds_its_maximum(site: Site) -> None:
    game = site.game(time_control=FISCHER)
    assert remaining(game.act(game.people[0], TAKE)["game"])[0] == 61_000
    unlimited = site.game(time_control={"type": "fischer", "initial_ms": 60_000, "increment_ms": 30_000})
    assert remaining(unlimited.act(unlimited.people[0], TAKE)["game"])[0] > 61_000


@pytest.mark.parametrize(
    ("start", "actions"),
    [
        (
            eleven_in_reach(),
            [{"type": "take_tokens", "tokens": {"red": 2}}, {"type": "return_tokens", "tokens": {"red": 2}}],
        ),
        (
            two_nobles_in_reach(),
            [{"type": "purchase_card", "card_id": "L1-09"}, {"type": "choose_noble", "noble_id": "N01"}],
        ),
    ],
)
def test_a_phase_does_not_restart_the_clock(site: Site, start: Json, actions: list[Json]) -> None:
    game = site.game(position=start, time_control=FISCHER)
    before = game.view()
    age(store_client(site.services), game.id, 20_000)
    middle = game.act(game.people[0], actions[0])
    assert middle["game"]["turn"]["phase"] != "action"
    assert ms(middle["game"]["turn"]["deadline_at"]) == ms(before["turn"]["deadline_at"]) - 20_000
    assert remaining(middle["game"]) == [60_000, 60_000]
    assert "deadline_at" not in middle["events"][-1]
    after = game.act(game.people[0], actions[1])["game"]
    assert 42_000 - SLACK_MS < remaining(after)[0] <= 42_000


def test_ai_seats_have_no_clock(site: Site) -> None:
    game = site.game(ME, GREEDY, time_control=FISCHER)
    view = game.act(game.people[0], TAKE)["game"]
    assert view["turn"]["seat"] == 1
    assert "deadline_at" not in view["turn"]
    assert "remaining_ms" not in view["seats"][1]
    site.run_jobs()
    view = game.view()
    assert given(view) == remaining(view)[0] == 61_000


def test_who_goes_out_gets_no_increment(site: Site) -> None:
    """H6: it is added when a turn is complete."""
    game = site.game(ME, OPEN, OPEN, time_control=FISCHER)
    age(store_client(site.services), game.id, 20_000)
    assert remaining(found(game.post("/resignation", game.people[0]))["game"])[0] == 60_000
    run_out(game)
    flag(game)
    assert remaining(game.view())[1] == 60_000


def test_a_resignation_out_of_turn_leaves_the_clock_running(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN, time_control=FISCHER)
    turn, banks = game.view()["turn"], remaining(game.view())
    after = found(game.post("/resignation", game.people[1]))["game"]
    assert (after["turn"], remaining(after)) == (turn, banks)


def test_a_resignation_after_the_deadline_counts_while_the_flag_has_not_fallen(site: Site) -> None:
    game = site.game(time_control=PER_TURN)
    run_out(game)
    assert found(game.post("/resignation", game.people[0]))["game"]["result"]["reason"] == "resignation"


def test_no_clock_runs_once_the_game_is_over(site: Site) -> None:
    game = site.game(time_control=PER_TURN)
    game.post("/resignation", game.people[1])
    stored = site.services.games.read(game.id)
    assert stored is not None
    assert stored.clock.deadline == 0
    assert flag_clock(site.services, game.id, stored.version) is None


def test_a_preview_does_not_ask_for_the_time(site: Site) -> None:
    game = site.game(time_control=PER_TURN)
    run_out(game)
    assert game.preview(game.people[0], BLIND).status_code == 200
    assert game.view()["version"] == 2


def test_b13_the_deadline_is_the_stores(site: Site) -> None:
    """B13: the reply says what time it is, and how long the seat had when its turn began."""
    game = site.game(time_control=PER_TURN)
    reply = game.get("")
    assert reply.json["seats"][0]["remaining_ms"] == 60_000
    assert abs(ms(reply.headers["Server-Time"]) - ms(reply.json["turn"]["started_at"])) < SLACK_MS
