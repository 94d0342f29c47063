"""A store, an API process and a process for streams, with the numbers that the kernel keeps of them."""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from service.supervisor.embedded import find_server

ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
Json = dict[str, Any]


class Reply(NamedTuple):
    """An answer, when it was asked for, and when it was there (monotonic seconds)."""

    status: int
    body: Json
    sent: float
    came: float


class Line:
    """A connection that is kept."""

    def __init__(self, port: int) -> None:
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, token: str = "", body: Json | None = None, etag: str = "") -> Reply:
        """One request. Raises RuntimeError for a refusal."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"If-Match": f'"{etag}"'} if etag else {}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        sent = time.monotonic()
        self._http.request(method, path, None if body is None else json.dumps(body), headers)
        reply = self._http.getresponse()
        data = reply.read()
        came = time.monotonic()
        if reply.status >= http.HTTPStatus.BAD_REQUEST:
            raise RuntimeError(f"{method} {path}: {reply.status} {data.decode()}")
        return Reply(reply.status, json.loads(data), sent, came)


class Table:
    """Two people who take tokens and give them back for as long as is wanted."""

    def __init__(self, line: Line) -> None:
        self._line = line
        people = [line.ask("POST", "/v1/players", body={"name": f"Player {number}"}).body for number in range(2)]
        self.tokens = [person["token"] for person in people]
        order = {"seats": [{"type": "me"}, {"type": "open"}]}
        made = line.ask("POST", "/v1/games", self.tokens[0], order).body
        self.path = f"/v1/games/{made['id']}"
        self._game = line.ask("POST", f"{self.path}/seats", self.tokens[1], {}).body["game"]

    @property
    def last_event(self) -> int:
        """The number of the newest event."""
        return int(self._game["last_event"])

    def act(self) -> Reply:
        """The first legal action of whoever is to act."""
        token = self.tokens[self._game["turn"]["seat"]]
        listed = self._line.ask("GET", f"{self.path}/legal-actions", token).body["actions"]
        played = self._line.ask("POST", f"{self.path}/actions", token, listed[0]["action"], self._game["etag"])
        self._game = played.body["game"]
        return played


class Site:
    """A context in which the three run; `api` and `streams` are ports."""

    def __init__(self, most_streams: int) -> None:
        self._stack = ExitStack()
        self._folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="splendor-bench-")))
        self._most = most_streams
        self.api, self.streams = _free_port(), _free_port()
        self._worker = 0

    def __enter__(self) -> Self:
        path = str(self._folder / "store.sock")
        options = ["--port", "0", "--save", "", "--appendonly", "yes", "--unixsocket", path, "--dir", str(self._folder)]
        self._start([str(find_server()), *options], {})
        self._serve(self.api)
        master = self._serve(self.streams)
        for port in (self.api, self.streams):
            _wait_for(port)
        (self._worker,) = map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def private_kib(self) -> int:
        """Memory that only the process with the streams has, in KiB."""
        lines = Path(f"/proc/{self._worker}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))

    @property
    def cpu_s(self) -> float:
        """CPU time that it has used so far, in seconds."""
        fields = Path(f"/proc/{self._worker}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _serve(self, port: int) -> int:
        address = f"unix://{self._folder / 'store.sock'}"
        settings = {
            "SPLENDOR_REDIS_URL": address,
            "SPLENDOR_QUEUE_REDIS_URL": address,
            "SPLENDOR_REGISTRATION": "open",
            "SPLENDOR_RATE_LIMITS": "off",
            "SPLENDOR_MAX_STREAMS": str(self._most),
            "SPLENDOR_ARCHIVE": str(self._folder / "archive"),
        }
        words = ["serve", "--port", str(port), "--processes", "1", "--grace", "3"]
        return self._start([sys.executable, "-m", "service.cli", *words], settings)

    def _start(self, command: list[str], settings: dict[str, str]) -> int:
        process = subprocess.Popen(command, cwd=ROOT, env=os.environ | settings, stdout=subprocess.DEVNULL)
        self._stack.callback(process.wait)
        self._stack.callback(process.terminate)
        return process.pid


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    ends = time.monotonic() + PATIENCE_S
    while True:
        with suppress(OSError, RuntimeError):
            Line(port).ask("GET", "/readyz")
            return
        if time.monotonic() > ends:
            raise RuntimeError("the service does not start")
        time.sleep(0.05)
