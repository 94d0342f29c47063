"""GET /games/{id}/legal-actions: for the seat to act everything it can do, for anyone else nothing."""

import json
from typing import Any

import pytest

from splendor.engine.action_json import turn_from_json
from splendor.engine.notation import format_turn
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import eleven_in_reach, last_turn, position, stuck, two_nobles_in_reach

RICH = {
    "tokens": {"white": 1, "blue": 1, "green": 2, "black": 2, "gold": 3},
    "reserved": [{"card_id": "L1-34", "hidden": True}],
}


def whole(game: GameAt, person: Any, payments: str = "default") -> Json:
    return found(game.get(f"/legal-actions?payments={payments}", person))


def test_the_seat_to_act_gets_the_whole_list(site: Site) -> None:
    game = site.game(position=position(RICH, {}))
    reply = game.get("/legal-actions", game.people[0])
    body = found(reply)
    assert reply.headers["ETag"] == f'"{body["etag"]}"' == f'"{game.etag}"'
    assert (body["seat"], body["phase"], body["complete"]) == (0, "action", True)
    kinds = [entry["action"]["type"] for entry in body["actions"]]
    assert kinds == sorted(kinds, key=["take_tokens", "reserve_card", "reserve_from_deck", "purchase_card"].index)
    assert kinds.count("reserve_card") == 12
    for entry in body["actions"]:
        assert entry["notation"] == format_turn(turn_from_json(entry["action"]))


@pytest.mark.parametrize("payments", ["default", "all"])
@pytest.mark.parametrize(
    "start", [position(RICH, {}), eleven_in_reach(), two_nobles_in_reach(), stuck(), last_turn(seat_to_act=0)]
)
def test_every_listed_action_is_taken_as_it_stands(site: Site, start: Json, payments: str) -> None:
    """In each phase: by the preview, and the first and the last one by the game itself."""
    game = site.game(position=start)
    for _ in range(3):
        if game.view()["status"] == "finished":
            break
        person = game.to_act()
        listed = game.listed(person, payments)
        assert listed
        for action in listed:
            assert game.preview(person, action).status_code == 200, action
        game.act(person, listed[-1])


def test_nothing_that_is_not_listed_is_taken(site: Site) -> None:
    """All takes of up to three tokens, and all cards, held against the list."""
    game = site.game(position=position(RICH, {}))
    ada = game.people[0]
    listed = {json.dumps(action, sort_keys=True) for action in game.listed(ada)}
    colours = ("white", "blue", "green", "red", "black", "gold")
    counts = [
        [a, b, c, d, e, f]
        for a in (0, 1, 2)
        for b in (0, 1, 2)
        for c in (0, 1)
        for d in (0, 1)
        for e in (0, 1)
        for f in (0, 1)
    ]
    takes = [{"type": "take_tokens", "tokens": dict(zip(colours, row, strict=True))} for row in counts]
    reserves = [{"type": "reserve_card", "card_id": f"L{level}-{n:02}"} for level in (1, 2, 3) for n in range(1, 21)]
    for action in [*takes, *reserves, {"type": "pass"}]:
        accepted = game.preview(ada, action).status_code == 200
        assert accepted == (json.dumps(action, sort_keys=True) in listed), action


def test_all_payments(site: Site) -> None:
    """P4, X3: the default payment comes first, then those with more gold."""
    mine = {"tokens": {"black": 3, "gold": 3}}
    game = site.game(position=position(mine, {}))
    wanted = [action for action in game.listed(game.people[0], "all") if action.get("card_id") == "L1-09"]
    paid = [(action["payment"]["black"], action["payment"]["gold"]) for action in wanted if "payment" in action]
    assert paid == [(3, 0), (2, 1), (1, 2), (0, 3)]
    default = [
        action for action in game.listed(game.people[0]) if action.get("card_id") == "L1-09" and "payment" in action
    ]
    assert default == [wanted[-4]]


def test_anyone_else_gets_an_empty_list(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY)
    ada, bea = game.people
    for person in (bea, site.person(), None):
        body = whole(game, person)
        assert body == {"etag": game.etag, "seat": 0, "phase": "action", "complete": False, "actions": []}
    game.act(ada, TAKE)
    assert whole(game, ada)["actions"] == []
    assert whole(game, bea)["complete"]


def test_before_the_start_and_after_the_end_there_is_nothing_to_do(site: Site) -> None:
    ada = site.person()
    lobby = GameAt(site, site.create(ada, ME, OPEN).json["id"], ada, [ada])
    assert whole(lobby, ada) == {"etag": lobby.etag, "complete": False, "actions": []}
    over = site.game(position=last_turn())
    over.act(over.people[1], TAKE)
    assert whole(over, over.people[1]) == {"etag": over.etag, "complete": False, "actions": []}


def test_a_seat_that_an_ai_player_has_taken_over_is_the_ai_players(site: Site) -> None:
    """Its list could be acted on by nobody who asks."""
    game = site.game(GREEDY, ME)
    assert whole(game, game.people[0])["actions"] == []


@pytest.mark.parametrize("query", ["payments=some", "payments=", "payment=all", "payments=all&payments=all"])
def test_what_is_no_query(site: Site, query: str) -> None:
    game = site.game()
    assert game.get(f"/legal-actions?{query}", game.people[0]).status_code in (400, 422)


def test_an_unchanged_list_is_not_sent_again(site: Site) -> None:
    game = site.game()
    reply = game.get("/legal-actions", game.people[0], If_None_Match=f'"{game.etag}"')
    assert (reply.status_code, reply.data) == (304, b"")


def test_a_list_of_nobles_or_returns_is_a_list_of_the_phase(site: Site) -> None:
    game = site.game(position=two_nobles_in_reach())
    ada = game.people[0]
    game.act(ada, {"type": "purchase_card", "card_id": "L1-09"})
    assert whole(game, ada)["phase"] == "choose_noble"
    assert game.listed(ada) == [{"type": "choose_noble", "noble_id": name} for name in ("N01", "N06")]
    assert whole(game, None)["phase"] == "choose_noble"


def test_a_wrong_token_is_not_a_missing_one(site: Site) -> None:
    game = site.game()
    reply = game.get("/legal-actions", None, Authorization="Bearer nonsense")
    problem(reply, 401, "token-invalid")
