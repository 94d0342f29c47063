"""The reference data, made once from the engine's own tables: nothing is told here that the engine does not do."""

import hashlib
from typing import Any, NamedTuple

from service.api.encoding import encode
from service.api.reference.options import OPTIONS
from service.rulesbook import ENGLISH, Book, Section
from splendor.ai import PLAYERS
from splendor.engine.setup import GEMS_BY_SEATS, SLOTS, deal
from splendor.engine.state import Options
from splendor.engine.tokens import GOLD, TOKEN_LIMIT, WHITE
from splendor.engine.view import CARD_JSON, NOBLE_JSON

Body = dict[str, Any]

LIMITS: Body = {
    "tokens": TOKEN_LIMIT,
    "reserved_cards": 3,
    "different_tokens": 3,
    "same_tokens": 2,
    "same_tokens_supply": 4,
    "nobles_a_turn": 1,
}
PHASES: list[Body] = [
    {
        "name": "action",
        "description": "The turn begins: one action, or the forced pass (T1).",
        "actions": ["take_tokens", "reserve_card", "reserve_from_deck", "purchase_card", "pass"],
    },
    {
        "name": "return_tokens",
        "description": "The seat holds more than ten tokens and returns exactly the excess (L2).",
        "actions": ["return_tokens"],
    },
    {
        "name": "choose_noble",
        "description": "The seat meets the demands of several nobles and chooses the one that comes (N3).",
        "actions": ["choose_noble"],
    },
]


class Page(NamedTuple):
    """A reply that never changes while the process runs: its bytes, and a digest of them as its tag."""

    body: bytes
    etag: str


def page(body: Body) -> Page:
    """The page with that body."""
    encoded = encode(body)
    return Page(encoded, hashlib.sha256(encoded).hexdigest()[:16])


def rules(book: Book) -> Body:
    """GET /v1/rules in the language of `book`."""
    return {
        "language": book.language,
        "setup": [_setup(seats) for seats in sorted(GEMS_BY_SEATS)],
        "limits": LIMITS,
        "options": OPTIONS,
        "phases": PHASES,
        "sections": [_section(section) for section in book.sections],
    }


def cards() -> Body:
    """GET /v1/cards."""
    return {"items": list(CARD_JSON)}


def nobles() -> Body:
    """GET /v1/nobles."""
    return {"items": list(NOBLE_JSON)}


def ai_players() -> Body:
    """GET /v1/ai-players."""
    names = ("name", "version", "level", "description", "typical_ms")
    return {"items": [{name: getattr(player, name) for name in names} for player in PLAYERS.values()]}


def _setup(seats: int) -> Body:
    """Read off a game as it is dealt."""
    start = deal(Options(seats=seats), bytes(32))
    return {
        "seats": seats,
        "gem_tokens": start.supply[WHITE],
        "gold_tokens": start.supply[GOLD],
        "nobles": len(start.nobles),
        "market_slots": SLOTS,
        "deck_counts": [len(deck) for deck in start.decks],
    }


def _section(section: Section) -> Body:
    return {"name": section.name, "title": section.title, "rules": [rule._asdict() for rule in section.rules]}


RULES, CARDS, NOBLES, AI_PLAYERS = (page(body) for body in (rules(ENGLISH), cards(), nobles(), ai_players()))
