"""Games for the AI players' tests: all greedy, all random, mixed, and with a seat that goes out on the way."""

from splendor.ai import PLAYERS
from splendor.ai.games import choices
from splendor.engine.exits import flag, resign
from splendor.engine.state import ACTION, Options
from tests.ai.positions import dealt

MIXES = ("greedy", "random", "mixed", "exit")
PLIES_BEFORE_EXIT = 40


def lined_up(seats, mix):
    """The players of each seat."""
    names = {"greedy": ["greedy"], "random": ["random"]}.get(mix, ["random", "greedy"])
    return [PLAYERS[names[seat % len(names)]] for seat in range(seats)]


def game(number, seats, mix, **options):
    """All choices of game `number`; in the mix `exit` the last seat resigns or is flagged on the way."""
    players, state = lined_up(seats, mix), dealt(number, Options(seats, **options))
    for plies, choice in enumerate(choices(state, players, number)):
        if mix == "exit" and plies >= PLIES_BEFORE_EXIT and choice.state.phase == ACTION:
            leave = resign if number % 2 else flag
            yield from choices(leave(choice.state, seats - 1), players, number)
            return
        yield choice
