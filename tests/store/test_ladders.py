"""Ladders in the store: what is claimed is nobody else's, and a game counts once."""

import pytest

from service.store import ladders as module
from service.store.client import Client
from service.store.errors import LimitReached
from service.store.keys import new_game_id, new_player_id
from service.store.ladder_keys import LADDERS_DUE, PEOPLE, is_ladder_id, ladder_keys, new_ladder_id
from service.store.ladders import (
    EntryChange,
    Hold,
    LadderStore,
    SettledSeat,
    Settlement,
    Spot,
    StoredLadder,
    StoredStanding,
    meeting,
)
from service.store.ladders_due import LadderDue, LaddersDue
from service.store.presence import Presence

ENTRIES = ("greedy", "random", "beginner")


@pytest.fixture
def ladders(client: Client) -> LadderStore:
    return LadderStore(client)


@pytest.fixture
def ladder(ladders: LadderStore) -> StoredLadder:
    """A ladder with three entries."""
    made = ladders.write(new_ladder_id(), 0, b"terms")
    assert made is not None
    for entry in ENTRIES:
        assert ladders.set_entry(made.id, EntryChange(entry, b"", b"here"))
    return made


def holds(*entries: str) -> list[Hold]:
    return [Hold(entry, b"here", seat) for seat, entry in enumerate(entries)]


def pair(ladders: LadderStore, ladder: StoredLadder, *entries: str, game_id: str = "", most: int = 1) -> str:
    """The game that the entries were put together for, or an empty text."""
    game_id = game_id or new_game_id()
    done = ladders.pair(ladder, game_id, b"pairing", most, holds(*entries), counted=True)
    return game_id if done else ""


def settlement(
    game_id: str, *entries: str, revision: int = 0, standing: bytes = b"standing", **more: object
) -> Settlement:
    seats = tuple(SettledSeat(entry, revision, standing, held=True) for entry in entries)
    return Settlement(game_id, seats, b"result")._replace(**more)


def test_ids_of_ladders_are_told_from_all_others() -> None:
    assert is_ladder_id(new_ladder_id())
    assert is_ladder_id(PEOPLE)
    for other in (
        "",
        "l",
        new_player_id(),
        new_game_id(),
        new_ladder_id() + "x",
        "l" + "}" * 21,
        new_ladder_id()[:-1] + "\n",
    ):
        assert not is_ladder_id(other)


def test_ladder_is_written_once_and_changed_by_who_knows_it(ladders: LadderStore) -> None:
    ladder_id = new_ladder_id()
    made = ladders.write(ladder_id, 0, b"one")
    assert made == ladders.write(ladder_id, 0, b"one") == ladders.read(ladder_id), "the reply may have been lost"
    assert made is not None
    assert ladders.write(ladder_id, 0, b"two") is None
    changed = ladders.write(ladder_id, 1, b"two")
    assert changed == StoredLadder(ladder_id, 2, b"two", made.created_at) == ladders.write(ladder_id, 1, b"two")
    assert ladders.write(ladder_id, 1, b"three") is None
    assert ladders.all() == [changed]


