"""The compact notation of docs/notation.md: actions, turns, steps and whole games as ASCII text, there and back.

Every well-formed value has exactly one text; text that is not in the notation raises NotationError and nothing else.
"""

import re
from functools import lru_cache

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
from splendor.engine.cards import CARDS
from splendor.engine.errors import NotationError
from splendor.engine.nobles import NOBLES
from splendor.engine.tokens import NO_TOKENS, Tokens
from splendor.engine.turn import Turn

LETTERS = "wugrkj"
"""One letter for each token kind in colour order; u is blue and k black, as b would be either, and j is the joker."""

_MAIN = "T[a-z0]+|R[0-9]{3}|D[1-3]|P[0-9]{3}(?::[a-z0]+)?|-"
_TURN = re.compile(rf"(?P<main>{_MAIN})?(?:/(?P<returned>[a-z0]+))?(?:\+(?P<noble>[0-9]{{2}}))?")
_TOKENS = re.compile("".join(f"({letter}{{0,10}})" for letter in LETTERS))
_CARDS = {card.id.removeprefix("L").replace("-", ""): card.number for card in CARDS}
_CARD_TEXTS = {number: text for text, number in _CARDS.items()}
_NOBLES = {noble.id.removeprefix("N"): noble.number for noble in NOBLES}
_NOBLE_TEXTS = {number: text for text, number in _NOBLES.items()}


def format_action(action: Action) -> str:
    """The text of one action."""
    if isinstance(action, (TakeTokens, ReturnTokens)):
        return ("T" if isinstance(action, TakeTokens) else "/") + format_tokens(action.tokens)
    if isinstance(action, PurchaseCard):
        return "P" + _CARD_TEXTS[action.card] + _payment(action.payment)
    if isinstance(action, ReserveCard):
        return "R" + _CARD_TEXTS[action.card]
    if isinstance(action, ReserveFromDeck):
        return f"D{action.level}"
    if isinstance(action, ChooseNoble):
        return "+" + _NOBLE_TEXTS[action.noble]
    return "-"


def _payment(payment: Tokens | None) -> str:
    return "" if payment is None else ":" + format_tokens(payment)


@lru_cache(maxsize=4096)
def format_tokens(tokens: Tokens) -> str:
    """One letter for each token, in colour order; 0 for none. Raises ValueError for counts outside 0 to 10."""
    if not all(0 <= count <= 10 for count in tokens):
        raise ValueError("the notation has counts from 0 to 10")
    return "".join(letter * count for letter, count in zip(LETTERS, tokens, strict=True)) or "0"


def format_turn(turn: Turn) -> str:
    """The text of a turn. Raises ValueError for a turn that no request can ask for, such as a return twice."""
    returned = "" if turn.returned is None else "/" + format_tokens(turn.returned)
    noble = "" if turn.noble is None else "+" + _NOBLE_TEXTS[turn.noble]
    twice = isinstance(turn.action, (ReturnTokens, ChooseNoble)) and returned
    if twice or (isinstance(turn.action, ChooseNoble) and noble):
        raise ValueError("a return or a noble choice cannot carry another")
    return format_action(turn.action) + returned + noble


def parse_turn(text: str) -> Turn:
    """The turn that `text` means. Raises NotationError."""
    match = _TURN.fullmatch(text)
    if not match:
        raise NotationError(f"not a turn: {_quoted(text)}")
    main, returned, noble = match.group("main", "returned", "noble")
    tokens = None if returned is None else parse_tokens(returned)
    chosen = None if noble is None else _noble(noble)
    if main:
        return Turn(_main_action(main), tokens, chosen)
    if tokens is not None:
        return Turn(ReturnTokens(tokens), None, chosen)
    if chosen is not None:
        return Turn(ChooseNoble(chosen))
    raise NotationError("an empty text is no turn")


def parse_action(text: str) -> Action:
    """The one action that `text` means. Raises NotationError, also for a turn of several actions."""
    turn = parse_turn(text)
    if turn.returned is not None or turn.noble is not None:
        raise NotationError(f"more than one action: {_quoted(text)}")
    return turn.action


def _main_action(text: str) -> Action:
    kind, rest = text[0], text[1:]
    if kind == "T":
        return TakeTokens(parse_tokens(rest))
    if kind == "R":
        return ReserveCard(_card(rest))
    if kind == "D":
        return ReserveFromDeck(int(rest))
    if kind == "P":
        card, colon, payment = rest.partition(":")
        return PurchaseCard(_card(card), parse_tokens(payment) if colon else None)
    return Pass()


def parse_tokens(text: str) -> Tokens:
    """The tokens that `text` means. Raises NotationError for other letters, another order, or over ten of a kind."""
    if text == "0":
        return NO_TOKENS
    match = _TOKENS.fullmatch(text)
    if not match or not text:
        raise NotationError(f"not tokens in the order {LETTERS}, at most ten of a kind: {_quoted(text)}")
    w, u, g, r, k, j = (len(run) for run in match.groups())
    return (w, u, g, r, k, j)


def _card(text: str) -> int:
    if text not in _CARDS:
        raise NotationError(f"no such card: {_quoted(text)}")
    return _CARDS[text]


def _noble(text: str) -> int:
    if text not in _NOBLES:
        raise NotationError(f"no such noble: {_quoted(text)}")
    return _NOBLES[text]


def _quoted(text: str) -> str:
    """The beginning of a text, fit for one line of a message."""
    return f"{text[:40]!a}"
