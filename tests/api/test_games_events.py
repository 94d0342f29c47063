"""GET /games/{id}/events: the numbered log, page by page."""

import json
import random

from tests.api.games_api import (
    BLIND,
    GREEDY,
    ME,
    OPEN,
    TAKE,
    GameAt,
    Json,
    Site,
    found,
    page,
    some_turns,
)
from tests.api.positions import last_turn
from tests.engine.fold import fold, table_of

COMMON = ["number", "tag", "version", "at", "type"]


def test_numbers_have_no_gaps_and_are_alike_for_everybody(site: Site) -> None:
    game = some_turns(site)
    logs = [game.events(person) for person in (None, *game.people, site.person())]
    for log in logs:
        assert [event["number"] for event in log] == list(range(1, len(log) + 1))
        assert [list(event)[:5] for event in log] == [COMMON] * len(log)
        assert [event["version"] for event in log] == sorted(event["version"] for event in log)
        assert [[event[name] for name in COMMON] for event in log] == [
            [event[name] for name in COMMON] for event in logs[0]
        ]
    assert game.view()["last_event"] == len(logs[0])
    assert page(game)["last"] == len(logs[0])
    assert logs[0] == logs[2] == logs[3] != logs[1]


def test_each_commit_has_one_tag_and_one_time(site: Site) -> None:
    game = some_turns(site)
    by_version: dict[int, set[tuple[str, str]]] = {}
    for event in game.events():
        by_version.setdefault(event["version"], set()).add((event["tag"], event["at"]))
    assert all(len(facts) == 1 for facts in by_version.values())
    assert len({tag for facts in by_version.values() for tag, _ in facts}) == len(by_version)
    view = game.view()
    assert by_version[view["version"]] == {(view["etag"].partition("-")[2], view["updated_at"])}


