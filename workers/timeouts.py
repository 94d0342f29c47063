"""Jobs of queue `clock`: it has a worker of its own, so that no search delays a flag."""

from service.hosting.flag_clock import flag_clock
from workers.context import job


def flag(game_id: str, version: int, attempt: int) -> None:
    """Flags the seat to act if its deadline has passed; the commit script has the last word on that."""
    with job(game_id, version, attempt) as host:
        flag_clock(host, game_id, version)
