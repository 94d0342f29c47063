"""The bots under examples/ play whole games, as somebody starts them who has read how (B14, B16, B30)."""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.clients.generating import compile_typescript, python_client
from tests.clients.node import EXAMPLES, PATH
from tests.delivery.running import PATIENCE, Running
from tests.proxy import Proxy
from tests.servers import free_port, wait_until

Json = dict[str, Any]
WHOLE_GAME_S = 90.0
SHORT = {"target_prestige": 10, "time_control": {"type": "per_turn", "turn_ms": 60_000}}
AGAINST_AI = {**SHORT, "seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}
EVERY_FAULT = {"conflict_once": True, "rate_limit_once": True, "drop_reply_once": True}
CUTS = 2


class Person:
    """Somebody with a token."""

    def __init__(self, base: str, name: str) -> None:
        self.http = httpx.Client(base_url=f"{base}/v1", timeout=30)
        made = self.call("POST", "/players", {"name": name})
        self.id, self.token = made["player"]["id"], made["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def call(self, method: str, path: str, body: Json | None = None) -> Json:
        reply = self.http.request(method, path, json=body)
        assert reply.is_success, reply.text
        return dict(reply.json())

    def meets_every_fault(self, game_id: str) -> None:
        """Waits until none is left. Only what the program does takes one; asking for them does not."""
        wait_until(lambda: not any(self.call("GET", f"/games/{game_id}/faults").values()), PATIENCE, "every fault")

    def plays_to_the_end(self, game_id: str, program: Running) -> list[str]:
        """The types of all actions of the person's seat, once the game is over. Nobody but the program has acted for it."""
        last, until = 0, time.monotonic() + WHOLE_GAME_S
        while self.call("GET", f"/games/{game_id}")["status"] != "finished":
            assert program.popen.poll() in (None, 0), program.said
            assert time.monotonic() < until, program.said
            last = self.call("GET", f"/games/{game_id}/events?after={last}&wait_ms=2000&limit=500")["last"]
        game, record = (self.call("GET", f"/games/{game_id}{part}") for part in ("", "/record"))
        mine = game["you"]["seat"]
        assert game["seats"][mine]["controller"] == "player", program.said
        assert {entry["type"] for entry in record["entries"]} == {"turn"}, program.said
        return [entry["action"]["type"] for entry in record["entries"] if entry["seat"] == mine]


@pytest.fixture
def bot(base: str) -> Iterator[Person]:
    person = Person(base, "Bot")
    yield person
    person.http.close()


@pytest.fixture
def ada(base: str) -> Iterator[Person]:
    person = Person(base, "Ada")
    yield person
    person.http.close()


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a generated client."""
    folder = tmp_path_factory.mktemp("library")
    python_client(folder)
    return folder


@pytest.fixture(scope="module")
def compiled_client(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled client, by the command that stands in it."""
    folder = tmp_path_factory.mktemp("stream-client")
    found = re.search(r"^// +npx -p typescript tsc (.*)$", (EXAMPLES / "stream_client.ts").read_text(), re.MULTILINE)
    assert found is not None
    compile_typescript(modules, folder, EXAMPLES.glob("*.ts"), *found[1].split())
    return folder


def started(words: list[str | Path], output: Path, bot: Person, **environment: str) -> Iterator[Running]:
    """An example that runs until the test is over."""
    running = Running(
        [str(word) for word in words], output, {**os.environ, "SPLENDOR_TOKEN": bot.token, "PATH": PATH, **environment}
    )
    yield running
    running.clear()


@pytest.fixture
def inbox_bot(base: str, bot: Person, library: Path, tmp_path: Path) -> Iterator[Running]:
    words = [sys.executable, EXAMPLES / "inbox_bot.py", base]
    yield from started(words, tmp_path / "said", bot, PYTHONPATH=str(library))


def done(program: Running, game_id: str) -> list[str]:
    """The actions that the inbox bot says it has done in a game."""
    return re.findall(rf"^{re.escape(game_id)} \d+ (\w+) done$", program.said, re.MULTILINE)


def test_b30_the_inbox_bot_plays_several_games_whatever_its_calls_meet_with(
    bot: Person, ada: Person, inbox_bot: Running
) -> None:
    """One game of its own, with every fault, and one that it is invited to."""
    own = bot.call("POST", "/games", {**AGAINST_AI, "sandbox": True})["id"]
    bot.call("PUT", f"/games/{own}/faults", EVERY_FAULT)
    seats = [{"type": "ai", "ai_player": "greedy"}, {"type": "player", "player_id": bot.id}]
    invited = ada.call("POST", "/games", {**SHORT, "seats": seats})["id"]
    bot.meets_every_fault(own)
    for game in (own, invited):
        actions = bot.plays_to_the_end(game, inbox_bot)
        assert actions
        wait_until(lambda game=game, actions=actions: done(inbox_bot, game) == actions, what=inbox_bot.said)
    assert "version-conflict" in inbox_bot.said


@pytest.fixture
def callback_server(base: str, bot: Person, tmp_path: Path) -> Iterator[tuple[Running, str]]:
    """The program, and where it is called."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/turns"
    words = [sys.executable, EXAMPLES / "callback_server.py", base, url, str(port)]
    for running in started(words, tmp_path / "said", bot):
        running.wait_for(f"called at {url}")
        yield running, url


def test_b14_the_callback_server_plays_a_whole_game(bot: Person, callback_server: tuple[Running, str]) -> None:
    program, url = callback_server
    assert bot.call("GET", "/players/me")["turn_url"] == url
    game = bot.call("POST", "/games", AGAINST_AI)["id"]
    actions = bot.plays_to_the_end(game, program)
    answers = re.findall(rf'^turn {re.escape(game)} .*"type": "(\w+)"', program.said, re.MULTILINE)
    assert actions
    assert answers == actions
    assert bot.call("GET", "/players/me/callback/failures")["items"] == []


def test_b14_the_callback_server_answers_to_nobody_else(callback_server: tuple[Running, str]) -> None:
    _, url = callback_server
    headers = {"webhook-id": "m-1", "webhook-timestamp": "1700000000", "webhook-signature": "v1,AAAA"}
    for forged in ({}, headers, {**headers, "webhook-signature": "garbage"}):
        reply = httpx.post(url, json={"type": "challenge", "challenge": "c"}, headers=forged, timeout=10)
        assert (reply.status_code, reply.content) == (401, b"")


def test_b16_the_stream_client_plays_a_whole_game_over_a_line_that_breaks(
    base: str, bot: Person, compiled_client: Path, tmp_path: Path
) -> None:
    """Its stream is cut, and its calls meet with every fault."""
    game = bot.call("POST", "/games", {**AGAINST_AI, "sandbox": True})["id"]
    bot.call("PUT", f"/games/{game}/faults", EVERY_FAULT)
    node = shutil.which("node", path=PATH)
    assert node is not None
    with Proxy(urlsplit(base).port or 0) as line:
        words: list[str | Path] = [node, compiled_client / "stream_client.js", f"http://127.0.0.1:{line.port}", game]
        for program in started(words, tmp_path / "said", bot):
            for cut in range(1, CUTS + 1):
                program.wait_for(f"\n{cut * 20}-")
                line.cut()
            bot.meets_every_fault(game)
            assert bot.plays_to_the_end(game, program)
            assert program.status() == 0, program.said
            check_the_stream(bot, game, program.said)


def check_the_stream(bot: Person, game_id: str, said: str) -> None:
    """It has seen each event once, though it had to come again."""
    game = bot.call("GET", f"/games/{game_id}")
    first, *numbers = [int(number) for number in re.findall(r"^(\d+)-\w+ (?!end)\w+", said, re.MULTILINE)]
    assert numbers == [*range(first + 1, game["last_event"] + 1)]
    assert said.endswith(f"finished: won by seat {' and '.join(map(str, game['result']['winners']))}\n")
