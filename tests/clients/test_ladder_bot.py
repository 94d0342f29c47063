"""examples/ladder_bot.py gets in by itself, stays the same bot, and leaves no game behind when it is stopped."""

import json
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.clients.node import EXAMPLES
from tests.delivery.running import Running
from tests.proxy import Proxy
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import wait_until

Json = dict[str, Any]
Start = Callable[..., Running]
WHOLE_GAME_S = 90.0
LADDER = {"target_prestige": 10, "time_control": {"type": "per_turn", "turn_ms": 60_000}}
OPEN = {"id": "lOpen", "status": "open", "settings": {"open_to": "bots", "invited_only": False}}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the program with these words; it runs until the test is over."""
    with ExitStack() as stack:

        def begin(*words: str | Path) -> Running:
            argv = [sys.executable, str(EXAMPLES / "ladder_bot.py"), *map(str, words)]
            running = Running(argv, tmp_path / f"said-{time.monotonic_ns()}", {**os.environ})
            stack.callback(running.popen.wait)
            stack.callback(running.popen.kill)
            return running

        yield begin


# With a service


@pytest.fixture
def lay_down(base: str, admin_token: str) -> Iterator[Callable[[], str]]:
    """Makes ladders with an AI player in each; they are closed when the test is over."""
    headers = {"Authorization": f"Bearer {admin_token}"}
    with httpx.Client(base_url=f"{base}/v1", headers=headers, timeout=30) as admin, ExitStack() as stack:

        def make() -> str:
            made = admin.post("/ladders", json={**LADDER, "name": f"Examples {time.monotonic_ns()}"}).json()["id"]
            assert admin.put(f"/ladders/{made}/entries/greedy", json={"ai_player": "greedy"}).is_success
            stack.callback(admin.patch, f"/ladders/{made}", json={"status": "closed"})
            return str(made)

        yield make


class Holder:
    """Whoever has the tokens of a file."""

    def __init__(self, base: str, file: Path) -> None:
        self._base, self._kept = f"{base}/v1", json.loads(file.read_text())

    def get(self, path: str, whose: str = "bot") -> Json:
        headers = {"Authorization": f"Bearer {self._kept[whose]}"}
        reply = httpx.get(self._base + path, headers=headers, timeout=30)
        assert reply.is_success, reply.text
        return dict(reply.json())

    def entry(self, ladder: str) -> Json:
        return self.get(f"/ladders/{ladder}/entries/me")

    def games(self, ladder: str) -> list[Json]:
        """Those that are settled, newest first."""
        return list(self.get(f"/ladders/{ladder}/games?limit=100")["items"])


def test_it_gets_in_by_itself_and_is_the_same_in_the_same_ladder_after_a_restart(
    base: str, lay_down: Callable[[], str], start: Start, tmp_path: Path
) -> None:
    """Over a line that breaks. It takes the newest ladder that is open to bots, and later no other."""
    file, ladder, newer = tmp_path / "bot.json", lay_down(), ""
    with Proxy(urlsplit(base).port or 0) as line:
        seen = 0
        for words in ((), (), (ladder,)):
            program = start(f"http://127.0.0.1:{line.port}", file, *words)
            program.wait_for(f"ladder {ladder}")
            holder = Holder(base, file)
            line.cut()
            wait_until(lambda: len(holder.games(ladder)) > seen, WHOLE_GAME_S, program.said)  # noqa: B023
            line.cut()
            program.signal(signal.SIGTERM)
            assert program.status(WHOLE_GAME_S) == 0, program.said
            seen = len(holder.games(ladder))
            newer = newer or lay_down()
        table = holder.get(f"/ladders/{ladder}/standings")["items"]
        assert [row["kind"] for row in table if row["kind"] != "ai"] == ["bot"], "the same bot each time"
        assert [row["kind"] for row in holder.get(f"/ladders/{newer}/standings")["items"]] == ["ai"]
        assert {seat["cause"] for game in holder.games(ladder) for seat in game["seats"]} == {"finished"}
    assert holder.entry(ladder)["name"].startswith("bot ")
    assert holder.get("/players/me", "owner")["kind"] == "human"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = start(base, file, newer)
    assert other.status() == 1
    assert other.said == f"{file} is of a bot in the ladder {ladder}. Take another file for another ladder.\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: str(number.name))
def test_stopped_in_the_middle_of_a_game_it_plays_that_to_its_end(
    base: str, lay_down: Callable[[], str], start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    file, ladder = tmp_path / "bot.json", lay_down()
    program = start(base, file, ladder, "--name", "Ada's engine")
    program.wait_for(f"ladder {ladder}")
    holder = Holder(base, file)
    wait_until(lambda: holder.games(ladder), WHOLE_GAME_S, program.said)
    program.signal(signal.SIGSTOP)
    # Asked for by its token it is present, so the next game comes if none runs.
    wait_until(lambda: holder.get("/players/me/turns")["items"], WHOLE_GAME_S, program.said)
    (turn,) = holder.get("/players/me/turns")["items"]
    program.signal(number)
    program.signal(signal.SIGCONT)
    assert program.status(WHOLE_GAME_S) == 0, program.said
    assert f"{turn['game_id']} {turn['turn']} " in program.said.partition("pausing")[2]
    entry = holder.entry(ladder)
    assert (entry["name"], entry["status"], entry["paused_for"]) == ("Ada's engine", "paused", "owner")
    last = holder.games(ladder)[0]
    assert (last["game_id"], last["status"]) == (turn["game_id"], "rated")
    assert {seat["cause"] for seat in last["seats"]} == {"finished"}


def test_of_many_that_begin_at_once_with_one_file_one_bot_comes(
    base: str, lay_down: Callable[[], str], start: Start, tmp_path: Path
) -> None:
    file, ladder = tmp_path / "bot.json", lay_down()
    programs = [start(base, file, ladder) for _ in range(4)]
    for program in programs:
        wait_until(lambda: "rating" in program.said or program.popen.poll() is not None, WHOLE_GAME_S)  # noqa: B023
    ended = [program for program in programs if program.popen.poll() is not None]
    assert len(ended) < len(programs)
    assert {program.popen.returncode for program in ended} <= {1}
    assert all(program.said.startswith(str(file)) and program.said.count("\n") == 1 for program in ended)
    rows = httpx.get(f"{base}/v1/ladders/{ladder}/standings").json()["items"]
    assert sorted(row["kind"] for row in rows) == ["ai", "bot"]


# With what stands in for one


class Site:
    """Answers as a service whose ladder has a bot in it that plays for ever, or as `says` has it."""

    def __init__(self, receiver: Receiver) -> None:
        self.base, self.receiver, self.says = f"http://127.0.0.1:{receiver.port}", receiver, dict[str, Any]()
        receiver.answer = self._answer

    @property
    def asked(self) -> list[str]:
        return [
            f"{one.path.removeprefix('/v1').partition('?')[0]} {one.body.decode()}" for one in self.receiver.received
        ]

    def _answer(self, request: Received) -> Reply:
        path = request.path.removeprefix("/v1").partition("?")[0]
        entry = {"id": "pBot", "status": "active", "games": 0, "rating": {"rating": 1000}}
        known: Json = {
            "/ladders": {"items": [OPEN]},
            "/ladders/lOpen/entries/me": entry,
            "/ladders/lOpen/games": {"items": [{"seats": [{"entry_id": "greedy"}, {"entry_id": "pBot"}]}]},
            "/players": {"token": "of-owner"},
            "/players/me/bots": {"token": "of-bot"},
            "/players/me/turns": {"items": [], "cursor": "c"},
        }
        found = {**known, **self.says}[path]
        return found if isinstance(found, Reply) else json_reply(found)


@pytest.fixture
def site(receiver: Receiver) -> Site:
    return Site(receiver)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """One that an earlier start has left."""
    made = tmp_path / "bot.json"
    made.write_text('{"owner": "of-owner", "bot": "of-bot", "ladder": "lOpen"}')
    return made


def test_a_second_signal_stops_it_at_once(site: Site, file: Path, start: Start) -> None:
    program = start(site.base, file)
    program.wait_for("active")
    program.signal(signal.SIGINT)
    program.wait_for("pausing")
    wait_until(lambda: '/ladders/lOpen/entries/me {"paused": true}' in site.asked)
    program.signal(signal.SIGINT)
    assert program.status() == 130
    assert "Traceback" not in program.said


def test_who_is_stopped_before_there_is_a_bot_leaves_no_file(site: Site, tmp_path: Path, start: Start) -> None:
    site.says["/players"] = site.receiver.hang(Received("", {}, b""))
    program = start(site.base, tmp_path / "bot.json")
    wait_until(lambda: any(one.startswith("/players ") for one in site.asked))
    late = start(site.base, tmp_path / "bot.json")  # while the first one registers
    assert late.status() == 1
    assert (
        late.said
        == f"{tmp_path / 'bot.json'} is damaged, or another start of this program is just beginning with it.\n"
    )
    program.signal(signal.SIGTERM)
    assert program.status() == 130
    assert program.said == ""
    assert not (tmp_path / "bot.json").exists()
    assert sum(one.startswith("/players ") for one in site.asked) == 1


def test_who_finds_no_ladder_registers_nobody(site: Site, tmp_path: Path, start: Start) -> None:
    people, invited = {"open_to": "people", "invited_only": False}, {"open_to": "all", "invited_only": True}
    site.says["/ladders"] = {
        "items": [{**OPEN, "status": "closed"}, {**OPEN, "status": "paused"}, {**OPEN, "settings": people}, {**OPEN, "settings": invited}]
    }  # fmt: skip
    site.says["/ladders/people"] = {**OPEN, "settings": people}
    site.says["/ladders/lNone"] = json_reply({"code": "ladder-not-found", "detail": "There is no such ladder."}, 404)
    for words, said in (
        ((), "There is no ladder that is open to bots."),
        (("people",), "This ladder is not open to bots."),
        (("lNone",), "ladder-not-found: There is no such ladder."),
    ):
        program = start(site.base, tmp_path / "bot.json", *words)
        assert (program.status(), program.said) == (1, f"{said}\n")
    assert {one.split("/")[1].strip() for one in site.asked} == {"ladders"}
    assert not (tmp_path / "bot.json").exists()


def test_a_name_that_is_refused_is_told_with_the_reason(site: Site, tmp_path: Path, start: Start) -> None:
    refusal = {"code": "invalid-request", "detail": "Wrong.", "errors": [{"pointer": "/name"}]}
    site.says["/players"] = json_reply(refusal, 422)
    program = start(site.base, tmp_path / "bot.json", "--name", "\a")
    assert (program.status(), program.said) == (1, "invalid-request: Wrong. {'pointer': '/name'}\n")


@pytest.mark.parametrize("reason", ["errors", "operator"])
def test_who_is_paused_by_others_plays_to_the_end_and_says_why(
    site: Site, file: Path, start: Start, reason: str
) -> None:
    entry = {"id": "pBot", "status": "paused", "paused_for": reason, "games": 5, "rating": {"rating": 900}}
    site.says["/ladders/lOpen/entries/me"] = entry
    program = start(site.base, file)
    wait_until(lambda: site.asked.count("/players/me/turns ") > 1)
    site.says["/ladders/lOpen/games"] = {"items": []}
    assert program.status() == 1
    assert program.said.splitlines()[-1].startswith(f"paused for {reason}: ")
    assert '/ladders/lOpen/entries/me {"paused": false}' not in site.asked


@pytest.mark.parametrize("text", [b"", b'{"owner": ', b"[]", b"null", b"\xff\xfe", b'{"owner": "o", "bot": "b"}'])
def test_a_damaged_file_is_said_in_a_line_and_left_as_it_is(site: Site, file: Path, start: Start, text: bytes) -> None:
    file.write_bytes(text)
    program = start(site.base, file)
    assert program.status() == 1
    assert program.said == f"{file} is damaged, or another start of this program is just beginning with it.\n"
    assert (file.read_bytes(), site.asked) == (text, [])


def test_a_file_that_cannot_be_is_said_in_a_line(site: Site, tmp_path: Path, start: Start) -> None:
    for file in (tmp_path, tmp_path / "none" / "bot.json"):
        program = start(site.base, file)
        assert program.status() == 1
        assert str(file) in program.said
        assert program.said.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("http://127.0.0.1:1",), ("http://127.0.0.1:1", "f", "l", "more"), ("--wrong",)])
def test_who_starts_it_in_another_way_is_told_how(start: Start, words: tuple[str, ...]) -> None:
    program = start(*words)
    assert program.status() == 2
    assert program.said.startswith("usage: ladder_bot.py [-h] [--name NAME] BASE FILE [LADDER]\n")
    assert "Traceback" not in program.said
