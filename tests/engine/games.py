"""Random games for tests: any legal step, now and then an exit, with a leaning that makes rare things happen."""

from collections.abc import Iterable, Iterator
from random import Random

from splendor.engine.actions import ChooseNoble, PurchaseCard, ReserveFromDeck, ReturnTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTIVE, CHOOSE_NOBLE, FLAGGED, OVER, RESIGNED, RETURN_TOKENS, State
from splendor.engine.steps import Exit, Played, Step, take_step
from splendor.engine.turn import Turn

LEANING = {PurchaseCard: 5, ReserveFromDeck: 4}
"""How much more often than others an action of this class is chosen."""


def random_game(start: State, rng: Random, exits: float = 0.01, limit: int = 10_000) -> Iterator[Played]:
    """The steps of a game, to its end or to `limit` of them."""
    state = start
    for _ in range(limit):
        if state.phase == OVER:
            return
        played = take_step(state, random_step(state, rng, exits))
        yield played
        state = played.after


def take_steps(start: State, steps: Iterable[Step]) -> Iterator[Played]:
    """Apply steps one after the other. Raises IllegalAction at the first that the rules forbid."""
    state = start
    for step in steps:
        played = take_step(state, step)
        yield played
        state = played.after


def random_step(state: State, rng: Random, exits: float = 0.01) -> Step:
    if rng.random() < exits:
        still_in = [number for number, seat in enumerate(state.seats) if seat.status == ACTIVE]
        return Exit(rng.choice(still_in), rng.choice([RESIGNED, FLAGGED]))
    return random_turn(state, rng)


def random_turn(state: State, rng: Random) -> Turn:
    """A turn, or the part of it that one request plays: what it leads to may come with it or be left for later."""
    actions = legal_actions(state, "all")
    action = rng.choices(actions, [LEANING.get(type(action), 1) for action in actions])[0]
    after, returned, noble = apply(state, action), None, None
    if after.phase == RETURN_TOKENS and rng.random() < 0.5:
        chosen = rng.choice(legal_actions(after))
        assert isinstance(chosen, ReturnTokens)
        after, returned = apply(after, chosen), chosen.tokens
    if after.phase == CHOOSE_NOBLE and rng.random() < 0.5:
        choice = rng.choice(legal_actions(after))
        assert isinstance(choice, ChooseNoble)
        noble = choice.noble
    return Turn(action, returned, noble)
