"""What the player `greedy` reads out of a view, as plain tuples in colour order."""

from operator import itemgetter
from typing import Any, NamedTuple

from splendor.ai.player import View
from splendor.engine.cards import CARD_BY_ID, Card
from splendor.engine.state import ACTIVE, SEAT_STATUS_NAMES
from splendor.engine.tokens import GEM_NAMES, TOKEN_NAMES, Gems, Tokens

_tokens = itemgetter(*TOKEN_NAMES)
_gems = itemgetter(*GEM_NAMES)
_ACTIVE = SEAT_STATUS_NAMES[ACTIVE]


class Sight(NamedTuple):
    """One position as the seat on turn sees it: its own tokens, bonuses and reserved cards, the market, the opponents."""

    tokens: Tokens
    bonuses: Gems
    market: tuple[Card, ...]
    """The face-up cards, level 1 slot 0 first; empty slots are left out."""
    reserved: tuple[Card, ...]
    opponents: tuple[Gems, ...]
    """The bonuses of each opponent still in (H1)."""

    @property
    def candidates(self) -> tuple[Card, ...]:
        """The cards the seat can work towards."""
        return self.market + self.reserved


def read(view: View) -> Sight:
    """The sight of the seat on turn. `view` is that seat's own view, so its reserved cards are all shown."""
    seats: list[dict[str, Any]] = view["seats"]
    own: int = view["turn"]["seat"]
    slots = (slot for row in view["market"] for slot in row["slots"])
    return Sight(
        tokens=_tokens(seats[own]["tokens"]),
        bonuses=_gems(seats[own]["bonuses"]),
        market=tuple(CARD_BY_ID[slot["card"]["id"]] for slot in slots if "card" in slot),
        reserved=tuple(CARD_BY_ID[held["card"]["id"]] for held in seats[own]["reserved"]),
        opponents=tuple(
            _gems(seat["bonuses"]) for number, seat in enumerate(seats) if number != own and seat["status"] == _ACTIVE
        ),
    )