def test_there_is_an_end_of_ladders(ladders: LadderStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_LADDERS", 1)
    ladders.write(new_ladder_id(), 0, b"one")
    with pytest.raises(LimitReached):
        ladders.write(new_ladder_id(), 0, b"two")


def test_what_is_no_ladder_is_unknown(ladders: LadderStore) -> None:
    assert ladders.read("x}") is None
    assert ladders.entries("x}", ["a"]) == [b""]
    assert ladders.standings("x}", ["a"]) == [StoredStanding(0, b"")]
    assert ladders.settled("x}", new_game_id()) == ""


def test_entry_changes_only_for_who_knows_it(ladders: LadderStore, ladder: StoredLadder) -> None:
    change = EntryChange("greedy", b"here", b"gone")
    assert ladders.set_entry(ladder.id, change)
    assert ladders.set_entry(ladder.id, change), "the reply may have been lost"
    assert not ladders.set_entry(ladder.id, EntryChange("greedy", b"here", b"back"))
    assert ladders.entries(ladder.id, ["greedy", "nobody"]) == [b"gone", b""]


def test_entries_play_as_many_games_as_they_may(ladders: LadderStore, ladder: StoredLadder) -> None:
    first = pair(ladders, ladder, "greedy", "random")
    assert first
    assert pair(ladders, ladder, "greedy", "random", game_id=first), "the reply may have been lost"
    assert not pair(ladders, ladder, "beginner", "greedy"), "greedy plays already"
    assert pair(ladders, ladder, "beginner", "greedy", most=2)
    busy = {entry: busy.games for entry, busy in ladders.snapshot(ladder.id).busy.items()}
    assert busy == {"greedy": 2, "random": 1, "beginner": 1}
    assert {one.game_id for one in ladders.running(ladder.id)} >= {first}


@pytest.mark.parametrize("moved", ["ladder", "entry"])
def test_nothing_is_claimed_of_a_ladder_that_has_moved(ladders: LadderStore, ladder: StoredLadder, moved: str) -> None:
    if moved == "ladder":
        ladders.write(ladder.id, 1, b"paused")
    else:
        ladders.set_entry(ladder.id, EntryChange("random", b"here", b"paused"))
    assert not pair(ladders, ladder, "greedy", "random")
    assert (ladders.running(ladder.id), ladders.snapshot(ladder.id).busy) == ([], {})


def test_pairings_and_seats_are_counted(ladders: LadderStore, ladder: StoredLadder) -> None:
    pair(ladders, ladder, "greedy", "random", "beginner", most=9)
    pair(ladders, ladder, "random", "greedy", most=9)
    assert ladders.paired(ladder.id, [("greedy", "random"), ("random", "beginner"), ("beginner", "greedy")]) == [
        2,
        1,
        1,
    ]
    assert ladders.seated(ladder.id, ["greedy", "random"], 2) == {"greedy": (0, 1), "random": (1, 0)}
    assert ladders.seated(ladder.id, ["random"], 3) == {"random": (0, 1, 0)}


def test_pairs_are_counted_under_one_name_whatever_their_letters(ladders: LadderStore, ladder: StoredLadder) -> None:
    """A server whose locale has small letters before capitals would name them the other way round."""
    pairs = [("B", "a"), ("a", "Z"), ("_", "a"), ("Z", "-")]
    for entry in sorted({one for pair_ in pairs for one in pair_}):
        assert ladders.set_entry(ladder.id, EntryChange(entry, b"", b"here"))
    games = [pair(ladders, ladder, *pair_, most=9) for pair_ in pairs]
    assert ladders.paired(ladder.id, pairs) == [1] * len(pairs)
    for game_id, pair_ in zip(games, pairs, strict=True):
        assert ladders.settle(ladder.id, settlement(game_id, *pair_, standing=b"", put_back=True))[0] == "done"
    assert ladders.paired(ladder.id, pairs) == [0] * len(pairs)


def test_b19_a_game_is_settled_once(ladders: LadderStore, ladder: StoredLadder) -> None:
    """B19"""
    game_id = pair(ladders, ladder, "greedy", "random")
    order = settlement(game_id, "greedy", "random", met=(meeting("greedy", "random"),))
    assert [ladders.settle(ladder.id, order) for _ in range(3)] == [("done", "1"), ("before", "1"), ("before", "1")]
    later = order._replace(seats=tuple(seat._replace(revision=1) for seat in order.seats), ledger=b"another")
    assert ladders.settle(ladder.id, later) == ("before", "1")
    assert list(ladders.whole_ledger(ladder.id)) == [b"result"]
    assert ladders.standings(ladder.id, ["greedy"]) == [StoredStanding(1, b"standing")]
    assert ladders.met(ladder.id, [meeting("greedy", "random"), meeting("random", "greedy")]) == [1, 0]
    assert ladders.running(ladder.id) == []
    assert {busy.games for busy in ladders.snapshot(ladder.id).busy.values()} == {0}


def test_b20_nothing_is_computed_from_an_old_standing(ladders: LadderStore, ladder: StoredLadder) -> None:
    """B20: of two games that end at once, the second to be settled has to be computed again."""
    first, second = (pair(ladders, ladder, *pair_, most=2) for pair_ in (("greedy", "random"), ("greedy", "beginner")))
    assert ladders.settle(ladder.id, settlement(first, "greedy", "random")) == ("done", "1")
    assert ladders.settle(ladder.id, settlement(second, "greedy", "beginner")) == ("moved", "")
    assert ladders.standings(ladder.id, ["beginner"]) == [StoredStanding(0, b"")], "not by half"
    seats = (SettledSeat("greedy", 1, b"better", held=True), SettledSeat("beginner", 0, b"worse", held=True))
    assert ladders.settle(ladder.id, settlement(second)._replace(seats=seats)) == ("done", "2")
    assert ladders.standings(ladder.id, ENTRIES) == [
        StoredStanding(2, b"better"), StoredStanding(1, b"standing"), StoredStanding(1, b"worse"),
    ]  # fmt: skip


def test_a_record_that_has_moved_holds_a_settlement_back(ladders: LadderStore, ladder: StoredLadder) -> None:
    game_id = pair(ladders, ladder, "greedy", "random")
    order = settlement(game_id, "greedy", "random", changes=(EntryChange("random", b"other", b"paused"),))
    assert ladders.settle(ladder.id, order) == ("moved", "")
    order = order._replace(changes=(EntryChange("random", b"here", b"paused"),))
    assert ladders.settle(ladder.id, order) == ("done", "1")
    assert ladders.entries(ladder.id, ["random"]) == [b"paused"]


def test_what_was_never_paired_is_not_settled(ladders: LadderStore, ladder: StoredLadder) -> None:
    order = settlement(new_game_id(), "greedy", "random")
    assert ladders.settle(ladder.id, order) == ("unknown", "")
    assert ladders.settle(ladder.id, order._replace(paired=False)) == ("done", "1")


def test_game_that_fails_counts_for_no_balance(ladders: LadderStore, ladder: StoredLadder) -> None:
    game_id = pair(ladders, ladder, "greedy", "random", "beginner")
    order = settlement(game_id, "greedy", "random", "beginner", standing=b"", put_back=True)
    assert ladders.settle(ladder.id, order) == ("done", "1")
    assert ladders.paired(ladder.id, [("greedy", "random"), ("random", "beginner")]) == [0, 0]
    assert ladders.seated(ladder.id, ["greedy", "beginner"], 3) == {"greedy": (0, 0, 0), "beginner": (0, 0, 0)}
    assert ladders.standings(ladder.id, ["greedy"]) == [StoredStanding(0, b"")]


def test_entries_rest_after_a_game(ladders: LadderStore, ladder: StoredLadder) -> None:
    game_id = pair(ladders, ladder, "greedy", "random")
    ladders.settle(ladder.id, settlement(game_id, "greedy", "random", rest_ms=60_000))
    assert not pair(ladders, ladder, "greedy", "random")
    found = ladders.snapshot(ladder.id)
    assert 0 < found.busy["greedy"].free_from - found.now <= 60_000


@pytest.mark.parametrize("rest_ms", [0, 60_000])
def test_entries_wait_from_the_end_of_a_game_and_of_their_rest(
    ladders: LadderStore, ladder: StoredLadder, rest_ms: int
) -> None:
    game_id = pair(ladders, ladder, "greedy", "random")
    begun = ladders.now(ladder.id)
    begin_earlier(ladders, ladder, game_id, 30_000)
    ladders.settle(ladder.id, settlement(game_id, "greedy", "random", rest_ms=rest_ms))
    ended = ladders.snapshot(ladder.id)
    for entry in ("greedy", "random"):
        assert begun + rest_ms <= ended.busy[entry].since <= ended.now + rest_ms
        assert ended.busy[entry].free_from == ended.busy[entry].since


def test_how_long_games_last_follows_the_last_ones(ladders: LadderStore, ladder: StoredLadder) -> None:
    assert ladders.snapshot(ladder.id).game_ms == 0
    for number, (seconds, mean) in enumerate([(80, 80), (80, 80), (0, 70), (160, 81)]):
        game_id = pair(ladders, ladder, "greedy", "random")
        begin_earlier(ladders, ladder, game_id, 1000 * seconds)
        ladders.settle(ladder.id, settlement(game_id, "greedy", "random", revision=number))
        assert 0 <= ladders.snapshot(ladder.id).game_ms - 1000 * mean < 1000


@pytest.mark.parametrize("kind", ["trial", "failure", "never paired"])
def test_other_games_do_not_tell_how_long_one_lasts(ladders: LadderStore, ladder: StoredLadder, kind: str) -> None:
    game_id = new_game_id() if kind == "never paired" else pair(ladders, ladder, "greedy", "random")
    changes = {
        "trial": {"ledger": b"", "note": "validation"},
        "failure": {"put_back": True},
        "never paired": {"paired": False},
    }
    assert ladders.settle(ladder.id, settlement(game_id, "greedy", "random", **changes[kind]))[0] == "done"  # type: ignore[arg-type]
    assert ladders.snapshot(ladder.id).game_ms == 0


def begin_earlier(ladders: LadderStore, ladder: StoredLadder, game_id: str, ms: int) -> None:
    """Lets a pairing have been made so long before."""
    running = ladders.find_running(ladder.id, game_id)
    assert running is not None
    value = f"{running.made_at - ms} ".encode() + running.record
    ladders._client.call("HSET", ladder_keys(ladder.id).running, game_id, value)


def test_game_without_a_ledger_entry_is_noted(ladders: LadderStore, ladder: StoredLadder) -> None:
    game_id = new_game_id()
    assert ladders.pair(ladder, game_id, b"trial", 1, holds("greedy"), counted=False)
    order = settlement(game_id, "greedy", standing=b"", ledger=b"", note="validation")
    assert [ladders.settle(ladder.id, order)[1] for _ in range(2)] == ["validation"] * 2
    assert ladders.length(ladder.id) == 0
    assert ladders.settled(ladder.id, game_id) == "validation"


def test_pages_of_the_ledger(ladders: LadderStore, ladder: StoredLadder) -> None:
    for number in range(1, 8):
        entries = ("greedy", "random") if number % 2 else ("greedy", "beginner")
        seats = tuple(SettledSeat(entry, 0, b"", held=False) for entry in entries)
        order = Settlement(new_game_id(), seats, str(number).encode(), paired=False)
        assert ladders.settle(ladder.id, order) == ("done", str(number))
    assert list(ladders.whole_ledger(ladder.id)) == [str(n).encode() for n in range(1, 8)]
    assert ladders.ledger(ladder.id, 2, 3) == [b"2", b"3"]
    assert ladders.ledger(ladder.id, 0, 3) == []
    assert [place for place, _ in ladders.ledger_of(ladder.id, "random", 0, 2)] == [7, 5]
    assert ladders.ledger_of(ladder.id, "random", 5, 9) == [(3, b"3"), (1, b"1")]
    assert ladders.ledger_of(ladder.id, "random", 6, 1) == [(5, b"5")]
    assert ladders.ledger_of(ladder.id, "random", 1, 9) == []
    assert ladders.ledger_of(ladder.id, "nobody", 0, 9) == []


IDS = sorted(["B", "a", "Z", "_", "-", "aa", "a-", "aB", "b"])
"""In the order of their bytes, which is none that a language has."""


def rank_all(ladders: LadderStore, ladder: StoredLadder, ranks: dict[str, int]) -> None:
    before = ladders.standings(ladder.id, list(ranks))
    seats = tuple(
        SettledSeat(one, known.revision, one.encode(), held=False, rank=rank)
        for (one, rank), known in zip(ranks.items(), before, strict=True)
    )
    assert ladders.settle(ladder.id, Settlement(new_game_id(), seats, b"result", paired=False))[0] == "done"


@pytest.mark.parametrize("rank", [-3, 0, 10**7])
def test_page_of_the_ranks_begins_behind_any_spot(ladders: LadderStore, ladder: StoredLadder, rank: int) -> None:
    rank_all(ladders, ladder, dict.fromkeys(IDS, rank) | {"first": rank - 1, "last": rank + 1})
    line = ["first", *IDS, "last"]
    spots = {Spot(rank, one): IDS.index(one) + 2 for one in IDS}
    spots |= {Spot(rank - 2, "z"): 0, Spot(rank - 1, "first"): 1, Spot(rank, ""): 1, Spot(rank, "zz"): len(line) - 1}
    spots |= {Spot(rank, "a0"): 1 + sum(one < "a0" for one in IDS), Spot(rank + 1, "last"): len(line)}
    for spot, before in spots.items():
        found = ladders.ranked(ladder.id, spot, 3)
        assert [(one.place, one.entry) for one in found] == list(enumerate(line, 1))[before : before + 3], spot
        assert all(one.standing.record == one.entry.encode() for one in found)
    assert [one.entry for one in ladders.ranked(ladder.id, None, 99)] == line


def test_who_is_ranked_anew_stands_there_once(ladders: LadderStore, ladder: StoredLadder) -> None:
    rank_all(ladders, ladder, {"greedy": 1, "random": 2})
    rank_all(ladders, ladder, {"greedy": 3})
    assert [one.entry for one in ladders.ranked(ladder.id, None, 9)] == ["random", "greedy"]
    assert ladders.ranks(ladder.id) == {"random": 2, "greedy": 3}


def test_games_that_run_stand_newest_first_until_they_are_settled(ladders: LadderStore, ladder: StoredLadder) -> None:
    games = [pair(ladders, ladder, "greedy", "random", most=9) for _ in range(3)]
    found = ladders.begun(ladder.id, None, 9)
    assert {one.game_id for one in found} == set(games)
    assert found == sorted(ladders.running(ladder.id), key=lambda one: (-one.made_at, one.game_id))
    assert ladders.begun(ladder.id, Spot(-found[0].made_at, found[0].game_id), 1) == found[1:2]
    ladders.settle(ladder.id, settlement(found[0].game_id, "greedy", "random"))
    assert ladders.begun(ladder.id, None, 9) == found[1:]


def test_repair_waits_for_nobody_and_overwrites_nothing_newer(ladders: LadderStore, ladder: StoredLadder) -> None:
    game_id = pair(ladders, ladder, "greedy", "random")
    ladders.settle(ladder.id, settlement(game_id, "greedy", "random", met=(meeting("greedy", "random"),)))
    right = {"greedy": StoredStanding(1, b"right")}
    assert not ladders.repair(ladder.id, 0, right, {}, {})
    assert ladders.repair(ladder.id, 1, right, {meeting("greedy", "random", shared=True): 2}, {})
    assert ladders.snapshot(ladder.id).standings == right
    assert ladders.all_met(ladder.id) == {"greedy=random": 2}


def test_a_ladder_is_due_until_it_is_claimed_and_when_it_is_hurried(client: Client) -> None:
    due, ladder_id = LaddersDue(client), new_ladder_id()
    due.hurry(ladder_id)
    assert due.find() == [], "nobody looks after this one"
    due.add(ladder_id)
    found = due.find()
    assert set(found) == {LadderDue(ladder_id, "pair"), LadderDue(ladder_id, "sweep")}
    assert [[due.claim(one, 60_000) for one in found] for _ in range(2)] == [[True, True], [False, False]]
    due.hurry(ladder_id)
    assert due.find() == [LadderDue(ladder_id, "pair")]
    due.remove(ladder_id)
    assert not client.call("EXISTS", LADDERS_DUE)


def test_care_of_a_newer_release_is_left_to_it(client: Client) -> None:
    client.call("ZADD", LADDERS_DUE, 1, f"{new_ladder_id()} prune")
    assert LaddersDue(client).find() == []


def test_only_entries_are_noted_as_seen(client: Client, ladders: LadderStore) -> None:
    presence, one, other = Presence(client), new_player_id(), new_player_id()
    ladders.note_player(one, PEOPLE)
    for player_id in (one, other, "no player"):
        presence.see(player_id)
    seen = presence.seen_ms([one, other, "no player"])
    assert seen[0] is not None
    assert 0 <= seen[0] < 60_000
    assert seen[1:] == [None, None]


def test_it_is_said_again_only_after_a_while(client: Client, ladders: LadderStore) -> None:
    presence, one = Presence(client), new_player_id()
    ladders.note_player(one, PEOPLE)
    presence.see(one)
    client.call("FLUSHALL")
    presence.see(one)
    assert presence.seen_ms([one]) == [None]


def test_every_value_that_is_settled_has_its_place(ladders: LadderStore, ladder: StoredLadder) -> None:
    """The number of keys and arguments follows from the number of seats: two, three and four of them."""
    for seats in (2, 3, 4):
        entries = [f"e{number}" for number in range(seats)]
        order = settlement(new_game_id(), *entries, paired=False, met=("a b", "b=c"))
        assert ladders.settle(ladder.id, order)[0] == "done"
        found = ladders.standings(ladder.id, entries)
        assert {one.record for one in found} == {b"standing"}
        for entry in entries:
            client_key = ladder_keys(ladder.id).standings
            ladders._client.call("HDEL", client_key, entry)
    assert ladders.met(ladder.id, ["a b", "b=c"]) == [3, 3]
