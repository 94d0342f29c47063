"""What happens when the time of a seat is over (H1, H6)."""

import pytest

from service.hosting.flag_clock import flag_clock
from tests.api.games_api import ME, OPEN, TAKE, Json, Site, found, problem
from tests.api.positions import eleven_in_reach, two_nobles_in_reach
from tests.api.timing import FISCHER, PER_TURN, SLACK_MS, TAKEOVER, flag, ms, run_out, version
from tests.servers import wait_until


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
    ada, _ = game.people
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
    assert (seat["type"], seat["controller"], seat["ai_player"], seat["player"]["id"]) == (
        "player",
        "ai",
        "greedy",
        ada.id,
    )
    assert "remaining_ms" not in seat
    assert "deadline_at" not in view["turn"]
    assert view["you"] == {"seat": 0}
    problem(game.submit(ada, TAKE), 409, "seat-handed-over")
    problem(game.post("/resignation", ada), 409, "seat-handed-over")
    assert game.listed(ada) == []
    assert [(job.game_id, job.version) for job in site.jobs] == [(game.id, 3)]
    site.run_jobs()
    assert game.view()["turn"]["seat"] == 1
    assert (
        found(game.get("/record"))["entries"][0].items() >= {"type": "controller_change", "ai_player": "greedy"}.items()
    )


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
