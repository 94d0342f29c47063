"""The errors of the store, and the one place where those of redis-py become ours."""

from redis import exceptions as theirs


class StoreError(Exception):
    """Base of everything the store raises on purpose."""


class StoreUnavailable(StoreError):
    """The server is away, restarting or refuses writes. The outcome of the call is unknown: repeat the same request."""


class StoreFull(StoreError):
    """The server is out of memory. Nothing of the refused call was written; reads go on."""


class NoCapacity(StoreFull):
    """New games are not taken, so that the running ones can finish."""


class Unreadable(StoreError):
    """A stored value of an unknown version, or one that does not decode."""


class NotFound(StoreError):
    """There is no such game."""


class GameArchived(NotFound):
    """The game is over and lies in the archive: nothing can change it any more."""


class GameGone(StoreError):
    """There was such a game, and its time in the archive is over."""


class ArchiveUnavailable(StoreError):
    """The archive does not answer. Games that have not been archived are not concerned."""


class ArchiveBusy(ArchiveUnavailable):
    """Another process changes this very game in the archive."""


class ArchiveDamaged(ArchiveUnavailable):
    """A file of the archive cannot be used; it has to be brought back from a copy."""


class Conflict(StoreError):
    """The game is not at the expected version; it is at `version` with commit tag `tag`."""

    def __init__(self, version: int, tag: str) -> None:
        super().__init__(f"the game is at {version}-{tag}")
        self.version = version
        self.tag = tag


class RequestMismatch(StoreError):
    """The request id was committed before, as `version`, with another body."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the request was committed as version {version} with another body")
        self.version = version


class _DeadlineError(StoreError):
    """`deadline` in ms since 1970 (0: the game has none), gaps of the ticker taken into account."""

    def __init__(self, deadline: int) -> None:
        super().__init__(f"the deadline is {deadline}")
        self.deadline = deadline


class DeadlinePassed(_DeadlineError):
    """The action came at or after the deadline (H6)."""


class DeadlineNotReached(_DeadlineError):
    """A flag before the deadline, in a gap of the ticker that has not ended, or an adjustment that is not due."""


class GapAdjust(_DeadlineError):
    """The deadline fell into a gap of the ticker: commit the adjustment to `deadline` before any flag."""


class LimitReached(StoreError):
    """There are as many of a kind as there may be, `most`. Nothing was written."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} already")
        self.most = most


class TooManyWaiters(StoreError):
    """This process holds as many waiting readers as it may."""


# Codes that redis-py leaves in the text of a plain ResponseError.
_AWAY_CODES = frozenset({"MISCONF", "NOREPLICAS", "BUSY", "UNKILLABLE", "LOADING", "NOAUTH", "NOPERM", "READONLY"})
_AWAY = (
    theirs.ConnectionError,
    theirs.TimeoutError,
    theirs.ReadOnlyError,
    theirs.ClusterError,
    theirs.TryAgainError,
    theirs.AskError,
    theirs.RedisClusterException,
    theirs.NoPermissionError,
    OSError,
)


def translate(error: Exception) -> Exception:
    """The store's error for one of redis-py or of the socket; an error that can only be a bug is returned as it is."""
    text = str(error)
    code = text.partition(" ")[0]
    if isinstance(error, theirs.OutOfMemoryError) or code == "OOM":
        return StoreFull(text)
    if isinstance(error, _AWAY) or code in _AWAY_CODES:
        return StoreUnavailable(f"{type(error).__name__}: {text}")
    return error
