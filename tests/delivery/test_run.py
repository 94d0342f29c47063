"""The whole thing by its one command: the real parts, the printed curl line, crashes, kills, and what is there afterwards."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.supervisor.folder import Folder
from service.supervisor.layout import Request, banner, listen, parts
from service.supervisor.leftovers import wait_until
from tests.delivery.running import Running, alive
from tests.servers import free_port

Start = Callable[[], "Host"]


class Host:
    """A started `splendor up`."""

    def __init__(self, data: Path, output: Path, port: int) -> None:
        self._data = data
        # The store is killed, too: what it has acknowledged has to be there again, however slow the disk.
        environment = {**os.environ, "SPLENDOR_DATA_DIR": str(data), "SPLENDOR_DURABILITY": "always"}
        for name in ("REDIS_URL", "QUEUE_REDIS_URL", "REGISTRATION"):
            environment.pop(f"SPLENDOR_{name}", None)
        environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
        words = [sys.executable, "-m", "service.cli", "up", "--port", str(port), "--ai-workers", "1"]
        self.running = Running(words, output, environment)

    def ready(self) -> "Host":
        self.running.wait_for("Ctrl-C stops it")
        return self

    @property
    def base(self) -> str:
        return re.findall(r"API +(\S+)/v1", self.running.said)[0]

    @property
    def curl_line(self) -> str:
        return next(line for line in self.running.said.splitlines() if "curl" in line)

    @property
    def pids(self) -> dict[str, int]:
        return {name: pid for name, pid, *_ in json.loads((self._data / "running.json").read_text())}

    def get(self, path: str, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with urllib.request.urlopen(urllib.request.Request(self.base + path, headers=headers), timeout=10) as reply:  # noqa: S310
            return json.load(reply)


@pytest.fixture
def start(tmp_path: Path, compiled: None) -> Iterator[Start]:
    hosts: list[Host] = []
    port = free_port()

    def begin() -> Host:
        hosts.append(Host(tmp_path / "data", tmp_path / f"output-{len(hosts)}", port))
        return hosts[-1]

    yield begin
    for host in hosts:
        host.running.clear()


def begin_game(host: Host) -> tuple[str, dict[str, Any]]:
    """Run the printed line in a shell, as a reader would; token and game."""
    line = host.curl_line.strip() + '; printf "\\n%s" "$TOKEN"'
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True, timeout=30)
    game, token = done.stdout.rsplit("\n", 1)
    return token, json.loads(game)


@pytest.mark.usefixtures("curl")
def test_the_printed_line_starts_a_game_that_survives_every_crash(start: Start) -> None:
    host = start().ready()
    token, game = begin_game(host)
    assert game["status"] == "playing"
    before = host.pids
    assert set(before) == {"store", "api", "ai-quick", "ai-1", "clock", "outbound", "ticker"}
    for name, pid in before.items():
        with suppress(ProcessLookupError):  # one that was just coming up may have ended for want of another
            os.kill(pid, signal.SIGKILL)
        assert wait_until(partial(_replaced, host, name, pid), 20), host.running.said
    assert wait_until(lambda: _same_game(host, game, token), 20), host.running.said
    assert not any(map(alive, before.values()))

    host.running.signal(signal.SIGTERM)
    assert host.running.status(within=20) == 0
    assert host.running.said.endswith("Stopped.\n")


@pytest.mark.usefixtures("curl")
def test_a_killed_run_leaves_nothing_and_the_next_takes_its_data_over(start: Start) -> None:
    host = start().ready()
    token, game = begin_game(host)
    parts = host.pids.values()
    host.running.signal(signal.SIGKILL)
    host.running.status()
    second = start().ready()  # on the same port at once
    assert not any(map(alive, parts))
    assert _same_game(second, game, token)


def test_a_second_run_on_the_same_folder_says_who_is_there(start: Start) -> None:
    host = start().ready()
    second = start()
    assert second.running.status() == 1
    assert f"in use by process {host.running.popen.pid}" in second.running.said
    assert host.get("/v1/cards")["items"]
    for address in re.findall(r"^  (?:Documents|API) +(\S+)", host.running.said, re.MULTILINE):
        with urllib.request.urlopen(address, timeout=10) as reply:  # noqa: S310
            assert reply.status == 200


@pytest.mark.parametrize(("registration", "lines"), [("open", 1), ("closed", 0), (None, 1)])
def test_the_line_for_a_new_player_is_told_where_there_can_be_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registration: str | None, lines: int
) -> None:
    monkeypatch.delenv("SPLENDOR_REGISTRATION", raising=False)
    if registration:
        monkeypatch.setenv("SPLENDOR_REGISTRATION", registration)
    told = banner("127.0.0.1", 8080, Folder(tmp_path)).splitlines()
    assert sum("curl" in line for line in told) == lines
    assert ("Registration is closed" in "\n".join(told)) == (lines == 0)


@pytest.mark.parametrize(("given", "told"), [(None, "not-loopback"), ("on", "on"), ("off", "off")])
def test_who_is_on_this_machine_is_not_limited_unless_its_owner_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | None, told: str
) -> None:
    monkeypatch.delenv("SPLENDOR_RATE_LIMITS", raising=False)
    if given:
        monkeypatch.setenv("SPLENDOR_RATE_LIMITS", given)
    request = Request("127.0.0.1", 0, 1, "everysec", "1gb", "redis://127.0.0.1:1")
    with listen("127.0.0.1", 0) as listener:
        api = next(part for part in parts(request, Folder(tmp_path), listener) if part.name == "api")
    assert api.env["SPLENDOR_RATE_LIMITS"] == told


def _replaced(host: Host, name: str, pid: int) -> bool:
    return host.pids.get(name, pid) != pid


def _same_game(host: Host, game: dict[str, Any], token: str) -> bool:
    try:
        return bool(host.get(f"/v1/games/{game['id']}", token)["created_at"] == game["created_at"])
    except OSError:
        return False
