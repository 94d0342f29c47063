"""POST /games/{id}/actions: each type, whole turns, phases."""

from tests.api.games_api import BLIND, TAKE, Json, Site, problem, refused
from tests.api.positions import (
    NEARLY_TWO_NOBLES,
    eleven_in_reach,
    last_turn,
    one_noble_in_reach,
    position,
    stuck,
    two_nobles_in_reach,
)

BUY = {"type": "purchase_card", "card_id": "L1-09"}
PAID = {"white": 0, "blue": 0, "green": 0, "red": 0, "black": 3, "gold": 0}


def types(body: Json) -> list[str]:
    return [event["type"] for event in body["events"]]


def hand(body: Json, seat: int = 0) -> list[str]:
    return [entry["card"]["id"] for entry in body["game"]["seats"][seat]["reserved"]]


def test_take_tokens(site: Site) -> None:
    game = site.game(position=position())
    body = game.act(game.people[0], TAKE)
    assert types(body) == ["action_played", "turn_started"]
    assert body["events"][0]["action"]["tokens"] == {"white": 1, "blue": 1, "green": 1, "red": 0, "black": 0, "gold": 0}
    assert body["game"]["seats"][0]["tokens"]["white"] == 1
    assert (body["game"]["turn"]["seat"], body["game"]["turn"]["number"]) == (1, 2)
    assert (body["events"][1]["turn"], body["events"][1]["round"]) == (2, 1)
    same = game.act(game.people[1], {"type": "take_tokens", "tokens": {"red": 2}})
    assert same["game"]["seats"][1]["tokens"]["red"] == 2


def test_reserve_card(site: Site) -> None:
    game = site.game(position=position())
    body = game.act(game.people[0], {"type": "reserve_card", "card_id": "L2-07"})
    assert types(body) == ["action_played", "card_revealed", "turn_started"]
    assert (hand(body), body["events"][0]["gold"]) == (["L2-07"], 1)
    assert body["events"][1]["card"]["id"] == body["game"]["market"][1]["slots"][1]["card"]["id"] == "L2-02"


def test_reserve_from_deck(site: Site) -> None:
    game = site.game(position=position())
    body = game.act(game.people[0], BLIND)
    assert types(body) == ["action_played", "turn_started"]
    assert (hand(body), body["events"][0]["card"]["id"]) == (["L1-02"], "L1-02")
    assert body["game"]["market"][0]["deck_count"] == 4


def test_purchase_card(site: Site) -> None:
    game = site.game(position=position({"tokens": {"black": 3}}, {}))
    body = game.act(game.people[0], BUY)
    assert types(body) == ["action_played", "card_revealed", "turn_started"]
    assert body["events"][0]["action"] == BUY | {"payment": PAID}
    assert body["events"][0]["from_reserved"] is False
    assert body["game"]["seats"][0]["bonuses"]["blue"] == 1


def test_purchase_of_a_reserved_card_leaves_the_market_alone(site: Site) -> None:
    """A14"""
    mine = {"tokens": {"black": 3, "gold": 1}, "reserved": [{"card_id": "L1-10"}, {"card_id": "L1-34", "hidden": True}]}
    game = site.game(
        position=position(
            mine, {}, decks=[["L1-02"], [], []], market=[["L1-01", "L1-09", "L1-17", "L1-25"], [""] * 4, [""] * 4]
        )
    )
    before = game.view()["market"]
    buy = {"type": "purchase_card", "card_id": "L1-10"}
    refused(game, buy, "P3")
    game.act(game.people[0], {"type": "take_tokens", "tokens": {"green": 2}})
    game.act(game.people[1], TAKE)
    refused(game, buy | {"payment": {"green": 2, "black": 3}}, "P4")
    body = game.act(game.people[0], buy | {"payment": {"green": 2, "black": 1, "gold": 1}})
    assert (types(body)[0], body["events"][0]["from_reserved"]) == ("action_played", True)
    assert body["game"]["market"] == before
    assert hand(body) == ["L1-34"]


def test_pass(site: Site) -> None:
    """Q1, Q2: the only action there is, and the end once all have passed."""
    game = site.game(position=stuck())
    assert game.listed(game.people[0]) == [{"type": "pass"}]
    assert types(game.act(game.people[0], {"type": "pass"})) == ["action_played", "turn_started"]
    body = game.act(game.people[1], {"type": "pass"})
    assert types(body) == ["action_played", "game_finished"]
    assert body["game"]["result"]["reason"] == "stalemate"


