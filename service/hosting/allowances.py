"""The most that one player may have at a time."""

from typing import NamedTuple


class Quotas(NamedTuple):
    """The most of each kind. `invitations` are unanswered ones that were sent, `invited` those that were received."""

    open_games: int = 50
    ai_games: int = 20
    invitations: int = 20
    invited: int = 100
