"""What is known of ladders and their entries, as it is stored.

Records are JSON objects that a release may add members to. The ledger is what grows: its entries are arrays, to whose
ends a release may add.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from service.store.games import TimeControl
from service.store.ladder_keys import PEOPLE
from service.store.ladders import StoredLadder, StoredStanding
from splendor.ratings.rating import NEW, Rating

LadderStatus = Literal["open", "paused", "closed"]
EntryKind = Literal["bot", "human", "ai"]
EntryStatus = Literal["validating", "active", "paused", "failed", "left"]
PausedFor = Literal["", "owner", "errors", "operator"]
PairingKind = Literal["rated", "validation"]
Cause = Literal["finished", "flag", "resignation", "illegal_action", "crash"]
Void = Literal["", "infrastructure", "unfinished"]

LETTERS: Mapping[Cause, str] = {
    "finished": "f", "resignation": "r", "flag": "t", "illegal_action": "i", "crash": "c",
}  # fmt: skip
"""How the conduct of an entry is noted, a letter a game."""
ERRORS = frozenset("tic")
"""What counts as an error of a program: to run out of time, to ask for something illegal, to crash."""
KEPT_CONDUCT = 50


class LadderSettings(msgspec.Struct, frozen=True):
    """What its games are like, and how it is run.

    games_at_once: how many games an entry plays at most. rest_ms: how long it rests after one. invited: the only players
    that may enter, all where there is none. unfinished: whether a seat that goes out loses, or the game does not count.
    illegal_actions: how many are let pass in a game; the next one forfeits the seat. error_share: the share of its last
    games that an entry may err in before it is paused. owner_entries: how many entries one owner may have. anchor_games:
    so many games AI players play among themselves too, from then on with others alone.
    """

    seats: int = 2
    time_control: TimeControl = TimeControl("fischer", 120_000, 5_000)
    target_prestige: int = 15
    reserved_cards: str = "blind_hidden"
    max_rounds: int = 100
    games_at_once: int = 1
    rest_ms: int = 0
    open_to: Literal["bots", "people", "all"] = "bots"
    invited: tuple[str, ...] = ()
    unfinished: Literal["loss", "void"] = "loss"
    illegal_actions: int = 3
    error_share: float = 0.5
    owner_entries: int = 5
    anchor_games: int = 100


class Ladder(msgspec.Struct, frozen=True):
    """A ladder. `revision` rises with each change, `created_at` in ms since 1970 (0: it was always there)."""

    id: str
    name: str
    settings: LadderSettings
    status: LadderStatus = "open"
    revision: int = 0
    created_at: int = 0


class Entry(msgspec.Struct, frozen=True):
    """Somebody in a ladder: a bot, a human, or an `ai_player`, which belongs to no `household`.

    Entries of one household never meet, nor those of one `person`: the player itself, or whose bot it is. paused_for:
    `operator` also holds while it has left or failed, and keeps it out. validated: it has shown that it can finish a
    game. conduct_since: the revision of its standing from which on errors count. trial: its last validation game, and
    failed_for why it did not get through. untold: the game that has changed its status, until its owner has been told.
    """

    kind: EntryKind
    household: str = ""
    status: EntryStatus = "active"
    paused_for: PausedFor = ""
    joined_at: int = 0
    conduct_since: int = 0
    trial: str = ""
    failed_for: str = ""
    validated: bool = False
    ai_player: str = ""
    untold: str = ""
    person: str = ""


class Standing(msgspec.Struct, frozen=True):
    """Where an entry stands. Rating and deviation in millionths of the algorithm's unit.

    shared: how many of its games it won together with others (they count in `won` too). places: by `<seats>-<seat>` how
    many games, won and shared ones. recent: the conduct in its newest games, newest last (see LETTERS). idle_since: when
    its last game ended (ms since 1970, 0: it has played none).
    """

    mean: int = NEW.mean
    deviation: int = NEW.deviation
    games: int = 0
    won: int = 0
    shared: int = 0
    places: dict[str, tuple[int, int, int]] = {}
    recent: str = ""
    idle_since: int = 0
    revision: int = 0

    @property
    def rating(self) -> Rating:
        """As the algorithm takes it."""
        return Rating(self.mean, self.deviation)


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """Who plays whom, by seat: ids of entries, and the AI players that move for them, "" for a player's own seat.

    In a validation game the first seat alone is an entry's.
    """

    kind: PairingKind
    seats: tuple[str, ...]
    ai_players: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether it is rated."""
        return self.kind == "rated"


class Participation(msgspec.Struct, frozen=True, array_like=True):
    """What a game was for one of its seats: place (0 where there is no result), cause of its end, rating before and after."""

    entry: str
    place: int
    cause: Cause
    before: tuple[int, int]
    after: tuple[int, int]


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True):
    """One game in the ledger, its seats in order; `at` is when it ended (ms since 1970). `void`: why it was not rated."""

    game_id: str
    at: int
    seats: tuple[Participation, ...]
    algorithm: str
    void: Void = ""


_encode = msgspec.json.Encoder().encode
_LADDER, _ENTRY, _STANDING = msgspec.json.Decoder(Ladder), msgspec.json.Decoder(Entry), msgspec.json.Decoder(Standing)
_PAIRING, _LEDGER = msgspec.json.Decoder(Pairing), msgspec.json.Decoder(LedgerEntry)
PEOPLE_LADDER = Ladder(PEOPLE, "People", LadderSettings(open_to="people"))
"""What holds of the ladder of people, which nobody has laid down."""


def encode(value: Ladder | Entry | Standing | Pairing | LedgerEntry) -> bytes:
    """As it is stored. Of ladders and standings the revision is kept beside the record."""
    if isinstance(value, Ladder | Standing):
        value = msgspec.structs.replace(value, revision=0)
    if isinstance(value, Ladder):
        value = msgspec.structs.replace(value, created_at=0)
    return _encode(value)


def ladder_of(stored: StoredLadder) -> Ladder:
    """A ladder from its record."""
    ladder = _LADDER.decode(stored.record)
    return msgspec.structs.replace(ladder, id=stored.id, revision=stored.revision, created_at=stored.created_at)


def entry_of(record: bytes) -> Entry:
    """An entry from its record."""
    return _ENTRY.decode(record)


def standing_of(stored: StoredStanding | None) -> Standing:
    """A standing from its record; that of a new entry where there is none."""
    if stored is None or not stored.record:
        return Standing()
    return msgspec.structs.replace(_STANDING.decode(stored.record), revision=stored.revision)


def pairing_of(record: bytes) -> Pairing:
    """A pairing from its record."""
    return _PAIRING.decode(record)


def ledger_entry_of(record: bytes) -> LedgerEntry:
    """An entry of the ledger from its record."""
    return _LEDGER.decode(record)
