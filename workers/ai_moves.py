"""Jobs of queue `ai`."""

from service.hosting.play_ai import play_ai
from workers.context import job


def play(game_id: str, version: int, attempt: int) -> None:
    """Lets AI players move in a game that is at `version`."""
    with job(game_id, version, attempt) as host:
        play_ai(host, game_id, version)
