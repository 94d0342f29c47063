"""Streams from real processes, which end, are killed, and lose their store. B16, C03, C09."""

import re
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.races.callers import ME, OPEN, Line, acting
from tests.races.seated import Client
from tests.races.stand import GRACE_S, Stand
from tests.races.test_store_dies import seat_two, take_back, written
from tests.servers import wait_until
from tests.sse import Tap, tap

STREAMS = 50


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("streams")) as stand:
        stand.api()
        stand.api()
        yield stand.wait()


def events_path(game_id: str) -> str:
    return f"/v1/games/{game_id}/events"


def open_streams(port: int) -> int:
    """How many streams the process holds, as it says itself."""
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        text = connection.makefile("rb").read().decode()
    (value,) = re.findall(r"^splendor_streams ([0-9.]+)$", text, re.MULTILINE)
    return int(float(value))


def numbers(stream: Tap, count: int) -> list[int]:
    return [message.data["number"] for message in stream.take(count)]


def test_what_one_process_commits_the_streams_of_all_tell(club: Stand) -> None:
    first, second = club.apis
    with first.line() as line:
        game, seated = line.table()
        last = game["last_event"]
        with tap(second.port, events_path(game["id"]), seated[1].headers) as stream:
            assert stream.next().event == "snapshot"
            reply = line.send(acting(game, seated[0], line.first_action(game["id"], seated[0])))
            events = reply.body["events"]
            assert [message.data for message in stream.take(len(events))] == events
            assert events[0]["number"] == last + 1


def test_streams_take_neither_threads_nor_places_of_other_requests(club: Stand) -> None:
    """C09: far more of them than the process has threads, and it answers as ever."""
    api = club.apis[0]
    with ExitStack() as stack, api.line() as line:
        game, seated = line.table()
        streams = [stack.enter_context(tap(api.port, events_path(game["id"]))) for _ in range(200)]
        for stream in streams:
            assert stream.next().event == "snapshot"
        reply = line.send(acting(game, seated[0], line.first_action(game["id"], seated[0])))
        assert reply.status == 200
        for stream in streams:
            assert [message.data for message in stream.take(len(reply.body["events"]))] == reply.body["events"]
        assert open_streams(api.port) == len(streams)
    wait_until(lambda: open_streams(api.port) == 0, what="all places are free again")


def test_c09_streams_that_break_off_leave_nothing_behind(club: Stand) -> None:
    api = club.apis[0]
    reset = struct.pack("ii", 1, 0)
    with api.line() as line:
        game, _ = line.table()
        with tap(api.port, events_path(game["id"])) as kept:
            kept.next()
            for number in range(500):
                broken = tap(api.port, events_path(game["id"]))
                if number % 2:
                    broken.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
                broken.close()
            wait_until(lambda: open_streams(api.port) == 1, what="one stream is left")
            assert line.get("/v1/games").status == 200
            assert kept.silent(0.1)
    assert not api.program.said


def test_c03_a_process_that_ends_sends_its_streams_elsewhere(club: Stand) -> None:
    ending, staying = club.apis
    with ExitStack() as stack, staying.line() as line:
        game, seated = line.table()
        path = events_path(game["id"])
        streams = [stack.enter_context(tap(ending.port, path, {"Last-Event-ID": "0"})) for _ in range(STREAMS)]
        places = [stream.take(game["last_event"])[-1].id for stream in streams]
        assert ending.program.stop(within=GRACE_S) == 0
        reply = line.send(acting(game, seated[0], line.first_action(game["id"], seated[0])))
        assert [stream.rest(1.0) for stream in streams] == [[]] * STREAMS
        assert [len(stream.parser.retries) for stream in streams] == [2] * STREAMS, "as it began, and as it ended"
        last = [stream.parser.retries[-1] for stream in streams]
        assert 500 <= min(last) <= max(last) <= 5_000
        assert len(set(last)) > STREAMS / 2, "they do not come all at once"
        again = [stack.enter_context(tap(staying.port, path, {"Last-Event-ID": place})) for place in places]
        for stream in again:
            assert [message.data for message in stream.take(len(reply.body["events"]))] == reply.body["events"]
    ending.program.start()
    club.wait()


def test_b16_a_store_that_comes_back_is_followed_as_if_nothing_had_been(club: Stand) -> None:
    with ExitStack() as stack:
        duel = seat_two(club, stack)
        stream = stack.enter_context(tap(club.apis[0].port, events_path(duel.game_id)))
        last = stream.next().data["last_event"]
        duel.play(2)
        stream.take(duel.view()["last_event"] - last)
        club.store.sync()
        club.store.kill()
        club.store.start()
        wait_until(lambda: duel.view()["id"], 10)
        assert not stream.ended
        last = duel.view()["last_event"]
        duel.play(1)
        assert numbers(stream, duel.view()["last_event"] - last) == list(range(last + 1, duel.view()["last_event"] + 1))


def test_b16_a_rewound_history_is_told_in_the_stream_that_is_open(club: Stand) -> None:
    with ExitStack() as stack:
        duel = seat_two(club, stack)
        duel.play(2)
        kept = written(club)
        before = duel.view()
        stream = stack.enter_context(tap(club.apis[0].port, events_path(duel.game_id), {"Last-Event-ID": "0"}))
        stream.take(before["last_event"])
        duel.play(3)
        stream.take(duel.view()["last_event"] - before["last_event"])
        take_back(club, kept)
        told = stream.next(15)
        now = duel.view()
        assert (told.event, told.data) == ("resync", {name: now[name] for name in ("version", "etag", "last_event")})
        assert now["last_event"] < stream_end(told.id) + 1
        duel.play(1)
        assert stream.next().data["number"] == now["last_event"] + 1


def stream_end(place: str) -> int:
    return int(place.partition("-")[0])


def test_a_ticket_is_good_at_every_process_and_until_after_a_restart(club: Stand) -> None:
    with Client(club.apis) as client, Line(club.apis[0].port) as line:
        game = client.create([ME, OPEN])
        path = events_path(game["id"])
        reply = line.post("/v1/players/me/stream-tickets", client.person, {"path": path})
        for api in club.apis:
            with tap(api.port, f"{path}?ticket={reply.body['ticket']}") as stream:
                assert stream.next().data["you"] == {"seat": 0}
    assert not any(reply.body["ticket"] in program.said for program in club.programs)
