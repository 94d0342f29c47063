"""A worker that kills itself between two steps of a job: `python -m bench.ladders.doomed_worker QUEUE...`, for `soak`.

What kills from outside seldom hits a job of a few milliseconds. This one dies after a number of round trips to the store that
chance decides: before a request is sent, or when it is done and its reply has not been read.
"""

import os
import random
import signal
import sys
from collections.abc import Sequence
from typing import Any

from service.store.plain import PlainClient
from workers.main import run

LEAST, MOST = 20, 600


def doom(trips: int, *, after: bool) -> None:
    """Lets this process die at the round trip with that number."""
    send, left = PlainClient.send, [trips]

    def last_send(self: PlainClient, commands: Sequence[Any]) -> list[Any]:
        left[0] -= 1
        if left[0] == 0 and after:
            send(self, commands)
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return send(self, commands)

    PlainClient.send = last_send  # type: ignore[method-assign]


if __name__ == "__main__":
    doom(random.randint(LEAST, MOST), after=random.random() < 0.5)
    run(sys.argv[1:])
