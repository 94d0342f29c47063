"""The reference data, made once from the engine's own tables: nothing is told here that the engine does not do."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from service.api.encoding import encode
from service.api.languages import LANGUAGES
from service.api.reference.options import options
from service.rulesbook import Book, Section, read_book
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
PHASES: dict[str, list[str]] = {
    "action": ["take_tokens", "reserve_card", "reserve_from_deck", "purchase_card", "pass"],
    "return_tokens": ["return_tokens"],
    "choose_noble": ["choose_noble"],
}
"""The types of action that may be legal in each phase of a turn."""


class Page(NamedTuple):
    """A reply that never changes while the process runs: its bytes, and a digest of them as its tag."""

    body: bytes
    etag: str


def page(body: Body) -> Page:
    """The page with that body."""
    encoded = encode(body)
    return Page(encoded, tag_of(encoded))


def tag_of(encoded: bytes) -> str:
    """The tag of a reply that is known by its bytes alone."""
    return hashlib.sha256(encoded).hexdigest()[:16]


def rules(book: Book) -> Body:
    """GET /v1/rules in the language of `book`."""
    return {
        "language": book.language,
        "setup": SETUP,
        "limits": LIMITS,
        "options": options(book),
        "phases": [_phase(name, book.phases[name]) for name in PHASES],
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


def _phase(name: str, description: str) -> Body:
    return {"name": name, "description": description, "actions": PHASES[name]}


def _section(section: Section) -> Body:
    return {"name": section.name, "title": section.title, "rules": [rule._asdict() for rule in section.rules]}


SETUP: list[Body] = [_setup(seats) for seats in sorted(GEMS_BY_SEATS)]
RULES: Mapping[str, Page] = {language: page(rules(read_book(language))) for language in LANGUAGES}
CARDS, NOBLES, AI_PLAYERS = (page(body) for body in (cards(), nobles(), ai_players()))
