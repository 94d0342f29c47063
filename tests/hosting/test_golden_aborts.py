"""Golden games that end without a result (H4), for 2, 3 and 4 seats: the one end that the rules engine does not know.

As with the engine's golden games the facts in the files are reasoned from the rules and from the worked example of
docs/fair-deals.md; none was copied from what the host said.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.hosting.abort_game import abort_game
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.errors import GameOver, NotCreator, NotSeated
from service.hosting.join_seat import join_seat
from service.hosting.legal import legal_for
from service.hosting.reading import Table, events_after, load_table, view_at
from service.hosting.record import record_for
from service.services import Services
from service.store.keys import new_game_id
from service.store.players import Player
from splendor.engine.record import verify
from tests.hosting.hosts import new_person, run_jobs
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, RANDOM, again, at_seat, new_game, play

GOLDEN = {path.stem: json.loads(path.read_text()) for path in Path(__file__).parent.glob("golden/*.json")}
SEATS: dict[str, NewSeat] = {"me": ME, "open": OPEN, "greedy": GREEDY, "random": RANDOM}
ABORTED = {"reason": "aborted", "winners": [], "ranking": []}


def abort(host: Services, table: Table, caller: str = "") -> None:
    abort_game(host, table, caller or table.player_id, own_request(), exact=False)


def laid_out(host: Services, golden: Any) -> Table:
    """The golden game up to its abort, as its creator sees it."""
    person = new_person(host)
    options = msgspec.structs.replace(OPTIONS, seating="random")
    order = NewGame(tuple(SEATS[name] for name in golden["seats"]), options, bytes.fromhex(golden["seed"]))
    made = create_game(host, Player(person.id, person.name), order, new_game_id(), own_request())
    for _ in range(golden["joining"]):
        other = new_person(host, "Bea")
        join_seat(host, load_table(host, made.game.id, other.id), Player(other.id, other.name), None, own_request())
    return load_table(host, made.game.id, person.id)


def test_every_number_of_seats_is_there() -> None:
    assert sorted(GOLDEN) == ["2-aborted", "3-aborted", "4-aborted"]


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_golden_abort(host: Services, name: str) -> None:
    golden = GOLDEN[name]
    expected, table = golden["expect"], laid_out(host, golden)
    before = table.view()
    abort(host, table)
    run_jobs(host)
    for seen in (again(host, table), load_table(host, table.game.id, "")):
        shown = seen.view()
        assert (shown["status"], shown["version"], shown["result"]) == ("aborted", expected["version"], ABORTED)
        assert shown["fairness"] == {"seed": golden["seed"]}
        assert [seat["type"] for seat in shown["seats"]] == expected["types"]
        assert shown["seats"] == before["seats"]
        assert "turn" not in shown
        told = events_after(host, seen, 0, "", 500).items
        assert [event["type"] for event in told] == expected["events"]
        assert legal_for(seen, "default") == {"etag": seen.stored.etag, "actions": [], "complete": False}
        check_record(record_for(host, seen), golden)
    check_table(again(host, table).view(), expected)


def check_record(record: Any, golden: Any) -> None:
    expected = golden["expect"]
    assert (record["result"], record["marks"]) == (ABORTED, ["seeded"])
    assert record["seating_order"] == expected["seating_order"]
    assert [[entry["version"], entry["type"]] for entry in record["entries"]] == expected["entries"]
    assert record.get("start", {}).get("market") == expected.get("market")
    report = verify(record)
    assert report.ok, report


def check_table(shown: Any, expected: Any) -> None:
    """What was dealt stays to be seen; before the start there is nothing."""
    assert shown.get("supply") == expected.get("supply")
    if "market" not in expected:
        assert "market" not in shown
        return
    assert [[slot["card"]["id"] for slot in row["slots"]] for row in shown["market"]] == expected["market"]
    nobles = [noble["id"] for noble in shown["nobles"]]
    assert (nobles[:3], len(nobles)) == (expected["first_nobles"], expected["nobles"])


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_nothing_follows_an_abort(host: Services, name: str) -> None:
    table = laid_out(host, GOLDEN[name])
    stranger = load_table(host, table.game.id, new_person(host).id)
    with pytest.raises(NotCreator if table.game.status == "open" else NotSeated):
        abort(host, stranger)
    abort(host, table)
    with pytest.raises(GameOver):
        abort(host, again(host, table))
    version = GOLDEN[name]["expect"]["version"]
    assert again(host, table).stored.version == version
    assert "seed" in view_at(host, again(host, table), version - 1)["fairness"]


def test_after_the_first_action_it_is_a_vote(host: Services) -> None:
    """H4"""
    table = new_game(host)
    play(host, table, "Twug")
    abort(host, again(host, table))
    assert (again(host, table).game.status, again(host, table).game.votes) == ("playing", (0,))
    abort(host, at_seat(host, table, 1))
    shown = again(host, table).view()
    assert (shown["status"], shown["abort_votes"], shown["result"]) == ("aborted", [0, 1], ABORTED)


def test_the_commitment_of_an_aborted_game_holds(host: Services) -> None:
    """H4: the seed is revealed, and it is the one that was committed to."""
    table = new_game(host, ME, OPEN, OPEN)
    noted = table.view()["fairness"]["commitment"]
    abort(host, table)
    record = record_for(host, again(host, table))
    assert verify(record, noted).ok
    assert not verify(record, "0" * 64).ok
