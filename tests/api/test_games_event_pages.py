"""B16: GET /games/{id}/events: from where, how many, and what is no place in the log."""

import pytest

from tests.api.games_api import TAKE, Json, Site, page, problem, some_turns


def test_b16_after_and_limit(site: Site) -> None:
    game = some_turns(site)
    log = game.events()
    assert page(game)["items"] == log
    for limit in (1, 2, 3, 500):
        walked: list[Json] = []
        while True:
            items = page(game, after=len(walked), limit=limit)["items"]
            assert len(items) <= limit
            walked += items
            if not items:
                break
        assert walked == log


def test_b16_after_the_view_the_log_goes_on_without_a_gap(site: Site) -> None:
    game = site.game()
    last = game.view()["last_event"]
    body = game.act(game.people[0], TAKE)
    assert game.events(game.people[0], last) == body["events"]


def test_b16_after_with_a_tag(site: Site) -> None:
    game = some_turns(site)
    log = game.events()
    for event in log:
        body = page(game, after=f"{event['number']}-{event['tag']}")
        assert body == {"items": log[event["number"] :], "last": len(log)}


def test_b16_a_tag_that_does_not_fit_is_answered_with_resync(site: Site) -> None:
    game = some_turns(site)
    log, view = game.events(), game.view()
    resync = {name: view[name] for name in ("version", "etag", "last_event")}
    for after in (
        f"{log[0]['number']}-00000000",
        f"{log[-1]['number']}-00000000",
        f"{log[0]['number']}-{log[-1]['tag']}",
        f"{log[-1]['number']}-{log[0]['tag']}",
        f"0-{log[0]['tag']}",
        len(log) + 1,
        f"{len(log) + 1}-{log[-1]['tag']}",
        999_999_999,
    ):
        assert page(game, after=after, wait_ms=25_000) == {"items": [], "last": len(log), "resync": resync}


@pytest.mark.parametrize(
    "query",
    [
        "after=",
        "after=-1",
        "after=x",
        "after=1.0",
        "after=1-",
        "after=1-XYZ",
        "after=1-ABCDEF01",
        "after=1-0123456",
        "after=%D9%A1",
        "after=1234567890",
        "after=1%0A",
        "after=1-01234567%0A",
        "after=" + "9" * 400,
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=1000000000",
        "limit=x",
        "limit=1.0",
        "limit=",
        "wait_ms=-1",
        "wait_ms=25001",
        "wait_ms=x",
        "since=1",
        "cursor=1",
    ],
)
def test_b16_what_is_no_query(site: Site, query: str) -> None:
    game = site.game()
    problem(game.get(f"/events?{query}"), 422, "invalid-request")


@pytest.mark.parametrize("query", ["after=1&after=2", "after=%FF", "limit=1&limit=1"])
def test_what_cannot_be_read(site: Site, query: str) -> None:
    problem(site.game().get(f"/events?{query}"), 400, "unreadable-request")
