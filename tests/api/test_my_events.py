"""GET /players/me/events: one numbered log over all games of the caller (B16)."""

import time
from collections.abc import Iterator

import pytest

from service.hosting.telling import listen
from service.store.errors import ArchiveUnavailable
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Json, Person, Site, found, problem
from tests.api.live_api import EVENTS, LONG_MS, SOON_S, Poll, ask, log, polling
from tests.api.lobby_api import invite


@pytest.fixture
def poll(site: Site) -> Iterator[Poll]:
    with polling(site) as poll:
        yield poll


def known(page: Json) -> list[tuple[str, Json]]:
    return [(item["game_id"], item["event"]) for item in page["items"]]


def test_it_begins_with_the_first_call_and_holds_what_happens_from_then_on(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    before = game.view()["last_event"]
    assert log(site, ada) == {"items": [], "last": 0}
    game.act(ada, TAKE)
    game.act(bea, TAKE)
    page = log(site, ada)
    assert known(page) == [(game.id, event) for event in game.events(ada, before)]
    assert [item["number"] for item in page["items"]] == list(range(1, page["last"] + 1))
    assert log(site, bea) == {"items": [], "last": 0}, "who has not asked has no log"


def test_one_log_for_games_invitations_and_their_ends(site: Site) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    assert log(site, bea)["items"] == []
    first = GameAt(site, site.create(ada, ME, invite(bea)).json["id"], ada, [ada, bea])
    second = GameAt(site, site.create(ada, ME, OPEN, GREEDY, visibility="private").json["id"], ada, [ada])
    assert first.post("/seats", bea).status_code == 200
    assert second.post("/abort", ada).status_code == 200
    assert first.post("/resignation", ada).status_code == 200
    told = [(item["game_id"], item["event"]["type"]) for item in log(site, bea)["items"]]
    assert [type_ for _, type_ in told] == [
        *("game_created", "seat_taken", "seat_offered"),
        *("seat_taken", "game_started", "turn_started"),
        *("seat_resigned", "game_finished"),
    ]
    assert {game_id for game_id, _ in told} == {first.id}


def test_b16_after_gives_exactly_what_follows(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    log(site, ada)
    for person in (ada, bea, ada, bea):
        game.act(person, TAKE)
    items = log(site, ada)["items"]
    for place, item in enumerate(items, start=1):
        for after in (item["number"], f"{item['number']}-{item['mark']}"):
            assert log(site, ada, after)["items"] == items[place:]
    assert log(site, ada, limit=3)["items"] == items[:3]
    assert log(site, ada, 2, limit=3)["items"] == items[2:5]


def test_b16_a_place_that_does_not_exist_is_answered_with_resync(site: Site) -> None:
    game = site.game()
    ada = game.people[0]
    log(site, ada)
    game.act(ada, TAKE)
    last = log(site, ada)["last"]
    for after in (f"{last}-00000000", last + 1, "1-00000000", "0-00000000"):
        assert log(site, ada, after) == {"items": [], "last": last, "resync": {"last": last}}
        assert log(site, ada, after, wait_ms=LONG_MS)["resync"] == {"last": last}
    for garbage in ("x", "-1", "1-", "1-0000000g", "", "1" * 16):
        body = problem(ask(site, EVENTS, ada, after=garbage), 422, "invalid-request")
        assert body["errors"][0]["pointer"] == "/after"


def test_b16_too_old_is_answered_with_resync_and_0_with_all_that_is_kept(redis_url: str) -> None:
    site = Site(redis_url, player_log=2)
    game = site.game()
    ada = game.people[0]
    log(site, ada)
    for person in game.people * 2:
        game.act(person, TAKE)
    kept = log(site, ada)
    assert {item["event"]["tag"] for item in kept["items"]} == {event["tag"] for event in game.events(ada)[-4:]}
    assert log(site, ada, 1)["resync"] == {"last": kept["last"]}
    site.services.waiters.close()


def test_waiting_ends_with_an_event(site: Site, poll: Poll) -> None:
    game = site.game()
    ada, bea = game.people
    log(site, ada)
    asked = poll(EVENTS, ada)
    assert not asked.done()
    body = game.act(ada, TAKE)
    page = found(asked.result(SOON_S))
    assert [item["event"] for item in page["items"]] == body["events"]
    asked = poll(EVENTS, ada, after=page["last"])
    assert game.post("/resignation", bea).status_code == 200
    assert found(asked.result(SOON_S))["items"][0]["event"]["type"] == "seat_resigned"


def test_a_log_that_begins_while_waiting_hears_of_a_seat_taken_then(site: Site, poll: Poll) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    asked = poll(EVENTS, bea)
    site.create(ada, ME, invite(bea))
    assert found(asked.result(SOON_S))["items"][-1]["event"]["type"] == "seat_offered"


def test_b16_what_is_told_between_reading_and_waiting_is_not_missed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = site.game()
    ada = game.people[0]
    log(site, ada)
    watch = site.services.waiters.watch

    def watch_late(*topics: str, **more: str) -> object:
        game.act(ada, TAKE)
        return watch(*topics, **more)

    monkeypatch.setattr(site.services.waiters, "watch", watch_late)
    began = time.monotonic()
    assert log(site, ada, wait_ms=LONG_MS)["items"]
    assert time.monotonic() - began < SOON_S


def test_waiters_are_capped(redis_url: str) -> None:
    site = Site(redis_url, max_waiters=1)
    ada, bea = site.person(), site.person()
    with polling(site) as poll:
        asked = poll(EVENTS, ada)
        assert problem(ask(site, EVENTS, bea, wait_ms=LONG_MS), 503, "too-many-waiters")["retry_after_ms"] > 0
        assert log(site, bea)["items"] == []
        site.create(ada, ME, OPEN)
        assert found(asked.result(SOON_S))["items"]
    site.services.waiters.close()


def test_nobody_else_has_it(site: Site) -> None:
    ada = site.person()
    problem(ask(site, EVENTS, None), 401, "token-missing")
    assert log(site, site.person(scope="read")) == {"items": [], "last": 0}
    began = time.monotonic()
    head = site.client.head(EVENTS, query_string={"wait_ms": LONG_MS}, headers=ada.headers)
    assert (head.status_code, head.data) == (200, b"")
    assert time.monotonic() - began < SOON_S


def test_an_archive_that_is_away_hides_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Left out would be lost: the caller has to ask again."""
    game = site.game()
    ada = game.people[0]
    listen(site.services, ada.id)
    game.act(ada, TAKE)
    with monkeypatch.context() as away:
        away.setattr(site.services.games, "read_each", lambda ids: [None for _ in ids])
        away.setattr(site.services.games, "read", lambda _: (_ for _ in ()).throw(ArchiveUnavailable("away")))
        problem(ask(site, EVENTS, ada), 503, "archive-unavailable")
    assert log(site, ada)["items"]


def test_a_person_of_a_private_game_hears_of_it_and_nobody_else(site: Site) -> None:
    ada, bea, eve = (site.person(name) for name in ("Ada", "Bea", "Eve"))
    for person in (ada, bea, eve):
        log(site, person)
    game = GameAt(site, site.create(ada, ME, invite(bea), visibility="private").json["id"], ada, [ada, bea])
    assert game.post("/seats", bea).status_code == 200
    assert known(log(site, ada)) == [(game.id, event) for event in game.events(ada)]
    assert known(log(site, bea)) == [(game.id, event) for event in game.events(bea)]
    assert log(site, eve) == {"items": [], "last": 0}


def test_each_person_of_a_game_sees_only_its_own_card(site: Site) -> None:
    game = site.game()
    people: list[Person] = game.people
    for person in people:
        log(site, person)
    game.act(people[0], {"type": "reserve_from_deck", "level": 1})
    mine, theirs = (log(site, person)["items"][0]["event"] for person in people)
    assert ("card" in mine, "card" in theirs) == (True, False)
