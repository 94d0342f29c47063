"""The soak's verdict: it finds nothing wrong with a ladder that is right, and every kind of wrong that it is for."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bench.ladders.crew import LEVELS
from bench.ladders.verdict import faults, find
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.values import Ladder, encode, ledger_entry_of
from service.services import Services
from service.store.keys import new_game_id
from service.store.ladder_keys import LadderKeys, ladder_keys
from service.store.survey import Survey
from tests.hosting.hosts import store_client
from tests.hosting.ladders.table_of import new_ladder, play_games

Break = Callable[[Services, LadderKeys, str], Any]


def call(host: Services, *words: str | int | bytes) -> Any:
    return store_client(host).call(*words)


def another_entry(host: Services, keys: LadderKeys, **changes: Any) -> bytes:
    """The first entry of the ledger, changed."""
    entry = ledger_entry_of(call(host, "LINDEX", keys.ledger, 0))
    return encode(msgspec.structs.replace(entry, **changes))


def with_cause(host: Services, keys: LadderKeys) -> bytes:
    entry = ledger_entry_of(call(host, "LINDEX", keys.ledger, 0))
    seats = tuple(msgspec.structs.replace(seat, cause="flag") for seat in entry.seats)
    return another_entry(host, keys, seats=seats)


def turned(host: Services, keys: LadderKeys) -> bytes:
    entry = ledger_entry_of(call(host, "LINDEX", keys.ledger, 0))
    seats = tuple(msgspec.structs.replace(seat, place=3 - seat.place) for seat in entry.seats)
    return another_entry(host, keys, seats=seats)


BREAKS: dict[str, tuple[Break, str]] = {
    "a result is rated twice": (
        lambda host, keys, _: call(host, "RPUSH", keys.ledger, another_entry(host, keys)), "was rated 2 times"),
    "a standing is wrong": (
        lambda host, keys, _: call(host, "HSET", keys.standings, "greedy", "1 {}"), "recompute: greedy"),
    "a result is not noted": (
        lambda host, keys, game: call(host, "HDEL", keys.settled, game), "has ended and has not been settled"),
    "the ledger says something else than the game": (
        lambda host, keys, _: call(host, "LSET", keys.ledger, 0, turned(host, keys)), "the ledger has"),
    "a failure of the service is somebody's": (
        lambda host, keys, _: call(host, "LSET", keys.ledger, 0, with_cause(host, keys)), "ended by flag"),
    "a seat is counted twice": (
        lambda host, keys, _: call(host, "HINCRBY", keys.seated, "greedy 2 0", 1), "is said to have sat"),
    "a meeting is counted twice": (
        lambda host, keys, _: call(host, "HINCRBY", keys.paired, "casual greedy", 1), "are said to have met"),
    "a result of a game that there is not": (
        lambda host, keys, _: call(host, "LSET", keys.ledger, 0, another_entry(host, keys, game_id=new_game_id())),
        "there is no such game"),
    "an entry is held by no game": (
        lambda host, keys, _: call(host, "HSET", keys.busy, "greedy", "1 0 0"), "doctor: greedy"),
}  # fmt: skip


@pytest.fixture
def ladder(host: Services) -> Ladder:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 4)
    return ladder


def verdict(host: Services, ladder: Ladder, *, rated: dict[str, float] | None = None, waits: float = 1.0) -> list[str]:
    """What is wrong, after a soak in which these games were seen to be rated."""
    crew: Any = SimpleNamespace(members=[], names=lambda: {level: level for level in LEVELS})
    watch: Any = SimpleNamespace(rated=rated or {}, begun={}, waits={"greedy": waits}, pauses={})
    killer: Any = SimpleNamespace(taken_back=lambda at: at < 0, power_failed_at=[])
    found = find(host, Survey(store_client(host)), ladder.id)
    return list(faults(host, ladder.id, found, crew, watch, killer))


def test_ladder_that_is_right(host: Services, ladder: Ladder) -> None:
    assert verdict(host, ladder) == []


@pytest.mark.parametrize("name", BREAKS)
def test_each_kind_of_wrong_is_found(host: Services, ladder: Ladder, name: str) -> None:
    break_it, text = BREAKS[name]
    first = ledger_entry_of(call(host, "LINDEX", ladder_keys(ladder.id).ledger, 0))
    break_it(host, ladder_keys(ladder.id), first.game_id)
    assert any(text in fault for fault in verdict(host, ladder)), verdict(host, ladder)


def test_game_that_has_not_ended_is_found(host: Services, ladder: Ladder) -> None:
    pair_ladder(host, ladder.id)
    assert any("has not ended" in fault for fault in verdict(host, ladder))


def test_result_that_was_seen_and_is_gone_is_found_unless_the_store_has_died(host: Services, ladder: Ladder) -> None:
    assert verdict(host, ladder, rated={new_game_id(): -1.0}) == []
    assert len(verdict(host, ladder, rated={new_game_id(): time.monotonic()})) == 1


def test_entry_that_has_waited_long_is_found(host: Services, ladder: Ladder) -> None:
    assert verdict(host, ladder, waits=61) == ["greedy has waited for 61 s"]
