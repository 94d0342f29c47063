"""POST /games/{id}/actions: what is refused, by which rule or for which reason, and that nothing changes then."""

from typing import Any

import pytest

from service.store.keys import game_keys
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, problem, refused
from tests.api.positions import last_turn, position
from tests.hosting.hosts import store_client

BUY = {"type": "purchase_card", "card_id": "L1-09"}


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ({"type": "take_tokens", "tokens": {}}, "K1"),
        ({"type": "take_tokens", "tokens": {"white": 1}}, "K1"),
        ({"type": "take_tokens", "tokens": {"white": 2, "blue": 1}}, "K2"),
        ({"type": "take_tokens", "tokens": {"white": 3}}, "K2"),
        ({"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "gold": 1}}, "K3"),
        ({"type": "take_tokens", "tokens": {"black": 2}}, "K2"),
        ({"type": "take_tokens", "tokens": {"white": 10}}, "K2"),
        (TAKE | {"returned_tokens": {}}, "L3"),
        (TAKE | {"returned_tokens": {"white": 1}}, "L3"),
        (TAKE | {"noble_id": "N01"}, "N1"),
        ({"type": "reserve_card", "card_id": "L1-02"}, "V1"),
        ({"type": "reserve_card", "card_id": "L1-40"}, "V1"),
        ({"type": "purchase_card", "card_id": "L1-02"}, "P1"),
        ({"type": "purchase_card", "card_id": "L2-01"}, "P3"),
        (BUY | {"payment": {"black": 3, "gold": 1}}, "P4"),
        (BUY | {"payment": {"red": 3}}, "P3"),
        ({"type": "return_tokens", "tokens": {"black": 1}}, "L3"),
        ({"type": "choose_noble", "noble_id": "N01"}, "N1"),
        ({"type": "pass"}, "Q1"),
    ],
)
def test_a_refusal_names_its_rule(site: Site, action: Json, rule: str) -> None:
    game = site.game(position=position({"tokens": {"black": 3, "gold": 1}}, {}, nobles=["N01"]))
    etag = game.etag
    problem(game.submit(game.people[0], action), 409, "illegal-action", rule)
    assert game.etag == etag


def test_an_empty_deck_and_a_full_hand(site: Site) -> None:
    """V5, V1, A09"""
    empty = site.game(position=position(market=[["L1-01", "", "", ""], [""] * 4, [""] * 4], decks=[[], [], []]))
    refused(empty, BLIND, "V5")
    full = [{"card_id": card} for card in ("L3-18", "L3-19", "L3-20")]
    refused(site.game(position=position({"reserved": full}, {})), BLIND, "V1")


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        ({}, "/type"),
        ({"type": "steal"}, "/type"),
        ({"type": 1}, "/type"),
        ([], ""),
        (TAKE | {"colour": "red"}, "/colour"),
        ({"type": "take_tokens"}, "/tokens"),
        ({"type": "take_tokens", "tokens": {"white": 11}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"white": -1}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"white": 1.0}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"white": True}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"white": "1"}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"white": None}}, "/tokens/white"),
        ({"type": "take_tokens", "tokens": {"pink": 1}}, "/tokens/pink"),
        ({"type": "take_tokens", "tokens": [1, 1, 1]}, "/tokens"),
        ({"type": "reserve_card", "card_id": "L4-01"}, "/card_id"),
        ({"type": "reserve_card", "card_id": 8}, "/card_id"),
        ({"type": "reserve_card"}, "/card_id"),
        ({"type": "reserve_from_deck", "level": 0}, "/level"),
        ({"type": "reserve_from_deck", "level": 4}, "/level"),
        ({"type": "purchase_card", "card_id": "L1-01", "payment": {"white": 99}}, "/payment/white"),
        ({"type": "choose_noble", "noble_id": "N11"}, "/noble_id"),
        ({"type": "choose_noble", "noble_id": "N01", "returned_tokens": {}}, "/returned_tokens"),
        ({"type": "return_tokens", "tokens": {}, "returned_tokens": {}}, "/returned_tokens"),
        (TAKE | {"noble_id": ""}, "/noble_id"),
        (TAKE | {"returned_tokens": None}, "/returned_tokens"),
    ],
)
def test_what_the_schema_forbids_is_named(site: Site, action: Any, pointer: str) -> None:
    game = site.game(position=position())
    for reply in (game.submit(game.people[0], action), game.preview(game.people[0], action)):
        body = problem(reply, 422, "invalid-request")
        assert [error["pointer"] for error in body["errors"]] == [pointer]


