"""Games as the store keeps them, and the commit, the only way any of them changes."""

from typing import Any

from . import errors
from .capacity import Capacity
from .keys import game_keys, is_game_id, token_key
from .scripts import load
from .values import (
    Clock,
    ClockStep,
    Commit,
    CommitKind,
    Committed,
    LogEntry,
    Request,
    RequestRecord,
    StoredGame,
    TimeControl,
)
from .wire import Argument, Client, Command

__all__ = [
    "Clock", "ClockStep", "Commit", "CommitKind", "Committed", "GameStore", "LogEntry", "Request", "RequestRecord",
    "StoredGame", "TimeControl",
]  # fmt: skip

_COMMIT, _EFFECTS, _START_ATTEMPT = load("commit"), load("effects"), load("start_attempt")
_FIELDS = (
    "version", "tag", "blob", "last_event", "turn_at", "deadline", "banks", "created_at", "updated_at", "effects_done",
    "ai_attempt",
)  # fmt: skip


class GameStore:
    """Reads games and commits their changes."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._capacity = Capacity(client)

    def read(self, game_id: str) -> StoredGame | None:
        if not is_game_id(game_id):
            return None
        return _stored(game_id, self._client.call(*_read_command(game_id)))

    def read_for_request(
        self, game_id: str, token_digest: str | None, request_id: str | None = None
    ) -> tuple[bytes | None, StoredGame | None, RequestRecord | None]:
        """All that a request on a game needs, in one round trip: token record, game, and its own earlier commit."""
        known = is_game_id(game_id)
        commands: list[Command] = []
        if token_digest is not None:
            commands.append(("GET", token_key(token_digest)))
        if known:
            commands.append(_read_command(game_id))
        if known and request_id is not None:
            commands.append(("HGET", game_keys(game_id).requests, request_id))
        replies = iter(self._client.calls(commands))
        token = next(replies) if token_digest is not None else None
        game = _stored(game_id, next(replies)) if known else None
        return token, game, _request_record(next(replies, None))

    def log(self, game_id: str, first: int = 0, last: int = -1) -> list[LogEntry]:
        """The entries from index `first` to `last`, both included; entry i made version i + 1. [] for no game."""
        if not is_game_id(game_id):
            return []
        start = max(first, 0)
        entries = self._client.call("LRANGE", game_keys(game_id).log, start, last)
        return [_log_entry(start + offset + 1, entry) for offset, entry in enumerate(entries)]

    def commit(self, commit: Commit) -> Committed:
        """Change the game, or recognise that this request has done so already.

        Raises Conflict, NotFound, RequestMismatch, DeadlinePassed, DeadlineNotReached, GapAdjust or StoreFull (for a
        creation NoCapacity) with nothing changed. After StoreUnavailable the outcome is unknown: the same commit again
        tells.
        """
        if commit.expect[0] == 0:
            self._capacity.check()
        reply = self._client.run(_COMMIT, game_keys(commit.game_id), _arguments(commit))
        status = reply[0]
        if status not in {b"done", b"replayed"}:
            raise _refusal(status, reply)
        _, version, tag, at, last_event, turn_at, deadline, banks = reply
        clock = Clock(turn_at, deadline, _banks(banks))
        return Committed(version, tag.decode(), at, last_event, clock, status == b"replayed")

    def effects_done(self, game_id: str, done: int, upto: int) -> int:
        """Say that all effects after version `done` up to version `upto` were carried out; how far they are done now.

        Counts only if they were done up to `done` exactly, so that no pass skips what another has not finished. The
        entry in the due set goes when nothing is owed any more. 0 for no game.
        """
        keys = game_keys(game_id)
        return int(self._client.run(_EFFECTS, (keys.game, keys.due), (game_id, done, upto)))

    def start_attempt(self, game_id: str, version: int) -> int:
        """Count a try at the AI move that is due at `version`, from 1; 0 where the game has moved on, or for no game.

        To be called where the try begins: so a job that waits counts for nothing, and one that kills its worker counts.
        """
        return int(self._client.run(_START_ATTEMPT, (game_keys(game_id).game,), (version,)))


def _arguments(commit: Commit) -> tuple[Argument, ...]:
    request, clock, control = commit.request, commit.clock, commit.control
    return (
        commit.game_id, commit.kind, commit.expect[0], commit.expect[1], commit.tag, commit.blob, commit.entry,
        commit.events, int(clock.keep), clock.spend, clock.start, control.kind, control.initial_ms, control.increment_ms,
        control.max_ms, " ".join(map(str, commit.banks)), request.id, request.body, "" if request.keep else request.slot or "-",
        int(commit.effects), commit.watch_ms, int(commit.over),
    )  # fmt: skip


def _refusal(status: bytes, reply: list[Any]) -> errors.StoreError:
    if status == b"conflict":
        return errors.Conflict(reply[1], reply[2].decode())
    if status == b"missing":
        return errors.NotFound("there is no such game")
    if status == b"mismatch":
        return errors.RequestMismatch(reply[1])
    kinds = {b"late": errors.DeadlinePassed, b"early": errors.DeadlineNotReached, b"gap": errors.GapAdjust}
    return kinds[status](reply[1])


def _read_command(game_id: str) -> Command:
    return ("HMGET", game_keys(game_id).game, *_FIELDS)


def _stored(game_id: str, fields: list[Any]) -> StoredGame | None:
    version, tag, blob, last_event, turn_at, deadline, banks, created_at, updated_at, effects_done, ai_attempt = fields
    if version is None:
        return None
    clock = Clock(int(turn_at), int(deadline), _banks(banks))
    return StoredGame(
        game_id, int(version), tag.decode(), blob, int(last_event), clock, int(created_at), int(updated_at),
        int(effects_done), int(ai_attempt),
    )  # fmt: skip


def _banks(text: bytes) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _request_record(value: bytes | None) -> RequestRecord | None:
    if value is None:
        return None
    version, _, body = value.decode().partition(" ")
    return RequestRecord(body, int(version))


def _log_entry(version: int, entry: bytes) -> LogEntry:
    at, tag, last_event, bank, deadline, body = entry.decode().split(" ", 5)
    return LogEntry(version, tag, int(at), int(last_event), int(bank), int(deadline), body)
