"""What is kept of players that are called when it is their turn: their secrets, and what went wrong lately.

All keys lie in the player's slot; the address itself stands in the player's own record, where a commit finds it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .keys import callback_keys, is_player_id, player_key
from .scripts import load
from .wire import Client

MOST_FAILURES = 100
FAILURES_KEPT_MS = 30 * 24 * 3600 * 1000
TRIES_KEPT_MS = 25 * 3600 * 1000

_SECRET, _ADDRESS = load("rotate_callback"), load("set_turn_url")


class CallbackSecrets(NamedTuple):
    """The secret that signs calls to a player, and the one before it, good until `until` (ms since 1970)."""

    secret: str
    former: str
    until: int


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that led to no action. `reason` is a slug, `status` that of the reply (0: none), `rule` what it broke."""

    at: int
    game_id: str
    version: int
    attempt: int
    reason: str
    status: int = 0
    rule: str = ""


class Failing(NamedTuple):
    """In how many games calls have failed since one last led to an action, and when one last failed (ms since 1970)."""

    games: int
    at: int


_FAILURE = msgspec.json.Decoder(Failure)


class CallbackStore:
    """Reads and writes what concerns callbacks. Ids that cannot be any are answered as unknown."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def rotate(self, player_id: str, secret: str, former_ms: int) -> CallbackSecrets | None:
        """Put a new secret in the place of the present one, which counts for another `former_ms`. None for no player."""
        if not is_player_id(player_id):
            return None
        keys = (player_key(player_id), callback_keys(player_id).secrets)
        until = self._client.run(_SECRET, keys, (secret, former_ms))
        return None if until is None else CallbackSecrets(secret, "", until)

    def secrets(self, player_id: str) -> CallbackSecrets | None:
        """The secrets of a player; None where it has none."""
        if not is_player_id(player_id):
            return None
        key = callback_keys(player_id).secrets
        secret, former, until = self._client.call("HMGET", key, "secret", "former", "until")
        if secret is None:
            return None
        return CallbackSecrets(secret.decode(), (former or b"").decode(), int(until or 0))

    def set_url(self, player_id: str, url: str) -> bool:
        """Have a player called at `url`, or not any more where that is empty. False for no player."""
        return is_player_id(player_id) and bool(self._client.run(_ADDRESS, (player_key(player_id),), (url,)))

    def called_since(self, player_id: str) -> int | None:
        """Since when a player is called (ms since 1970, 0: that was not noted yet); None for one that is not."""
        if not is_player_id(player_id):
            return None
        url, since = self._client.call("HMGET", player_key(player_id), "turn_url", "called_since")
        return int(since or 0) if url else None

    def begin(self, player_id: str, game_id: str, etag: str) -> int:
        """Count a try to have a player act in a game at one version, from 1."""
        return self._try(player_id, game_id, etag, 1)

    def hold_back(self, player_id: str, game_id: str, etag: str) -> None:
        """Note that a player's own calls keep it from being called in a game at one version. Counts as no try."""
        self._try(player_id, game_id, etag, 0)

    def begun(self, player_id: str, game_id: str, etags: Sequence[str]) -> bool:
        """Whether a player has been called in a game at one of these versions, or was held back by its own calls.

        Known for a day after the last try.
        """
        tries = callback_keys(player_id).tries
        return bool(etags) and bool(self._client.call("EXISTS", *(tries(game_id, etag) for etag in etags)))

    def answered(self, player_id: str) -> None:
        """Note that a call has led to an action: what failed before it counts no more for `failing`."""
        self._client.call("UNLINK", callback_keys(player_id).failing)

    def failed(self, player_id: str, failure: Failure) -> None:
        """Put a failure on a player's list, which keeps the newest hundred for thirty days after the last."""
        keys = callback_keys(player_id)
        line = msgspec.json.encode(failure)
        self._client.calls((
            ("LPUSH", keys.failures, line), ("LTRIM", keys.failures, 0, MOST_FAILURES - 1),
            ("PEXPIRE", keys.failures, FAILURES_KEPT_MS),
            ("SADD", keys.failing, failure.game_id), ("PEXPIRE", keys.failing, FAILURES_KEPT_MS),
        ))  # fmt: skip

    def failures(self, player_id: str) -> list[Failure]:
        """A player's failures, newest first."""
        if not is_player_id(player_id):
            return []
        return [_FAILURE.decode(line) for line in self._client.call("LRANGE", callback_keys(player_id).failures, 0, -1)]

    def failing(self, player_ids: Sequence[str]) -> list[Failing]:
        """How it stands with the calls to each of these. One round trip."""
        keys = [callback_keys(one) for one in player_ids if is_player_id(one)]
        commands = [each for key in keys for each in (("SCARD", key.failing), ("LINDEX", key.failures, 0))]
        replies = iter(self._client.calls(commands) if commands else ())
        found = ((next(replies), next(replies)) if is_player_id(one) else (0, None) for one in player_ids)
        return [Failing(int(games), _FAILURE.decode(line).at if line else 0) for games, line in found]

    def drop(self, player_id: str) -> None:
        """Forget all of it, for a player who is gone."""
        if is_player_id(player_id):
            keys = callback_keys(player_id)
            self._client.call("UNLINK", keys.secrets, keys.failures, keys.failing)

    def _try(self, player_id: str, game_id: str, etag: str, tries: int) -> int:
        key = callback_keys(player_id).tries(game_id, etag)
        count, _ = self._client.calls((("INCRBY", key, tries), ("PEXPIRE", key, TRIES_KEPT_MS)))
        return int(count)
