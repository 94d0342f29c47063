"""One request that may finish a turn: an action together with the return and the noble it leads to."""

from typing import NamedTuple

from splendor.engine.actions import Action, ChooseNoble, PurchaseCard, ReturnTokens
from splendor.engine.errors import IllegalAction
from splendor.engine.payments import purchase
from splendor.engine.rules import apply, checked_payment
from splendor.engine.state import CHOOSE_NOBLE, RETURN_TOKENS, State
from splendor.engine.tokens import Tokens


class Turn(NamedTuple):
    """An action and, where it leads there, the tokens to return and the noble to choose."""

    action: Action
    returned: Tokens | None = None
    noble: int | None = None


class Ply(NamedTuple):
    """One applied action between the states before and after it; a purchase carries its payment."""

    before: State
    action: Action
    after: State


def play(state: State, turn: Turn) -> tuple[Ply, ...]:
    """The plies of a turn, as far as it was given: what is needed and missing leaves the state in that phase.

    Naming the noble that comes anyway is accepted and adds no ply. A return (L3) or a noble (N1) that is not called
    for refuses all of it: IllegalAction, and nothing has been played.
    """
    plies = [_ply(state, turn.action)]
    if turn.returned is not None:
        plies.append(_return(plies[-1].after, turn.returned))
    if turn.noble is not None and not _came(plies[-1], turn.noble):
        plies.append(_choice(plies[-1].after, turn.noble))
    return tuple(plies)


def _ply(state: State, action: Action) -> Ply:
    after = apply(state, action)
    if isinstance(action, PurchaseCard) and action.payment is None:
        action = purchase(action.card, checked_payment(state.seats[state.to_act], action.card, None))
    return Ply(state, action, after)


def _came(ply: Ply, noble: int) -> bool:
    """Whether this noble came in this ply, which its seat could not refuse (N1)."""
    return noble in ply.before.nobles and noble not in ply.after.nobles


# In any other phase than the one called for, the turn has ended: the game is over or another seat is to act.
def _return(state: State, returned: Tokens) -> Ply:
    if state.phase != RETURN_TOKENS:
        raise IllegalAction("L3", "This turn leads to no return of tokens.")
    return _ply(state, ReturnTokens(returned))


def _choice(state: State, noble: int) -> Ply:
    if state.phase == RETURN_TOKENS:
        raise IllegalAction("T2", "Tokens are returned before a noble is chosen.")
    if state.phase != CHOOSE_NOBLE:
        raise IllegalAction("N1", "This noble does not come in this turn.")
    return _ply(state, ChooseNoble(noble))
