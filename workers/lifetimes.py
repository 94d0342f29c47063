"""Jobs of queue `upkeep`: games whose time may be over."""

import logging

from service.hosting.expire import end_of_life
from service.store.errors import ArchiveUnavailable
from workers.context import job

log = logging.getLogger(__name__)


def end(game_id: str, version: int, attempt: int) -> None:
    """Ends what is past its time in a game, or archives it. While the archive is away the ticker asks again."""
    with job(game_id, version, attempt) as host:
        try:
            end_of_life(host, game_id)
        except ArchiveUnavailable as error:
            log.warning("a game could not be archived: %s", error)