def test_what_a_post_tells_is_what_the_log_has(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada, bea, _ = game.people
    told = [game.act(ada, BLIND), found(game.post("/resignation", ada)), game.act(bea, BLIND)]
    assert "card" in told[2]["events"][0]
    for body, person in zip(told, (ada, ada, bea), strict=True):
        first = body["events"][0]["number"]
        assert game.events(person, first - 1, len(body["events"])) == body["events"]
        assert body["events"][-1]["number"] == body["game"]["last_event"]


def test_what_may_not_be_seen_is_blanked_not_left_out(site: Site) -> None:
    game = some_turns(site)
    mine, theirs = (game.events(person)[5:] for person in game.people)
    own = next(event for event in mine if event["type"] == "action_played")
    other = next(event for event in theirs if event["type"] == "action_played")
    assert "card" in own
    assert "hidden" not in own
    assert (other["hidden"], other["level"]) == (True, 1)
    assert {name: other[name] for name in COMMON} == {name: own[name] for name in COMMON}


def test_the_lobby_is_in_the_log(site: Site) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    game = GameAt(site, site.create(ada, ME, OPEN, GREEDY).json["id"], ada, [ada, bea])
    assert [event["type"] for event in game.events()] == ["game_created", "seat_taken", "seat_offered", "seat_taken"]
    created, mine, offered, ai = game.events()
    assert (created["seat_count"], created["creator_id"]) == (3, ada.id)
    assert (mine["seat"], mine["player"]) == (0, {"id": ada.id, "name": "Ada"})
    assert (offered["seat"], ai["ai_player"]) == (1, "greedy")
    game.post("/seats", bea)
    taken, started, turn = game.events(after=4)
    assert (taken["type"], taken["seat"], taken["player"]["name"]) == ("seat_taken", 1, "Bea")
    assert started["type"] == "game_started"
    assert (turn["type"], turn["seat"], turn["turn"], turn["round"]) == ("turn_started", 0, 1, 1)


def test_bytes_of_an_event_never_change_while_the_game_runs(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY, reserved_cards="hidden", time_control={"type": "per_turn", "turn_ms": 60_000})
    seen: dict[tuple[str, int], str] = {}
    for _ in range(6):
        person = game.to_act()
        game.act(person, game.listed(person)[-1])
        site.run_jobs()
        for viewer in (None, *game.people):
            for event in game.events(viewer):
                key = (viewer.id if viewer else "", event["number"])
                assert seen.setdefault(key, json.dumps(event)) == json.dumps(event)


def test_once_the_game_is_over_everything_is_open(site: Site) -> None:
    game = some_turns(site)
    game.post("/resignation", game.people[0])
    game.post("/resignation", game.people[1])
    assert game.view()["status"] == "finished"
    logs = [game.events(person) for person in (None, *game.people)]
    assert logs[0] == logs[1] == logs[2]
    assert not [event for event in logs[0] if "hidden" in event]


def test_the_end(site: Site) -> None:
    game = site.game(position=last_turn())
    body = game.act(game.people[1], TAKE)
    finished = body["events"][-1]
    assert finished["type"] == "game_finished"
    assert finished["result"] == body["game"]["result"]
    assert finished["reserved"] == [[], []]
    assert game.events()[-1] == finished


def test_a_purchase_and_a_noble_in_the_log(site: Site) -> None:
    """A15: a visit is told once, whoever asks and how often."""
    game = site.game(
        position={
            "seats": [
                {"tokens": {"black": 3}, "purchased": [f"L1-0{n}" for n in (3, 4, 5, 6)] + ["L1-11", "L1-12", "L1-13"]},
                {},
            ],
            "market": [
                ["L1-09", "L1-01", "L1-17", "L1-25"],
                ["L2-01", "L2-07", "L2-13", "L2-19"],
                ["L3-01", "L3-05", "L3-09", "L3-13"],
            ],
            "nobles": ["N01", "N10"],
        }
    )
    ada, bea = game.people
    buy = {"type": "purchase_card", "card_id": "L1-09"}
    etag = game.etag
    first = game.submit(ada, buy, etag, Idempotency_Key="once")
    assert game.submit(ada, buy, etag, Idempotency_Key="once").data == first.data
    game.act(bea, TAKE)
    game.act(ada, TAKE)
    visits = [event for event in game.events() if event["type"] == "noble_visited"]
    assert [(event["seat"], event["noble"]["id"]) for event in visits] == [(0, "N01")]
    view = game.view()
    assert [noble["id"] for noble in view["nobles"]] == ["N10"]
    assert view["seats"][0]["prestige"] == 3


def test_whoever_applies_the_events_has_the_view(site: Site) -> None:
    """docs/events.md: a spectator and each seat, from the log that it gets itself, after every commit."""
    chance = random.Random(2)
    clock = {"type": "per_turn", "turn_ms": 60_000}
    game = site.game(ME, OPEN, GREEDY, seating="random", seed="2" * 64, time_control=clock)
    for _ in range(30):
        site.run_jobs()
        for viewer in (None, *game.people):
            assert folded(game.events(viewer)) == board(game.view(viewer))
        person = game.to_act()
        game.act(person, chance.choice(game.listed(person)))
    site.run_jobs()
    for person in game.people:
        game.post("/resignation", person)
    over = game.view()
    assert over["status"] == "finished"
    assert folded(game.events()) == board(over)


def folded(log: list[Json]) -> Json:
    start = next(index for index, event in enumerate(log) if event["type"] == "game_started")
    table = table_of(log[start])
    for event in log[start + 1 :]:
        fold(table, event)
    return table


def board(view: Json) -> Json:
    """The part of a view that events build: all but clocks and what the host knows of the game."""
    shown = {name: view[name] for name in ("seats", "supply", "market", "nobles", "last_round")}
    shown["seats"] = [{name: seat[name] for name in seat if name != "remaining_ms"} for seat in view["seats"]]
    if "result" in view:
        return shown | {"result": view["result"]}
    return shown | {"turn": {name: view["turn"][name] for name in ("seat", "phase", "number", "round")}}
