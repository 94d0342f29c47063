"""What is stored of a game, and what a commit asks for and gives back."""

from typing import Literal, NamedTuple

CommitKind = Literal["action", "flag", "adjust", "advance", "free"]


class Clock(NamedTuple):
    """When the turn began, when it must be over (0: no deadline), what each seat has left (() without time control).

    Instants in ms since 1970, durations in ms. While a seat's clock runs, `deadline - turn_at` is what it began with.
    """

    turn_at: int
    deadline: int
    banks: tuple[int, ...]


class StoredGame(NamedTuple):
    """A game as read: `blob` is the encoded state, all else is kept by the store.

    life: when the game has to be looked at whether it still lives (ms since 1970, 0 for never). rematch: the id of the
    game that follows it, empty while nobody has asked for one. private: whether only its own people may know of it.
    told: whether somebody keeps a log that its commits belong in.
    """

    id: str
    version: int
    tag: str
    blob: bytes
    last_event: int
    clock: Clock
    created_at: int
    updated_at: int
    effects_done: int
    ai_attempt: int
    life: int = 0
    rematch: str = ""
    private: bool = False
    told: bool = False

    @property
    def etag(self) -> str:
        return f"{self.version}-{self.tag}"


class Request(NamedTuple):
    """What tells a repeated commit from a second one: `id` names the request, `body` is a digest of what it asks.

    The record of a client's own key (`keep`) stays as long as the game; of ids made by us only the last a `slot` does.
    """

    id: str
    body: str = ""
    keep: bool = False
    slot: str = ""


class RequestRecord(NamedTuple):
    """A request that was committed: the digest of its body and the version it made."""

    body: str
    version: int


class ClockStep(NamedTuple):
    """What a commit does to the clock: `spend` is the seat whose turn is complete, `start` the one whose turn starts.

    -1 stands for no seat. With `keep` the clock stays untouched and the other two are not looked at.
    """

    spend: int = -1
    start: int = -1
    keep: bool = True


class TimeControl(NamedTuple):
    """The game's time control; with `per_turn` each turn has `initial_ms`. `max_ms` 0 sets no upper limit."""

    kind: Literal["none", "per_turn", "fischer"] = "none"
    initial_ms: int = 0
    increment_ms: int = 0
    max_ms: int = 0


class Commit(NamedTuple):
    """One change of a game. `expect` is the (version, tag) it was prepared on, (0, "") to create the game.

    `entry` is the body of the log entry (one line), `events` the number of events it adds. Kinds: `action` must come
    before the deadline, `flag` from it on (H6), `adjust` moves a deadline that fell into a gap of the ticker, `advance`
    lets `advance_ms` of the running turn pass at once, until its deadline at most, `free` asks for nothing. `banks` sets all remaining times. `effects` says that something must follow, `watch_ms` that an AI
    must have moved by then, `over` that neither clock nor watch is needed any more.

    `not_before` and `not_after` are instants by the store's clock (0: none) outside which the commit is refused; the
    second one is the first moment that is too late. The game is looked at again at `life_at` or `life_after` ms from
    now, whichever comes first (0: not for that reason). `rewrite` gives earlier log entries, by index, another body.
    `wakes` are the players who are told that the game has changed.
    """

    game_id: str
    expect: tuple[int, str]
    tag: str
    blob: bytes
    entry: str
    events: int
    kind: CommitKind
    request: Request
    clock: ClockStep = ClockStep()
    control: TimeControl = TimeControl()
    banks: tuple[int, ...] = ()
    effects: bool = False
    watch_ms: int = 0
    over: bool = False
    not_before: int = 0
    not_after: int = 0
    life_at: int = 0
    life_after: int = 0
    private: bool = False
    rewrite: tuple[tuple[int, str], ...] = ()
    advance_ms: int = 0
    wakes: tuple[str, ...] = ()


class Committed(NamedTuple):
    """What a commit made. `replayed`: this request had been committed before.

    If later commits followed that one, only the deadline of its clock is known here; the rest stands in the log.
    """

    version: int
    tag: str
    at: int
    last_event: int
    clock: Clock
    replayed: bool
    life: int = 0
    told: bool = False


class LogEntry(NamedTuple):
    """One commit in the log. `bank`: what the charged seat had left after it, -1 where no clock was charged."""

    version: int
    tag: str
    at: int
    last_event: int
    bank: int
    deadline: int
    body: str
