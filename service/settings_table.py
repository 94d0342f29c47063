"""All settings: the variable of each, and its meaning. service.config reads them; docs/operations.md tells more."""

from typing import NamedTuple


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
    Setting(
        "SPLENDOR_MAX_WAITERS",
        "max_waiters",
        "How many requests of one process may wait for events at a time; one caller's a quarter.",
    ),
    Setting(
        "SPLENDOR_MAX_STREAMS",
        "max_streams",
        "How many event streams one process holds at a time; one caller's a quarter.",
    ),
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
