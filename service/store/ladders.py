"""Ladders: what is laid down of them, who has entered, who plays whom, and what came of it.

Records are written and read whole; only where room for an entry is needed, entries are looked into. What changes several of them at once is one script in the
ladder's slot, and may be repeated after a lost reply.
"""

from collections.abc import Iterator, Mapping, Sequence

from .errors import LimitReached
from .ladder_keys import LADDERS, PEOPLE, is_ladder_id, ladder_keys, ladders_of_key, ledger_of_key
from .ladder_pages import LadderPages, Spot, running, standing
from .ladder_values import (
    Busy,
    EntryChange,
    Hold,
    Ranked,
    Room,
    Running,
    Settled,
    SettledSeat,
    Settlement,
    Snapshot,
    StoredLadder,
    StoredStanding,
    meeting,
    pair_name,
    pair_names,
)
from .scripts import load
from .wire import Argument

__all__ = [
    "Busy", "EntryChange", "Hold", "LadderStore", "Ranked", "Room", "Running", "Settled", "SettledSeat", "Settlement",
    "Snapshot", "Spot", "StoredLadder", "StoredStanding", "meeting",
]  # fmt: skip

MOST_LADDERS, MOST_ENTRIES = 200, 2_000
"""So many ladders there may be, and so many entries in one: both are read as a whole."""
_BATCH = 500
_NO_ROOM_OF_ONE = -1

_WRITE, _ENTRY, _PAIR = load("ladder_write"), load("ladder_entry"), load("ladder_pair")
_SETTLE, _REPAIR, _NOW = load("ladder_settle"), load("ladder_repair"), load("now")

_ANSWERS: dict[int, Settled] = {1: "done", 2: "before", 3: "unknown", 0: "moved"}


