"""What a hosted game refuses; none of it carries anything hidden.

Errors of the engine and of the store that say all there is to say are passed on as they are.
"""

from typing import Any, ClassVar


class DomainError(Exception):
    """Base of all refusals.

    `code` is the stable slug the outside sees, `detail` one or more whole sentences, `rule` the id of the rule that was
    broken where there is one, `extra` further members for the reply.
    """

    code: ClassVar[str]

    def __init__(self, detail: str, rule: str = "", **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.rule = rule
        self.extra = extra


class VersionNotFound(DomainError):
    """The game never had this version."""

    code = "version-not-found"


class NotSeated(DomainError):
    """The caller has no seat in this game."""

    code = "not-seated"


class NotCreator(DomainError):
    """Only the creator of the game may do this."""

    code = "not-creator"


class NotYourTurn(DomainError):
    """Another seat is to act."""

    code = "not-your-turn"


class GameNotStarted(DomainError):
    """The game still has open seats."""

    code = "game-not-started"


class GameOver(DomainError):
    """The game is finished or was aborted."""

    code = "game-over"


class SeatOut(DomainError):
    """The seat has resigned or was flagged (H1)."""

    code = "seat-out"


class SeatHandedOver(DomainError):
    """An AI player has taken the seat over for good."""

    code = "seat-handed-over"


class TimeOver(DomainError):
    """The deadline has passed (H6)."""

    code = "time-over"


class SeatNotOpen(DomainError):
    """The seat is taken, or there is no open one."""

    code = "seat-not-open"


class GameStarted(DomainError):
    """Too late: the game is under way."""

    code = "game-started"


class InvalidPosition(DomainError):
    """A start position that cannot be; `extra["errors"]` lists (JSON pointer, message) pairs."""

    code = "invalid-position"


class NotYourSeat(DomainError):
    """Another player sits there."""

    code = "not-your-seat"


class InvitationRefused(DomainError):
    """A player cannot be invited; nothing says why."""

    code = "invitation-refused"


class NotWelcome(DomainError):
    """The creator of the game has blocked the caller."""

    code = "not-welcome"


class InvitationExpired(DomainError):
    """The invitation came to its end before it was accepted."""

    code = "invitation-expired"


class RatedGame(DomainError):
    """Rated games are played to the end by those who began them (H4)."""

    code = "rated-game"


class LadderGame(DomainError):
    """A ladder's games are played to their end by those whom it has put together, and have no rematch."""

    code = "ladder-game"


class NotRateable(DomainError):
    """A rated game is one of people, as the rules have it, against the clock."""

    code = "not-rateable"


class GameNotOver(DomainError):
    """This needs a game that is over."""

    code = "game-not-over"


class PlayerGone(DomainError):
    """A player of that game does not exist any more."""

    code = "player-gone"


class RematchNotFound(DomainError):
    """Nobody has asked for a rematch yet."""

    code = "rematch-not-found"


class SeatNotFound(DomainError):
    """The game has no seat of this number."""

    code = "seat-not-found"


class SandboxStranger(DomainError):
    """In a sandbox nobody sits but its creator, AI players, and players of the same owner or app."""

    code = "sandbox-stranger"


class NotSandbox(DomainError):
    """This is for sandboxes alone."""

    code = "not-a-sandbox"


class NoClock(DomainError):
    """No clock runs in the game at present."""

    code = "no-clock"


class TooMany(DomainError):
    """The player has as many of a kind as it may have."""

    code = "too-many"