def test_tokens_over_ten_are_returned_in_a_phase_of_its_own(site: Site) -> None:
    game = site.game(position=eleven_in_reach())
    ada, bea = game.people
    body = game.act(ada, {"type": "take_tokens", "tokens": {"red": 2}})
    assert types(body) == ["action_played"]
    assert (body["events"][0]["phase"], body["game"]["turn"]["phase"]) == ("return_tokens", "return_tokens")
    assert body["game"]["turn"]["seat"] == 0
    problem(game.submit(bea, TAKE), 409, "not-your-turn")
    refused(game, TAKE, "T2")
    refused(game, {"type": "return_tokens", "tokens": {"red": 1}}, "L2")
    refused(game, {"type": "return_tokens", "tokens": {"black": 2}}, "L2")
    body = game.act(ada, {"type": "return_tokens", "tokens": {"red": 1, "white": 1}})
    assert types(body) == ["tokens_returned", "turn_started"]
    assert sum(body["game"]["seats"][0]["tokens"].values()) == 10


def test_a_turn_may_be_finished_in_one_request(site: Site) -> None:
    """A08: reserving with ten tokens takes the gold and returns one, be it that gold."""
    game = site.game(position=eleven_in_reach())
    reserve = {"type": "reserve_card", "card_id": "L2-07"}
    refused(game, reserve | {"returned_tokens": {"white": 1, "blue": 1}}, "L2")
    body = game.act(game.people[0], reserve | {"returned_tokens": {"gold": 1}})
    assert types(body) == ["action_played", "card_revealed", "tokens_returned", "turn_started"]
    assert body["game"]["seats"][0]["tokens"] == {"white": 4, "blue": 4, "green": 2, "red": 0, "black": 0, "gold": 0}


def test_a_noble_that_comes_anyway_may_be_named(site: Site) -> None:
    plain, named = (site.game(position=one_noble_in_reach()) for _ in range(2))
    first = plain.act(plain.people[0], BUY)
    second = named.act(named.people[0], BUY | {"noble_id": "N01"})
    assert types(first) == types(second) == ["action_played", "card_revealed", "noble_visited", "turn_started"]
    assert first["events"][2]["noble"]["id"] == "N01"
    refused(site.game(position=one_noble_in_reach()), BUY | {"noble_id": "N06"}, "N1")


def test_one_of_several_nobles_is_chosen(site: Site) -> None:
    """A16: in a phase of its own or along with the action; the other may come later (N3)."""
    game = site.game(position=two_nobles_in_reach())
    ada, bea = game.people
    body = game.act(ada, BUY)
    assert types(body) == ["action_played", "card_revealed"]
    assert body["game"]["turn"]["phase"] == body["events"][0]["phase"] == "choose_noble"
    problem(game.submit(bea, TAKE), 409, "not-your-turn")
    refused(game, {"type": "choose_noble", "noble_id": "N09"}, "N1")
    refused(game, {"type": "pass"}, "T2")
    body = game.act(ada, {"type": "choose_noble", "noble_id": "N06"})
    assert types(body) == ["noble_visited", "turn_started"]
    game.act(bea, TAKE)
    later = game.act(ada, TAKE)
    assert types(later) == ["action_played", "noble_visited", "turn_started"]
    assert [noble["id"] for noble in later["game"]["seats"][0]["nobles"]] == ["N06", "N01"]


def test_action_and_noble_in_one_request(site: Site) -> None:
    game = site.game(position=two_nobles_in_reach())
    refused(game, BUY | {"noble_id": "N09"}, "N1")
    body = game.act(game.people[0], BUY | {"noble_id": "N06"})
    assert types(body) == ["action_played", "card_revealed", "noble_visited", "turn_started"]


def test_return_and_noble_in_one_request(site: Site) -> None:
    ten = two_nobles_in_reach()
    ten["seats"][0] = {"tokens": {"red": 4, "black": 4, "gold": 2}, "purchased": [*NEARLY_TWO_NOBLES, "L1-14"]}
    whole, phased = (site.game(position=ten) for _ in range(2))
    body = whole.act(
        whole.people[0], TAKE | {"returned_tokens": {"white": 1, "blue": 1, "green": 1}, "noble_id": "N06"}
    )
    assert types(body) == ["action_played", "tokens_returned", "noble_visited", "turn_started"]
    assert types(phased.act(phased.people[0], TAKE)) == ["action_played"]
    body = phased.act(
        phased.people[0], {"type": "return_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}, "noble_id": "N06"}
    )
    assert types(body) == ["tokens_returned", "noble_visited", "turn_started"]


def test_the_end_of_a_game(site: Site) -> None:
    game = site.game(position=last_turn())
    body = game.act(game.people[1], TAKE)
    assert types(body) == ["action_played", "game_finished"]
    assert (body["game"]["status"], body["game"]["result"]["winners"]) == ("finished", [0])
    assert "turn" not in body["game"]
