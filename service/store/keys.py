"""Ids and the names of keys.

A game's id carries its bucket, one of 256. All keys of a game and its bucket's due set share the hash tag `{bNN}`, so a
script that touches them stays in one slot of a cluster. A player's keys share a tag of their own.
"""

import re
import secrets
from typing import NamedTuple

BUCKETS = tuple(f"{number:02x}" for number in range(256))

_CODE_CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
DEPARTURES = "departures"
"""What is to be done for players who have deleted their accounts."""
ARCHIVE_KEY = "archive:{used}"
"""Is there once a game has been archived."""
OUTBOX = ("due:{outbox}", "asked:{outbox}")
"""What is to be sent out, by the time when it has to be looked at, and a record of each."""
_WAKE = "wake:"
_GAME_ID = re.compile(r"g[0-9a-f]{2}[A-Za-z0-9_-]{20}", re.ASCII)
_PLAYER_ID = re.compile(r"p[A-Za-z0-9_-]{21}", re.ASCII)
_APP_ID = re.compile(r"a[A-Za-z0-9_-]{21}", re.ASCII)
_WEBHOOK_ID = re.compile(r"w[A-Za-z0-9_-]{21}", re.ASCII)

OPERATOR_TOKENS = "operator-tokens"
"""The list of tokens of apps and administrators."""


def new_game_id() -> str:
    """An id nobody can guess, in a bucket drawn with it."""
    return f"g{secrets.choice(BUCKETS)}{secrets.token_urlsafe(15)}"


def new_player_id() -> str:
    return "p" + secrets.token_urlsafe(16)[:21]


def new_token_id() -> str:
    return "t" + secrets.token_urlsafe(16)[:21]


def new_app_id() -> str:
    return "a" + secrets.token_urlsafe(16)[:21]


def new_webhook_id() -> str:
    return "w" + secrets.token_urlsafe(16)[:21]


def new_tag() -> str:
    """A commit tag: eight hex digits, from the system's secret source because Lua's own random can be predicted."""
    return secrets.token_hex(4)


def new_join_code() -> str:
    """Eight characters that nobody mistakes for others when they are read aloud or typed."""
    return "".join(secrets.choice(_CODE_CHARACTERS) for _ in range(8))


def is_game_id(text: str) -> bool:
    """Whether `text` can be a game's id; nothing else may ever become part of a key's name."""
    return _GAME_ID.fullmatch(text) is not None


def is_player_id(text: str) -> bool:
    return _PLAYER_ID.fullmatch(text) is not None


def is_app_id(text: str) -> bool:
    return _APP_ID.fullmatch(text) is not None


def is_webhook_id(text: str) -> bool:
    return _WEBHOOK_ID.fullmatch(text) is not None


def bucket_of(game_id: str) -> str:
    return game_id[1:3]


class BucketKeys(NamedTuple):
    """The keys of one bucket that the ticker's heartbeat needs."""

    due: str
    beat: str
    gap: str


class GameKeys(NamedTuple):
    """The keys of one game, then those of its bucket, in the order in which the commit script takes them."""

    game: str
    log: str
    requests: str
    due: str
    beat: str
    gap: str
    life: str


def bucket_keys(bucket: str) -> BucketKeys:
    tag = f"{{b{bucket}}}"
    return BucketKeys(f"due:{tag}", f"beat:{tag}", f"gap:{tag}")


def game_keys(game_id: str) -> GameKeys:
    tag = f"{{b{bucket_of(game_id)}}}"
    return GameKeys(
        f"game:{tag}:{game_id}",
        f"log:{tag}:{game_id}",
        f"req:{tag}:{game_id}",
        f"due:{tag}",
        f"beat:{tag}",
        f"gap:{tag}",
        f"life:{tag}",
    )


def life_key(bucket: str) -> str:
    """The set of a bucket's games by the time when it has to be seen whether they still live."""
    return f"life:{{b{bucket}}}"


def archiving_key(game_id: str) -> str:
    """Is there while a process changes the game's file in the archive."""
    return f"archiving:{{b{bucket_of(game_id)}}}:{game_id}"


def faults_key(game_id: str) -> str:
    """What the creator of a sandbox has asked for to go wrong."""
    return f"faults:{{b{bucket_of(game_id)}}}:{game_id}"


def wake_channel(topic: str) -> str:
    """The pub/sub channel of a game, a player or an app.

    Each commit says `<version>-<tag>` on that of its game and the game's id on those of its players; a log that was
    added to says `log` on that of its owner.
    """
    return _WAKE + topic


def topic_of_channel(channel: str) -> str:
    return channel.removeprefix(_WAKE)


def player_key(player_id: str) -> str:
    return f"player:{{{player_id}}}"


def player_tokens_key(player_id: str) -> str:
    return f"tokens:{{{player_id}}}"


def link_key(kind: str, player_id: str) -> str:
    """A list of other players that a player keeps."""
    return f"{kind}:{{{player_id}}}"


def log_of_key(owner: str) -> str:
    """The log of a player or an app: which commits it has to do with."""
    return f"log-of:{{{owner}}}"


def logged_key(owner: str) -> str:
    """The newest version of each game in the owner's log."""
    return f"logged:{{{owner}}}"


def app_key(app_id: str) -> str:
    return f"app:{{{app_id}}}"


def external_ids_key(app_id: str) -> str:
    """Which player an app knows by which external id."""
    return f"external:{{{app_id}}}"


def app_players_key(app_id: str) -> str:
    return f"app-players:{{{app_id}}}"


def token_key(digest: str) -> str:
    return f"token:{digest}"


def ticket_key(digest: str) -> str:
    """What a ticket for a stream stands for."""
    return f"ticket:{digest}"


def creation_key(digest: str) -> str:
    return f"idem:{digest}"


def limit_key(owner: str, name: str) -> str:
    """The key of a rate limit, in the slot of the key `owner`."""
    return f"limit:{{{owner}}}:{name}"


def owner_key(owner: str) -> str:
    """The record of a player or an app."""
    return app_key(owner) if is_app_id(owner) else player_key(owner)


class WebhookKeys(NamedTuple):
    """The keys of one webhook endpoint: itself, its newest deliveries, their order, those that are to be made again."""

    endpoint: str
    deliveries: str
    order: str
    again: str


def webhooks_key(owner: str) -> str:
    """Which endpoints an owner, a player or an app, has."""
    return f"webhooks:{{{owner}}}"


def webhook_keys(owner: str, webhook_id: str) -> WebhookKeys:
    names = ("webhook", "sent", "sent-order", "again")
    return WebhookKeys(*(f"{name}:{{{owner}}}:{webhook_id}" for name in names))


class CallbackKeys(NamedTuple):
    """The keys of what concerns the calls to one player."""

    secrets: str
    failures: str
    failing: str

    def tries(self, game_id: str, etag: str) -> str:
        """The key that counts the tries for one turn."""
        return f"{self.secrets}:{game_id}:{etag}"


def callback_keys(player_id: str) -> CallbackKeys:
    names = ("callback", "callback-failures", "callback-failing")
    return CallbackKeys(*(f"{name}:{{{player_id}}}" for name in names))
