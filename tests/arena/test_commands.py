"""`splendor arena` and `splendor simulate` as commands."""

import csv
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli_arena import _pace, _progress
from tests.delivery.running import ROOT
from tests.servers import wait_until

pytestmark = pytest.mark.timeout(600)
PICTURES = {"length.svg", "leads.svg", "levels.svg", "nobles.svg", "reserves.svg", "shares.svg"}


def splendor(*words, given=None):
    return CliRunner().invoke(main, [str(word) for word in words], input=given)


def test_a_series_prints_a_table_and_fills_a_folder(tmp_path):
    result = splendor("arena", "greedy", "random", "--games", 6, "--out", tmp_path / "new/one", "--processes", 1)
    assert result.exit_code == 0, result.output
    heads, greedy, random, _, games, *_ = result.stdout.splitlines()
    assert heads.split()[:2] == ["player", "share"]
    assert greedy.startswith("greedy  100.0%")
    assert random.startswith("random    0.0%")
    assert games == "6 games on 3 deals; ended 6 by prestige"
    assert result.stderr == "", "no bar where there is no terminal"
    for line in (tmp_path / "new/one/records.ndjson").read_text().splitlines():
        assert splendor("verify", "-", given=line).exit_code == 0


def test_results_are_kept_unless_it_is_said(tmp_path):
    words = ("arena", "greedy", "random", "--games", 2, "--out", tmp_path, "--processes", 1)
    assert splendor(*words).exit_code == 0
    before = (tmp_path / "summary.json").read_bytes()
    refused = splendor(*words, "--seed", 1)
    assert refused.exit_code == 1
    assert "--overwrite" in refused.output
    assert (tmp_path / "summary.json").read_bytes() == before
    assert splendor(*words, "--seed", 1, "--overwrite").exit_code == 0
    assert (tmp_path / "summary.json").read_bytes() != before


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "greedy"),
        ("arena", *["greedy"] * 5),
        ("arena", "greedy", "nobody"),
        ("arena", "greedy", "search"),
        ("arena", "greedy", "expert", "--time-ms", "5", "--simulations", "5"),
        ("arena", "greedy", "random", "--target", "9"),
        ("simulate", "--players", "greedy,,random"),
        ("simulate", "--seats", "5"),
    ],
)
def test_nonsense_is_a_usage_error_and_makes_no_folder(words, tmp_path):
    result = splendor(*words, "--games", 2, "--out", tmp_path / "new")
    assert result.exit_code == 2, result.output
    assert not (tmp_path / "new").exists()


def test_players_that_a_limit_makes_one_are_named(tmp_path):
    words = ("arena", "skilled", "expert", "--simulations", 2, "--games", 2, "--processes", 1)
    assert "skilled and expert are the same player" in splendor(*words, "--out", tmp_path).stderr


@pytest.mark.parametrize(("seats", "numbers"), [("all", [2, 3, 4]), ("3", [3])])
def test_games_are_simulated_with_each_number_of_seats(seats, numbers, tmp_path):
    words = ("simulate", "--games", 12, "--seats", seats, "--players", "greedy,random")
    for processes in (1, 2):
        result = splendor(*words, "--out", tmp_path / str(processes), "--processes", processes)
        assert result.exit_code == 0, result.output
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in "12")
    assert one == two, "the same files in any number of processes"
    assert one.keys() == PICTURES | {"games.csv", "cards.csv", "statistics.json"}
    told = json.loads(one["statistics.json"])["by_seats"]
    assert {seats: found["games"] for seats, found in told.items()} == {str(number): 12 for number in numbers}
    rows = list(csv.DictReader(one["games.csv"].decode().splitlines()))
    for number in numbers:
        sat = [[row[f"seat{seat}_player"] for row in rows if row["seats"] == str(number)] for seat in range(number)]
        assert all({"greedy", "random"} == set(players) for players in sat), "each player sits in each seat"


def test_settings_of_simulated_players_are_not_players(tmp_path):
    words = ("simulate", "--players", "hand:3,2,random", "--games", 1, "--seats", 2, "--processes", 1)
    assert splendor(*words, "--out", tmp_path).exit_code == 0
    row = next(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert (row["seat0_player"], row["seat1_player"]) == ("hand:3,2", "random")


def test_who_won_is_printed_where_more_than_one_plays(tmp_path):
    words = ("simulate", "--games", 6, "--seats", 2, "--processes", 1, "--players")
    mixed, alone = (
        splendor(*words, players, "--out", tmp_path / players).stdout for players in ("random,greedy", "random")
    )
    shares = {line.split("  ")[0]: line.split("  ")[-1].split()[0] for line in mixed.splitlines() if "  " in line}
    assert (shares["greedy"], shares["random"], shares["among equals"]) == ("100.0%", "0.0%", "50.0%")
    assert "among equals" not in alone


def test_how_fast_games_were_is_told_where_there_was_time_to_tell():
    assert _pace(3, 0.004) == "less than a second from the first game on"
    assert _pace(30, 4.0) == "4.0 s from the first game on, 7.5 games a second"


def test_a_terminal_is_shown_how_far_it_is(monkeypatch):
    ours, theirs = os.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(theirs, "w") as terminal, monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", terminal)
        with _progress(24) as tell:
            tell(6)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as screen, suppress(OSError):  # which tells that there is no more
        while part := screen.read(4096):
            shown += part
    assert b"6/24" in shown


def test_ctrl_c_leaves_what_was_played(tmp_path):
    """It goes to all processes of the terminal's group, as here."""
    words = [
        "-m",
        "service.cli",
        "arena",
        "random",
        "greedy",
        "--games",
        "100000",
        "--processes",
        "2",
        "--out",
        str(tmp_path),
    ]
    running = subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: (tmp_path / "records.ndjson").exists() and (tmp_path / "records.ndjson").stat().st_size, 120)
    os.killpg(running.pid, signal.SIGINT)
    said, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (130, "")
    assert "stopped by Ctrl-C" in said
    told = json.loads((tmp_path / "summary.json").read_text())
    assert told["games"] == len((tmp_path / "records.ndjson").read_text().splitlines())
    assert told["games"] == len((tmp_path / "games.csv").read_text().splitlines()) - 1
    wait_until(lambda: not group(running.pid), 120)


def group(leader):
    """The processes of a group that still run."""
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if line.split()[0] == str(leader) and line.split()[1][0] != "Z"]


def test_the_command_loads_neither_arena_nor_compiler_for_others():
    look = "import sys, service.cli; print(sorted({'splendor.arena', 'numba', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
