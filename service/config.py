"""The settings of all processes, read from environment variables; service.settings_table tells what each means.

environs reads them: it does the parsing and names the variable in its errors, and unlike pydantic-settings it brings no
second schema library beside marshmallow.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from environs import Env, EnvError

from service.outbound.targets import parse_rules
from service.settings_table import SETTINGS, Setting

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
