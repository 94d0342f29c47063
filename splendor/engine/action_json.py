"""Actions as JSON, with ids where a state has numbers: what is posted, listed, recorded and told in events.

Counts are always written for all six token kinds; where they are read an absent kind counts 0.
"""

from collections.abc import Mapping
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
from splendor.engine.cards import CARD_BY_ID, CARDS
from splendor.engine.nobles import NOBLE_BY_ID, NOBLES
from splendor.engine.tokens import TOKEN_NAMES, Tokens
from splendor.engine.turn import Turn

Json = dict[str, Any]
"""A JSON object as Python has it. Many are shared constants: read them, never write to them."""

FINISH = frozenset({"returned_tokens", "noble_id"})
MEMBERS: dict[str, frozenset[str]] = {
    "take_tokens": FINISH | {"type", "tokens"},
    "reserve_card": FINISH | {"type", "card_id"},
    "reserve_from_deck": FINISH | {"type", "level"},
    "purchase_card": FINISH | {"type", "card_id", "payment"},
    "pass": FINISH | {"type"},
    "return_tokens": frozenset({"type", "tokens", "noble_id"}),
    "choose_noble": frozenset({"type", "noble_id"}),
}
"""For each type of action the members it may have."""


def tokens_to_json(tokens: Tokens) -> Json:
    """All six counts by name."""
    white, blue, green, red, black, gold = tokens
    return {"white": white, "blue": blue, "green": green, "red": red, "black": black, "gold": gold}


def action_to_json(action: Action) -> Json:
    """One action, without what a turn may add to it."""
    if isinstance(action, (TakeTokens, ReturnTokens)):
        kind = "take_tokens" if isinstance(action, TakeTokens) else "return_tokens"
        return {"type": kind, "tokens": tokens_to_json(action.tokens)}
    if isinstance(action, PurchaseCard):
        return _purchase_to_json(action)
    if isinstance(action, ReserveCard):
        return {"type": "reserve_card", "card_id": CARDS[action.card].id}
    if isinstance(action, ReserveFromDeck):
        return {"type": "reserve_from_deck", "level": action.level}
    if isinstance(action, ChooseNoble):
        return {"type": "choose_noble", "noble_id": NOBLES[action.noble].id}
    return {"type": "pass"}


def _purchase_to_json(action: PurchaseCard) -> Json:
    written: Json = {"type": "purchase_card", "card_id": CARDS[action.card].id}
    if action.payment is not None:
        written["payment"] = tokens_to_json(action.payment)
    return written


def finish_json(written: Json, returned: Tokens | None, noble: int | None) -> Json:
    """`written` with what finishes the turn in the same request added to it."""
    if returned is not None:
        written["returned_tokens"] = tokens_to_json(returned)
    if noble is not None:
        written["noble_id"] = NOBLES[noble].id
    return written


def turn_from_json(body: Mapping[str, Any]) -> Turn:
    """The turn that `body` asks for.

    The host checks a request against its schema first, so there ValueError is a fault of the program; a record
    that comes from elsewhere is told by it what is wrong.
    """
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in MEMBERS:
        raise ValueError("type: no such action")
    stray = body.keys() - MEMBERS[kind]
    if stray:
        raise ValueError(f"{min(map(str, stray))}: not a member of {kind}")
    returned = _tokens(body, "returned_tokens") if "returned_tokens" in body else None
    if kind == "choose_noble":
        return Turn(ChooseNoble(_noble(body)))
    return Turn(_action(kind, body), returned, _noble(body) if "noble_id" in body else None)


def _action(kind: str, body: Mapping[str, Any]) -> Action:
    if kind == "take_tokens":
        return TakeTokens(_tokens(body, "tokens"))
    if kind == "purchase_card":
        return PurchaseCard(_card(body), _tokens(body, "payment") if "payment" in body else None)
    if kind == "reserve_card":
        return ReserveCard(_card(body))
    if kind == "reserve_from_deck":
        return ReserveFromDeck(_level(body))
    if kind == "return_tokens":
        return ReturnTokens(_tokens(body, "tokens"))
    return Pass()


def _tokens(body: Mapping[str, Any], name: str) -> Tokens:
    counts = body.get(name)
    if not isinstance(counts, Mapping) or not counts.keys() <= _TOKEN_NAMES:
        raise ValueError(f"{name}: not counts of tokens")
    for count in counts.values():
        if type(count) is not int or count < 0:
            raise ValueError(f"{name}: a count is a whole number, not below 0")
    w, u, g, r, k, gold = (counts.get(token, 0) for token in TOKEN_NAMES)
    return (w, u, g, r, k, gold)


_TOKEN_NAMES = frozenset(TOKEN_NAMES)


def _card(body: Mapping[str, Any]) -> int:
    card_id = body.get("card_id")
    if not isinstance(card_id, str) or card_id not in CARD_BY_ID:
        raise ValueError("card_id: no such card")
    return CARD_BY_ID[card_id].number


def _noble(body: Mapping[str, Any]) -> int:
    noble_id = body.get("noble_id")
    if not isinstance(noble_id, str) or noble_id not in NOBLE_BY_ID:
        raise ValueError("noble_id: no such noble")
    return NOBLE_BY_ID[noble_id].number


def _level(body: Mapping[str, Any]) -> int:
    level = body.get("level")
    if type(level) is not int or not 1 <= level <= 3:
        raise ValueError("level: one of 1, 2, 3")
    return level
