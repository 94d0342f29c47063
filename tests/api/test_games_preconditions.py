"""If-Match on a game: which forms it has, and what a caller with an old version is told."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, Json, Site, problem


def test_missing(site: Site) -> None:
    game = site.game()
    problem(game.post("/actions", game.people[0], TAKE), 428, "precondition-required")
    assert game.view()["version"] == 2


@pytest.mark.parametrize("form", ['"{}"', 'W/"{}"', '"{}-gzip"', 'W/"{}-gzip"', ' "{}" ', '"{};br"'])
def test_forms_that_proxies_make_of_it(site: Site, form: str) -> None:
    game = site.game()
    etag = game.etag
    assert game.post("/actions", game.people[0], TAKE, If_Match=form.format(etag)).status_code == 200


@pytest.mark.parametrize(
    "form",
    [
        "*",
        "{}",
        '"{}',
        '"{}", "{}"',
        '"{}","1-00000000"',
        "'{}'",
        '"x{}"',
        '"{}x"',
        '""',
        "",
        '"2"',
        '"2-"',
        '"-1-00000000"',
        '"0-00000000"',
        '"2-0000000G"',
        '"2.0-00000000"',
    ],
)
def test_what_is_no_tag(site: Site, form: str) -> None:
    game = site.game()
    etag = game.etag
    problem(game.post("/actions", game.people[0], TAKE, If_Match=form.format(etag, etag)), 400, "bad-precondition")
    assert game.etag == etag


def test_if_match_on_get_is_ignored(site: Site) -> None:
    game = site.game()
    for suffix in ("", "/events", "/record", "/legal-actions", "/positions/1"):
        for value in ("*", "nonsense", '"1-00000000"'):
            assert game.get(suffix, None, If_Match=value).status_code == 200


def test_b02_an_action_from_a_stale_screen(site: Site) -> None:
    """B02: it is my turn again, but the screen is of the turn before: refused, with what I missed."""
    game = site.game()
    ada, bea = game.people
    stale, last = game.etag, game.view()["last_event"]
    game.act(ada, TAKE)
    game.act(bea, BLIND)
    etag = game.etag
    body = problem(game.submit(ada, TAKE, stale), 412, "version-conflict")
    assert (body["version"], body["etag"]) == (4, etag)
    assert body["events"] == game.events(ada, last)
    assert [event["version"] for event in body["events"]] == [3, 3, 4, 4]
    assert "card" not in body["events"][2]
    assert "resync" not in body
    problem(game.post("/actions", ada, TAKE), 428, "precondition-required")
    assert game.etag == etag
    assert game.submit(ada, TAKE, body["etag"]).status_code == 200


def test_a_version_that_never_was_is_answered_with_resync(site: Site) -> None:
    game = site.game()
    view = game.view()
    resync = {name: view[name] for name in ("version", "etag", "last_event")}
    tag = view["etag"].partition("-")[2]
    for etag in (f"{view['version']}-00000000", "1-00000000", f"1-{tag}", f"99-{tag}", f"{10**14}-{tag}"):
        body = problem(game.submit(game.people[0], TAKE, etag), 412, "version-conflict")
        assert body["resync"] == resync
        assert body["etag"] == view["etag"]
        assert "events" not in body


def test_more_than_fifty_events_are_not_told_but_resync(site: Site) -> None:
    game = site.game(ME, GREEDY, max_rounds=50)
    ada = game.people[0]
    etags = [(game.etag, game.view()["last_event"])]
    while len(etags) < 30 and game.view()["status"] == "playing":
        game.act(ada, game.listed(ada)[0])
        site.run_jobs()
        etags.append((game.etag, game.view()["last_event"]))
    newest = etags[-1][1]
    for etag, last in etags[:-1]:
        body = problem(game.submit(ada, TAKE, etag), 412, "version-conflict")
        if newest - last > 50:
            assert set(body) & {"events", "resync"} == {"resync"}
        else:
            assert [event["number"] for event in body["events"]] == list(range(last + 1, newest + 1))
    assert newest - etags[0][1] > 50


def test_each_caller_is_told_as_their_seat_sees_it(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada, bea, _ = game.people
    old = game.etag
    game.act(ada, BLIND)
    mine = problem(game.submit(ada, TAKE, old), 412, "version-conflict")["events"][0]
    theirs = problem(game.submit(bea, TAKE, old), 412, "version-conflict")["events"][0]
    assert "card" in mine
    assert (theirs["hidden"], "card" in theirs) == (True, False)


def test_the_comparison_that_counts_is_the_one_inside_the_commit(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is faster between the check and the commit: 412 with what they did, and nothing is played."""
    game = site.game(ME, OPEN, OPEN)
    ada, _, cyd = game.people
    games = site.services.games
    commit = type(games).commit
    rivals = [lambda: game.post("/resignation", cyd)]

    def slow(self: object, order: object) -> object:
        if rivals:
            rivals.pop()()
        return commit(games, order)  # type: ignore[arg-type]

    monkeypatch.setattr(type(games), "commit", slow)
    body = problem(game.submit(ada, TAKE), 412, "version-conflict")
    assert [event["type"] for event in body["events"]] == ["seat_resigned"]
    assert body["etag"] == game.etag
    assert game.view()["turn"]["seat"] == 0


def test_b09_a_blind_reserve_that_comes_too_late_shows_no_card(site: Site) -> None:
    """B09: else one could peek for nothing, as often as one likes."""
    game = site.game(
        ME,
        OPEN,
        OPEN,
        position={
            "seats": [{}, {}, {}],
            "market": [
                [f"L1-{n:02}" for n in range(1, 5)],
                [f"L2-{n:02}" for n in range(1, 5)],
                [f"L3-{n:02}" for n in range(1, 5)],
            ],
            "decks": [["L1-40"], [], []],
        },
    )
    ada, _, cyd = game.people
    old = game.etag
    game.post("/resignation", cyd)
    for _ in range(3):
        reply = game.submit(ada, BLIND, old)
        problem(reply, 412, "version-conflict")
        assert "L1-40" not in reply.text
    assert game.act(ada, BLIND)["events"][0]["card"]["id"] == "L1-40"


def test_of_twenty_actions_on_one_etag_one_is_played(site: Site) -> None:
    game = site.game()
    ada, etag = game.people[0], game.etag
    chosen = game.listed(ada)[:20]

    def send(action: Json) -> TestResponse:
        headers = ada.headers | {"If-Match": f'"{etag}"'}
        return site.app.test_client().post(f"{game.path}/actions", json=action, headers=headers)

    with ThreadPoolExecutor(20) as pool:
        replies = list(pool.map(send, chosen))
    assert sorted(reply.status_code for reply in replies) == [200] + [412] * 19
    (won,) = [reply.json for reply in replies if reply.status_code == 200]
    assert won["game"] == game.view(ada)
    for reply in replies:
        if reply.status_code == 412:
            assert (reply.json["etag"], reply.json["events"]) == (won["game"]["etag"], won["events"])
