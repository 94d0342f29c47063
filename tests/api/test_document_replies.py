"""Real replies of every operation, of each status that it can have, against both forms of the document."""

from collections.abc import Iterator

import pytest

from tests.api.observed import Json, Observed
from tests.clients.scenarios import KINDS, SCENARIOS, Scenario

ME, OPEN, GREEDY = {"type": "me"}, {"type": "open"}, {"type": "ai", "ai_player": "greedy"}
BLITZ = {"type": "fischer", "initial_ms": 3_600_000, "increment_ms": 1_000, "max_ms": 7_200_000}


@pytest.fixture
def service(redis_url: str) -> Iterator[Observed]:
    service = Observed(redis_url)
    yield service
    service.close()


def test_b30_a_whole_game(service: Observed) -> None:
    """Three seats, one of them an AI player, from the open table to the revealed seed; everybody reads everything."""
    tokens = {0: service.player("Ada"), 1: service.player("Grace")}
    order = {"seats": [ME, OPEN, GREEDY], "time_control": BLITZ, "target_prestige": 10}
    game = service.found("createGame", tokens[0], body=order)
    assert game["status"] == "open"
    assert "turn" not in game
    read_all(service, game, [*tokens.values(), ""])
    game = service.found("joinGame", tokens[1], game_id=game["id"], body={"seat": 1})["game"]
    kinds, hidden = set(), False
    while game["status"] == "playing":
        seat = game["turn"]["seat"]
        if seat in tokens:
            action = choose(service, tokens[seat], game)
            kinds.add(action["type"])
            service.found("previewAction", tokens[seat], game_id=game["id"], body=action)
            service.act(tokens[seat], game, action)
        else:
            service.let_ai_move(game)
        game = service.found("getGame", game_id=game["id"])
        hidden = hidden or any(card["hidden"] for seat in game["seats"] for card in seat["reserved"])
        if game["version"] % 20 == 0:
            read_all(service, game, [*tokens.values(), ""])
    assert game["result"]["reason"] == "prestige"
    assert hidden
    assert kinds >= {"take_tokens", "reserve_from_deck", "purchase_card"}
    read_all(service, game, [*tokens.values(), ""])
    for version in range(1, game["version"] + 1, 7):
        service.found("getPosition", tokens[0], game_id=game["id"], version=version)


def choose(service: Observed, token: str, game: Json) -> Json:
    """A purchase if there is one, a blind reservation to begin with, else the first action listed."""
    listed = service.found("listLegalActions", token, game_id=game["id"], query={"payments": "all"})
    actions: list[Json] = [entry["action"] for entry in listed["actions"]]
    opening = "reserve_from_deck" if game["turn"]["round"] == 1 else ""
    return max(actions, key=lambda action: (action["type"] == opening, action["type"] == "purchase_card"))


def read_all(service: Observed, game: Json, tokens: list[str]) -> None:
    for token in tokens:
        for operation in ("getGame", "listLegalActions", "listEvents", "getRecord"):
            service.found(operation, token, game_id=game["id"])
        service.found("getPosition", token, game_id=game["id"], version=game["version"])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_b30_every_kind_of_action(service: Observed, scenario: Scenario) -> None:
    token = service.player()
    game = service.found("createGame", token, body=scenario.game)
    told = set()
    for action in scenario.actions:
        before = service.found("previewAction", token, game_id=game["id"], body=action)
        after = service.act(token, game, action)
        assert [event["type"] for event in before["events"]] == [event["type"] for event in after["events"]]
        game = after["game"]
        told.update(event["type"] for event in after["events"])
    assert scenario.events <= told
    read_all(service, game, [token, ""])


def test_the_scenarios_have_every_kind_of_action() -> None:
    from service.api.games.actions import Action  # noqa: PLC0415 - what is described, not the description

    assert set(Action.variants) == KINDS


def test_b30_a_shared_victory_and_empty_slots(service: Observed) -> None:
    """No card is left and all tokens are in hands: nobody can ever move, and nobody is ahead."""
    token = service.player()
    stuck = next(scenario.game for scenario in SCENARIOS if scenario.name == "pass")
    seats = [{"tokens": seat["tokens"]} for seat in stuck["position"]["seats"]]
    bare = {"seats": seats, "market": [[""] * 4] * 3, "decks": [[], [], []]}
    game = service.found("createGame", token, body={**stuck, "position": bare})
    while game["status"] == "playing":
        if game["turn"]["seat"] == 0:
            service.act(token, game, {"type": "pass"})
        else:
            service.let_ai_move(game)
        game = service.found("getGame", token, game_id=game["id"])
    assert (game["result"]["reason"], game["result"]["winners"]) == ("stalemate", [0, 1, 2])
    assert game["market"][0]["slots"] == [{}, {}, {}, {}]
    read_all(service, game, [token, ""])
