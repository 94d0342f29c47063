"""What is due: deadlines, effects that are still owed, AI moves that have not come, games whose life may be over.

Each bucket has one sorted set with instants in ms as scores, and a second one for lifetimes, of which thousands may be
overdue at once and must not keep a deadline waiting. A ticker finds entries, claims each by a lease, and hands it
to a job; any number of tickers may run. The entry stays until the game's own commit or effects pass removes it, so
neither a dead ticker nor a lost job loses anything.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from .keys import BUCKETS, bucket_keys, game_keys, life_key
from .scripts import load
from .wire import Client

What = Literal["deadline", "effects", "watch", "lifetime"]

_DUE, _CLAIM, _BEAT = load("due"), load("claim"), load("beat")
_LETTERS: dict[What, str] = {"deadline": "d", "effects": "e", "watch": "w"}
_NAMES = {letter: what for what, letter in _LETTERS.items()}
_KEYS = tuple(bucket_keys(bucket) for bucket in BUCKETS)
_LIVES = tuple(life_key(bucket) for bucket in BUCKETS)


class DueEntry(NamedTuple):
    """One thing that is due in a game."""

    game_id: str
    what: What

    @property
    def member(self) -> str:
        return self.game_id if self.what == "lifetime" else f"{self.game_id}:{_LETTERS[self.what]}"

    @property
    def key(self) -> str:
        """The set that the entry stands in."""
        keys = game_keys(self.game_id)
        return keys.life if self.what == "lifetime" else keys.due


class Claimed(NamedTuple):
    """An entry that is the caller's for the length of its lease; the game's version, and the AI tries begun at it."""

    entry: DueEntry
    version: int
    attempts: int


class DueSet:
    """The due entries of all buckets."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def find(self, limit: int = 100) -> list[DueEntry]:
        """All that is due by the server's clock, at most `limit` entries a bucket, oldest first within each."""
        found = self._client.run_each(_DUE, [((keys.due,), (limit,)) for keys in _KEYS])
        return [entry for members in found for member in members if (entry := _entry(member)) is not None]

    def find_lifetimes(self, limit: int = 4) -> list[DueEntry]:
        """The games whose life may be over, at most `limit` a bucket, so that there is time for more urgent things."""
        found = self._client.run_each(_DUE, [((key,), (limit,)) for key in _LIVES])
        return [DueEntry(member.decode(), "lifetime") for members in found for member in members]

    def claim(self, entry: DueEntry, lease_ms: int) -> Claimed | None:
        """Take an entry for `lease_ms`; None if it is not due any more or another ticker was faster."""
        return self.claim_each([entry], lease_ms)[0]

    def claim_each(self, entries: Iterable[DueEntry], lease_ms: int) -> list[Claimed | None]:
        """Claim several entries together."""
        wanted = list(entries)
        calls = [((entry.key, game_keys(entry.game_id).game), (entry.member, lease_ms)) for entry in wanted]
        replies = self._client.run_each(_CLAIM, calls)
        return [reply and Claimed(entry, *reply) for entry, reply in zip(wanted, replies, strict=True)]

    def beat(self) -> int:
        """Note that a ticker is alive, in every bucket that has entries; how many of them had been silent too long.

        To be called every two seconds: after five seconds of silence a bucket counts as left alone, and deadlines of
        that time are moved (see the commit script).
        """
        return sum(self._client.run_each(_BEAT, [(keys, ()) for keys in _KEYS]))


def _entry(member: bytes) -> DueEntry | None:
    """The entry; None for a kind that only a newer release knows, whose tickers will see to it."""
    game_id, _, letter = member.decode().partition(":")
    what = _NAMES.get(letter)
    return DueEntry(game_id, what) if what else None
