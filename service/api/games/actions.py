"""An action as it is posted: one closed schema a type, told apart by `type`.

The schemas allow what a rule speaks about (all six colours, 0 to 10), so that a breach of a rule is refused with the
rule and not with the schema.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma
from marshmallow import fields

from service.api.encoding import canonical
from service.api.fields import Int, KnownId, Tag
from service.api.schema import Schema
from service.api.unions import OneOf
from splendor.engine.action_json import turn_from_json
from splendor.engine.cards import CARD_BY_ID
from splendor.engine.nobles import NOBLE_BY_ID
from splendor.engine.tokens import TOKEN_NAMES
from splendor.engine.turn import Turn

MOST_TOKENS = 10
MOST_KNOWN = 20_000
"""How many different actions a process remembers the check of; a game has some hundreds."""

Tokens: Any = Schema.from_dict(
    {name: Int(f"How many {name} tokens.", 0, MOST_TOKENS) for name in TOKEN_NAMES}, name="Tokens"
)
Tokens.__doc__ = "Counts of tokens by colour. A colour that is absent counts 0."


def _card_id() -> KnownId:
    return KnownId("Id of a card, as in GET /v1/cards.", CARD_BY_ID, "L1-08", required=True)


def _noble_id(required: bool) -> KnownId:
    return KnownId(
        "Id of a noble, as in GET /v1/nobles: the one chosen of several, or the one that comes anyway.",
        NOBLE_BY_ID,
        "N01",
        required=required,
    )


class _Finishing(Schema):
    """What a main action may carry to finish the turn in the same request."""

    returned_tokens = fields.Nested(
        Tokens, metadata={"description": "Tokens to return where more than ten are held (L2)."}
    )
    noble_id = _noble_id(required=False)


class TakeTokens(_Finishing):
    """Take different tokens (K1) or two of one colour (K2)."""

    type = Tag("take_tokens")
    tokens = fields.Nested(Tokens, required=True, metadata={"description": "What to take."})


class ReserveCard(_Finishing):
    """Reserve a face-up card (V1)."""

    type = Tag("reserve_card")
    card_id = _card_id()


class ReserveFromDeck(_Finishing):
    """Reserve the unseen top card of a deck (V1)."""

    type = Tag("reserve_from_deck")
    level = Int("Level of the deck.", 1, 3, required=True)


class PurchaseCard(_Finishing):
    """Purchase a face-up card or one of the own reserved ones (P1); without a payment with the fewest gold (P4)."""

    type = Tag("purchase_card")
    card_id = _card_id()
    payment = fields.Nested(
        Tokens, metadata={"description": "What to pay with (P4); left out: with as few gold tokens as can be."}
    )


class ReturnTokens(Schema):
    """Return the excess over ten (L2), in phase `return_tokens`."""

    type = Tag("return_tokens")
    tokens = fields.Nested(Tokens, required=True, metadata={"description": "What to return."})
    noble_id = _noble_id(required=False)


class ChooseNoble(Schema):
    """Choose one of several nobles (N3), in phase `choose_noble`."""

    type = Tag("choose_noble")
    noble_id = _noble_id(required=True)


class Pass(_Finishing):
    """Pass, legal only where no action is (Q1)."""

    type = Tag("pass")


class Action(OneOf):
    """An action to play: one of several forms, told apart by `type`."""

    # It loads to the engine's Turn, which is immutable: one that was posted before is not checked anew. Only accepted
    # actions are kept, and those are small.

    variants: ClassVar[Mapping[str, type[ma.Schema]]] = {
        "take_tokens": TakeTokens,
        "reserve_card": ReserveCard,
        "reserve_from_deck": ReserveFromDeck,
        "purchase_card": PurchaseCard,
        "return_tokens": ReturnTokens,
        "choose_noble": ChooseNoble,
        "pass": Pass,
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._known: dict[bytes, Turn] = {}

    def load(self, data: Any, *, many: bool | None = None, **kwargs: Any) -> Any:
        """The action as a Turn. Raises ValidationError."""
        key = canonical(data)
        turn = self._known.get(key)
        if turn is None:
            turn = turn_from_json(super().load(data, many=many, **kwargs))
            if len(self._known) < MOST_KNOWN:
                self._known[key] = turn
        return turn
