"""B16: GET /games/{id}/events as a stream: nothing is missed, nothing comes twice, from wherever a client goes on."""

import re
import threading
from collections.abc import Sequence

import pytest

from service.store.games import GameStore, StoredGame
from service.store.keys import game_keys, wake_channel
from service.streaming import stream as stream_module
from service.streaming.feed import PAGE
from tests.api.games_api import BLIND, GREEDY, RANDOM, TAKE, GameAt, Person, Site, found, page, some_turns
from tests.api.streams_api import Opened, opened, refused
from tests.sse import Message


def listen(game: GameAt, person: Person | None = None, query: str = "", **headers: object) -> Opened:
    return opened(game.site, f"{game.path}/events{query}", person, **headers)


def as_messages(events: list[dict[str, object]]) -> list[Message]:
    """Events of a page as a stream has them."""
    return [Message("", f"{event['number']}-{event['tag']}", event) for event in events]


def three_turns(game: GameAt) -> None:
    for turn in range(3):
        game.act(game.people[turn % 2], TAKE if turn < 2 else BLIND)


def test_a_stream_begins_with_the_view_and_goes_on_with_each_event(site: Site) -> None:
    game = site.game()
    with listen(game, game.people[1]) as stream:
        view = game.view(game.people[1])
        assert stream.next() == Message("snapshot", f"{view['last_event']}-{view['etag'].partition('-')[2]}", view)
        assert [2_000 <= told <= 4_000 for told in stream.parser.retries] == [True]
        assert stream.silent()
        three_turns(game)
        expected = as_messages(game.events(game.people[1], view["last_event"]))
        assert stream.take(len(expected)) == expected
        assert stream.silent()


def test_the_headers_of_a_stream(site: Site) -> None:
    game = site.game()
    with listen(game) as stream:
        headers = stream.reply.headers
        assert headers["Content-Type"] == "text/event-stream"
        assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")
        assert "Content-Length" not in headers
        assert "ETag" not in headers


def test_each_viewer_gets_the_bytes_of_its_own_pages(site: Site) -> None:
    """A blindly reserved card is its owner's secret (V2), in a stream as everywhere."""
    game = site.game()
    viewers = (None, *game.people)
    streams = [listen(game, person, "?after=0") for person in viewers]
    game.act(game.people[0], BLIND)
    told = [stream.take(len(game.events())) for stream in streams]
    assert told == [as_messages(game.events(person)) for person in viewers]
    cards = ["card" in event.data for messages in told for event in messages if event.data["type"] == "action_played"]
    assert cards == [False, True, False]
    for stream in streams:
        stream.close()


@pytest.mark.parametrize("with_tag", [True, False])
def test_b16_a_client_that_comes_back_gets_what_it_has_missed_and_what_follows(site: Site, with_tag: bool) -> None:
    game = site.game()
    with listen(game) as stream:
        place = stream.next().id
    three_turns(game)
    with listen(game, Last_Event_ID=place if with_tag else place.partition("-")[0]) as stream:
        last = int(place.partition("-")[0])
        missed = as_messages(game.events(after=last))
        assert stream.take(len(missed)) == missed
        last += len(missed)
        game.act(game.people[1], TAKE)
        live = as_messages(game.events(after=last))
        assert stream.take(len(live)) == live
        assert stream.silent()


@pytest.mark.parametrize(
    "place", [{"query": "?after=0"}, {"Last_Event_ID": "0"}, {"query": "?after=7", "Last_Event_ID": "0"}]
)
def test_b16_zero_is_all_and_the_header_wins(site: Site, place: dict[str, str]) -> None:
    game = some_turns(site)
    with listen(game, **place) as stream:
        everything = as_messages(game.events())
        assert stream.take(len(everything)) == everything


@pytest.mark.parametrize("place", ["99", "4-00000000", "99-00000000", "garbage", "-", "٣", "4-", "1e3"])
def test_b16_a_place_that_does_not_exist_is_one_resync_and_then_what_happens(site: Site, place: str) -> None:
    game = site.game()
    with listen(game, Last_Event_ID=place.encode().decode("latin-1")) as stream:
        view = game.view()
        version, tag = view["etag"].split("-")
        told = {"version": int(version), "etag": view["etag"], "last_event": view["last_event"]}
        assert stream.next() == Message("resync", f"{view['last_event']}-{tag}", told)
        assert stream.silent()
        game.act(game.people[0], TAKE)
        live = as_messages(game.events(after=view["last_event"]))
        assert stream.take(len(live)) == live


def test_garbage_in_the_query_is_refused_as_in_pages(site: Site) -> None:
    game = site.game()
    assert refused(site, f"{game.path}/events?after=seven").status_code == 422
    assert refused(site, f"{game.path}/events?wait_ms=30000").status_code == 422


