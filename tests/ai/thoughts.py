"""Choices to think about, and what the players think, for tests that have to see more than the action that came of it."""

from concurrent.futures import ThreadPoolExecutor

from splendor.engine.actions import ReturnTokens
from splendor.engine.state import RETURN_TOKENS
from splendor.engine.tokens import GOLD
from tests.ai.play import game


def in_a_thread_of_its_own(work, *given):
    """What `work` gives in a thread that has never thought before."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *given).result()


def several(count):
    """So many choices of games of two to four seats, spread over all of their phases; each has more than one action."""
    played = [choice for number, seats in enumerate((2, 3, 4)) for choice in game(number, seats, "mixed")]
    played = [choice for choice in played if len(choice.actions) > 1]
    return played[:: len(played) // count][:count]


def returns_after_takes(count):
    """So many choices of what to return where it could be just what the turn took, with the action that does that."""
    found, number = [], 0
    while len(found) < count:
        for choice in game(number, 2 + number % 3, "random"):
            tokens = gained(choice)
            # The gold of a reserve was not taken.
            if choice.state.phase == RETURN_TOKENS and ReturnTokens(tokens) in choice.actions and not tokens[GOLD]:
                found.append((choice, ReturnTokens(tokens)))
        number += 1
    return found[:count]


def gained(choice):
    """How many more of each token the seat on turn has than when its turn began."""
    now, then = (seen["seats"][choice.state.to_act]["tokens"].values() for seen in (choice.view, choice.start))
    return tuple(one - other for one, other in zip(now, then, strict=True))
