"""Games from positions in which one turn shows an action that is rare in play. Each seat `me` is to act."""

from collections.abc import Callable
from typing import Any, NamedTuple

from splendor.engine.cards import CARDS, Card

Json = dict[str, Any]

ME, AI = {"type": "me"}, {"type": "ai", "ai_player": "random"}


class Scenario(NamedTuple):
    """The body of POST /games, the actions to play one after the other, and the types of event that have to follow."""

    name: str
    game: Json
    actions: tuple[Json, ...]
    events: frozenset[str]


def _game(mine: Json, *others: Json, **more: Any) -> Json:
    seats = [ME, *(AI for _ in others)]
    return {"seats": seats, "position": {"seats": [mine, *others], **more}}


def _cards(level: int, wanted: Callable[[Card], bool], number: int, start: int = 0) -> list[str]:
    return [card.id for card in CARDS if card.level == level and wanted(card)][start : start + number]


def _out_of_reach(card: Card) -> bool:
    """Costs something besides white and blue."""
    return any(card.cost[2:])


FULL_HAND = {"white": 3, "blue": 3, "green": 4}
TAKE_TWO = {"type": "take_tokens", "tokens": {"red": 2}}
# Three white bonuses, four blue and four black: one more white and both N01 and N02 come. L1-06 costs three blue.
NEARLY_NOBLE = {
    "purchased": [
        *_cards(1, lambda card: card.bonus == 0, 3),
        *_cards(1, lambda card: card.bonus == 1, 4),
        *_cards(1, lambda card: card.bonus == 4, 4),
    ]
}
TWO_NOBLES: Json = {
    "nobles": ["N01", "N02"],
    "market": [
        ["L1-06", *_cards(1, lambda card: card.bonus == 2, 3)],
        _cards(2, _out_of_reach, 4),
        _cards(3, _out_of_reach, 4),
    ],
}
PURCHASE = {"type": "purchase_card", "card_id": "L1-06"}
# All thirty tokens are in the hands of three seats, and nothing can be purchased or reserved.
STUCK: Json = {"tokens": {"white": 5, "blue": 5}, "reserved": [{"card_id": i} for i in _cards(3, _out_of_reach, 3, 4)]}
HOLDERS: tuple[Json, ...] = ({"tokens": {"green": 5, "red": 5}}, {"tokens": {"black": 5, "gold": 5}})
BARE_MARKET = {"market": [_cards(level, _out_of_reach, 4) for level in (1, 2, 3)]}

SCENARIOS = (
    Scenario("take", _game({}, {}), (TAKE_TWO,), frozenset({"action_played"})),
    Scenario(
        "reserve from the market",
        _game({}, {}, **TWO_NOBLES),
        ({"type": "reserve_card", "card_id": "L1-06"},),
        frozenset({"action_played", "card_revealed"}),
    ),
    Scenario(
        "reserve from a deck",
        _game({}, {}),
        ({"type": "reserve_from_deck", "level": 2},),
        frozenset({"action_played"}),
    ),
    Scenario(
        "purchase with a payment",
        _game({"tokens": {"blue": 2, "gold": 1}}, {}, **TWO_NOBLES),
        ({**PURCHASE, "payment": {"blue": 2, "gold": 1}},),
        frozenset({"action_played", "card_revealed"}),
    ),
    Scenario(
        "return",
        _game({"tokens": FULL_HAND}, {}),
        (TAKE_TWO, {"type": "return_tokens", "tokens": {"white": 1, "green": 1}}),
        frozenset({"action_played", "tokens_returned"}),
    ),
    Scenario(
        "return at once",
        _game({"tokens": FULL_HAND}, {}),
        ({**TAKE_TWO, "returned_tokens": {"blue": 2}},),
        frozenset({"action_played", "tokens_returned"}),
    ),
    Scenario(
        "choose a noble",
        _game(NEARLY_NOBLE, {}, **TWO_NOBLES),
        (PURCHASE, {"type": "choose_noble", "noble_id": "N02"}),
        frozenset({"action_played", "noble_visited"}),
    ),
    Scenario(
        "choose a noble at once",
        _game(NEARLY_NOBLE, {}, **TWO_NOBLES),
        ({**PURCHASE, "noble_id": "N01"},),
        frozenset({"action_played", "noble_visited"}),
    ),
    Scenario("pass", _game(STUCK, *HOLDERS, **BARE_MARKET), ({"type": "pass"},), frozenset({"action_played"})),
)

KINDS = frozenset(action["type"] for scenario in SCENARIOS for action in scenario.actions)