def test_b16_no_commit_slips_between_the_first_reading_and_the_subscription(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = site.game()
    streams = site.services.streams
    prepare = streams.prepare

    def prepare_late(*args: object) -> object:
        game.act(game.people[0], TAKE)
        return prepare(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(type(streams), "prepare", lambda _, *args: prepare_late(*args))
        stream = listen(game)
    with stream:
        last = stream.next().data["last_event"]
        missed = as_messages(game.events(after=last))
        assert missed
        assert stream.take(len(missed)) == missed
        assert stream.silent()


def test_the_end_of_a_game_ends_its_streams_and_204_the_attempts_to_come_back(site: Site) -> None:
    game = site.game()
    with listen(game, game.people[0]) as stream:
        last = stream.next().data["last_event"]
        found(game.post("/resignation", game.people[0]))
        *messages, end = stream.rest()
        assert messages == as_messages(game.events(game.people[0], last))
        assert end == Message("end", messages[-1].id, {"status": "finished", "last": messages[-1].data["number"]})
    for place in (end.id, end.id.partition("-")[0]):
        reply = refused(site, f"{game.path}/events", Last_Event_ID=place)
        assert (reply.status_code, reply.data) == (204, b"")
    assert refused(site, f"{game.path}/events?after={end.id}").status_code == 204


def test_the_log_of_a_game_that_is_over_comes_to_its_end_at_once(site: Site) -> None:
    game = site.game()
    found(game.post("/resignation", game.people[0]))
    with listen(game, query="?after=0") as stream:
        *messages, end = stream.rest()
        assert (messages, end.event) == (as_messages(game.events()), "end")
    with listen(game) as stream:
        assert [message.event for message in stream.rest()] == ["snapshot", "end"]
    with listen(game, Last_Event_ID=f"{len(messages)}-00000000") as stream:
        assert [message.event for message in stream.rest()] == ["resync", "end"]


def test_a_long_log_comes_whole_to_one_who_reads_slowly(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written page by page, each when there is room, so nothing piles up."""
    monkeypatch.setattr(stream_module, "SEND_BUFFER", 4_096)
    game = site.game(GREEDY, RANDOM, GREEDY)
    site.run_jobs()
    everything = as_messages(game.events())
    assert len(everything) > 2 * PAGE
    with listen(game, query="?after=0") as stream, listen(game) as other:
        # The other one has all there is while this one has taken nothing yet.
        assert [message.event for message in other.rest()] == ["snapshot", "end"]
        *messages, end = stream.rest()
        assert (messages, end.event) == (everything, "end")


def test_pages_are_as_before_for_all_who_do_not_name_streams(site: Site) -> None:
    game = site.game()
    for accept in ("*/*", "application/json", "application/json, text/event-stream", "text/event-stream;q=0.5, */*"):
        assert found(game.get("/events", Accept=accept)) == page(game)
    for accept in ("text/event-stream, */*", "TEXT/event-stream", "text/event-stream, application/json;q=0.9"):
        reply = game.get("/events", Accept=accept)
        assert (reply.status_code, reply.json["code"]) == (503, "streams-unavailable"), accept
    assert game.get("", Accept="text/event-stream").status_code == 406


def test_head_is_answered_with_the_headers_alone(site: Site) -> None:
    game = site.game()
    reply = site.client.head(f"{game.path}/events", headers={"Accept": "text/event-stream"})
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "text/event-stream")
    assert site.services.streams.count == 0


def test_ids_are_number_and_tag_of_the_log(site: Site) -> None:
    game = some_turns(site)
    with listen(game, query="?after=0") as stream:
        ids = [message.id for message in stream.take(len(game.events()))]
    assert all(re.fullmatch(r"[1-9][0-9]*-[0-9a-f]{8}", one) for one in ids)
    assert [int(one.partition("-")[0]) for one in ids] == list(range(1, len(ids) + 1))


def test_one_reading_of_the_game_serves_all_its_streams(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    game = site.game()
    viewers = [None, None, *game.people, None]
    streams = [listen(game, person) for person in viewers]
    for stream in streams:
        stream.next()
    assert all(stream.silent(0.1) for stream in streams)
    read = GameStore.read_each
    asked: list[list[str]] = []

    def counted(store: GameStore, game_ids: Sequence[str]) -> list[StoredGame | None]:
        if threading.current_thread().name == "streams":
            asked.append(list(game_ids))
        return read(store, game_ids)

    monkeypatch.setattr(GameStore, "read_each", counted)
    events = game.act(game.people[0], TAKE)["events"]
    assert [stream.take(len(events)) for stream in streams] == [as_messages(events)] * len(streams)
    assert asked == [[game.id]]
    for stream in streams:
        stream.close()


def test_what_a_game_cannot_be_read_for_ends_its_streams_alone(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = site.game(), site.game()
    with listen(broken) as lost, listen(sound) as kept:
        lost.next(), kept.next()
        assert kept.silent(0.1)
        client = site.services.games._client
        client.call("HSET", game_keys(broken.id).game, "blob", b"\xff", "version", 99)
        client.call("PUBLISH", wake_channel(broken.id), "99-00000000")
        assert lost.rest() == []
        assert "a game cannot be streamed" in caplog.text
        sound.act(sound.people[0], TAKE)
        assert kept.next().data["type"] == "action_played"
