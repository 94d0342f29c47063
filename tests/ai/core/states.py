"""States for tests of search and evaluation: reached by random play, from deals and from odd positions."""

from random import Random

from hypothesis import strategies as st

from bench.ai.odd_starts import odd_start
from splendor.engine.actions import PurchaseCard
from splendor.engine.exits import resign
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import ACTIVE, OVER, Options
from tests.engine.games import random_game


def walk(start, rng, eager=0.7):
    """The states of a random game before each ply; a purchase is likely where there is one."""
    state = start
    while state.phase != OVER:
        yield state
        actions = legal_actions(state)
        purchases = [action for action in actions if isinstance(action, PurchaseCard)]
        state = apply(state, rng.choice(purchases if purchases and rng.random() < eager else actions))


def some_state(seed, seats=None, exits=0.02):
    """A state of a game that goes on; `seed` decides all of it."""
    rng = Random(seed)
    options = Options(seats or rng.randint(2, 4), rng.choice((15, 18, 21)), max_rounds=40)
    state = odd_start(options, rng) if rng.random() < 0.4 else deal(options, rng.randbytes(32))
    for played in random_game(state, rng, exits=exits, limit=rng.randrange(120)):
        if played.after.phase != OVER:
            state = played.after
    return state


def with_exit(state, rng):
    """The same, where more than two seats are in, with one that is not to act gone out."""
    waiting = [n for n, one in enumerate(state.seats) if one.status == ACTIVE and n != state.to_act]
    return resign(state, rng.choice(waiting)) if len(waiting) > 1 else state


states = st.integers(0, 2**32).map(some_state)
