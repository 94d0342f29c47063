"""Jobs of queue `ladders`: putting entries together, settling games, and finding what was lost in between."""

import logging

from structlog.contextvars import bound_contextvars

from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import LadderBusy, rate_game
from service.hosting.ladders.sweeping import sweep_ladder
from service.store.errors import ArchiveUnavailable, GameGone
from workers.context import host

log = logging.getLogger(__name__)


def pair(ladder_id: str) -> None:
    """Begins the games of a ladder that can begin."""
    with bound_contextvars(ladder_id=ladder_id):
        pair_ladder(host(), ladder_id)


def rate(game_id: str) -> None:
    """Settles a game that is over. One for which that is not possible now is found again by the sweep."""
    with bound_contextvars(game_id=game_id):
        try:
            rate_game(host(), game_id)
        except (ArchiveUnavailable, GameGone, LadderBusy) as error:
            log.info("a game is left to the sweep: %s", type(error).__name__)


def sweep(ladder_id: str) -> None:
    """Goes through a ladder for games that were lost on the way."""
    with bound_contextvars(ladder_id=ladder_id):
        sweep_ladder(host(), ladder_id)
