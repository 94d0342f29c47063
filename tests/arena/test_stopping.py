"""What ends a run early: whenever it comes, what is done is there, whole, and the command says in a line what it was."""

import json
import multiprocessing
import resource
import signal
from concurrent.futures.process import BrokenProcessPool
from itertools import repeat

import pytest
from click.testing import CliRunner

from service.cli import main
from splendor.arena import run, simulation
from splendor.arena.folder import CARDS, GAMES, PICTURES, RECORDS, SHARES, STATISTICS, SUMMARY, TIMES, Lines, Results
from splendor.arena.tally import Played

pytestmark = pytest.mark.timeout(600)
SERIES = ("arena", "random", "greedy")
SIMULATION = ("simulate", "--players", "random,greedy", "--seats", "2")
COMMANDS = {SERIES: run, SIMULATION: simulation}
FILES = {
    SERIES: {GAMES, RECORDS, SUMMARY, TIMES, SHARES},
    SIMULATION: {GAMES, CARDS, STATISTICS, SHARES, *PICTURES},
}
both = pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])


def ended(words, folder, games=6, processes=1):
    result = CliRunner().invoke(
        main, [*words, "--out", str(folder), "--games", str(games), "--processes", str(processes)]
    )
    assert isinstance(result.exception, SystemExit | None), "no traceback"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return result


def done(folder):
    """How many games are there, by all files."""
    counts = {len((folder / GAMES).read_text().splitlines()) - 1}
    if (folder / RECORDS).exists():
        counts.add(len([json.loads(line) for line in (folder / RECORDS).read_text().splitlines()]))
    if (folder / SUMMARY).exists():
        counts.add(json.loads((folder / SUMMARY).read_text())["games"])
    else:
        counts.add(json.loads((folder / STATISTICS).read_text())["by_seats"]["2"]["games"])
    assert len(counts) == 1
    return counts.pop()


def interrupt():
    signal.raise_signal(signal.SIGINT)


def interrupts(monkeypatch, owner, name, at=1):
    """Ctrl-C when a method is called, from the so manieth call on."""
    real, calls = getattr(owner, name), []

    def called(*given, **more):
        calls.append(None)
        if len(calls) >= at:
            interrupt()
        return real(*given, **more)

    monkeypatch.setattr(owner, name, called)


@pytest.mark.parametrize("when", ["get_ready", "start"])
@both
def test_ctrl_c_before_the_first_game_changes_nothing(words, when, tmp_path, monkeypatch):
    interrupts(monkeypatch, COMMANDS[words], when)
    (tmp_path / SUMMARY).write_text("old")
    for result in (ended(words, tmp_path / "new"), ended((*words, "--overwrite"), tmp_path)):
        assert (result.exit_code, result.output) == (130, "Stopped before anything was played.\n")
    assert [path.name for path in tmp_path.iterdir()] == [SUMMARY]
    assert (tmp_path / SUMMARY).read_text() == "old"


@both
def test_ctrl_c_again_and_again_loses_nothing(words, tmp_path, monkeypatch):
    """The first time while the last row of the second deal is written, then with every file."""
    files = 2 if words == SERIES else 1
    interrupts(monkeypatch, Lines, "add", at=3 * files)
    interrupts(monkeypatch, Results, "text")
    result = ended(words, tmp_path, games=500)
    assert result.exit_code == 130
    assert "stopped by Ctrl-C" in result.stdout
    assert done(tmp_path) == 2 * files, "what was being written was written to its end"
    assert {path.name for path in tmp_path.iterdir()} == FILES[words]


@both
def test_ctrl_c_after_the_last_game_loses_nothing(words, tmp_path, monkeypatch):
    interrupts(monkeypatch, Results, "text")
    assert ended(words, tmp_path).exit_code == 130
    assert done(tmp_path) == 6
    assert {path.name for path in tmp_path.iterdir()} == FILES[words]


def test_ctrl_c_may_be_ignored_altogether(tmp_path, monkeypatch):
    """As in a command that a script runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupts(monkeypatch, Lines, "add")
    given = ["--out", str(tmp_path), "--games", "4", "--processes", "1"]
    assert CliRunner().invoke(main, [*SERIES, *given]).exit_code == 0
    assert done(tmp_path) == 4
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@both
def test_a_full_disk_leaves_whole_deals(words, tmp_path, monkeypatch):
    real = COMMANDS[words].games
    monkeypatch.setattr(COMMANDS[words], "games", lambda *given: repeat(next(real(*given))))
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40 * 1024, hard))
    try:
        result = ended(words, tmp_path, games=5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: stopped by a failure: [Errno 27] File too large: ")
    assert result.stderr.count("\n") == 1
    assert done(tmp_path) > 0
    assert words != SERIES or done(tmp_path) % 2 == 0, "no half of a deal"
    assert {path.name for path in tmp_path.iterdir()} == FILES[words]


def test_a_whole_file_that_cannot_be_written_is_not_there(tmp_path, monkeypatch):
    """A limit that the rows stay below, and a picture does not."""
    most, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 * 1024, hard))
    try:
        with Results(tmp_path) as results, pytest.raises(OSError, match=r"shares\.svg"):
            results.text(SHARES, "x" * 9000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    assert list(tmp_path.iterdir()) == []


@both
def test_a_process_that_dies_leaves_what_was_played_before(words, tmp_path, monkeypatch):
    real = COMMANDS[words].games

    def dying(*given):
        games = real(*given)
        yield next(games)
        yield next(games)
        raise BrokenProcessPool

    monkeypatch.setattr(COMMANDS[words], "games", dying)
    result = ended(words, tmp_path)
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: stopped by a failure: a process that played was killed, or died\n",
    )
    assert done(tmp_path) == (4 if words == SERIES else 2)
    assert {path.name for path in tmp_path.iterdir()} == FILES[words]


def test_processes_may_be_killed(tmp_path, monkeypatch):
    """All of them, when the first deal is there."""
    real = Played.add

    def killing(self, deal):
        for process in multiprocessing.active_children():
            process.kill()
        real(self, deal)

    monkeypatch.setattr(Played, "add", killing)
    result = ended(SERIES, tmp_path, games=5000, processes=2)
    assert result.exit_code == 1
    assert "was killed, or died" in result.stderr
    assert 0 < done(tmp_path) < 5000


def test_a_failure_before_anything_is_played_is_no_result(tmp_path, monkeypatch):
    def broken(*_):
        raise BrokenProcessPool

    monkeypatch.setattr(run, "games", broken)
    result = ended(SERIES, tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert {path.name for path in tmp_path.iterdir()} == {GAMES, RECORDS}
