"""What a ladder refuses."""

from service.hosting.errors import DomainError


class LadderNotFound(DomainError):
    """There is no such ladder."""

    code = "ladder-not-found"


class EntryNotFound(DomainError):
    """There is no such entry in the ladder."""

    code = "entry-not-found"


class LadderClosed(DomainError):
    """Nobody enters this ladder any more, and nothing of it changes."""

    code = "ladder-closed"


class NotEligible(DomainError):
    """The ladder is not for this player."""

    code = "not-eligible"


class LadderFixed(DomainError):
    """What decides what a rating means never changes; and of the ladder of people nothing does."""

    code = "ladder-fixed"


class LadderMoved(DomainError):
    """Others have changed it in the same moment."""

    code = "ladder-moved"
