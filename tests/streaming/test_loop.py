"""The nets under the streamer's loop: what it does where a wake-up is lost, late, or finds no store. B16."""

from collections.abc import Iterator

import pytest

from service.streaming import loop as loop_module
from service.streaming import rounds
from service.streaming.messages import Piece
from service.streaming.rounds import SWEEPS, TURNS, Rounds
from service.streaming.stream import Stream
from tests.servers import wait_until
from tests.streaming.loops import Bench, ListFeed, Tokens


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Feeds are never read just because it is time."""
    monkeypatch.setattr(Rounds, "sweep", lambda *_: iter(()))
    with Bench(monkeypatch) as bench:
        yield bench


@pytest.fixture
def sweeping(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """All feeds have had their turn within the blink of an eye."""
    monkeypatch.setattr(loop_module, "TICK_S", 0.01)
    monkeypatch.setattr(rounds, "SWEEPS", 3)
    with Bench(monkeypatch) as bench:
        yield bench


def test_a_wake_up_is_told_to_all_who_watch_and_to_nobody_else(bench: Bench) -> None:
    bench.feed("one").stored = 2
    with bench.open("one", 0) as behind, bench.open("one", 1) as nearly, bench.open("other", 0) as other:
        wait_until(lambda: bench.topics.watched == ["one", "other"])
        bench.loop.wake("one", "2")
        assert [message.data["number"] for message in behind.take(2)] == [1, 2]
        assert nearly.next().data["number"] == 2
        bench.loop.wake("one", "2")
        bench.loop.wake("nobody", None)
        bench.feed("other").stored = 1
        bench.loop.wake("other", None)
        assert other.next().data["number"] == 1
        assert (bench.feed("one").reads, bench.feed("other").reads) == (1, 1), "what is known is not read again"


def test_what_nobody_was_woken_for_is_read_all_the_same(sweeping: Bench) -> None:
    with sweeping.open("one", 0) as stream, sweeping.open("other", 0) as other:
        for number in (1, 2):
            sweeping.feed("one").stored = number
            assert stream.next().data["number"] == number
        assert other.silent(0.05)
        wait_until(lambda: sweeping.feed("other").reads > 1)


def test_who_holds_a_stream_is_there() -> None:
    tokens = Tokens()
    turns = Rounds(tokens, tokens, tokens)  # type: ignore[arg-type]
    holders = [f"holder {number}" for number in range(25)]
    for holder in [*holders, ""]:
        turns.add(Stream("one", holder, "", None, Piece(b"", 0, "")))
    for _ in range(TURNS):
        turns.note_presence()
        turns.turn()
    assert sorted(filter(None, tokens.seen)) == sorted(holders)


def test_each_feed_is_read_once_in_a_sweep() -> None:
    tokens = Tokens()
    turns = Rounds(tokens, tokens, tokens)  # type: ignore[arg-type]
    feeds = [ListFeed(f"topic {number}") for number in range(200)]
    read: list[ListFeed] = []
    most = 0
    for _ in range(SWEEPS):
        due = list(turns.sweep(feeds))
        most = max(most, len(due))
        read += due  # type: ignore[arg-type]
        turns.turn()
    assert sorted(feed.topic for feed in read) == sorted(feed.topic for feed in feeds)
    assert most < len(feeds) / 2, "they are spread over the turns"


@pytest.mark.parametrize("times", [1, 5])
def test_what_could_not_be_read_is_read_when_the_store_is_back(bench: Bench, times: int) -> None:
    """One wake-up is all there is; the store dies between the two feeds, again and again."""
    with bench.open("one", 0) as one, bench.open("two", 0) as two:
        wait_until(lambda: len(bench.topics.watched) == 2)
        for topic in ("one", "two"):
            bench.feed(topic).stored = 1
        bench.broken = times
        bench.loop.wake("one", None)
        bench.loop.wake("two", None)
        assert one.next().data["number"] == 1
        assert two.next().data["number"] == 1
        assert (bench.broken, bench.tried >= times + 1) == (0, True)


def test_who_comes_with_newer_things_than_are_known_has_them_read(bench: Bench) -> None:
    """The request has seen what no wake-up has told of yet: nothing is made of what is known until then."""
    bench.feed("one").stored = 3
    with bench.open("one", 3) as first:
        wait_until(lambda: bench.topics.watched == ["one"])
        bench.loop.wake("one", None)
        wait_until(lambda: bench.feed("one").known == 3)
        bench.feed("one").stored = 5
        with bench.open("one", 5, seen=5) as newer:
            assert [message.data["number"] for message in first.take(2)] == [4, 5]
            assert newer.silent(0.05), "it has all of it: no resync, and nothing twice"
            bench.feed("one").stored = 6
            bench.loop.wake("one", "6")
            assert newer.next().data["number"] == 6
            assert bench.feed("one").reads == 3


def test_who_comes_with_what_is_known_is_served_without_reading(bench: Bench) -> None:
    bench.feed("one").stored = 3
    with bench.open("one", 3):
        wait_until(lambda: bench.topics.watched == ["one"])
        bench.loop.wake("one", None)
        wait_until(lambda: bench.feed("one").known == 3)
        with bench.open("one", 1, seen=3) as late:
            assert [message.data["number"] for message in late.take(2)] == [2, 3]
            assert bench.feed("one").reads == 1


def test_c03_all_are_told_when_to_come_again_as_it_ends(bench: Bench) -> None:
    """Also those that come meanwhile. The places are free then, and nothing is watched any more."""
    with bench.open("one", 0) as first, bench.open("two", 0) as second:
        wait_until(lambda: len(bench.topics.watched) == 2)
        bench.loop.stop()
        bench.loop.join(5)
        with bench.open("one", 0) as late:
            for stream, said in ((first, 2), (second, 2), (late, 1)):
                assert stream.rest() == []
                assert len(stream.parser.retries) == said
                assert 500 <= stream.parser.retries[-1] <= 5_000
    assert (len(bench.returned), bench.topics.watched) == (3, [])
