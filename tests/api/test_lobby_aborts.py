"""Abort votes (H4): once a seat, for good, of all seats that are still in; AI seats agree."""

import pytest

from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Site, found, problem
from tests.api.lobby_api import same_for_all, told
from tests.api.timing import PER_TURN, run_out
from tests.api.timing import flag as let_flag_fall

ABORTED = {"reason": "aborted", "winners": [], "ranking": []}
HAND_OVER = {"ai_player": "greedy"}


def running(site: Site, *seats: dict[str, str], **options: object) -> GameAt:
    """A game in which something has been played."""
    game = site.game(*(seats or (ME, OPEN, OPEN)), **options)
    game.act(game.people[0], TAKE)
    return game


def test_all_have_to_agree(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    for number, person in ((2, cyd), (0, ada)):
        reply = game.post("/abort", person)
        assert told(reply) == [("abort_voted", number, "")]
        assert reply.json["game"]["status"] == "playing"
    for viewer in (None, *game.people):
        assert game.view(viewer)["abort_votes"] == [2, 0]
    reply = game.post("/abort", bea)
    assert told(reply) == [("abort_voted", 1, ""), ("game_aborted", None, "agreed")]
    over = reply.json["game"]
    assert (over["status"], over["result"], over["abort_votes"]) == ("aborted", ABORTED, [2, 0, 1])
    assert "turn" not in over
    assert over["fairness"]["seed"]
    problem(game.post("/abort", bea), 409, "game-over")
    same_for_all(game)


def test_a_vote_counts_once_and_cannot_be_taken_back(site: Site) -> None:
    game = running(site)
    bea = game.people[1]
    found(game.post("/abort", bea))
    etag = game.etag
    reply = game.post("/abort", bea)
    assert (told(reply), reply.headers["ETag"], game.etag) == ([], f'"{etag}"', etag)
    assert site.client.delete(f"{game.path}/abort", headers=bea.headers).status_code == 405
    game.act(bea, TAKE)
    assert game.view()["abort_votes"] == [1], "playing on does not take it back"


def test_ai_seats_agree(site: Site) -> None:
    game = running(site, ME, OPEN, GREEDY)
    found(game.post("/abort", game.people[1]))
    assert told(game.post("/abort", game.people[0]))[-1] == ("game_aborted", None, "agreed")
    alone = running(site, ME, GREEDY)
    assert told(alone.post("/abort", alone.people[0]))[-1] == ("game_aborted", None, "agreed")


def test_those_who_are_out_have_no_say(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    found(game.post("/resignation", cyd))
    problem(game.post("/abort", cyd), 409, "seat-out", "H1")
    found(game.post("/abort", ada))
    assert told(game.post("/abort", bea))[-1] == ("game_aborted", None, "agreed")


def test_a_resignation_may_be_the_last_that_was_missing(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    found(game.post("/abort", ada))
    found(game.post("/abort", bea))
    reply = game.post("/resignation", cyd)
    assert [(kind, seat) for kind, seat, _ in told(reply)] == [("seat_resigned", 2), ("game_aborted", None)]
    assert reply.json["game"]["result"] == ABORTED


def test_a_hand_over_may_be_the_last_that_was_missing(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    found(game.post("/abort", ada))
    found(game.post("/abort", bea))
    reply = game.post("/hand-over", cyd, HAND_OVER)
    assert [(kind, seat) for kind, seat, _ in told(reply)] == [("controller_changed", 2), ("game_aborted", None)]
    assert site.jobs == []


def test_a_flag_may_be_the_last_that_was_missing(site: Site) -> None:
    game = running(site, time_control=PER_TURN)
    ada, _, cyd = game.people
    found(game.post("/abort", ada))
    found(game.post("/abort", cyd))
    run_out(game)
    let_flag_fall(game)
    assert [one["type"] for one in game.events()[-2:]] == ["seat_flagged", "game_aborted"]
    assert game.view()["result"] == ABORTED


def test_who_votes_and_goes_out_decides_nothing_for_those_still_in(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    found(game.post("/abort", cyd))
    found(game.post("/resignation", cyd))
    assert game.view()["status"] == "playing"
    found(game.post("/abort", ada))
    assert told(game.post("/abort", bea))[-1] == ("game_aborted", None, "agreed")


def test_h7_ai_players_alone_play_on(site: Site) -> None:
    """Nobody is left who wants the game to end."""
    game = running(site, ME, OPEN, GREEDY, GREEDY)
    for person in game.people:
        found(game.post("/resignation", person))
    assert game.view()["status"] == "playing"


def test_handed_over_seats_agree_but_do_not_vote(site: Site) -> None:
    game = running(site)
    ada, bea, cyd = game.people
    found(game.post("/hand-over", cyd, HAND_OVER))
    problem(game.post("/abort", cyd), 409, "seat-handed-over")
    found(game.post("/abort", bea))
    assert told(game.post("/abort", ada))[-1] == ("game_aborted", None, "agreed")


def test_the_creator_alone_before_the_first_action_others_by_vote(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    assert told(game.post("/abort", game.people[1])) == [("abort_voted", 1, "")]
    assert told(game.post("/abort", game.creator)) == [("game_aborted", None, "creator")]


def test_a_vote_leaves_turn_and_clock_alone(site: Site) -> None:
    game = running(site, time_control=PER_TURN)
    before = game.view()
    after = found(game.post("/abort", game.people[2]))["game"]
    changed = {"version", "etag", "last_event", "updated_at", "abort_votes", "you"}
    assert {name: value for name, value in after.items() if name not in changed} == {
        name: value for name, value in before.items() if name not in changed
    }


def test_positions_show_the_votes_of_their_time(site: Site) -> None:
    game = running(site)
    version = game.view()["version"]
    for person in game.people:
        found(game.post("/abort", person))
    shown = [found(game.get(f"/positions/{version + n}")).get("abort_votes") for n in range(4)]
    assert shown == [None, [0], [0, 1], [0, 1, 2]]


@pytest.mark.parametrize("who", ["stranger", "nobody", "reader"])
def test_who_has_no_say(site: Site, who: str) -> None:
    game = running(site)
    if who == "nobody":
        problem(game.post("/abort", None), 401, "token-missing")
    elif who == "reader":
        problem(game.post("/abort", site.person(scope="read")), 403, "token-scope")
    else:
        problem(game.post("/abort", site.person()), 403, "not-seated")
    assert "abort_votes" not in game.view()


def test_if_match_is_heeded(site: Site) -> None:
    game = running(site)
    old = game.etag
    found(game.post("/abort", game.people[1], {}, If_Match=f'"{old}"'))
    body = problem(game.post("/abort", game.people[0], {}, If_Match=f'"{old}"'), 412, "version-conflict")
    assert [event["type"] for event in body["events"]] == ["abort_voted"]
