"""What `splendor arena` and `splendor simulate` refuse, they refuse before anything in the folder changes."""

import numpy as np
import pytest
from click.testing import CliRunner

from service.cli import main
from splendor.arena.folder import OWN as FILES

pytestmark = pytest.mark.timeout(600)
OLD = {**dict.fromkeys(FILES, "old"), "notes.csv": "mine"}


@pytest.fixture
def old(tmp_path):
    """A folder with older results."""
    folder = tmp_path / "old"
    folder.mkdir()
    for name, text in OLD.items():
        (folder / name).write_text(text)
    return folder


def held(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def refused(words, folder, status):
    """The one line that says why."""
    command, *others = words
    given = [command, "--games", "2", "--out", str(folder), "--overwrite", "--processes", "1", *others]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit), "no traceback"
    *_, error = result.stderr.splitlines()
    assert error.startswith("Error: ")
    assert result.stderr.count("Error") == 1 + error.count("Error", 6)
    return error


@pytest.mark.parametrize("player", [
    "search:net=missing.npz@30", "search:net=,5", "hand:net=a.npz,5", "search:net=a.npz,net=b.npz,5",
    "search:-3", "search:0", "search:1e3", "search:soon", "search:1234567890", "search:٣",
    "master@-5", "search@-5", "master@0", "search@0", "master@soon", "master@", "expert@1.5", "greedy@-1", "master@1234567890",
])  # fmt: skip
@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_players_that_cannot_play(command, player, old):
    words = ("arena", player, "random") if command == "arena" else ("simulate", "--players", f"random,{player}")
    error = refused(words, old, 2)
    assert "invalid literal" not in error
    assert held(old) == OLD


def test_weights_that_are_none(old, tmp_path):
    np.savez(tmp_path / "w.npz", a=np.zeros(3))
    assert "no weights" in refused(("arena", f"search:net={tmp_path}/w.npz,4", "random"), old, 2)
    assert held(old) == OLD


@pytest.mark.parametrize("option", ["--games", "--time-ms", "--simulations"])
def test_numbers_that_are_too_large_to_count(option, old):
    assert refused(("arena", "expert", "random", option, str(10**19)), old, 2)
    assert held(old) == OLD


@pytest.mark.parametrize("words", [("arena", "random", "greedy"), ("simulate", "--players", "random,greedy")])
@pytest.mark.parametrize("blocked", ["games.csv", "shares.svg"])
def test_files_that_cannot_be_written(words, blocked, old):
    """As root may write everywhere, a folder stands where a file should."""
    (old / blocked).unlink(missing_ok=True)
    (old / blocked).mkdir()
    assert blocked in refused(words, old, 1)
    assert held(old) == {name: text for name, text in OLD.items() if name != blocked}


def test_a_file_where_the_folder_should_be(tmp_path):
    (tmp_path / "file").write_text("mine")
    assert "file" in refused(("arena", "random", "greedy"), tmp_path / "file" / "new", 1)
    assert (tmp_path / "file").read_text() == "mine"