def test_where_a_refused_card_really_is_cannot_be_told(site: Site) -> None:
    """In a deck, in another hand, purchased, out of the game: one refusal, byte for byte."""
    theirs = {"reserved": [{"card_id": "L1-40", "hidden": True}, {"card_id": "L1-39"}], "purchased": ["L1-38"]}
    game = site.game(position=position({"tokens": {"black": 3}}, theirs))
    for kind in ("reserve_card", "purchase_card"):
        told = {
            game.submit(game.people[0], {"type": kind, "card_id": card}).data
            for card in ("L1-02", "L1-33", "L1-40", "L1-39", "L1-38", "L1-37", "L3-20")
        }
        assert len(told) == 1


def test_who_may_act(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY)
    ada, bea = game.people
    problem(game.submit(bea, TAKE), 409, "not-your-turn")
    problem(game.submit(site.person(), TAKE), 403, "not-seated")
    problem(game.post("/actions", None, TAKE, If_Match=f'"{game.etag}"'), 401, "token-missing")
    assert game.act(ada, TAKE)["game"]["version"] == 3


def test_b05_acting_on_games_that_are_over_or_have_not_begun(site: Site) -> None:
    """B05: each at once and with a code of its own, nothing changes, no AI job is made."""
    ada = site.person()
    lobby = GameAt(site, site.create(ada, ME, OPEN).json["id"], ada, [ada])
    problem(lobby.submit(ada, TAKE), 409, "game-not-started")
    problem(lobby.preview(ada, TAKE), 409, "game-not-started")
    problem(lobby.post("/resignation", ada), 409, "game-not-started")
    assert (lobby.view()["status"], lobby.view()["version"]) == ("open", 1)
    lobby.post("/abort", ada)

    finished = site.game(position=last_turn())
    finished.act(finished.people[1], TAKE)
    resigned = site.game(ME, OPEN, GREEDY)
    resigned.post("/resignation", resigned.people[1])
    for game, person, code, rule in (
        (lobby, ada, "game-over", ""),
        (finished, finished.people[0], "game-over", ""),
        (resigned, resigned.people[1], "seat-out", "H1"),
    ):
        etag = game.etag
        problem(game.submit(person, TAKE), 409, code, rule)
        problem(game.preview(person, TAKE), 409, code, rule)
        problem(game.post("/resignation", person), 409, code, rule)
        assert game.etag == etag
    assert site.jobs == []

    store_client(site.services).call("UNLINK", game_keys(finished.id).game)
    gone = finished.post("/actions", finished.people[0], TAKE, If_Match='"2-00000000"')
    problem(gone, 404, "game-not-found")


def test_b03_a_refused_action_changes_nothing(site: Site) -> None:
    """B03: version, events, etag and clock stay; the right action at the same version is taken."""
    market = [["L1-01", "", "", ""], [""] * 4, [""] * 4]
    clock = {"type": "per_turn", "turn_ms": 60_000}
    game = site.game(
        position=position({"tokens": {"black": 3}}, {}, market=market, decks=[[], [], []]), time_control=clock
    )
    ada = game.people[0]
    before, etag, log = game.get("", ada).data, game.etag, game.get("/events", ada).data
    for action in (
        {"type": "take_tokens", "tokens": {"black": 2}},
        BLIND,
        {"type": "purchase_card", "card_id": "L3-20"},
    ):
        assert game.submit(ada, action, etag).status_code == 409
        assert (game.get("", ada).data, game.get("/events", ada).data) == (before, log)
    assert game.submit(ada, TAKE, etag).status_code == 200
