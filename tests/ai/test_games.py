"""Whole games: they end, and the actions of 200 games of `greedy` stay as they are."""

from copy import deepcopy
from hashlib import sha256
from itertools import islice

import pytest

from splendor.ai import player
from splendor.ai.games import play_game
from splendor.engine.outcome import outcome
from splendor.engine.state import MAX_ROUNDS, PRESTIGE, STALEMATE, Options
from tests.ai.play import game, lined_up
from tests.ai.positions import dealt, text_of

FROZEN = {2: 80, 3: 60, 4: 60}
"""How many games of each number of seats the digest covers."""
FROZEN_DIGEST = "2d216b84bf5b2b66b06359a75b6e3b408a54c78f7254f9fa7a725fb81a23f63d"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mix", ["greedy", "random", "mixed"])
def test_games_end(seats, mix):
    for number in range(5):
        final = play_game(dealt(number, Options(seats)), lined_up(seats, mix), number)
        assert final.termination in {PRESTIGE, STALEMATE, MAX_ROUNDS}
        assert outcome(final).winners


def test_greedy_games_are_frozen():
    """One line a game: `<seats> <deal>: <action>, <action>, ...` in the short form of tests/ai/positions.py."""
    lines = [
        f"{seats} {number}: {', '.join(text_of(choice.action) for choice in game(number, seats, 'greedy'))}\n"
        for seats, games in FROZEN.items()
        for number in range(games)
    ]
    digest = sha256("".join(lines).encode()).hexdigest()
    assert digest == FROZEN_DIGEST


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_players_keep_nothing_and_change_nothing(name):
    """Asked again, in another order, a player says the same; view, list and start stay as they were."""
    asked = list(islice(game(7, 3, "mixed"), 150))
    one = player(name)
    before = deepcopy([(choice.view, choice.actions, choice.start) for choice in asked])
    forward = [one.choose(choice.view, choice.actions, choice.seed, choice.start) for choice in asked]
    backward = [one.choose(choice.view, choice.actions, choice.seed, choice.start) for choice in reversed(asked)]
    assert forward == backward[::-1]
    assert before == [(choice.view, choice.actions, choice.start) for choice in asked]
