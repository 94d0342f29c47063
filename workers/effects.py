"""Jobs of queue `upkeep`: what a process that died left undone."""

from service.hosting.effects import catch_up
from workers.context import job


def run(game_id: str, version: int, attempt: int) -> None:
    """Carries out the effects that are still owed, at `version` or later."""
    with job(game_id, version, attempt) as host:
        catch_up(host, game_id)
