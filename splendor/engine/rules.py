"""The heart: `apply`, one action on one state (T1 to Q1). Each function validates fully, then builds.

Checks come in one order: the phase, then whether a named card is in reach, then the rest. A card out of reach is
refused with one text wherever it really lies (deck, another hand, out of the game), before anything that depends on
what card it is, so that no refusal tells more than the view does.
"""

from collections.abc import Callable
from typing import Any

from splendor.engine.actions import (
    Action,
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)
from splendor.engine.cards import CARDS, EMPTY, is_card
from splendor.engine.errors import IllegalAction
from splendor.engine.legal import HAND_LIMIT, main_actions
from splendor.engine.payments import default_payment, price
from splendor.engine.state import ACTION, CHOOSE_NOBLE, OVER, RETURN_TOKENS, Seat, State
from splendor.engine.takes import THREE_DIFFERENT, check_take
from splendor.engine.tokens import GOLD, NO_TOKENS, TOKEN_LIMIT, Gems, Tokens, minus, plus
from splendor.engine.turn_end import complete_turn, end_turn, nobles_met, visit, with_noble, with_seat

ONE_GOLD: Tokens = (0, 0, 0, 0, 0, 1)

Decks = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def apply(state: State, action: Action) -> State:
    """The state after the seat to act has done this action.

    Raises IllegalAction, with the id of the rule, where the rules forbid it; the state given is never changed.
    """
    return _APPLY[type(action)](state, action)


def _take(state: State, action: TakeTokens) -> State:
    _check_main(state)
    taken = action.tokens
    supply = minus(state.supply, taken)
    if taken not in THREE_DIFFERENT or min(supply) < 0:
        check_take(taken, state.supply)
    seat = state.seats[state.to_act]
    return end_turn(_moved(state, _holding(seat, plus(seat.tokens, taken)), supply, state.market, state.decks))


def _reserve_card(state: State, action: ReserveCard) -> State:
    _check_main(state)
    card = action.card
    if not is_card(card) or card not in state.market:
        raise IllegalAction("V1", "This card does not lie in the market.")
    _check_hand(state)
    market, decks = _replaced(state, state.market.index(card))
    return _reserved(state, card, False, market, decks)


def _reserve_from_deck(state: State, action: ReserveFromDeck) -> State:
    _check_main(state)
    if not 1 <= action.level <= 3:
        raise IllegalAction("V1", "There are decks of level 1 to 3.")
    _check_hand(state)
    deck = state.decks[action.level - 1]
    if not deck:
        raise IllegalAction("V5", "This deck is empty.")
    return _reserved(state, deck[0], True, state.market, _with_deck(state.decks, action.level - 1, deck[1:]))


def _purchase(state: State, action: PurchaseCard) -> State:
    _check_main(state)
    card, seat = action.card, state.seats[state.to_act]
    reserved, blind, market, decks = seat.reserved, seat.blind, state.market, state.decks
    if not is_card(card) or (card not in market and card not in reserved):
        raise IllegalAction("P1", "This card is neither in the market nor among the own reserved cards.")
    payment = checked_payment(seat, card, action.payment)
    if card in market:
        market, decks = _replaced(state, market.index(card))
    else:
        place = reserved.index(card)
        reserved, blind = reserved[:place] + reserved[place + 1 :], blind[:place] + blind[place + 1 :]
    bought = CARDS[card]
    after = Seat(
        minus(seat.tokens, payment),
        _with_bonus(seat.bonuses, bought.bonus),
        seat.prestige + bought.prestige,
        (*seat.purchased, card),
        reserved,
        blind,
        seat.nobles,
        seat.status,
    )
    return visit(_moved(state, after, plus(state.supply, payment), market, decks))


def _pass(state: State, _: Pass) -> State:
    _check_main(state)
    if main_actions(state):
        raise IllegalAction("Q1", "Passing is legal only where no other action is.")
    return end_turn(state._replace(passes=state.passes + 1))


def _return_tokens(state: State, action: ReturnTokens) -> State:
    if state.phase != RETURN_TOKENS:
        raise _over_or(state, "L3", "No tokens are to be returned now.")
    returned, seat = action.tokens, state.seats[state.to_act]
    tokens = minus(seat.tokens, returned)
    if min(returned) < 0:
        raise IllegalAction("L2", "A number of tokens cannot be negative.")
    if min(tokens) < 0:
        raise IllegalAction("L2", "Only tokens that the seat holds can be returned.")
    if sum(tokens) != TOKEN_LIMIT:
        raise IllegalAction("L2", f"Exactly {sum(seat.tokens) - TOKEN_LIMIT} tokens are to be returned.")
    return visit(_moved(state, _holding(seat, tokens), plus(state.supply, returned), state.market, state.decks))


