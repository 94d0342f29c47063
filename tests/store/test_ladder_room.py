"""How many entries a household and a ladder may have, whoever else comes in the same moment."""

import json

import pytest

from service.store.client import Client
from service.store.errors import LimitReached
from service.store.ladder_keys import ladder_keys, new_ladder_id
from service.store.ladders import EntryChange, LadderStore, Room

ROOM = Room("ada", of_household=2, of_all=3)


@pytest.fixture
def ladders(client: Client) -> LadderStore:
    return LadderStore(client)


def record(household: str = "ada", status: str = "active", paused_for: str = "") -> bytes:
    return json.dumps({"household": household, "status": status, "paused_for": paused_for}).encode()


def put(ladders: LadderStore, ladder_id: str, entry: str, *args: str) -> None:
    assert ladders.set_entry(ladder_id, EntryChange(entry, b"", record(*args)))


def come(ladders: LadderStore, ladder_id: str, entry: str, before: bytes = b"") -> bool:
    return ladders.set_entry(ladder_id, EntryChange(entry, before, record()), ROOM)


@pytest.mark.parametrize("status", ["left", "failed"])
def test_household_has_so_many_entries_that_are_in(ladders: LadderStore, status: str) -> None:
    ladder_id = new_ladder_id()
    put(ladders, ladder_id, "one")
    put(ladders, ladder_id, "out", "ada", status)
    assert come(ladders, ladder_id, "two")
    with pytest.raises(LimitReached) as caught:
        come(ladders, ladder_id, "three")
    assert caught.value.most == ROOM.of_household
    assert come(ladders, ladder_id, "two"), "the reply may have been lost"
    assert not come(ladders, ladder_id, "out", b"another record")


def test_ladder_has_so_many_entries_that_are_in(ladders: LadderStore) -> None:
    ladder_id = new_ladder_id()
    for entry in ("one", "two"):
        put(ladders, ladder_id, entry, "others")
    put(ladders, ladder_id, "out", "others", "left")
    assert come(ladders, ladder_id, "three")
    with pytest.raises(LimitReached) as caught:
        come(ladders, ladder_id, "four")
    assert caught.value.most == ROOM.of_all


def test_who_is_out_and_was_never_rated_is_forgotten_where_records_are_many(
    ladders: LadderStore, client: Client
) -> None:
    ladder_id = new_ladder_id()
    put(ladders, ladder_id, "left", "others", "left")
    put(ladders, ladder_id, "failed", "others", "failed")
    assert come(ladders, ladder_id, "one")
    assert ladders.entries(ladder_id, ["left", "failed"]) != [b"", b""], "there is room"
    put(ladders, ladder_id, "rated", "others", "left")
    client.call("HSET", ladder_keys(ladder_id).standings, "rated", "a standing")
    put(ladders, ladder_id, "kept out", "others", "left", "operator")
    assert come(ladders, ladder_id, "two")
    assert all(ladders.entries(ladder_id, ["one", "two", "rated", "kept out"]))
    assert ladders.entries(ladder_id, ["left", "failed"]) == [b"", b""]
