"""The table of a ladder follows from its ledger, and what does not is found."""

from typing import Any

import pytest

from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.head_to_head import head_to_head
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page
from service.hosting.ladders.values import Ladder
from service.services import Services
from service.store.ladder_keys import ladder_keys
from service.store.ladders import LadderStore, StoredStanding
from tests.hosting.hosts import store_client
from tests.hosting.ladders.table_of import new_ladder, only_game, play_games


class Spoiled:
    """Ways in which what is stored of a ladder can be wrong."""

    @staticmethod
    def standing(host: Services, ladder: Ladder) -> None:
        one = host.ladders.standings(ladder.id, ["greedy"])[0]
        store_client(host).call("HSET", ladder_keys(ladder.id).standings, "greedy", f"{one.revision} {{}}")

    @staticmethod
    def gone(host: Services, ladder: Ladder) -> None:
        store_client(host).call("HDEL", ladder_keys(ladder.id).standings, "random")

    @staticmethod
    def stranger(host: Services, ladder: Ladder) -> None:
        value = f'{StoredStanding(3, b"").revision} {{"games":3}}'
        store_client(host).call("HSET", ladder_keys(ladder.id).standings, "nobody", value)

    @staticmethod
    def met(host: Services, ladder: Ladder) -> None:
        client, key = store_client(host), ladder_keys(ladder.id).met
        client.call("HDEL", key, client.call("HKEYS", key)[0])

    @staticmethod
    def meetings(host: Services, ladder: Ladder) -> None:
        store_client(host).call("HINCRBY", ladder_keys(ladder.id).met, "greedy random", 1)


@pytest.mark.parametrize("way", ["standing", "gone", "stranger", "met", "meetings"])
def test_whatever_differs_from_the_ledger_is_reported_and_mended(host: Services, way: str) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 3)
    right = host.ladders.snapshot(ladder.id).standings, host.ladders.all_met(ladder.id)
    getattr(Spoiled, way)(host, ladder)
    found = recompute(host, ladder.id)
    assert (len(found.differences), found.faults, found.sound) == (1, (), False)
    assert recompute(host, ladder.id, repair=True).sound
    assert (host.ladders.snapshot(ladder.id).standings, host.ladders.all_met(ladder.id)) == right
    assert recompute(host, ladder.id) == (3, (), (), False)
    play_games(host, ladder, 1)
    assert recompute(host, ladder.id).sound, "and goes on from there"


def test_ledger_that_grows_while_it_is_gone_through_is_gone_through_again(
    host: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 1)
    Spoiled.met(host, ladder)
    repair = LadderStore.repair
    lengths: list[int] = []

    def grows(store: LadderStore, ladder_id: str, length: int, *args: Any) -> bool:
        if not lengths:
            play_games(host, ladder, 1)
        lengths.append(length)
        return repair(store, ladder_id, length, *args)

    monkeypatch.setattr(LadderStore, "repair", grows)
    assert recompute(host, ladder.id, repair=True).mended
    assert lengths == [1, 2]
    assert recompute(host, ladder.id) == (2, (), (), False)


@pytest.mark.parametrize(
    ("was", "becomes", "text"),
    [(b"bradley", b"other", "not the algorithm"), (b'"finished",[', b'"finished",[1', "not what follows")],
)
def test_ledger_that_is_wrong_itself_is_reported_and_never_changed(
    host: Services, was: bytes, becomes: bytes, text: str
) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 1)
    (record,) = host.ladders.whole_ledger(ladder.id)
    store_client(host).call("LSET", ladder_keys(ladder.id).ledger, 0, record.replace(was, becomes, 1))
    found = recompute(host, ladder.id, repair=True)
    assert not found.sound
    assert text in found.faults[0]


def test_game_that_stands_in_the_ledger_twice_is_reported(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 1)
    (record,) = host.ladders.whole_ledger(ladder.id)
    store_client(host).call("RPUSH", ladder_keys(ladder.id).ledger, record)
    assert any("twice" in text for text in recompute(host, ladder.id).faults)


def test_doctor_finds_who_is_taken_to_play_and_does_not(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    assert [one for faults in ladder_faults(host, repair=False) for one in faults] == []
    only_game(host, ladder)
    assert [one for faults in ladder_faults(host, repair=False) for one in faults] == []
    store_client(host).call("DEL", ladder_keys(ladder.id).running)
    texts = [one.text for faults in ladder_faults(host, repair=False) for one in faults]
    assert texts == [f"{one} is taken to play 1 games, and plays 0" for one in ("greedy", "random")]


def test_head_to_head_counts_from_either_side(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 4)
    one, other = head_to_head(host, ladder.id, "greedy", "random"), head_to_head(host, ladder.id, "random", "greedy")
    assert (one.games, one.won, one.shared, one.lost) == (4, other.lost, other.shared, other.won)
    assert one.likely_better > 0.5 > other.likely_better
    assert one.rated_better > 0.5 > other.rated_better
    nothing = head_to_head(host, ladder.id, "greedy", "nobody")
    assert (nothing.games, nothing.likely_better) == (0, 0.5)


def test_ledger_is_paged_newest_first(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 5)
    assert [item.place for item in ledger_page(host, ladder.id, limit=2)] == [5, 4]
    assert [item.place for item in ledger_page(host, ladder.id, before=4, limit=9)] == [3, 2, 1]
    assert ledger_page(host, ladder.id, before=1) == []
    assert [item.place for item in ledger_page(host, ladder.id, "random", before=4, limit=2)] == [3, 2]
