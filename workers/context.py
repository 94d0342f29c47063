"""What the jobs of this process work with: the host, connected once, and a log in which each line names its job."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from structlog.contextvars import bound_contextvars

from service.config import read_settings
from service.services import Services, connect

log = logging.getLogger(__name__)


@cache
def host() -> Services:
    """Connected on first use, so never before a fork."""
    return connect(read_settings())


@contextmanager
def job(game_id: str, version: int, attempt: int) -> Iterator[Services]:
    """The host for one job. Whatever is logged inside carries the ids that the job was given."""
    with bound_contextvars(game_id=game_id, version=version, attempt=attempt):
        log.debug("job begins")
        yield host()
