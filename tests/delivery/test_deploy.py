"""The files under deploy/: servers take them, and they fit the command and its settings."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.cli import main
from service.settings_table import SETTINGS
from service.supervisor.embedded import ask, find_server
from service.supervisor.leftovers import wait_until
from tests.delivery.conftest import not_run
from tests.delivery.running import ROOT, Running

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "splendor-host"}


@pytest.fixture(params=["embedded", "redis-server"])
def server(request: pytest.FixtureRequest) -> str:
    found = find_server() if request.param == "embedded" else shutil.which(request.param)
    if found is None:
        not_run("no redis-server on the PATH")
    return str(found)


def test_both_servers_take_the_configuration(server: str, tmp_path: Path) -> None:
    path = tmp_path / "s.sock"
    words = [str(ROOT / "deploy/redis.conf"), "--port", "0", "--unixsocket", str(path), "--dir", str(tmp_path)]
    running = Running([server, *words], tmp_path / "output")
    try:
        assert wait_until(lambda: ask(path, b"PING\r\n") == b"+PONG\r\n", 10), running.said
        for name, value in (("appendonly", "yes"), ("appendfsync", "everysec"), ("maxmemory-policy", "noeviction")):
            assert ask(path, f"CONFIG GET {name}\r\n".encode()).split()[-1].decode() == value
        assert int(ask(path, b"CONFIG GET maxmemory\r\n").split()[-1]) > 0
    finally:
        running.clear()
    assert running.popen.returncode == 0


def test_gunicorn_takes_its_configuration() -> None:
    words = ["-m", "gunicorn", "--print-config", "--config", "deploy/gunicorn.conf.py", "service.wsgi:app"]
    environment = {**os.environ, "SPLENDOR_WEB_THREADS": "6", "PORT": "8123"}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    told = dict(re.findall(r"^(\w+) += (.*)$", done.stdout, re.MULTILINE))
    assert told["worker_class"] == "service.web_worker.WebWorker"
    assert told["control_socket_disable"] == "True"
    assert told["workers"] == str(os.cpu_count())
    assert told["bind"] == "['127.0.0.1:8123']"
    assert told["raw_env"] == "['SPLENDOR_MAX_WAITERS=3']"


def test_compose_runs_every_part_and_one_ticker_at_least() -> None:
    commands = {tuple(service["command"]) for service in OURS.values()}
    streams = ("serve", "--processes", "1", "--threads", "256")
    assert commands == {
        ("serve",),
        streams,
        ("worker", "ai", "ai_quick"),
        ("worker", "ai_quick"),
        ("worker", "clock", "ladders", "upkeep"),
        ("worker", "outbound"),
        ("ticker",),
    }
    assert {command[0] for command in commands} <= set(main.commands)


def test_compose_names_settings_that_exist() -> None:
    known = {setting.variable for setting in SETTINGS}
    named = {name for service in OURS.values() for name in service["environment"]}
    assert {"SPLENDOR_REDIS_URL", "SPLENDOR_QUEUE_REDIS_URL"} <= named <= known


def test_only_the_api_has_the_health_check_of_the_image() -> None:
    checked = {name for name, service in OURS.items() if not service.get("healthcheck", {}).get("disable")}
    assert checked == {"api", "events"}


def test_what_may_stay_open_goes_to_processes_for_nothing_else() -> None:
    """Every path that ends in /events or /turns, and no other one; never a query into a log."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    (pattern,) = re.findall(r"location ~ (\S+) \{\s+proxy_pass http://events;", text)
    paths = {path for path, _ in _operations()}
    apart = {path for path in paths if re.search(pattern, path)}
    assert apart == {"/v1/games/{game_id}/events", "/v1/players/me/events", "/v1/players/me/turns"}
    assert {"api", "events"} <= SERVICES.keys()
    (log,) = re.findall(r"log_format paths '(.*)';", text)
    assert set(re.findall(r"\$[a-z_]+", log)) == {"$remote_addr", "$request_method", "$uri", "$status", "$request_time"}
    assert "proxy_buffering off" in text


def _operations() -> Iterator[tuple[str, str]]:
    paths = json.loads((ROOT / "api_spec/openapi.json").read_text())["paths"]
    return ((path, method) for path, item in paths.items() for method in item)


def test_store_and_queue_keep_their_data_and_are_not_reachable_from_outside() -> None:
    for name in ("store", "queue"):
        assert f"{name}:/data" in SERVICES[name]["volumes"]
        assert "ports" not in SERVICES[name]
        assert name in COMPOSE["volumes"]
