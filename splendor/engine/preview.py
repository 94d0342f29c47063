"""A state as its seat to act knows it, to try an action on: previews draw nothing and open nothing."""

from splendor.engine.cards import UNKNOWN_BASE
from splendor.engine.state import OPEN, Seat, State
from splendor.engine.view import known_hand


def veil(state: State) -> State:
    """The state with every card that the seat to act may not see replaced by an unknown one of its level.

    That is all decks, and the hidden reserved cards of the others: an action that ends the game opens all hands, its
    preview must not. So a preview is `play(veil(state), turn)`, viewed by the seat to act.
    """
    one, two, three = ((UNKNOWN_BASE + level,) * len(deck) for level, deck in enumerate(state.decks, start=1))
    mode = state.options.reserved_cards
    seats = tuple(_veiled(seat, OPEN if number == state.to_act else mode) for number, seat in enumerate(state.seats))
    return state._replace(decks=(one, two, three), seats=seats)


def _veiled(seat: Seat, mode: str) -> Seat:
    hand = known_hand(seat, mode)
    return seat._replace(reserved=hand, blind=tuple(card > UNKNOWN_BASE for card in hand))
