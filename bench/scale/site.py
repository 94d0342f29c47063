"""The service in this process, on a store of its own."""

import subprocess
import tempfile
import time
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec
from redis import Redis
from werkzeug.test import EnvironBuilder

from service.app import create_app
from service.config import Rate, Settings
from service.services import connect
from service.store.client import connect as connect_store
from service.supervisor.embedded import find_server

PATIENCE_S = 60.0
_PLENTY = Rate(999_999, 1)
# Requests are counted as in earnest, and none is refused.
_LIMITS = Settings(limit_create=_PLENTY, limit_act=_PLENTY, limit_read=_PLENTY, limit_game=_PLENTY)


class Answered(NamedTuple):
    """A reply and the time until its last byte."""

    seconds: float
    body: Any


class Site:
    """A context in which the store runs."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self.folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="splendor-bench-")))
        # On a busy machine the store may be away for longer than a service would stand.
        self.url = f"unix://{self.folder / 'store.sock'}?socket_timeout={PATIENCE_S:.0f}"
        settings = _LIMITS._replace(redis_url=self.url, queue_redis_url=self.url, data_dir=str(self.folder))
        self.client = connect_store(self.url)
        self.host = connect(settings)
        self._app = create_app(settings, self.host)

    def __enter__(self) -> Self:
        socket = str(self.folder / "store.sock")
        options = ["--port", "0", "--save", "", "--auto-aof-rewrite-percentage", "0"]
        command = [str(find_server()), *options, "--unixsocket", socket, "--dir", str(self.folder)]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        self.admin = self._stack.enter_context(Redis(unix_socket_path=socket, socket_timeout=PATIENCE_S))
        _wait_for(lambda: (self.folder / "store.sock").exists() and self.admin.ping())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.host.waiters.close()
        self.client.close()
        self._stack.close()

    def memory(self, *, key_table: bool = True) -> int:
        """What the store has allocated, in bytes; on demand without the table of its keys, which doubles now and then."""
        # The buffers of connections are no games; those who are cut off connect again.
        self.admin.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        stats: dict[str, Any] = self.admin.memory_stats()
        table = 0 if key_table else stats["overhead.db.hashtable.lut"]
        return int(stats["total.allocated"] - stats["clients.normal"] - table)

    @property
    def store_cpu_s(self) -> float:
        """Seconds of CPU time that the store has used so far."""
        used = self.admin.info("cpu")
        return float(used["used_cpu_user"] + used["used_cpu_sys"])

    def write_log(self) -> float:
        """Lets the store write its log from now on, synced every second; for how long its fork kept it from work, in s."""
        self.admin.config_set("appendfsync", "everysec")
        self.admin.config_set("appendonly", "yes")
        _wait_for(
            lambda: not (self._persistence("aof_rewrite_in_progress") or self._persistence("aof_rewrite_scheduled"))
        )
        return float(self.admin.info("stats")["latest_fork_usec"]) / 1e6

    def request(self, method: str, path: str, token: str = "", body: Any = None, etag: str = "") -> Answered:
        """One request. Raises RuntimeError for a refusal."""
        environ = _environ(method, path, token, body, etag)
        app, seen = self._app.wsgi_app, list[str]()
        begun = time.perf_counter()
        chunks: Any = app(environ, lambda *head: seen.append(head[0]))
        data = b"".join(chunks)
        seconds = time.perf_counter() - begun
        if not seen[0].startswith("2"):
            raise RuntimeError(f"{method} {path}: {seen[0]} {data.decode()}")
        return Answered(seconds, msgspec.json.decode(data))

    def _persistence(self, name: str) -> int:
        return int(self.admin.info("persistence")[name])


def _environ(method: str, path: str, token: str, body: Any, etag: str) -> dict[str, Any]:
    headers: Any = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"If-Match": f'"{etag}"'} if etag else {}
    address, _, query = path.partition("?")
    data = None if body is None else msgspec.json.encode(body)
    kind = None if body is None else "application/json"
    builder = EnvironBuilder(address, query_string=query, method=method, headers=headers, data=data, content_type=kind)
    environ = builder.get_environ()
    environ["wsgi.input"] = BytesIO(data or b"")
    return environ


def _wait_for(condition: Any) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.01)
