"""The two applications under the same gunicorn settings, and the store of one of them."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.http import cpu
from service.supervisor.embedded import find_server

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0
_STORE = (str(find_server()), "--port", "0", "--save", "", "--appendonly", "yes", "--appendfsync", "everysec")

# Requests are counted as in earnest, and none is refused; `SPLENDOR_RATE_LIMITS=off` in the environment shows what it costs.
_NAMES = ("CREATE", "ACT", "READ", "STREAM", "GAME")
_LIMITS = {
    **{f"SPLENDOR_LIMIT_{name}": "99999/1" for name in _NAMES},
    "SPLENDOR_RATE_LIMITS": os.environ.get("SPLENDOR_RATE_LIMITS", "on"),
}


class Servers:
    """A context in which both applications and the store run."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="splendor-bench-"))
        self._folder = Path(folder)
        self.api, self.bare = _free_address(), _free_address()
        self._pids: dict[str, int] = {}

    @property
    def base(self) -> str:
        """The address of the API."""
        return f"http://{self.api[0]}:{self.api[1]}"

    @property
    def store_settings(self) -> dict[str, str]:
        """What other processes need to work on the same store."""
        address = f"unix://{self._folder / 'store.sock'}"
        return {"SPLENDOR_REDIS_URL": address, "SPLENDOR_QUEUE_REDIS_URL": address}

    def cpu(self) -> dict[str, float]:
        """Seconds of CPU time that each part has used so far."""
        return {name: cpu.seconds(pid) for name, pid in self._pids.items()}

    def __enter__(self) -> Self:
        self._start(
            "store",
            [*_STORE, "--unixsocket", str(self._folder / "store.sock"), "--dir", str(self._folder)],
        )
        self._gunicorn("api", "service.wsgi:app", self.api)
        self._gunicorn("bare", "bench.http.bare:app", self.bare)
        _wait_for(f"{self.base}/readyz")
        _wait_for(f"http://{self.bare[0]}:{self.bare[1]}/")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _gunicorn(self, name: str, application: str, address: tuple[str, int]) -> None:
        settings = self.store_settings | {"SPLENDOR_REGISTRATION": "open"} | _LIMITS
        settings |= {"SPLENDOR_HOST": address[0], "PORT": str(address[1])}
        command = [sys.executable, "-m", "gunicorn", "--config", str(ROOT / "deploy/gunicorn.conf.py"), application]
        self._start(name, command, settings)

    def _start(self, name: str, command: list[str], settings: dict[str, str] | None = None) -> None:
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | (settings or {}), stdout=subprocess.DEVNULL)
        self._pids[name] = process.pid
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)


def _free_address() -> tuple[str, int]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        host, port = probe.getsockname()
    return host, port


def _wait_for(url: str) -> None:
    """Returns once something answers there. Raises TimeoutError."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(url)
