"""Ladders themselves: laid down, listed, seen, changed."""

from typing import Any

import pytest

from service.hosting.ladders.finding import CHANGEABLE
from service.hosting.ladders.values import LadderSettings
from service.store.ladder_keys import PEOPLE, new_ladder_id
from tests.api.apps_api import new_admin, new_app
from tests.api.games_api import Site, found
from tests.api.ladders.ladders_api import CLOCK, LADDERS, ORDER, LadderAt, created, new_bot, refused
from tests.api.test_lists import walk

DEFAULTS = {
    "seats": 2,
    "time_control": CLOCK,
    "target_prestige": 15,
    "reserved_cards": "blind_hidden",
    "max_rounds": 100,
    "unfinished": "loss",
    "games_at_once": 1,
    "rest_ms": 0,
    "open_to": "bots",
    "invited_only": False,
    "illegal_actions": 3,
    "error_percent": 50,
    "owner_entries": 5,
    "anchor_games": 100,
}


def test_it_is_made_once_and_can_be_seen_by_all(site: Site) -> None:
    admin = new_admin(site.app) | {"Idempotency-Key": "one"}
    reply = site.client.post(LADDERS, json=ORDER, headers=admin)
    assert reply.status_code == 201
    made = reply.json
    assert (made["name"], made["status"], made["settings"]) == ("Open air", "open", DEFAULTS)
    again = site.client.post(LADDERS, json=ORDER, headers=admin)
    assert (again.status_code, again.json, again.headers["Idempotency-Replayed"]) == (201, made, "true")
    refused(site.client.post(LADDERS, json=ORDER | {"seats": 3}, headers=admin), 422, "idempotency-key-reuse")
    assert found(site.client.get(reply.headers["Location"])) == made
    assert [one["id"] for one in found(site.client.get(LADDERS))["items"]] == [PEOPLE, made["id"]]


def test_defaults_are_those_of_the_host() -> None:
    usual = LadderSettings()
    for name, value in DEFAULTS.items():
        if name not in ("time_control", "invited_only", "error_percent"):
            assert getattr(usual, name) == value
    assert usual.error_share == DEFAULTS["error_percent"] / 100


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seats", 4),
        ("time_control", {"type": "per_turn", "turn_ms": 1_000}),
        ("time_control", {**CLOCK, "max_ms": 90_000}),
        ("target_prestige", 30),
        ("reserved_cards", "open"),
        ("max_rounds", 20),
        ("unfinished", "void"),
        ("games_at_once", 20),
        ("rest_ms", 604_800_000),
        ("open_to", "all"),
        ("illegal_actions", 0),
        ("error_percent", 1),
        ("owner_entries", 100),
        ("anchor_games", 0),
    ],
)
def test_each_setting_is_taken_and_shown(site: Site, name: str, value: Any) -> None:
    ladder = LadderAt(site, **{name: value})
    assert ladder.made["settings"] == ladder.read()["settings"] == DEFAULTS | {name: value}
    if name in CHANGEABLE or name == "error_percent":
        other = LadderAt(site)
        assert found(other.change(**{name: value}))["settings"] == other.read()["settings"] == DEFAULTS | {name: value}
    else:
        refused(ladder.change(**{name: value}), 422, "invalid-request", f"/{name}")  # A21


@pytest.mark.parametrize(
    ("order", "pointer"),
    [
        ({"name": ""}, "/name"),
        ({"seats": 1}, "/seats"),
        ({"seats": 5}, "/seats"),
        ({"time_control": {"type": "none"}}, "/time_control/type"),
        ({"time_control": {"type": "per_turn", "turn_ms": 999}}, "/time_control/turn_ms"),
        ({"target_prestige": 9}, "/target_prestige"),
        ({"max_rounds": 501}, "/max_rounds"),
        ({"games_at_once": 0}, "/games_at_once"),
        ({"games_at_once": 21}, "/games_at_once"),
        ({"rest_ms": -1}, "/rest_ms"),
        ({"open_to": "people "}, "/open_to"),
        ({"invited": ["x"]}, "/invited/0"),
        ({"invited": ["p" * 22] * 1_001}, "/invited"),
        ({"unfinished": "draw"}, "/unfinished"),
        ({"illegal_actions": -1}, "/illegal_actions"),
        ({"error_percent": 0}, "/error_percent"),
        ({"error_percent": 101}, "/error_percent"),
        ({"owner_entries": 0}, "/owner_entries"),
        ({"anchor_games": True}, "/anchor_games"),
        ({"status": "paused"}, "/status"),
    ],
)
def test_settings_that_cannot_be(site: Site, order: dict[str, Any], pointer: str) -> None:
    reply = site.client.post(LADDERS, json=ORDER | order, headers=new_admin(site.app))
    refused(reply, 422, "invalid-request", pointer)


def test_no_clock_is_no_default(site: Site) -> None:
    refused(site.client.post(LADDERS, json={"name": "x"}, headers=new_admin(site.app)), 422, "invalid-request")


