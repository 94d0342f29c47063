"""How fast the compiled core is: random games, evaluations, and simulations of the tree search, all on one thread.

Rates are by CPU time of this process, the best of several rounds; simulations and evaluations are measured in the first
position of a deal and in one from the middle of a game that `greedy` plays on it.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from bench.ai.deals import opening
from splendor.ai import PLAYERS
from splendor.ai.core.compiling import jit
from splendor.ai.core.evaluation import run_by_hand
from splendor.ai.core.layout import MOST_SEATS, State
from splendor.ai.core.net import Net, new_net, run
from splendor.ai.core.playout import random_games
from splendor.ai.core.reading import from_view, hidden_places
from splendor.ai.core.rng import new_rng
from splendor.ai.core.search import search
from splendor.ai.core.tree import NONE, new_tree
from splendor.ai.games import choices
from splendor.ai.player import ai_view
from splendor.ai.thinking import weights
from splendor.engine.state import ACTION

SEATS = (2, 3, 4)
ROUNDS = 5
MIDDLE = 14
"""The round of the position from the middle."""
EVALUATIONS = 20_000
SIMULATIONS = 10_000


class Rates(NamedTuple):
    """Speeds for one number of seats; of pairs the first is in the first position, the second in the middle of a game."""

    games: float
    """Random games a second."""
    plies: float
    simulations: tuple[float, float]
    """Simulations a second by the net."""
    by_hand: tuple[float, float]
    """The same by the hand-made evaluation."""
    net_us: tuple[float, float]
    """Microseconds of one evaluation by the net: features, values and what the policy needs."""
    hand_us: tuple[float, float]


class Position(NamedTuple):
    """What a search starts from."""

    root: State
    hidden: np.ndarray


def measure(seats: int, games: int, rounds: int = ROUNDS) -> Rates:
    """The rates for so many seats, each round of random games having so many."""
    positions, nets = (first(seats), middle(seats)), (new_net(weights()), new_net(None))
    plies, per_second = _random_games(seats, games, rounds)
    (net_first, net_middle), (hand_first, hand_middle) = (
        [_simulations(position, net, rounds) for position in positions] for net in nets
    )
    run_us = [_evaluation_us(evaluate_by_net, position, nets[0], rounds) for position in positions]
    hand_us = [_evaluation_us(evaluate_by_hand, position, nets[0], rounds) for position in positions]
    return Rates(
        per_second,
        per_second * plies,
        (net_first, net_middle),
        (hand_first, hand_middle),
        (run_us[0], run_us[1]),
        (hand_us[0], hand_us[1]),
    )


def first(seats: int) -> Position:
    """The first position of deal 0."""
    view = ai_view(opening(seats, 0), 0)
    return Position(from_view(view), np.array(hidden_places(view), np.int64))


def middle(seats: int) -> Position:
    """The position in which round MIDDLE of a game of `greedy` begins."""
    game = choices(opening(seats, 0), [PLAYERS["greedy"]] * seats, 0)
    choice = next(one for one in game if one.state.round == MIDDLE and one.state.phase == ACTION)
    return Position(from_view(choice.view), np.array(hidden_places(choice.view), np.int64))


def _random_games(seats: int, games: int, rounds: int) -> tuple[float, float]:
    """Plies a game, and games a second."""
    random_games(1, seats, 15, new_rng(0))
    plies = random_games(games, seats, 15, new_rng(seats))
    return plies / games, games / _least(lambda: random_games(games, seats, 15, new_rng(seats)), rounds)


def _simulations(position: Position, net: Net, rounds: int) -> float:
    tree = new_tree(SIMULATIONS + 1)

    def run_once() -> None:
        search(position.root, position.hidden, NONE, net, tree, new_rng(1), SIMULATIONS, 0)

    run_once()
    return SIMULATIONS / _least(run_once, rounds)


def _evaluation_us(evaluate: Callable[..., None], position: Position, net: Net, rounds: int) -> float:
    values = np.zeros(MOST_SEATS, np.float32)
    evaluate(1, position.root, net, values)
    return _least(lambda: evaluate(EVALUATIONS, position.root, net, values), rounds) / EVALUATIONS * 1e6


@jit
def evaluate_by_net(times, s, net, values):
    """Evaluates the same position so many times."""
    for _ in range(times):
        run(s, net, values)


@jit
def evaluate_by_hand(times, s, net, values):  # noqa: ARG001  # as the one above
    """The same by the hand-made evaluation."""
    for _ in range(times):
        run_by_hand(s, values)


def _least(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of so many runs, in seconds."""
    spent = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        spent.append(time.process_time() - began)
    return min(spent)
