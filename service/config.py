"""The settings of all processes: environment variables, each with its meaning, in one table.

environs reads them: it does the parsing and names the variable in its errors, and unlike pydantic-settings it brings no
second schema library beside marshmallow.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from environs import Env, EnvError

from service.outbound.targets import parse_rules

REGISTRATIONS = ("open", "closed")
DURABILITIES = ("everysec", "always")
RATE_LIMITS = ("on", "off", "not-loopback")
LOG_LEVELS = ("debug", "info", "warning", "error")


class Rate(NamedTuple):
    """So many requests at once, and as many again in so many seconds."""

    quota: int
    seconds: int


class Settings(NamedTuple):
    """The settings as parsed; see SETTINGS for what each means."""

    redis_url: str = "redis://127.0.0.1:6379/0"
    queue_redis_url: str = "redis://127.0.0.1:6379/0"
    cors_origins: tuple[str, ...] = ()
    registration: str = "closed"
    max_waiters: int = 16
    max_streams: int = 1000
    body_limit: int = 65_536
    quota_tokens: int = 20
    quota_bots: int = 20
    quota_open_games: int = 50
    quota_ai_games: int = 20
    quota_invitations: int = 20
    data_dir: str = ".data"
    archive: str = ""
    archive_days: int = 365
    open_hours: int = 24
    idle_days: int = 14
    finished_hours: int = 24
    durability: str = "everysec"
    log_level: str = "warning"
    security_contact: str = ""
    rate_limits: str = "on"
    limit_create: Rate = Rate(60, 60)
    limit_act: Rate = Rate(300, 60)
    limit_read: Rate = Rate(600, 60)
    limit_stream: Rate = Rate(120, 60)
    limit_game: Rate = Rate(100, 5)
    trusted_proxies: int = 0
    player_log: int = 2_000
    app_log: int = 100_000
    webhook_allow: tuple[str, ...] = ()
    outbound_threads: int = 128


class Setting(NamedTuple):
    """One row: the variable, the member of Settings, its meaning."""

    variable: str
    member: str
    text: str


SETTINGS = (
    Setting(
        "SPLENDOR_REDIS_URL",
        "redis_url",
        "Where games and players are kept: Redis or Valkey 7 or later (`redis://`, `rediss://`, `unix://`, "
        "`redis+cluster://`).",
    ),
    Setting(
        "SPLENDOR_QUEUE_REDIS_URL",
        "queue_redis_url",
        "Where jobs are queued, a plain server; SPLENDOR_REDIS_URL where this is not set.",
    ),
    Setting(
        "SPLENDOR_CORS_ORIGINS",
        "cors_origins",
        "Origins of web pages that may use the API, separated by commas; `*` for all. Nothing: none.",
    ),
    Setting(
        "SPLENDOR_REGISTRATION",
        "registration",
        "`open`: anyone may create a player. `closed`: apps and administrators alone, with their tokens.",
    ),
    Setting("SPLENDOR_MAX_WAITERS", "max_waiters", "How many requests of one process may wait for events at a time."),
    Setting("SPLENDOR_MAX_STREAMS", "max_streams", "How many event streams one process holds at a time."),
    Setting("SPLENDOR_BODY_LIMIT", "body_limit", "The largest request body, in bytes."),
    Setting("SPLENDOR_QUOTA_TOKENS", "quota_tokens", "How many tokens that have not expired a player may have."),
    Setting("SPLENDOR_QUOTA_BOTS", "quota_bots", "How many bots a player may have."),
    Setting(
        "SPLENDOR_QUOTA_OPEN_GAMES", "quota_open_games", "How many games of a player may be open or run at a time."
    ),
    Setting("SPLENDOR_QUOTA_AI_GAMES", "quota_ai_games", "How many games with AI players a player may have running."),
    Setting("SPLENDOR_QUOTA_INVITATIONS", "quota_invitations", "How many invitations of a player may be unanswered."),
    Setting("SPLENDOR_DATA_DIR", "data_dir", "Where the embedded server keeps its data."),
    Setting(
        "SPLENDOR_ARCHIVE",
        "archive",
        "Where finished games go: a folder, the same for all processes, or an address that fsspec knows. Nothing: the "
        "folder `archive` in SPLENDOR_DATA_DIR.",
    ),
    Setting("SPLENDOR_ARCHIVE_DAYS", "archive_days", "How many days an archived game can be read; then it is gone."),
    Setting("SPLENDOR_OPEN_HOURS", "open_hours", "After how many hours a game that has not started is called off."),
    Setting(
        "SPLENDOR_IDLE_DAYS",
        "idle_days",
        "After how many days without any action a game without a clock is called off.",
    ),
    Setting("SPLENDOR_FINISHED_HOURS", "finished_hours", "After how many hours a finished game goes to the archive."),
    Setting(
        "SPLENDOR_DURABILITY",
        "durability",
        "How the embedded server writes its log: `everysec`, or `always` before each reply.",
    ),
    Setting(
        "SPLENDOR_LOG_LEVEL",
        "log_level",
        "`debug`, `info`, `warning` or `error`; from `info` down each request is logged.",
    ),
    Setting(
        "SPLENDOR_SECURITY_CONTACT",
        "security_contact",
        "Where to report a weakness of this installation, a `mailto:` or `https:` address, for "
        "/.well-known/security.txt. Nothing: there is no such page.",
    ),
    Setting(
        "SPLENDOR_RATE_LIMITS",
        "rate_limits",
        "`on`, `off`, or `not-loopback`: a caller on this machine that no proxy speaks for is not limited.",
    ),
    Setting(
        "SPLENDOR_LIMIT_CREATE",
        "limit_create",
        "`quota/seconds`: how many things a token (without one: an address) may make at once, and again in that time.",
    ),
    Setting("SPLENDOR_LIMIT_ACT", "limit_act", "The same for changes outside of one's own running games."),
    Setting("SPLENDOR_LIMIT_READ", "limit_read", "The same for reading outside of one's own running games."),
    Setting("SPLENDOR_LIMIT_STREAM", "limit_stream", "The same for waiting for events there."),
    Setting(
        "SPLENDOR_LIMIT_GAME",
        "limit_game",
        "The same for each running game that one plays in, for changes and for reading each; and for one's log and inbox.",
    ),
    Setting(
        "SPLENDOR_TRUSTED_PROXIES",
        "trusted_proxies",
        "How many proxies of yours stand one after the other before the service: the caller's address is the entry of "
        "X-Forwarded-For that the outermost one added. 0: the header is not believed.",
    ),
    Setting(
        "SPLENDOR_WEBHOOK_ALLOW",
        "webhook_allow",
        "Which targets of webhooks and callbacks are allowed beyond public hosts by https, separated by commas: `host` "
        "(any port, http too), `host:port`, or a network like `10.1.0.0/16`.",
    ),
    Setting(
        "SPLENDOR_OUTBOUND_THREADS",
        "outbound_threads",
        "How many webhooks and callbacks one worker has under way at a time.",
    ),
    Setting("SPLENDOR_PLAYER_LOG", "player_log", "How many commits the log of a player holds at most."),
    Setting("SPLENDOR_APP_LOG", "app_log", "How many commits the log of an app, over all its players, holds at most."),
)

_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""`*`, or an origin as browsers send it: in lower case, without a path."""
# Printable ASCII, since it becomes a line of security.txt (RFC 9116, 2.5.3).
_CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", re.IGNORECASE)

