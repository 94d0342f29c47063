"""Per-turn and Fischer clocks (H6), and what happens when the time is over (H1)."""

from datetime import datetime

import pytest

from service.hosting.flag_clock import flag_clock
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import eleven_in_reach, two_nobles_in_reach
from tests.hosting.hosts import store_client
from tests.servers import wait_until
from tests.store.commits import age

PER_TURN = {"type": "per_turn", "turn_ms": 60_000}
FISCHER = {"type": "fischer", "initial_ms": 60_000, "increment_ms": 2_000, "max_ms": 61_000}
TAKEOVER = {"type": "ai_takes_over", "ai_player": "greedy"}
SLACK_MS = 5_000
"""What a slow machine may need between two requests."""


def ms(instant: str) -> int:
    return round(datetime.fromisoformat(instant).timestamp() * 1000)


def remaining(view: Json) -> list[int | None]:
    return [seat.get("remaining_ms") for seat in view["seats"]]


def given(view: Json) -> int:
    """How long the seat to act has from the beginning of its turn."""
    return ms(view["turn"]["deadline_at"]) - ms(view["turn"]["started_at"])


def run_out(game: GameAt) -> None:
    """Lets the deadline of the present turn lie behind us."""
    view = game.view()
    age(store_client(game.site.services), game.id, given(view) + 1)


def version(game: GameAt) -> int:
    return int(game.etag.partition("-")[0])


def flag(game: GameAt) -> None:
    """What a timeout job does."""
    flag_clock(game.site.services, game.id, version(game))


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


def test_a_late_action_is_refused_and_flags_at_once(site: Site) -> None:
    """H6, B11: a clear answer, and nobody waits for the ticker."""
    game = site.game(ME, OPEN, OPEN, time_control=PER_TURN)
    ada = game.people[0]
    etag = game.etag
    run_out(game)
    problem(game.submit(ada, TAKE), 409, "time-over", "H6")
    view = game.view()
    assert (view["seats"][0]["status"], view["turn"]["seat"]) == ("flagged", 1)
    assert sum(view["seats"][0]["tokens"].values()) == 0
    assert [event["type"] for event in game.events()[-2:]] == ["seat_flagged", "turn_started"]
    problem(game.submit(ada, TAKE, etag), 412, "version-conflict")
    problem(game.submit(ada, TAKE), 409, "seat-out", "H1")


def test_the_deadline_comes_by_itself(site: Site) -> None:
    """The flag falls from the deadline on, not before (H6), and the record tells it."""
    game = site.game(time_control={"type": "per_turn", "turn_ms": 1_000})
    at = version(game)
    assert flag_clock(site.services, game.id, at) is None
    deadline = ms(game.view()["turn"]["deadline_at"])
    wait_until(lambda: flag_clock(site.services, game.id, at), seconds=5)
    over = game.view()
    assert 0 <= ms(over["updated_at"]) - deadline < SLACK_MS
    assert (over["result"]["reason"], over["result"]["winners"]) == ("flag", [1])
    assert found(game.get("/record"))["entries"][-1]["type"] == "flag"
    assert flag_clock(site.services, game.id, at) is None


@pytest.mark.parametrize(
    ("start", "action"),
    [
        (eleven_in_reach(), {"type": "take_tokens", "tokens": {"red": 2}}),
        (two_nobles_in_reach(), {"type": "purchase_card", "card_id": "L1-09"}),
    ],
)
@pytest.mark.parametrize("on_flag", [{"type": "forfeit"}, TAKEOVER])
def test_a_flag_is_a_flag_in_every_phase(site: Site, start: Json, action: Json, on_flag: Json) -> None:
    game = site.game(position=start, time_control=FISCHER, on_flag=on_flag)
    game.act(game.people[0], action)
    run_out(game)
    flag(game)
    if on_flag["type"] == "forfeit":
        assert game.view()["result"]["reason"] == "flag"
        return
    assert game.view()["turn"]["phase"] != "action"
    site.run_jobs()
    view = game.view()
    assert (view["turn"]["seat"], view["turn"]["phase"]) == (1, "action")
    assert len(view["seats"][0]["nobles"]) == (start == two_nobles_in_reach())


def test_an_ai_player_takes_over(site: Site) -> None:
    game = site.game(ME, OPEN, time_control=FISCHER, on_flag=TAKEOVER)
    ada, bea = game.people
    run_out(game)
    problem(game.submit(ada, TAKE), 409, "time-over", "H6")
    (event,) = game.events(after=6)
    assert (event["type"], event["seat"], event["controller"], event["ai_player"]) == (
        "controller_changed",
        0,
        "ai",
        "greedy",
    )
    view = game.view(ada)
    seat = view["seats"][0]
    assert (seat["type"], seat["controller"], seat["ai_player"], seat["player"]["id"]) == ("player", "ai", "greedy", ada.id)
    assert "remaining_ms" not in seat
    assert "deadline_at" not in view["turn"]
    assert view["you"] == {"seat": 0}
    problem(game.submit(ada, TAKE), 409, "seat-handed-over")
    problem(game.post("/resignation", ada), 409, "seat-handed-over")
    assert game.listed(ada) == []
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 3)]
    site.run_jobs()
    assert game.view()["turn"]["seat"] == 1
    assert found(game.get("/record"))["entries"][0].items() >= {"type": "controller_change", "ai_player": "greedy"}.items()


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


def test_b12_the_right_seat_loses_and_the_next_one_in_is_on_turn(site: Site) -> None:
    """B12: two flags in one round, then a resignation in the own turn; the tokens add up at all times."""
    game = site.game(ME, OPEN, OPEN, OPEN, time_control=PER_TURN)
    ada, _, _, dan = game.people
    game.act(ada, TAKE)
    for seat in (1, 2):
        run_out(game)
        flag(game)
        view = game.view()
        assert (view["seats"][seat]["status"], view["turn"]["seat"]) == ("flagged", seat + 1)
        assert view["seats"][0]["status"] == "active"
    over = found(game.post("/resignation", dan))["game"]
    assert over["result"]["winners"] == [0]
    assert [one["seat"] for one in over["result"]["ranking"]] == [0, 3, 2, 1]
    for name, count in over["supply"].items():
        assert count + sum(seat["tokens"][name] for seat in over["seats"]) == (5 if name == "gold" else 7)


def test_b13_the_deadline_is_the_stores(site: Site) -> None:
    """B13: the reply says what time it is, and how long the seat had when its turn began."""
    game = site.game(time_control=PER_TURN)
    reply = game.get("")
    assert reply.json["seats"][0]["remaining_ms"] == 60_000
    assert abs(ms(reply.headers["Server-Time"]) - ms(reply.json["turn"]["started_at"])) < SLACK_MS
