"""The settings of all processes: environment variables, each with its meaning, in one table.

environs reads them: it does the parsing and names the variable in its errors, and unlike pydantic-settings it brings no
second schema library beside marshmallow.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from environs import Env, EnvError

REGISTRATIONS = ("open", "closed")
DURABILITIES = ("everysec", "always")
LOG_LEVELS = ("debug", "info", "warning", "error")


class Settings(NamedTuple):
    """The settings as parsed; see SETTINGS for what each means."""

    redis_url: str = "redis://127.0.0.1:6379/0"
    queue_redis_url: str = "redis://127.0.0.1:6379/0"
    cors_origins: tuple[str, ...] = ()
    registration: str = "closed"
    max_waiters: int = 16
    body_limit: int = 65_536
    data_dir: str = ".data"
    durability: str = "everysec"
    log_level: str = "warning"
    security_contact: str = ""


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
    Setting("SPLENDOR_REGISTRATION", "registration", "`open`: anyone may create a player. `closed`: nobody."),
    Setting("SPLENDOR_MAX_WAITERS", "max_waiters", "How many requests of one process may wait for events at a time."),
    Setting("SPLENDOR_BODY_LIMIT", "body_limit", "The largest request body, in bytes."),
    Setting("SPLENDOR_DATA_DIR", "data_dir", "Where the embedded server keeps its data."),
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
)

_ORIGIN = re.compile(r"\*|[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""`*`, or an origin as browsers send it: in lower case, without a path."""
# Printable ASCII, since it becomes a line of security.txt (RFC 9116, 2.5.3).
_CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+", re.IGNORECASE)

_CHOICES = {"registration": REGISTRATIONS, "durability": DURABILITIES, "log_level": LOG_LEVELS}


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
    if isinstance(default, tuple):
        return tuple(_origin(row.variable, item) for item in env.list(row.variable, list(default)) if item.strip())
    if isinstance(default, int):
        return env.int(row.variable, default, validate=_positive(row.variable))
    if row.member == "security_contact":
        return env.str(row.variable, default, validate=_contact(row.variable))
    return env.str(row.variable, default, validate=_one_of(row.variable, _CHOICES.get(row.member)))


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


def _positive(variable: str) -> Callable[[int], None]:
    def check(value: int) -> None:
        if value < 1:
            raise ConfigurationError(f"{variable} has to be 1 or more, not {value}")

    return check


def _one_of(variable: str, choices: tuple[str, ...] | None) -> Callable[[str], None]:
    def check(value: str) -> None:
        if choices is not None and value not in choices:
            raise ConfigurationError(f"{variable} has to be one of {', '.join(choices)}, not {value!r}")

    return check
