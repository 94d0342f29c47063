"""Earlier positions and the record: what was shown live, derived again."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from splendor.engine.fairness import commitment, seating
from splendor.engine.record import verify
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, RANDOM, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import last_turn, two_nobles_in_reach

TIMED: Json = {"time_control": {"type": "fischer", "initial_ms": 90_000, "increment_ms": 3_000, "max_ms": 91_000}}
Shown = dict[tuple[int, str], bytes]


def snapshot(game: GameAt, shown: Shown) -> None:
    """Notes what everybody sees at the present version."""
    for person in (None, *game.people):
        reply = game.get("", person)
        shown[reply.json["version"], person.id if person else ""] = reply.data


def play(site: Site, game: GameAt, turns: int, seed: int = 1) -> Iterator[None]:
    """Turns by people and AI players, some of them in several requests; stops after each commit."""
    chance = random.Random(seed)
    for _ in range(turns):
        if game.view()["status"] != "playing":
            return
        if site.jobs:
            site.run_jobs(1)
        else:
            person = game.to_act()
            game.act(person, chance.choice(game.listed(person)))
        yield


@pytest.mark.parametrize("mode", ["blind_hidden", "hidden", "open"])
def test_positions_are_the_views_that_were_live(site: Site, mode: str) -> None:
    """Byte for byte, for each seat and a spectator, lobby and clocks included."""
    ada, *others = people = [site.person(name) for name in ("Ada", "Bea", "Cyd")]
    order: list[Json] = [ME, OPEN, OPEN, RANDOM]
    reply = site.create(ada, *order, seating="random", reserved_cards=mode, seed="3" * 64, **TIMED)
    game = GameAt(site, reply.json["id"], ada, people)
    shown: Shown = {}
    snapshot(game, shown)
    for person in others:
        game.post("/seats", person)
        snapshot(game, shown)
    for _ in play(site, game, 15):
        snapshot(game, shown)
    game.post("/resignation", others[0])
    snapshot(game, shown)
    assert len(shown) >= 4 * 15
    for (version, viewer), live in shown.items():
        person = next((one for one in people if one.id == viewer), None)
        assert game.get(f"/positions/{version}", person).data == live, (version, viewer)


def test_once_the_game_is_over_every_position_is_open(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    card = game.act(ada, BLIND)["events"][0]["card"]
    game.post("/resignation", ada)
    for person in (None, bea):
        early = found(game.get("/positions/3", person))
        assert early["seats"][0]["reserved"][0]["card"] == card
        assert early["status"] == "playing"
        assert "seed" in early["fairness"]


@pytest.mark.parametrize("version", ["0", "4", "-1", "x", "1.0", "01", "1x", "9" * 30, "%D9%A1", "1%0A"])
def test_a_version_that_never_was(site: Site, version: str) -> None:
    game = site.game()
    game.act(game.people[0], TAKE)
    problem(game.get(f"/positions/{version}"), 404, "version-not-found")


def test_the_record_of_a_running_game_hides_what_is_hidden(site: Site) -> None:
    game = site.game(reserved_cards="hidden", seating="random", seed="4" * 64)
    seats = game.people_by_seat()
    shown = game.view()["market"][1]["slots"][0]["card"]["id"]
    game.act(seats[0], {"type": "reserve_card", "card_id": shown})
    game.act(seats[1], BLIND)
    mine, theirs, spectators = (found(game.get("/record", person)) for person in (seats[0], seats[1], None))
    own = mine["entries"][0]
    assert (own["action"]["card_id"], own["notation"]) == (shown, f"R{shown[1]}{shown[3:]}")
    assert spectators["entries"][0]["action"] == {"type": "reserve_card", "hidden": True, "level": 2}
    assert "notation" not in spectators["entries"][0]
    assert theirs["entries"] == spectators["entries"]
    assert spectators["entries"][1]["action"] == {"type": "reserve_from_deck", "level": 1}
    assert spectators["seating_order"] == list(seating(bytes.fromhex("4" * 64), 2))
    assert not {"result", "position"} & spectators.keys()
    assert spectators["fairness"] == {}


def test_a_record_before_the_start(site: Site) -> None:
    ada = site.person()
    reply = site.create(ada, ME, OPEN, seating="random")
    record = found(site.client.get(f"{reply.headers['Location']}/record"))
    assert record["entries"] == []
    assert not {"start", "seating_order", "result"} & record.keys()
    assert record["fairness"] == reply.json["fairness"]


@pytest.mark.parametrize(
    ("order", "marks"),
    [
        ({}, []),
        ({"seed": "7" * 64, **TIMED}, ["seeded"]),
        ({"position": two_nobles_in_reach(), "target_prestige": 18}, ["from_position"]),
        ({"position": two_nobles_in_reach(), "seed": "8" * 64}, ["seeded", "from_position"]),
        ({"on_flag": {"type": "ai_takes_over", "ai_player": "greedy"}, **TIMED}, []),
    ],
)
def test_a_record_has_the_options_and_marks_of_the_view(site: Site, order: Json, marks: list[str]) -> None:
    game = site.game(ME, OPEN, OPEN) if not order else site.game(ME, OPEN, **order)
    view, record = game.view(), found(game.get("/record"))
    options = {**record["options"], "seating": record["seating"]}
    assert options.pop("seats") == len(view["seats"])
    assert options == view["options"]
    assert record["marks"] == view["marks"] == marks
    assert ("commitment" in record["fairness"]) is (not marks)


def test_record_and_etag(site: Site) -> None:
    game = site.game()
    reply = game.get("/record")
    assert reply.headers["ETag"] == f'"{game.etag}"'
    assert game.get("/record", None, If_None_Match=reply.headers["ETag"]).status_code == 304


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"seating": "random"},
        {"seed": "7" * 64},
        {"seed": "7" * 64, "seating": "random", "reserved_cards": "hidden"},
        {"position": two_nobles_in_reach()},
        {"position": two_nobles_in_reach(), "seed": "8" * 64, **TIMED},
        {"max_rounds": 20, "reserved_cards": "open", **TIMED},
    ],
)
def test_the_record_of_a_finished_game_can_be_verified(site: Site, order: Json) -> None:
    game = site.game(ME, OPEN, **order)
    noted = game.view()["fairness"].get("commitment")
    for _ in play(site, game, 12, seed=5):
        pass
    if game.view()["status"] == "playing":
        game.post("/resignation", game.people[1])
    record = found(game.get("/record"))
    report = verify(record, noted)
    assert report.ok, report
    assert record["result"] == game.view()["result"]
    assert record == found(game.get("/record", game.people[0]))
    spoilt = record | {"result": {**record["result"], "winners": []}}
    assert not verify(spoilt).ok


def test_ai_players_game_is_recorded_whole(site: Site) -> None:
    reply = site.create(site.person(), GREEDY, RANDOM, GREEDY, max_rounds=40)
    site.run_jobs()
    path = reply.headers["Location"]
    over = found(site.client.get(path))
    assert over["status"] == "finished"
    record = found(site.client.get(f"{path}/record"))
    assert verify(record).ok
    assert [entry["version"] for entry in record["entries"]] == list(range(2, over["version"] + 1))


def test_the_deal_was_committed_to(site: Site) -> None:
    """Fair deals: the digest of the first reply is that of the seed revealed at the end."""
    reply = site.create(site.person(), GREEDY, GREEDY)
    promised = reply.json["fairness"]["commitment"]
    site.run_jobs()
    over = found(site.client.get(reply.headers["Location"]))
    seed = bytes.fromhex(over["fairness"]["seed"])
    assert commitment(over["id"], seed) == promised == over["fairness"]["commitment"]


def test_every_kind_of_entry(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada, bea, cyd = game.people
    game.act(ada, TAKE)
    game.post("/resignation", cyd)
    game.post("/resignation", bea)
    entries: list[dict[str, Any]] = found(game.get("/record"))["entries"]
    assert [(entry["type"], entry["seat"]) for entry in entries] == [
        ("turn", 0),
        ("resignation", 2),
        ("resignation", 1),
    ]
    assert entries[0]["notation"] == "Twug"


def test_the_last_position_is_the_present_view(site: Site) -> None:
    game = site.game(position=last_turn())
    over = game.act(game.people[1], TAKE)["game"]
    assert found(game.get(f"/positions/{over['version']}", game.people[1])) == over