def _choose_noble(state: State, action: ChooseNoble) -> State:
    if state.phase != CHOOSE_NOBLE:
        raise _over_or(state, "N1", "No noble is to be chosen now.")
    # The same text for a noble that was never drawn: nobody may learn which those are (M4).
    if action.noble not in nobles_met(state):
        raise IllegalAction("N1", "This noble is not among those that would come.")
    return complete_turn(with_noble(state, action.noble))


_APPLY: dict[type, Callable[[State, Any], State]] = {
    TakeTokens: _take,
    ReserveCard: _reserve_card,
    ReserveFromDeck: _reserve_from_deck,
    PurchaseCard: _purchase,
    Pass: _pass,
    ReturnTokens: _return_tokens,
    ChooseNoble: _choose_noble,
}


def checked_payment(seat: Seat, card: int, payment: Tokens | None) -> Tokens:
    """The payment of a purchase, the default one where none is named; IllegalAction where P3 or P4 forbids it."""
    due = price(seat, card)
    if payment is None:
        payment = default_payment(seat.tokens, due)
        if payment is None:
            raise IllegalAction("P3", "The tokens of the seat do not cover the price.")
        return payment
    if min(payment) < 0:
        raise IllegalAction("P4", "A number of tokens cannot be negative.")
    if min(minus(seat.tokens, payment)) < 0:
        raise IllegalAction("P3", "Only tokens that the seat holds can pay.")
    if sum(payment) != sum(due):
        raise IllegalAction("P4", f"The payment must be exact: the price is {sum(due)} tokens.")
    if any(paid > asked for paid, asked in zip(payment, due, strict=False)):
        raise IllegalAction("P3", "A token other than gold pays only for its own colour.")
    return payment


def _check_main(state: State) -> None:
    if state.phase != ACTION:
        raise _over_or(state, "T2", "The turn must be finished first: tokens to return or a noble to choose.")


def _over_or(state: State, rule: str, message: str) -> IllegalAction:
    """The refusal of what this phase does not call for; once the game is over nobody has a turn (T1)."""
    return IllegalAction("T1", "The game is over.") if state.phase == OVER else IllegalAction(rule, message)


def _check_hand(state: State) -> None:
    if len(state.seats[state.to_act].reserved) >= HAND_LIMIT:
        raise IllegalAction("V1", "The seat holds three reserved cards already.")


def _reserved(state: State, card: int, blind: bool, market: tuple[int, ...], decks: Decks) -> State:
    seat, supply = state.seats[state.to_act], state.supply
    gold = ONE_GOLD if supply[GOLD] else NO_TOKENS  # V2
    after = Seat(
        plus(seat.tokens, gold),
        seat.bonuses,
        seat.prestige,
        seat.purchased,
        (*seat.reserved, card),
        (*seat.blind, blind),
        seat.nobles,
        seat.status,
    )
    return end_turn(_moved(state, after, minus(supply, gold), market, decks))


def _replaced(state: State, slot: int) -> tuple[tuple[int, ...], Decks]:
    """Market and decks after the card in this slot has gone (C1, C2)."""
    market, decks, level = state.market, state.decks, slot // 4
    deck = decks[level]
    if not deck:
        return (*market[:slot], EMPTY, *market[slot + 1 :]), decks
    return (*market[:slot], deck[0], *market[slot + 1 :]), _with_deck(decks, level, deck[1:])


def _with_deck(decks: Decks, level: int, deck: tuple[int, ...]) -> Decks:
    first, second, third = decks
    if level == 0:
        return (deck, second, third)
    return (first, deck, third) if level == 1 else (first, second, deck)


def _with_bonus(bonuses: Gems, colour: int) -> Gems:
    w, u, g, r, k = (held + (gem == colour) for gem, held in enumerate(bonuses))
    return (w, u, g, r, k)


def _holding(seat: Seat, tokens: Tokens) -> Seat:
    _, bonuses, prestige, purchased, reserved, blind, nobles, status = seat
    return Seat(tokens, bonuses, prestige, purchased, reserved, blind, nobles, status)


def _moved(state: State, seat: Seat, supply: Tokens, market: tuple[int, ...], decks: Decks) -> State:
    """The state with what the action of `to_act` has changed, its turn not yet ended."""
    return State(
        state.options, with_seat(state, state.to_act, seat), supply, market, decks, state.nobles, state.to_act,
        state.phase, state.turn, state.round, 0, state.last_round, state.exits, state.termination,
    )  # fmt: skip
