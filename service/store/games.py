"""Games as the store keeps them, and the commit, the only way any of them changes."""

from collections.abc import Iterator, Sequence
from typing import Any

from . import errors
from .archive import Archive, Archived
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
from .wire import Argument, Client, Command, Rider

__all__ = [
    "Clock", "ClockStep", "Commit", "CommitKind", "Committed", "GameStore", "LogEntry", "Request", "RequestRecord",
    "StoredGame", "TimeControl",
]  # fmt: skip

_COMMIT, _EFFECTS, _START_ATTEMPT = load("commit"), load("effects"), load("start_attempt")
_CLAIM_REMATCH, _NOW, _DROP, _TELL = load("claim_rematch"), load("now"), load("drop"), load("tell_game")
_FIELDS = (
    "version", "tag", "blob", "last_event", "turn_at", "deadline", "banks", "created_at", "updated_at", "effects_done",
    "ai_attempt", "life", "rematch", "private", "told",
)  # fmt: skip


class GameStore:
    """Reads games and commits their changes. Of those that lie in the archive, where there is one, it reads from there.

    What reads from the archive raises GameGone and ArchiveUnavailable.
    """

    def __init__(self, client: Client, archive: Archive | None = None) -> None:
        self._client, self._archive = client, archive
        self._capacity = Capacity(client)

    def read(self, game_id: str) -> StoredGame | None:
        return self.read_live(game_id) or self.read_archived(game_id)

    def read_live(self, game_id: str) -> StoredGame | None:
        """A game of the store alone."""
        if not is_game_id(game_id):
            return None
        return _stored(game_id, self._client.call(*_read_command(game_id)))

    def read_archived(self, game_id: str) -> StoredGame | None:
        """A game of the archive alone. To be asked after the store: a game is in both before it leaves the store."""
        document = self._archived(game_id)
        return document.game if document else None

    def read_for_request(
        self,
        game_id: str,
        token_digest: str | None,
        request_id: str | None = None,
        riders: Sequence[Rider] = (),
    ) -> tuple[bytes | None, StoredGame | None, RequestRecord | None]:
        """All that a request on a game needs, in one round trip: token record, game, and its own earlier commit.

        The archive is left to the caller: not everybody may ask it.
        """
        known = is_game_id(game_id)
        commands: list[Command] = []
        if token_digest is not None:
            commands.append(("GET", token_key(token_digest)))
        if known:
            commands.append(_read_command(game_id))
        if known and request_id is not None:
            commands.append(("HGET", game_keys(game_id).requests, request_id))
        replies = iter(self._client.calls(commands, riders))
        token = next(replies) if token_digest is not None else None
        game = _stored(game_id, next(replies)) if known else None
        return token, game, _request_record(next(replies, None))

    def read_each(self, game_ids: Sequence[str]) -> list[StoredGame | None]:
        """Several games in one round trip, in the order asked for; None also for one whose archive does not answer."""
        known = [game_id for game_id in game_ids if is_game_id(game_id)]
        found = dict(zip(known, self._client.calls([_read_command(game_id) for game_id in known]), strict=True))
        live = (_stored(game_id, found[game_id]) if game_id in found else None for game_id in game_ids)
        return [game or self._archived_if_any(game_id) for game_id, game in zip(game_ids, live, strict=True)]

    def now(self, game_id: str) -> int:
        """The clock that counts for this game, whether it exists or not, in ms since 1970."""
        return int(self._client.run(_NOW, (game_keys(game_id).game,)))

    def claim_rematch(self, game_id: str, new_id: str) -> str:
        """Fix the id of the game that follows this one: `new_id`, or the one that was fixed before. Empty for no game.

        The version of the game stays.
        """
        keys = game_keys(game_id)
        return str(self._client.run(_CLAIM_REMATCH, (keys.game,), (new_id,)).decode())

    def log(self, game_id: str, first: int = 0, last: int = -1) -> list[LogEntry]:
        """The entries from index `first` to `last`, both included; entry i made version i + 1. [] for no game."""
        if not is_game_id(game_id):
            return []
        start = max(first, 0)
        entries = self._client.call("LRANGE", game_keys(game_id).log, start, last)
        if not entries:
            document = self._archived(game_id)
            return list(document.log[start : None if last == -1 else last + 1]) if document else []
        return [_log_entry(start + offset + 1, entry) for offset, entry in enumerate(entries)]

    def drop(self, stored: StoredGame) -> bool:
        """Remove a game that has been archived as `stored` says; False where it is gone, or not like that any more."""
        keys = game_keys(stored.id)
        arguments = (stored.id, stored.version, stored.tag, stored.rematch)
        reply = self._client.run(_DROP, (keys.game, keys.log, keys.requests, keys.due, keys.life), arguments)
        return bool(reply == 1)

    def ids(self) -> Iterator[str]:
        """The ids of all games in the store, some of them twice. Walks through all keys: for upkeep alone."""
        for keys in self._client.scan("game:{*}:*"):
            yield from (key.rpartition(":")[2] for key in keys)

    def takes_new_games(self) -> bool:
        """Whether a creation would not be refused for want of memory."""
        try:
            self._capacity.check()
        except errors.NoCapacity:
            return False
        return True

    def commit(self, commit: Commit) -> Committed:
        """Change the game, or recognise that this request has done so already.

        Raises Conflict, NotFound (GameArchived for a game in the archive), RequestMismatch, DeadlinePassed,
        DeadlineNotReached, GapAdjust or StoreFull (for a creation NoCapacity) with nothing changed. After StoreUnavailable the outcome is unknown: the same commit again
        tells.
        """
        if commit.expect[0] == 0:
            self._capacity.check()
        reply = self._client.run(_COMMIT, game_keys(commit.game_id), _arguments(commit))
        status = reply[0]
        if status == b"missing" and self._archived(commit.game_id):
            raise errors.GameArchived("the game lies in the archive")
        if status not in {b"done", b"replayed"}:
            raise _refusal(status, reply)
        _, version, tag, at, last_event, turn_at, deadline, banks, life, told = reply
        clock = Clock(turn_at, deadline, _banks(banks))
        return Committed(version, tag.decode(), at, last_event, clock, status == b"replayed", life, bool(told))

    def effects_done(self, game_id: str, done: int, upto: int) -> int:
        """Say that all effects after version `done` up to version `upto` were carried out; how far they are done now.

        Counts only if they are done up to `done` at least, so that no pass skips what another has not finished. The
        entry in the due set goes when nothing is owed any more. 0 for no game.
        """
        keys = game_keys(game_id)
        return int(self._client.run(_EFFECTS, (keys.game, keys.due), (game_id, done, upto)))

    def tell(self, game_id: str) -> int:
        """Let every later commit of the game be told to those who keep logs; its version, 0 for no game."""
        return int(self._client.run(_TELL, (game_keys(game_id).game,))) if is_game_id(game_id) else 0

    def start_attempt(self, game_id: str, version: int) -> int:
        """Count a try at the AI move that is due at `version`, from 1; 0 where the game has moved on, or for no game.

        To be called where the try begins: so a job that waits counts for nothing, and one that kills its worker counts.
        """
        return int(self._client.run(_START_ATTEMPT, (game_keys(game_id).game,), (version,)))

    def _archived(self, game_id: str) -> Archived | None:
        """What the archive has of a game. Raises GameGone, but not for a private game: nobody shall know of it."""
        if self._archive is None or not is_game_id(game_id):
            return None
        document = self._archive.read(game_id)
        if document is None:
            return None
        if isinstance(document, Archived) and not self._archive.is_past(document):
            return document
        if document.private:
            return None
        raise errors.GameGone("the game is not kept any more")

    def _archived_if_any(self, game_id: str) -> StoredGame | None:
        try:
            return self.read_archived(game_id)
        except (errors.GameGone, errors.ArchiveUnavailable):
            return None


