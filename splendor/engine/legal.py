"""What the seat to act may do now, every action of the current phase in a stated order."""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Literal

from splendor.engine.actions import Action, ChooseNoble, Pass, PurchaseCard, ReserveCard, ReserveFromDeck, ReturnTokens
from splendor.engine.cards import CARDS
from splendor.engine.nobles import NOBLES
from splendor.engine.payments import affordable, payments, price, purchase
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, Seat, State
from splendor.engine.takes import takes
from splendor.engine.tokens import TOKEN_LIMIT, Tokens
from splendor.engine.turn_end import nobles_met

HAND_LIMIT = 3
"""V1: reserved cards a seat may hold."""
PASS = Pass()
# Indexed by what may lie in a slot: a card's number, that of an unseen card, or EMPTY (-1, the last place).
_RESERVE: tuple[ReserveCard | None, ...] = (*(ReserveCard(card.number) for card in CARDS), *[None] * (1 + 3))
_RESERVE_FROM_DECK = tuple(ReserveFromDeck(level) for level in (1, 2, 3))
_CHOOSE = tuple(ChooseNoble(noble.number) for noble in NOBLES)

PaymentChoice = Literal["default", "all"]


def legal_actions(state: State, payments: PaymentChoice = "default") -> list[Action]:
    """Every legal action of the seat to act in the current phase; none once the game is over.

    Main actions: different takes (white-blue-green first), double takes, reserve from the market (level 1 first, slots
    from left to right), reserve from the decks 1 to 3, purchases from the market in the same order, then of own
    reserved cards as they came; pass only where nothing else is legal (Q1). `payments` says whether a purchase is
    listed with its default payment or with all of them, the default first, then by rising gold. Returns begin with
    the one that gives most of the earlier colours. Nobles come by number.
    """
    if state.phase == ACTION:
        return main_actions(state, payments) or [PASS]
    if state.phase == RETURN_TOKENS:
        return list(_returns(state.seats[state.to_act].tokens))
    if state.phase == CHOOSE_NOBLE:
        return [_CHOOSE[noble] for noble in nobles_met(state)]
    return []


def main_actions(state: State, payments: PaymentChoice = "default") -> list[Action]:
    """The main actions other than passing."""
    market, seat = state.market, state.seats[state.to_act]
    actions: list[Action] = takes(state.supply)
    if len(seat.reserved) < HAND_LIMIT:
        actions += [action for card in market if (action := _RESERVE[card])]
        actions += [action for action, deck in zip(_RESERVE_FROM_DECK, state.decks, strict=True) if deck]
    purchases = affordable(seat, market + seat.reserved)
    actions += purchases if payments == "default" else _all_payments(seat, purchases)
    return actions


def _all_payments(seat: Seat, purchases: list[PurchaseCard]) -> list[PurchaseCard]:
    cards = [action.card for action in purchases]
    return [purchase(card, payment) for card in cards for payment in payments(seat.tokens, price(seat, card))]


@lru_cache(maxsize=4096)
def _returns(tokens: Tokens) -> tuple[ReturnTokens, ...]:
    """Every way to come down to ten (L2)."""
    held = [colour for colour in range(6) if tokens[colour]]
    found = []
    for colours in combinations_with_replacement(held, sum(tokens) - TOKEN_LIMIT):
        w, u, g, r, k, gold = counts = [colours.count(colour) for colour in range(6)]
        if all(given <= own for given, own in zip(counts, tokens, strict=True)):
            found.append(ReturnTokens((w, u, g, r, k, gold)))
    return tuple(found)