def test_administrators_alone_lay_down_and_change(site: Site) -> None:
    ladder = LadderAt(site)
    for headers in (site.person().headers, new_app(site.app)):
        refused(site.client.post(LADDERS, json=ORDER, headers=headers), 403, "token-kind")
        refused(ladder.ask("PATCH", "", headers, {"status": "closed"}), 403, "token-kind")
        refused(ladder.ask("PUT", "/entries/greedy", headers, {"ai_player": "greedy"}), 403, "token-kind")
        refused(ladder.ask("DELETE", "/entries/greedy", headers), 403, "token-kind")
    refused(site.client.post(LADDERS, json=ORDER), 401, "token-missing")
    assert ladder.read()["status"] == "open"


def test_there_are_not_more_than_can_be_read(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.ladders.MOST_LADDERS", 1)
    admin = new_admin(site.app)
    created(site, admin)
    refused(site.client.post(LADDERS, json=ORDER, headers=admin), 409, "too-many")


def test_it_changes_and_is_closed_for_good(site: Site) -> None:
    ladder = LadderAt(site)
    assert found(ladder.change(name="Blitz", status="paused"))["status"] == "paused"
    assert (ladder.read()["name"], ladder.read()["status"]) == ("Blitz", "paused")
    assert found(ladder.change()) == ladder.read(), "nothing was asked for"
    assert found(ladder.change(status="closed"))["status"] == "closed"
    refused(ladder.change(status="open"), 409, "ladder-closed")
    refused(ladder.join(new_bot(site, site.person())), 409, "ladder-closed")
    refused(ladder.command("greedy", ai_player="greedy"), 409, "ladder-closed")


def test_who_is_invited_is_for_administrators(site: Site) -> None:
    bot, other = (new_bot(site, site.person(), name) for name in ("A", "B"))
    ladder = LadderAt(site, invited=[bot.id, bot.id])
    assert ladder.made["settings"]["invited"] == ladder.read("", ladder.admin)["settings"]["invited"] == [bot.id]
    for headers in ({}, bot.headers, new_app(site.app)):
        shown = ladder.read("", headers)["settings"]
        assert (shown["invited_only"], "invited" in shown) == (True, False)
        assert bot.id not in site.client.get(LADDERS, headers=headers).text
    assert bot.id in site.client.get(LADDERS, headers=ladder.admin).text
    refused(ladder.join(other), 403, "not-eligible")
    assert found(ladder.join(bot))["status"] == "validating"
    assert "invited" not in found(ladder.change(invited=[]))["settings"]
    assert found(ladder.join(other))["status"] == "validating"


def test_the_tag_changes_with_the_ladder_and_for_whom_it_shows_more(site: Site) -> None:
    ladder = LadderAt(site, invited=["p" * 22])
    first = ladder.ask("GET")
    known = {"If-None-Match": first.headers["ETag"]}
    assert ladder.ask("GET", "", known).status_code == 304
    assert ladder.ask("GET", "", known | ladder.admin).status_code == 200
    ladder.change(name="Other")
    assert ladder.ask("GET", "", known).status_code == 200


def test_the_ladder_of_people_is_always_there(site: Site) -> None:
    shown = found(site.client.get(f"{LADDERS}/{PEOPLE}"))
    assert (shown["id"], shown["status"], shown["settings"]["open_to"]) == (PEOPLE, "open", "people")
    assert "created_at" not in shown
    assert "time_control" not in shown["settings"]
    admin, person = new_admin(site.app), site.person()
    path = f"{LADDERS}/{PEOPLE}"
    refused(site.client.patch(path, json={"name": "Mine"}, headers=admin), 409, "ladder-fixed")
    refused(site.client.put(f"{path}/entries/me", json={}, headers=person.headers), 409, "ladder-fixed")
    refused(site.client.put(f"{path}/entries/x", json={"ai_player": "greedy"}, headers=admin), 409, "ladder-fixed")
    for suffix in ("standings", "games", "games?status=running"):
        assert found(site.client.get(f"{path}/{suffix}"))["items"] == []


def test_what_is_not_there(site: Site) -> None:
    admin, person = new_admin(site.app), site.person()
    for ladder_id in (new_ladder_id(), "x", "l" * 22):
        path = f"{LADDERS}/{ladder_id}"
        for suffix in ("", "/standings", "/games", "/head-to-head?one=a&other=b", "/ratings/greedy", "?nonsense=1"):
            refused(site.client.get(path + suffix), 404, "ladder-not-found")
        for method, suffix, headers in (
            ("PATCH", "", admin),
            ("PUT", "/entries/greedy", admin),
            ("DELETE", "/entries/greedy", admin),
            ("PUT", "/entries/me", person.headers),
            ("GET", "/entries/me", person.headers),
            ("DELETE", "/entries/me", person.headers),
        ):
            body = None if method in ("GET", "DELETE") else {}
            reply = site.client.open(path + suffix, method=method, json=body, headers=headers)
            refused(reply, 404, "ladder-not-found")


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_b25_each_ladder_comes_once(site: Site, size: int) -> None:
    admin = new_admin(site.app)
    made = [created(site, admin)["id"] for _ in range(5)]
    pages = walk(site, LADDERS, limit=size)
    assert {one for page in pages for one in page} == {PEOPLE, *made}
    assert sum(map(len, pages)) == 6
    assert pages[0][0] == PEOPLE
    assert [len(page) for page in pages[:-1]] == [size] * (len(pages) - 1)
