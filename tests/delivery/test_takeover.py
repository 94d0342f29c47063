"""What a killed run leaves behind, and what the next one makes of it."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.supervisor import folder as folders
from service.supervisor import layout
from service.supervisor.embedded import ask, server_part, url
from service.supervisor.folder import Folder, FolderInUseError
from service.supervisor.leftovers import Roster, birth, end, members, wait_until
from service.supervisor.part import Part
from service.supervisor.slot import LONGEST_DELAY, Slot
from service.supervisor.up import take_over


@contextmanager
def sleeper(*, deaf: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A process that nobody looks after, in a group of its own."""
    code = "import signal; " + ("signal.signal(signal.SIGTERM, signal.SIG_IGN); " if deaf else "")
    code += "print('up', flush=True); signal.sigtimedwait([signal.SIGUSR1], 60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout
        assert process.stdout.readline() == b"up\n"
        yield process
        process.kill()


def silent(_line: str) -> None:
    """For what a test does not look at."""


@pytest.mark.parametrize("deaf", [False, True])
def test_a_listed_orphan_is_ended_by_force_if_need_be(tmp_path: Path, deaf: bool) -> None:
    with sleeper(deaf=deaf) as process:
        roster = Roster(tmp_path / "running.json")
        roster.write([("store", process.pid, signal.SIGTERM)])
        (entry,) = roster.left()
        assert entry.name == "store"
        end([entry], 0.5)
        assert process.wait(10) == -(signal.SIGKILL if deaf else signal.SIGTERM)
        assert roster.left() == []


def test_a_later_process_with_the_same_number_is_left_alone(tmp_path: Path) -> None:
    with sleeper() as process:
        path = tmp_path / "running.json"
        path.write_text(json.dumps([["store", process.pid, "another boot 1", signal.SIGKILL]]))
        assert Roster(path).left() == []


@pytest.mark.parametrize("text", ["", "[", "{}", "[1]", '[["store"]]', "null"])
def test_a_broken_list_is_an_empty_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "running.json"
    path.write_text(text)
    assert Roster(path).left() == []


@pytest.mark.skipif(sys.platform != "linux", reason="not known on this system which start of the machine it is")
def test_what_is_left_of_a_group_whose_first_process_is_gone_is_killed(tmp_path: Path) -> None:
    code = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True); sys.stdin.read()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], start_new_session=True, **pipes) as first:
        assert first.stdout
        second = int(first.stdout.readline())
        roster = Roster(tmp_path / "running.json")
        roster.write([("api", first.pid, signal.SIGTERM)])
        first.kill()
    assert members(first.pid) == [second]
    end(roster.left(), 5)
    assert birth(second) == ""
    assert roster.left() == []


def test_a_dead_child_has_no_birth_even_before_it_was_waited_for() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    assert wait_until(lambda: birth(process.pid) == "", 10)
    assert process.wait() == 0
    assert birth(os.getpid())


def test_a_server_that_still_runs_is_stopped_and_its_data_are_there_afterwards(tmp_path: Path) -> None:
    place = Folder(tmp_path)
    with started(place):
        assert ask(place.socket, b"SET kept yes\r\n") == b"+OK\r\n"
        take_over(place, silent)  # no list names it
        assert ask(place.socket, b"PING\r\n") == b""
    with started(place):
        assert ask(place.socket, b"GET kept\r\n").endswith(b"yes\r\n")


def test_a_stale_socket_is_no_obstacle(tmp_path: Path) -> None:
    place = Folder(tmp_path)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(place.socket))
    take_over(place, silent)
    with started(place):
        assert ask(place.socket, b"CONFIG GET maxmemory-policy\r\n").endswith(b"noeviction\r\n")


@contextmanager
def started(place: Folder) -> Iterator[None]:
    part = server_part(place, "everysec", "64mb")
    with place.log("store").open("ab") as log, subprocess.Popen(part.argv, stdout=log) as process:
        assert wait_until(part.ready, 10), place.last_words("store")
        yield
        process.terminate()


def test_a_long_path_does_not_stop_the_server(tmp_path: Path) -> None:
    place = Folder(tmp_path / ("deep" * 30))
    assert len(str(place.socket)) <= folders.LONGEST_SOCKET_PATH
    with started(place):
        assert ask(place.socket, b"PING\r\n") == b"+PONG\r\n"
    place.socket.parent.rmdir()


def test_the_folder_is_private(tmp_path: Path) -> None:
    place = Folder(tmp_path / "data")
    assert place.root.stat().st_mode & 0o077 == 0


def test_a_folder_is_claimed_once(tmp_path: Path) -> None:
    first = Folder(tmp_path)
    first.claim(0)
    with pytest.raises(FolderInUseError, match=str(os.getpid())):
        Folder(tmp_path).claim(0)


def test_a_port_in_use_is_named_with_a_way_out() -> None:
    with layout.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(layout.PortInUseError, match=f"Port {port} .*PORT={port + 1}"):
            layout.listen("127.0.0.1", port)


def test_a_large_log_is_set_aside_while_its_writer_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "LARGEST_LOG", 10)
    place = Folder(tmp_path)
    with place.log("api").open("ab", buffering=0) as writer:
        writer.write(b"a long first line\n")
        place.trim_logs()
        writer.write(b"second\n")
    assert place.last_words("api") == "second"
    assert place.log("api").with_suffix(".log.1").read_text() == "a long first line\n"


def test_each_failure_doubles_the_wait_up_to_a_bound(tmp_path: Path) -> None:
    slot = Slot(Part("none", (str(tmp_path / "missing"),), 0), Folder(tmp_path))
    slot._due = float("-inf")
    delays = [slot._fail() for _ in range(12)]
    assert delays[:3] == [0.1, 0.2, 0.4]
    assert delays[-1] == LONGEST_DELAY


def test_the_address_of_the_store_is_escaped(tmp_path: Path) -> None:
    assert url(Folder(tmp_path / "a b#c"), 1).endswith("/a%20b%23c/store.sock?db=1")
