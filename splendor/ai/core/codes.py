"""Actions as whole numbers: what they are in compiled code, and the way to and from the engine's own.

The lowest nine bits name the action, by card and never by slot, so that it is the same one in whatever order cards came.
Above them stands the payment of a purchase, three bits a token; nothing there is the default payment (P4). (A payment of
no tokens is the default wherever it is legal.)
"""

from splendor.ai.core.tables import RETURNS, TAKES
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
from splendor.engine.tokens import Tokens

TAKE = 0
RESERVE = 30
RESERVE_DECK = 120
PURCHASE = 123
PASS = 213
RETURN = 214
NOBLE = 297
CODES = 307
"""How many there are, payments left aside."""

CODE_MASK = 511
PAYMENT_SHIFT = 9
MOST_ACTIONS = 128
"""More than a seat ever has in one phase, with one payment for each purchase: 15 takes, 15 reserves, 15 purchases, 56 returns."""


def _tokens(row: object) -> Tokens:
    w, u, g, r, k, gold = (int(count) for count in row)  # type: ignore[attr-defined]
    return (w, u, g, r, k, gold)


_TAKE_TOKENS = [_tokens(row) for row in TAKES]
_RETURN_TOKENS = [_tokens(row) for row in RETURNS]
_TAKE_CODE = {tokens: TAKE + number for number, tokens in enumerate(_TAKE_TOKENS)}
_RETURN_CODE = {tokens: RETURN + number for number, tokens in enumerate(_RETURN_TOKENS)}


def code_of(action: Action) -> int:  # noqa: PLR0911  # one for each kind
    """The code of an action; a purchase has its payment in it only where the action names one."""
    match action:
        case TakeTokens(tokens):
            return _TAKE_CODE[tokens]
        case ReserveCard(card):
            return RESERVE + card
        case ReserveFromDeck(level):
            return RESERVE_DECK + level - 1
        case PurchaseCard(card, payment):
            return PURCHASE + card | _packed(payment) << PAYMENT_SHIFT
        case ReturnTokens(tokens):
            return _RETURN_CODE[tokens]
        case ChooseNoble(noble):
            return NOBLE + noble
        case Pass():
            return PASS


def action_of(code: int) -> Action:
    """The engine's action; a purchase by the default payment names none."""
    name, payment = code & CODE_MASK, code >> PAYMENT_SHIFT
    if name < RESERVE:
        return TakeTokens(_TAKE_TOKENS[name])
    if name < RESERVE_DECK:
        return ReserveCard(name - RESERVE)
    if name < PURCHASE:
        return ReserveFromDeck(name - RESERVE_DECK + 1)
    if name < PASS:
        return PurchaseCard(name - PURCHASE, _unpacked(payment) if payment else None)
    if name == PASS:
        return Pass()
    return ReturnTokens(_RETURN_TOKENS[name - RETURN]) if name < NOBLE else ChooseNoble(name - NOBLE)


def _packed(payment: Tokens | None) -> int:
    return sum(count << 3 * token for token, count in enumerate(payment or ()))


def _unpacked(payment: int) -> Tokens:
    w, u, g, r, k, gold = (payment >> 3 * token & 7 for token in range(6))
    return (w, u, g, r, k, gold)
