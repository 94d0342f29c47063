"""`splendor token`: what operators do with the tokens of apps and administrators."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.store.client import connect
from service.store.players import PlayerStore, decode_token, digest_of
from service.supervisor import embedded
from service.supervisor.folder import Folder
from tests.servers import wait_until


def token(*words: str) -> Result:
    return CliRunner().invoke(main, ["token", *words])


def made(*words: str) -> tuple[str, str]:
    """Id and secret of a new token; the secret stands alone on standard output."""
    result = token(*words)
    assert result.exit_code == 0, result.output
    (secret,) = result.stdout.splitlines()
    assert secret not in result.stderr
    return result.stderr.split()[1].rstrip("."), secret


@contextmanager
def running(argv: Sequence[str]) -> Iterator[None]:
    program = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        program.kill()
        program.wait()


@pytest.fixture
def players(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> PlayerStore:
    monkeypatch.setenv("SPLENDOR_REDIS_URL", redis_url)
    return PlayerStore(connect(redis_url))


def test_an_app_and_an_administrator_get_tokens(players: PlayerStore) -> None:
    app_id, secret = made("app", "Table for Two")
    admin_id, other = made("admin", "--note", "Grace")
    assert secret.startswith("spl_app_")
    assert other.startswith("spl_admin_")
    record = players.token_record(digest_of(secret))
    assert record is not None
    listed = token("list").stdout
    for word in (app_id, admin_id, "Table for Two", "Grace", decode_token(record).app_id):
        assert word in listed
    assert secret not in listed
    assert digest_of(secret) not in listed


def test_a_further_token_of_an_app(players: PlayerStore) -> None:
    def app_of(secret: str) -> str:
        record = players.token_record(digest_of(secret))
        assert record is not None
        return decode_token(record).app_id

    _, first = made("app", "Table for Two")
    _, second = made("app", "--further", app_of(first))
    assert app_of(first) == app_of(second)
    assert first != second
    assert token("app", "--further", "a" * 22).exit_code == 1
    for words in (("app",), ("app", "Name", "--further", "a" * 22), ("app", "a\nb"), ("app", "x" * 41)):
        assert token(*words).exit_code == 2


def test_a_revoked_token_is_gone(players: PlayerStore) -> None:
    token_id, secret = made("admin")
    assert token("revoke", token_id).exit_code == 0
    assert players.token_record(digest_of(secret)) is None
    again = token("revoke", token_id)
    assert again.exit_code == 1
    assert "no token with this id" in again.output
    assert "There are no tokens" in token("list").stderr


def test_without_a_store_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPLENDOR_REDIS_URL", raising=False)
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path / "none"))
    for words in (("app", "Name"), ("admin",), ("list",), ("revoke", "x")):
        result = token(*words)
        assert result.exit_code == 1
        assert "splendor up" in result.output
        assert "Traceback" not in result.output
    assert not (tmp_path / "none").exists(), "a look creates nothing"
    monkeypatch.setenv("SPLENDOR_REDIS_URL", "redis://:secret-password@127.0.0.1:1")
    result = token("list")
    assert result.exit_code == 1
    assert "secret-password" not in result.output


def test_the_store_of_the_data_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPLENDOR_REDIS_URL", raising=False)
    monkeypatch.setenv("SPLENDOR_DATA_DIR", str(tmp_path))
    folder = Folder(tmp_path)
    folder.claim(0)
    part = embedded.server_part(folder, "everysec", "64mb")
    with running(part.argv):
        wait_until(lambda: embedded.ask(folder.socket, b"PING\r\n"), what="the store answers")
        token_id, _ = made("app", "Table for Two")
        assert token_id in token("list").stdout
