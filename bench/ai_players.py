"""What the simple AI players cost and how they fare: `python -m bench.ai_players [--games N]`; bench.ai has the others.

Time for each choice in games of one player alone, CPU time of this process: median, 99th percentile and greatest, with
the view and the list of actions made beforehand. Then `greedy` against `random` on two seats, each deal played from both.
The games are the same in every run.
"""

import argparse
import hashlib
import statistics
import time

from splendor.ai import PLAYERS, AiPlayer
from splendor.ai.games import Choice, choices, play_game
from splendor.engine.outcome import outcome
from splendor.engine.setup import deal
from splendor.engine.state import Options, State

SIMPLE = ("random", "greedy")
SEATS = (2, 3, 4)


def dealt(seats: int, number: int) -> State:
    return deal(Options(seats), hashlib.sha256(f"bench {seats} {number}".encode()).digest())


def microseconds(player: AiPlayer, choice: Choice) -> float:
    start = time.process_time_ns()
    player.choose(choice.view, choice.actions, choice.seed, choice.start)
    return (time.process_time_ns() - start) / 1000


def report_times(player: AiPlayer, seats: int, games: int) -> None:
    spent = sorted(
        microseconds(player, choice)
        for number in range(games)
        for choice in choices(dealt(seats, number), [player] * seats, number)
    )
    print(
        f"{player.name:8} {seats} seats: {statistics.median(spent):5.0f} µs a choice,"
        f" 99 % below {spent[len(spent) * 99 // 100]:.0f} µs, all below {spent[-1] + 1:.0f} µs, {len(spent)} choices"
    )


def points(player: AiPlayer, other: AiPlayer, games: int) -> float:
    """What `player` wins of so many deals, each played from both seats; a shared victory is half a point."""
    won = 0.0
    for number in range(games):
        for seat, players in enumerate(((player, other), (other, player))):
            ended = outcome(play_game(dealt(2, number), players, number))
            won += (seat in ended.winners) / len(ended.winners) if ended else 0
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description="time for each choice of the AI players, and greedy against random")
    parser.add_argument("--games", type=int, default=100, help="deals of each kind (default 100)")
    games = parser.parse_args().games
    for name in SIMPLE:
        for seats in SEATS:
            report_times(PLAYERS[name], seats, games)
    won = points(PLAYERS["greedy"], PLAYERS["random"], games)
    print(f"greedy against random, 2 seats: {won:g} of {2 * games} games ({won / games / 2:.1%})")


if __name__ == "__main__":
    main()
