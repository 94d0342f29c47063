"""Ids of ladders and the names of their keys.

All keys of a ladder share its hash tag, so each of its scripts stays in one slot. That a game belongs to a ladder, and
which ladders a player has to do with, lies in the slots of the game and the player.
"""

import re
import secrets
from typing import NamedTuple

from .keys import bucket_of

PEOPLE = "people"
"""The ladder that every rated game of people counts in. It is always there and pairs nobody."""
LADDERS, LADDERS_DUE = "ladders", "ladders-due"
"""All ladders by the time of their creation, and when each has to be looked after."""
_LADDER_ID = re.compile(r"l[A-Za-z0-9_-]{21}", re.ASCII)


class LadderKeys(NamedTuple):
    """The keys of one ladder.

    ladder: its terms, and how long its games last. entries, standings: one field an entry. running: pairings by game. busy: how much each entry
    plays. paired, seated: how often two have been put together, and an entry at a seat. met: what came of it. ledger:
    all results, settled: by game which of them it is. ranks, begun: the ids of standings and running games in order.
    """

    ladder: str
    entries: str
    standings: str
    running: str
    busy: str
    paired: str
    seated: str
    met: str
    ledger: str
    settled: str
    ranks: str
    begun: str


def new_ladder_id() -> str:
    return "l" + secrets.token_urlsafe(16)[:21]


def is_ladder_id(text: str) -> bool:
    """Whether `text` can be a ladder's id; nothing else may become part of a key's name."""
    return text == PEOPLE or _LADDER_ID.fullmatch(text) is not None


def ladder_keys(ladder_id: str) -> LadderKeys:
    return LadderKeys(*(f"{name}:{{{ladder_id}}}" for name in LadderKeys._fields))


def ledger_of_key(ladder_id: str, entry_id: str) -> str:
    """The list of places in the ledger that concern an entry."""
    return f"ledger-of:{{{ladder_id}}}:{entry_id}"


def failing_key(ladder_id: str) -> str:
    """Since when games of a ladder cannot be settled."""
    return f"failing:{{{ladder_id}}}"


def ladders_of_key(player_id: str) -> str:
    """The ladders in which a player is or was an entry."""
    return f"ladders-of:{{{player_id}}}"


def seen_key(player_id: str) -> str:
    """Is there as long as it is known when an entry was last heard of."""
    return f"seen:{{{player_id}}}"


def illegal_key(game_id: str) -> str:
    """How many illegal actions each seat of a ladder's game has asked for."""
    return f"illegal:{{b{bucket_of(game_id)}}}:{game_id}"