_RATE = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,4})", re.ASCII)

_CHOICES = {
    "registration": REGISTRATIONS,
    "durability": DURABILITIES,
    "log_level": LOG_LEVELS,
    "rate_limits": RATE_LIMITS,
}


def read_settings() -> Settings:
    """The settings of this process. Raises ConfigurationError that names the variable that is wrong."""
    env = Env()
    try:
        values = {row.member: _read(env, row) for row in SETTINGS}
    except EnvError as error:
        raise ConfigurationError(str(error)) from None
    if env.str("SPLENDOR_QUEUE_REDIS_URL", None) is None:
        values["queue_redis_url"] = values["redis_url"]
    return Settings(**values)


class ConfigurationError(Exception):
    """A variable of the environment that cannot be used."""


def _read(env: Env, row: Setting) -> Any:
    default = Settings._field_defaults[row.member]
    if isinstance(default, Rate):
        text = env.str(row.variable, None)
        return default if text is None else _rate(row.variable, text)
    if row.member == "webhook_allow":
        return _targets(row.variable, tuple(env.list(row.variable, [])))
    if isinstance(default, tuple):
        return tuple(_origin(row.variable, item) for item in env.list(row.variable, list(default)) if item.strip())
    if isinstance(default, int):
        return env.int(row.variable, default, validate=_at_least(row.variable, min(1, default)))
    if row.member == "security_contact":
        return env.str(row.variable, default, validate=_contact(row.variable))
    return env.str(row.variable, default, validate=_one_of(row.variable, _CHOICES.get(row.member)))


def _targets(variable: str, entries: tuple[str, ...]) -> tuple[str, ...]:
    try:
        parse_rules(entries)
    except ValueError as error:
        raise ConfigurationError(f"{variable} has to hold hosts, host:port or networks: {error}") from None
    return entries


def _origin(variable: str, item: str) -> str:
    """As browsers send it: in lower case, no slash at its end."""
    origin = item.strip().lower().removesuffix("/")
    if not _ORIGIN.fullmatch(origin):
        raise ConfigurationError(f"{variable} has to hold `*` or origins like https://app.example:8443, not {item!r}")
    return origin


def _contact(variable: str) -> Callable[[str], None]:
    def check(value: str) -> None:
        if value and not _CONTACT.fullmatch(value):
            raise ConfigurationError(f"{variable} has to be a mailto: or https: address, not {value!r}")

    return check


def _rate(variable: str, text: str) -> Rate:
    found = _RATE.fullmatch(text)
    if not found:
        raise ConfigurationError(f"{variable} has to be requests/seconds like 60/60, not {text!r}")
    return Rate(int(found[1]), int(found[2]))


def _at_least(variable: str, least: int) -> Callable[[int], None]:
    def check(value: int) -> None:
        if value < least:
            raise ConfigurationError(f"{variable} has to be {least} or more, not {value}")

    return check


def _one_of(variable: str, choices: tuple[str, ...] | None) -> Callable[[str], None]:
    def check(value: str) -> None:
        if choices is not None and value not in choices:
            raise ConfigurationError(f"{variable} has to be one of {', '.join(choices)}, not {value!r}")

    return check
