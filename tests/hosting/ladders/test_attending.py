"""Somebody looks after every ladder, and the doctor sees what is left lying."""

import pytest

from service.hosting.ladders.checking import OVERDUE_MS
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import change_ladder, create_ladder, unattended
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.sweeping import SETTLED_MS, sweep_ladder
from service.hosting.ladders.values import PEOPLE_LADDER, Ladder, LadderSettings
from service.services import Services
from service.store.keys import game_keys
from service.store.ladder_keys import LADDERS_DUE, PEOPLE, ladder_keys, new_ladder_id
from service.store.ladders_due import LaddersDue
from tests.hosting.hosts import store_client
from tests.hosting.ladders.table_of import new_ladder, play_out
from tests.hosting.ladders.test_sweeping import aged
from tests.hosting.ladders.test_unsettled import damage, lost_people_game, over, texts


@pytest.fixture
def ladder(host: Services) -> Ladder:
    return new_ladder(host, "greedy", "random")


def test_doctor_reports_what_is_not_settled_for_long(host: Services) -> None:
    ladder, (game_id,) = over(host, 1)
    people = lost_people_game(host)
    host.ladders_due.add(PEOPLE)
    aged(host, ladder, OVERDUE_MS)
    aged(host, PEOPLE_LADDER, OVERDUE_MS)
    assert texts(host) == [], "they have only just ended"
    for one in (game_id, people):
        store_client(host).call("HINCRBY", game_keys(one).game, "updated_at", -OVERDUE_MS - 1_000)
    assert texts(host) == [(f"{one} is over, or gone, and is not settled", False) for one in (people, game_id)]
    for one in (PEOPLE, ladder.id):
        sweep_ladder(host, one)
    assert texts(host) == []


def test_doctor_leaves_alone_what_is_played(host: Services, ladder: Ladder) -> None:
    (game_id, *_) = pair_ladder(host, ladder.id)
    store_client(host).call("HINCRBY", game_keys(game_id).game, "updated_at", -OVERDUE_MS - 1_000)
    aged(host, ladder, OVERDUE_MS)
    assert texts(host) == []
    damage(host, game_id)
    assert texts(host) == [], "another check finds that"
    store_client(host).call("HSET", ladder_keys(ladder.id).running, game_id, b"1 nothing")
    assert any("cannot be read" in text for text, _ in texts(host))


def half_made(host: Services, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ladder whose process died before anybody was to look after it."""
    with monkeypatch.context() as broken:
        broken.setattr(LaddersDue, "add", lambda *_, **__: None)
        ladder = create_ladder(host, new_ladder_id(), "Half", LadderSettings())
    for name in ("greedy", "random"):
        enter_ai(host, ladder.id, name)
    assert host.ladders_due.find() == []
    return ladder.id


@pytest.mark.parametrize("way", ["sweep", "doctor", "change"])
def test_ladder_that_nobody_looks_after_is_found(host: Services, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    ladder_id = half_made(host, monkeypatch)
    if way == "sweep":
        sweep_ladder(host, PEOPLE)
    elif way == "change":
        change_ladder(host, ladder_id, name="Whole")
    else:
        assert texts(host) == [("nobody looks after it", False)]
        assert texts(host, repair=True) == [("nobody looks after it", True)]
    assert {(due.ladder_id, due.care) for due in host.ladders_due.find()} == {(ladder_id, "pair"), (ladder_id, "sweep")}
    assert (texts(host), unattended(host)) == ([], [])


def test_half_of_the_care_is_none(host: Services, ladder: Ladder) -> None:
    store_client(host).call("ZREM", LADDERS_DUE, f"{ladder.id} pair")
    assert unattended(host) == [ladder.id]


def test_ladder_that_is_over_is_not_taken_up_again_but_for_its_games(host: Services, ladder: Ladder) -> None:
    pair_ladder(host, ladder.id)
    change_ladder(host, ladder.id, status="closed")
    store_client(host).call("DEL", LADDERS_DUE)
    assert unattended(host) == [ladder.id]
    play_out(host)
    assert host.unsettled.counts([ladder.id]) == [0]
    assert unattended(host) == []


def test_ladder_that_cannot_be_read_does_not_keep_people_waiting(host: Services, ladder: Ladder) -> None:
    lost_people_game(host)
    aged(host, PEOPLE_LADDER, SETTLED_MS)
    store_client(host).call("HSET", ladder_keys(ladder.id).ladder, "record", b"no record")
    assert sweep_ladder(host, PEOPLE) == 1
