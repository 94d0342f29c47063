"""The actions a seat can submit (T1, T2): small immutable values, compared by class and fields.

They are built seldom (the lists hand out interned ones), so each checks its own shape: an action that exists is made
of whole numbers. Whether the rules allow it is for `apply` to say.
"""

from dataclasses import dataclass

from splendor.engine.tokens import Tokens


def _check_numbers(*values: int) -> None:
    if any(type(value) is not int for value in values):
        raise ValueError("an action is made of whole numbers")


def _check_tokens(tokens: Tokens) -> None:
    if type(tokens) is not tuple or len(tokens) != 6:
        raise ValueError("tokens are a tuple of six counts")
    _check_numbers(*tokens)


@dataclass(frozen=True, slots=True)
class TakeTokens:
    """Take different tokens (K1) or two of one colour (K2)."""

    tokens: Tokens

    def __post_init__(self) -> None:
        _check_tokens(self.tokens)


@dataclass(frozen=True, slots=True)
class ReserveCard:
    """Reserve a face-up card, by number (V1)."""

    card: int

    def __post_init__(self) -> None:
        _check_numbers(self.card)


@dataclass(frozen=True, slots=True)
class ReserveFromDeck:
    """Reserve the unseen top card of the deck of `level`, 1 to 3 (V1)."""

    level: int

    def __post_init__(self) -> None:
        _check_numbers(self.level)


@dataclass(frozen=True, slots=True)
class PurchaseCard:
    """Purchase a face-up or one's own reserved card; without `payment` the default payment (P4)."""

    card: int
    payment: Tokens | None = None

    def __post_init__(self) -> None:
        _check_numbers(self.card)
        if self.payment is not None:
            _check_tokens(self.payment)


@dataclass(frozen=True, slots=True)
class Pass:
    """The forced pass (Q1)."""


@dataclass(frozen=True, slots=True)
class ReturnTokens:
    """Return the excess over ten (L2)."""

    tokens: Tokens

    def __post_init__(self) -> None:
        _check_tokens(self.tokens)


@dataclass(frozen=True, slots=True)
class ChooseNoble:
    """Choose one of several nobles that would come (N3)."""

    noble: int

    def __post_init__(self) -> None:
        _check_numbers(self.noble)


MainAction = TakeTokens | ReserveCard | ReserveFromDeck | PurchaseCard | Pass
Action = MainAction | ReturnTokens | ChooseNoble