def _arguments(commit: Commit) -> tuple[Argument, ...]:
    request, clock, control = commit.request, commit.clock, commit.control
    return (
        commit.game_id, commit.kind, commit.expect[0], commit.expect[1], commit.tag, commit.blob, commit.entry,
        commit.events, int(clock.keep), clock.spend, clock.start, control.kind, control.initial_ms, control.increment_ms,
        control.max_ms, " ".join(map(str, commit.banks)), request.id, request.body, "" if request.keep else request.slot or "-",
        int(commit.effects), commit.watch_ms, int(commit.over), commit.not_before, commit.not_after, commit.life_at,
        commit.life_after, int(commit.private), commit.advance_ms, len(commit.wakes), *commit.wakes,
        *(part for pair in commit.rewrite for part in pair),
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
    version, tag, blob, last_event, turn_at, deadline, banks, created_at, updated_at, effects_done, *later = fields
    if version is None:
        return None
    clock = Clock(int(turn_at), int(deadline), _banks(banks))
    ai_attempt, life, rematch, private, told = later
    return StoredGame(
        game_id, int(version), tag.decode(), blob, int(last_event), clock, int(created_at), int(updated_at),
        int(effects_done), int(ai_attempt), int(life or 0), (rematch or b"").decode(), private == b"1",
        told == b"1",
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
