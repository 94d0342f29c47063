"""The command `splendor`, as far as the other tests here do not run it."""

import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from splendor.ai import ready
from splendor.engine.fairness import commitment
from splendor.engine.state import Options
from tests.delivery.running import ROOT
from tests.engine.records import GAME_ID, SEED, whole_record
from tests.engine.test_record import played_game
from tests.servers import free_port


def splendor(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    start, steps = played_game(Options(2))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(whole_record(start, [played.step for played in steps])))
    return path


def test_a_true_record_is_verified(record: Path) -> None:
    result = splendor("verify", record)
    assert result.exit_code == 0
    assert "FAIL" not in result.output
    assert "all legal" in result.output


def test_a_false_record_is_told(record: Path) -> None:
    text = record.read_text()
    seed = json.loads(text)["fairness"]["seed"]
    record.write_text(text.replace(seed, seed[::-1]))
    result = splendor("verify", record)
    assert result.exit_code == 1
    assert "FAIL  commitment" in result.output


@pytest.mark.parametrize(("seed", "code"), [(SEED, 0), (bytes(32), 1)])
def test_a_record_is_held_against_the_commitment_that_was_noted(record: Path, seed: bytes, code: int) -> None:
    noted = commitment(GAME_ID, seed)
    for text in (noted, noted.upper()):
        result = splendor("verify", "--commitment", text, record)
        assert result.exit_code == code
        assert ("FAIL  commitment" in result.output) is bool(code)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 64 + "\n"])
def test_what_is_no_commitment_is_a_usage_error(record: Path, text: str) -> None:
    assert splendor("verify", "--commitment", text, record).exit_code == 2


@pytest.mark.parametrize("text", ["", "{", '"\\', "[" * 100_000, "\xff"])
def test_what_is_no_json_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, "latin-1")
    result = splendor("verify", path)
    assert result.exit_code == 1
    assert "This is no JSON" in result.output


def test_the_documents_are_written_and_checked(tmp_path: Path) -> None:
    assert splendor("openapi", tmp_path).exit_code == 0
    assert splendor("openapi", "--check", tmp_path).exit_code == 0
    (tmp_path / "openapi.json").write_text("{}")
    result = splendor("openapi", "--check", tmp_path)
    assert result.exit_code == 1
    assert "openapi.json: not what the code gives" in result.output


def test_the_committed_documents_are_those_of_the_code() -> None:
    assert splendor("openapi", "--check", ROOT / "api_spec").output == ""


class Answer(http.server.BaseHTTPRequestHandler):
    """Answers every request with the status of its server."""

    def do_GET(self) -> None:
        self.send_response(self.server.status)  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def answering() -> Iterator[http.server.HTTPServer]:
    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
def test_health_is_what_the_api_says(answering: http.server.HTTPServer, status: int, code: int) -> None:
    answering.status = status  # type: ignore[attr-defined]
    assert splendor("health", "--port", answering.server_port).exit_code == code


@pytest.mark.parametrize("command", ["up", "serve", "worker", "ticker"])
def test_a_wrong_setting_is_named_before_anything_starts(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_BODY_LIMIT", "much")
    result = splendor(command)
    assert result.exit_code == 1
    assert "SPLENDOR_BODY_LIMIT" in result.output
    assert "Traceback" not in result.output


def test_silence_is_no_health() -> None:
    result = splendor("health", "--port", free_port())
    assert result.exit_code == 1
    assert "No answer" in result.output


@pytest.mark.parametrize(
    "words", [("serve", "--threads", "1"), ("up", "--port", "99999"), ("worker", "--x"), ("dance",)]
)
def test_nonsense_is_a_usage_error(words: tuple[str, ...]) -> None:
    assert splendor(*words).exit_code == 2


def test_ai_players_are_compiled_and_then_loaded(compiled: None) -> None:
    words = [sys.executable, "-m", "service.cli", "ai", "warm"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first.startswith(f"Loading the AI players ({os.environ['SPLENDOR_AI_CACHE']}/")
    assert second.startswith("Ready after ")
    assert second.endswith(" s")
    assert done.stderr == ""


def test_machine_without_a_compiler_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "COMPILES", False)
    result = splendor("ai", "warm")
    assert result.exit_code == 0
    assert "not offered" in result.output
