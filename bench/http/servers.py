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

from bench.http import cpu
from service.supervisor.embedded import find_server

ROOT = Path(__file__).parents[2]
PATIENCE_S = 20.0


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

    def cpu(self) -> dict[str, float]:
        """Seconds of CPU time that each part has used so far."""
        return {name: cpu.seconds(pid) for name, pid in self._pids.items()}

    def __enter__(self) -> "Servers":
        store = self._folder / "store.sock"
        self._start(
            "store",
            [str(find_server()), "--port", "0", "--unixsocket", str(store), "--dir", str(self._folder), "--save", ""]
            + ["--appendonly", "yes", "--appendfsync", "everysec"]
        )
        self._gunicorn("api", "service.wsgi:app", self.api, f"unix://{store}")
        self._gunicorn("bare", "bench.http.bare:app", self.bare, f"unix://{store}")
        _wait_for(f"{self.base}/readyz")
        _wait_for(f"http://{self.bare[0]}:{self.bare[1]}/")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.close()

    def _gunicorn(self, name: str, application: str, address: tuple[str, int], store: str) -> None:
        settings = {"SPLENDOR_REDIS_URL": store, "SPLENDOR_QUEUE_REDIS_URL": store, "SPLENDOR_REGISTRATION": "open"}
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