class LadderStore(LadderPages):
    """The ladders of a store. An id that cannot be any is answered as unknown."""

    def write(self, ladder_id: str, revision: int, record: bytes) -> StoredLadder | None:
        """Lay down a new ladder (revision 0), or change one; None where it has changed meanwhile.

        Raises LimitReached where there are as many as there may be. May be repeated.
        """
        if revision == 0 and self._client.call("ZCARD", LADDERS) >= MOST_LADDERS:
            raise LimitReached(MOST_LADDERS)
        keys = (ladder_keys(ladder_id).ladder,)
        done, now_at, created_at = self._client.run(_WRITE, keys, (revision, record))
        if not done:
            return None
        self._client.call("ZADD", LADDERS, created_at, ladder_id)
        return StoredLadder(ladder_id, now_at, record, created_at)

    def read(self, ladder_id: str) -> StoredLadder | None:
        return self.read_each([ladder_id])[0]

    def read_each(self, ladder_ids: Sequence[str]) -> list[StoredLadder | None]:
        """Several ladders in one round trip."""
        known = [one for one in ladder_ids if is_ladder_id(one)]
        commands = [("HMGET", ladder_keys(one).ladder, "revision", "record", "created_at") for one in known]
        rows = dict(zip(known, self._client.calls(commands) if known else [], strict=True))
        found = {one: StoredLadder(one, int(row[0]), row[1], int(row[2])) for one, row in rows.items() if row[0]}
        return [found.get(one) for one in ladder_ids]

    def all(self) -> list[StoredLadder]:
        """All ladders but that of people, newest first."""
        ids = [one.decode() for one in self._client.call("ZREVRANGE", LADDERS, 0, -1)]
        found = self.read_each([one for one in ids if one != PEOPLE])
        return [one for one in found if one is not None]

    def of_player(self, player_id: str) -> list[str]:
        """The ladders in which a player is or was an entry."""
        return sorted(one.decode() for one in self._client.call("SMEMBERS", ladders_of_key(player_id)))

    def note_player(self, player_id: str, ladder_id: str) -> None:
        """Note that a player has to do with a ladder; to be done before it enters."""
        self._client.call("SADD", ladders_of_key(player_id), ladder_id)

    def forget_player(self, player_id: str) -> None:
        self._client.call("UNLINK", ladders_of_key(player_id))

    def set_entry(self, ladder_id: str, change: EntryChange, room: Room | None = None) -> bool:
        """Write an entry's record in the place of another (b"" for none); False where that has changed.

        Raises LimitReached for one that comes in where there is no room.
        """
        keys = ladder_keys(ladder_id)
        answer = self._client.run(_ENTRY, (keys.entries, keys.standings), (*change, *(room or ())))
        if room is not None and answer < 0:
            raise LimitReached(room.of_household if answer == _NO_ROOM_OF_ONE else room.of_all)
        return bool(answer)

    def entries(self, ladder_id: str, entry_ids: Sequence[str]) -> list[bytes]:
        """The records of some entries, b"" for each that there is not."""
        if not (entry_ids and is_ladder_id(ladder_id)):
            return [b""] * len(entry_ids)
        found = self._client.call("HMGET", ladder_keys(ladder_id).entries, *entry_ids)
        return [record or b"" for record in found]

    def standings(self, ladder_id: str, entry_ids: Sequence[str]) -> list[StoredStanding]:
        """Where some entries stand."""
        if not (entry_ids and is_ladder_id(ladder_id)):
            return [StoredStanding(0, b"")] * len(entry_ids)
        found = self._client.call("HMGET", ladder_keys(ladder_id).standings, *entry_ids)
        return [standing(value) for value in found]

    def snapshot(self, ladder_id: str) -> Snapshot:
        """All entries of a ladder."""
        keys = ladder_keys(ladder_id)
        names = (keys.entries, keys.standings, keys.busy)
        hashes = [("HGETALL", name) for name in names]
        entries, standings, busy, game_ms = self._client.calls([*hashes, ("HGET", keys.ladder, "game_ms")])
        return Snapshot(
            _pairs(entries),
            {entry: standing(value) for entry, value in _pairs(standings).items()},
            {entry: Busy(*map(int, value.split())) for entry, value in _pairs(busy).items()},
            self.now(ladder_id),
            int(game_ms or 0),
        )

    def now(self, ladder_id: str) -> int:
        """The clock that counts for a ladder, in ms since 1970."""
        return int(self._client.run(_NOW, (ladder_keys(ladder_id).ladder,)))

    def paired(self, ladder_id: str, pairs: Sequence[tuple[str, str]]) -> list[int]:
        """How often two entries have been put together, for each of these pairs."""
        return self._counts(ladder_keys(ladder_id).paired, [pair_name(*pair) for pair in pairs])

    def seated(self, ladder_id: str, entries: Sequence[str], seats: int) -> dict[str, tuple[int, ...]]:
        """How often each entry has sat at each seat of games with so many."""
        names = [f"{entry} {seats} {seat}" for entry in entries for seat in range(seats)]
        counts = self._counts(ladder_keys(ladder_id).seated, names)
        return {entry: tuple(counts[place * seats : (place + 1) * seats]) for place, entry in enumerate(entries)}

    def met(self, ladder_id: str, names: Sequence[str]) -> list[int]:
        """How often something came of a meeting (see `meeting`)."""
        return self._counts(ladder_keys(ladder_id).met, names)

    def all_met(self, ladder_id: str) -> dict[str, int]:
        """The same for all that ever met. For upkeep, never for a request."""
        return {
            name: int(count) for name, count in _pairs(self._client.call("HGETALL", ladder_keys(ladder_id).met)).items()
        }

    def pair(
        self, ladder: StoredLadder, game_id: str, record: bytes, most: int, holds: Sequence[Hold], *, counted: bool
    ) -> bool:
        """Put entries together for a game; False where anything has changed since they were chosen.

        most: how many games an entry may play at once. counted: it counts for the balance of seats and meetings.
        """
        keys = ladder_keys(ladder.id)
        names = (keys.ladder, keys.entries, keys.running, keys.busy, keys.paired, keys.seated, keys.begun)
        balanced = holds if counted else ()
        together = pair_names([hold.entry for hold in balanced])
        arguments = (
            ladder.revision, game_id, record, most, len(balanced), len(together), *together,
            *(part for hold in holds for part in hold),
        )  # fmt: skip
        return bool(self._client.run(_PAIR, names, arguments))

    def running(self, ladder_id: str) -> list[Running]:
        """All pairings whose games have not been settled, oldest first."""
        found = _pairs(self._client.call("HGETALL", ladder_keys(ladder_id).running))
        return sorted((running(game_id, value) for game_id, value in found.items()), key=lambda one: one[1::-1])

    def find_running(self, ladder_id: str, game_id: str) -> Running | None:
        value = self._client.call("HGET", ladder_keys(ladder_id).running, game_id)
        return running(game_id, value) if value else None

    def settle(self, ladder_id: str, settlement: Settlement) -> tuple[Settled, str]:
        """Write what comes of a game, unless it was settled before; and what is noted of it then.

        Unknown: it is not among those that run. Moved: a standing or a record is another one by now, compute it again.
        """
        keys = ladder_keys(ladder_id)
        names = (
            keys.standings, keys.ledger, keys.settled, keys.running, keys.busy, keys.met, keys.entries, keys.paired,
            keys.seated, keys.ladder, keys.ranks, keys.begun, *(ledger_of_key(ladder_id, seat.entry) for seat in settlement.seats),
        )  # fmt: skip
        answer, noted = self._client.run(_SETTLE, names, _settle_arguments(settlement))
        return _ANSWERS[answer], noted.decode()

    def settled(self, ladder_id: str, game_id: str) -> str:
        """What is noted of a game that has been settled: its place in the ledger, from 1, or why it has none. "" before."""
        value = self._client.call("HGET", ladder_keys(ladder_id).settled, game_id) if is_ladder_id(ladder_id) else None
        return (value or b"").decode()

    def length(self, ladder_id: str) -> int:
        """How many entries the ledger has."""
        return int(self._client.call("LLEN", ladder_keys(ladder_id).ledger))

    def ledger(self, ladder_id: str, first: int, last: int) -> list[bytes]:
        """The ledger from place `first` to `last`, counted from 1, both included."""
        if first < 1 or last < first:
            return []
        return list(self._client.call("LRANGE", ladder_keys(ladder_id).ledger, first - 1, last - 1))

    def whole_ledger(self, ladder_id: str) -> Iterator[bytes]:
        """All of it, in order, as far as it goes when its end is reached."""
        first = 1
        while batch := self.ledger(ladder_id, first, first + _BATCH - 1):
            yield from batch
            first += len(batch)

    def ledger_of(self, ladder_id: str, entry_id: str, before: int, limit: int) -> list[tuple[int, bytes]]:
        """The newest ledger entries of one entry, of places before `before` (0: all), newest first, with their places."""
        key = ledger_of_key(ladder_id, entry_id)
        end = self._place_before(key, before) if before else self._client.call("LLEN", key)
        places = [int(one) for one in self._client.call("LRANGE", key, max(0, end - limit), end - 1)] if end else []
        name = ladder_keys(ladder_id).ledger
        found = self._client.calls([("LINDEX", name, place - 1) for place in places]) if places else []
        return list(zip(reversed(places), reversed(found), strict=True))

    def repair(
        self,
        ladder_id: str,
        length: int,
        standings: Mapping[str, StoredStanding],
        met: Mapping[str, int],
        ranks: Mapping[str, int],
    ) -> bool:
        """Write standings, meetings and ranks anew that follow from a ledger of this length; False where it is longer by now."""
        keys = ladder_keys(ladder_id)
        arguments: list[Argument] = [length, len(standings)]
        for entry, one in standings.items():
            arguments += [entry, f"{one.revision} ".encode() + one.record, ranks.get(entry, "")]
        arguments += [part for pair in met.items() for part in pair]
        return bool(self._client.run(_REPAIR, (keys.ledger, keys.standings, keys.met, keys.ranks), arguments))

    def _counts(self, key: str, names: Sequence[str]) -> list[int]:
        return [int(count or 0) for count in self._client.call("HMGET", key, *names)] if names else []

    def _place_before(self, key: str, before: int) -> int:
        """How many of the places in a list, which rise, are below `before`: found by halving."""
        low, high = 0, int(self._client.call("LLEN", key))
        while low < high:
            middle = (low + high) // 2
            if int(self._client.call("LINDEX", key, middle) or before) < before:
                low = middle + 1
            else:
                high = middle
        return low


def _settle_arguments(settlement: Settlement) -> tuple[Argument, ...]:
    seats = len(settlement.seats)
    together = pair_names([one.entry for one in settlement.seats if one.held]) if settlement.put_back else []
    return (
        settlement.game_id, settlement.ledger, settlement.note, int(settlement.paired), settlement.rest_ms,
        seats if settlement.put_back else 0,
        seats, *(part for one in settlement.seats for part in _seat_arguments(one)),
        len(settlement.met), *settlement.met, len(together), *together,
        *(part for change in settlement.changes for part in change),
    )  # fmt: skip


def _seat_arguments(one: SettledSeat) -> tuple[Argument, ...]:
    return one.entry, one.revision, one.standing, int(one.held), "" if one.rank is None else one.rank


def _pairs(flat: Sequence[bytes]) -> dict[str, bytes]:
    return {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}
