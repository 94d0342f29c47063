"""A service as others meet it: `splendor up` on a port of its own, with store, gunicorn, workers and ticker."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tests.delivery.running import ROOT, Running

_SPLENDOR = (sys.executable, "-m", "service.cli")
_OURS = ("SPLENDOR_REDIS_URL", "SPLENDOR_QUEUE_REDIS_URL", "SPLENDOR_REGISTRATION", "PROMETHEUS_MULTIPROC_DIR")


# One player of the tests makes as much as hundreds do elsewhere.
_ROOM = dict.fromkeys(
    (
        "SPLENDOR_QUOTA_TOKENS",
        "SPLENDOR_QUOTA_BOTS",
        "SPLENDOR_QUOTA_OPEN_GAMES",
        "SPLENDOR_QUOTA_AI_GAMES",
        "SPLENDOR_QUOTA_INVITATIONS",
    ),
    "10000",
)


class Service:
    """Runs until `close`. `base` is its address."""

    def __init__(self, folder: Path) -> None:
        self._environment = {name: value for name, value in os.environ.items() if name not in _OURS}
        self._environment |= {"SPLENDOR_DATA_DIR": str(folder / "data"), **_ROOM}
        self._environment["SPLENDOR_WEBHOOK_ALLOW"] = "127.0.0.1"  # where the tests' own receivers are
        words = [*_SPLENDOR, "up", "--port", "0", "--ai-workers", "1"]
        self._running = Running(words, folder / "output", self._environment)
        try:
            said = self._running.wait_for("Ctrl-C stops it")
            self.base = re.findall(r"API +(\S+)/v1", said)[0]
        except BaseException:
            self.close()
            raise

    def command(self, *words: str) -> str:
        """What `splendor` prints for those who run this service."""
        done = subprocess.run(
            [*_SPLENDOR, *words], cwd=ROOT, env=self._environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shell(self, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs what somebody types in the folder of the checkout who runs this service."""
        at = {"PORT": str(urlsplit(self.base).port), **environment}
        words = ["sh", "-c", script.replace(".venv/bin/splendor", " ".join(_SPLENDOR))]
        return subprocess.run(
            words, cwd=ROOT, env={**self._environment, **at}, capture_output=True, text=True, check=False, timeout=100
        )

    def close(self) -> None:
        self._running.clear()
