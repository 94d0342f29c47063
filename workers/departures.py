"""Jobs of queue `upkeep`: players who have deleted their accounts leave their games."""

from structlog.contextvars import bound_contextvars

from service.hosting.delete_player import depart
from workers.context import host


def run(player_id: str, game_id: str) -> None:
    """Takes a player who is gone out of one game, or of all where the id is empty."""
    with bound_contextvars(game_id=game_id):
        depart(host(), player_id, game_id)
