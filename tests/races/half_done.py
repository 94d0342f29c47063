"""An effects pass that stops before it is done: `python -m tests.races.half_done GAME_ID asked|unasked`.

It says `ready` once it has read the game and, with `asked`, enqueued the AI move, and goes on when its input ends.
"""

import sys
from dataclasses import replace

from service.config import read_settings
from service.hosting.effects import catch_up
from service.services import connect


class Stopping:
    """The queue, with a stop before or after each job."""

    def __init__(self, real, asked: bool) -> None:  # type: ignore[no-untyped-def]
        self._real, self._asked = real, asked

    def enqueue_ai(self, game_id: str, version: int, attempt: int, *, quick: bool, paired: bool) -> None:
        if self._asked:
            self._real.enqueue_ai(game_id, version, attempt, quick=quick, paired=paired)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.read()
        if not self._asked:
            self._real.enqueue_ai(game_id, version, attempt, quick=quick, paired=paired)

    def enqueue_departure(self, player_id: str, game_id: str) -> None:
        self._real.enqueue_departure(player_id, game_id)


if __name__ == "__main__":
    services = connect(read_settings())
    catch_up(replace(services, queues=Stopping(services.queues, sys.argv[2] == "asked")), sys.argv[1])  # type: ignore[arg-type]
