"""What holds of every state of every game (M1 to M3, S1, L1, V1), and of everything that is shown of it."""

from typing import Any

from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.legal import legal_actions
from splendor.engine.nobles import NOBLES
from splendor.engine.outcome import outcome
from splendor.engine.rules import apply
from splendor.engine.state import ACTIVE, OVER, RETURN_TOKENS, State
from splendor.engine.turn import Ply
from tests.engine.builders import GEMS_IN_GAME, total_tokens


def cards_of(state: State) -> list[int]:
    """Every card as often as it occurs, wherever it is."""
    held = [card for seat in state.seats for card in seat.purchased + seat.reserved]
    return sorted(
        [*held, *(card for card in state.market if card != EMPTY), *(c for deck in state.decks for c in deck)]
    )


def nobles_of(state: State) -> list[int]:
    """Every noble as often as it occurs, on the table or with a seat."""
    return sorted([*state.nobles, *(noble for seat in state.seats for noble in seat.nobles)])


def check_tokens(state: State) -> None:
    """S1, L1: none appears, none is lost, and nobody holds more than ten but in the middle of a turn."""
    gems = GEMS_IN_GAME[len(state.seats)]
    assert total_tokens(state) == (gems, gems, gems, gems, gems, 5)
    assert min(*state.supply, *(count for held in state.seats for count in held.tokens)) >= 0
    over_ten = [number for number, held in enumerate(state.seats) if sum(held.tokens) > 10]
    assert all(sum(held.tokens) <= 13 for held in state.seats)
    if state.phase == RETURN_TOKENS:
        assert over_ten == [state.to_act]
    elif over_ten:
        # All the others went out in the middle of its turn.
        ended = outcome(state)
        assert ended is not None
        assert over_ten == list(ended.winners)


def check_seats(state: State) -> None:
    """V1, E2, N2: what a seat has follows from its cards and nobles."""
    for held in state.seats:
        bought = [CARDS[card] for card in held.purchased]
        assert len(held.reserved) == len(held.blind) <= 3
        assert held.prestige == sum(card.prestige for card in bought) + sum(NOBLES[n].prestige for n in held.nobles)
        assert held.bonuses == tuple(sum(card.bonus == colour for card in bought) for colour in range(5))


def check_visit(ply: Ply) -> None:
    """N1, N3: by the end of a turn one noble has come, or the bonuses meet none on the table."""
    before, after, number = ply.before, ply.after, ply.before.to_act
    came = len(after.seats[number].nobles) - len(before.seats[number].nobles)
    if after.phase != OVER and after.turn == before.turn:
        assert came == 0
        return
    bonuses = after.seats[number].bonuses
    met = [n for n in after.nobles if all(b >= d for b, d in zip(bonuses, NOBLES[n].demand, strict=True))]
    assert came == 1 or (came == 0 and not met)


def check_end(state: State) -> None:
    """T1: a game that goes on has something to do for a seat that is in; one that is over has only a result."""
    goes_on = state.phase != OVER
    assert bool(legal_actions(state)) is goes_on
    assert (outcome(state) is None) is goes_on
    assert (state.to_act >= 0 and state.seats[state.to_act].status == ACTIVE) is goes_on


def check_listed(state: State) -> None:
    """Every listed action applies, and leaves the state that it is applied to as it was."""
    copy = repr(state)
    default, every = legal_actions(state), legal_actions(state, "all")
    assert len(set(every)) == len(every)
    assert [action for action in every if action in default] == default
    for action in every:
        apply(state, action)
    assert repr(state) == copy


def check_no_none(*shown: Any) -> None:
    """A member without a value is left out."""
    for value in shown:
        assert value is not None
        if isinstance(value, dict):
            check_no_none(*value.values())
        elif isinstance(value, list):
            check_no_none(*value)
