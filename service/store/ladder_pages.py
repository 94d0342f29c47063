"""Pages of what may be long in a ladder: those that are ranked, and the games that run. A page costs what it holds."""

from typing import NamedTuple

from .ladder_keys import ladder_keys
from .ladder_values import Ranked, Running, StoredStanding
from .scripts import load
from .wire import Client

_PAGE = load("ladder_page")


class Spot(NamedTuple):
    """Where something stands in a list: by a number, the least first, then by its id."""

    at: int
    id: str


class LadderPages:
    """What of a ladder is read in pages, behind a spot or (None) from the start."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def ranked(self, ladder_id: str, behind: Spot | None, limit: int) -> list[Ranked]:
        """Those that are ranked, and where they stand, all as it is at one moment."""
        keys = ladder_keys(ladder_id)
        before, found = self._page((keys.ranks, keys.standings), behind, limit)
        return [Ranked(place, entry, standing(value)) for place, (entry, value) in enumerate(found, before + 1)]

    def begun(self, ladder_id: str, behind: Spot | None, limit: int) -> list[Running]:
        """The pairings whose games have not been settled, newest first: each stands at minus the time of it."""
        keys = ladder_keys(ladder_id)
        _, found = self._page((keys.begun, keys.running), behind, limit)
        return [running(game_id, value) for game_id, value in found]

    def ranks(self, ladder_id: str) -> dict[str, int]:
        """The number by which each that is ranked stands there. For upkeep, never for a request."""
        flat = self._client.call("ZRANGE", ladder_keys(ladder_id).ranks, 0, -1, "WITHSCORES")
        return {entry.decode(): int(at) for entry, at in zip(flat[::2], flat[1::2], strict=True)}

    def _page(self, keys: tuple[str, str], behind: Spot | None, limit: int) -> tuple[int, list[tuple[str, bytes]]]:
        """How many come before the page, and what is on it."""
        before, *flat = self._client.run(_PAGE, keys, (limit, *(behind or ())))
        return before, [(one.decode(), value) for one, value in zip(flat[::2], flat[1::2], strict=True)]


def standing(value: bytes | None) -> StoredStanding:
    """A standing from its field."""
    revision, _, record = (value or b"0 ").partition(b" ")
    return StoredStanding(int(revision), record)


def running(game_id: str, value: bytes) -> Running:
    """A pairing from its field."""
    made_at, _, record = value.partition(b" ")
    return Running(game_id, int(made_at), record)
