"""The host that the jobs of this process work with, connected once."""

from functools import cache

from service.config import read_settings
from service.services import Services, connect


@cache
def host() -> Services:
    """Connected on first use, so never before a fork."""
    return connect(read_settings())
