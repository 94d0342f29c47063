"""Jobs of the queues of AI moves: one for AI players that think long, one for all others."""

from service.hosting.play_ai import play_ai
from workers.context import job


def play(game_id: str, version: int, attempt: int) -> None:
    """Lets AI players move that think long, in a game that is at `version`."""
    with job(game_id, version, attempt) as host:
        play_ai(host, game_id, version, quick=False)


def play_quickly(game_id: str, version: int, attempt: int) -> None:
    """Lets quick AI players move in a game that is at `version`."""
    with job(game_id, version, attempt) as host:
        play_ai(host, game_id, version, quick=True)
