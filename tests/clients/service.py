"""A service as others meet it: `splendor up` on a port of its own, with store, gunicorn, workers and ticker."""

import os
import re
import sys
from pathlib import Path

from tests.delivery.running import Running

_OURS = ("SPLENDOR_REDIS_URL", "SPLENDOR_QUEUE_REDIS_URL", "SPLENDOR_REGISTRATION", "PROMETHEUS_MULTIPROC_DIR")


class Service:
    """Runs until `close`. `base` is its address."""

    def __init__(self, folder: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in _OURS}
        environment["SPLENDOR_DATA_DIR"] = str(folder / "data")
        words = [sys.executable, "-m", "service.cli", "up", "--port", "0", "--ai-workers", "1"]
        self._running = Running(words, folder / "output", environment)
        try:
            said = self._running.wait_for("Ctrl-C stops it")
            self.base = re.findall(r"API +(\S+)/v1", said)[0]
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._running.clear()
