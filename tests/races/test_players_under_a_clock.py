"""The strongest AI player in the hands of a bot: whole games through the API under a clock, without a flag."""

import time

import pytest

from splendor.ai import player
from splendor.ai.budget import for_clock
from splendor.engine.action_json import turn_from_json
from tests.races.callers import Json, Line, Person, acting

INCREMENT_MS = 100
CLOCK = {"type": "fischer", "initial_ms": 5_000, "increment_ms": INCREMENT_MS}


class Master:
    """A bot that thinks by `master`, within what its clock has left."""

    def __init__(self, line: Line, person: Person) -> None:
        self.person, self._line = person, line
        self._start: Json = {}
        self._began = 0.0

    def play(self, game_id: str) -> Json:
        """Plays one action; the game after it."""
        began = time.monotonic()
        view = self._line.view(game_id, self.person)
        listed = self._line.get(f"/v1/games/{game_id}/legal-actions", self.person).body["actions"]
        turn = view["turn"]
        if turn["phase"] == "action":
            self._start, self._began = view, began
        left_ms = view["seats"][turn["seat"]]["remaining_ms"] - (began - self._began) * 1000
        actions = [turn_from_json(one["action"]).action for one in listed]
        budget = for_clock(left_ms, INCREMENT_MS, began)
        chosen = player("master").choose(view, actions, 1, self._start, budget)
        reply = self._line.send(acting(view, self.person, listed[actions.index(chosen)]["action"]))
        assert reply.status == 200, reply
        game: Json = reply.body["game"]
        return game


@pytest.mark.parametrize("people", [2, 4])
def test_game_of_masters_under_a_clock_ends_by_the_rules(lines: list[Line], people: int) -> None:
    game, seated = lines[0].table(people, time_control=CLOCK)
    bots = [Master(lines[number % 2], person) for number, person in enumerate(seated)]
    while game["status"] == "playing":
        game = bots[game["turn"]["seat"]].play(game["id"])
    assert game["result"]["reason"] == "prestige"
    assert all(seat["status"] == "active" for seat in game["seats"])
