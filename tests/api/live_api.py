"""What the tests of log and inbox share."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from werkzeug.test import TestResponse

from tests.api.games_api import Json, Person, Site, found
from tests.servers import wait_until

LONG_MS = 20_000
"""Long enough that only a wake-up can end the wait within the test."""
SOON_S = 4.0
"""Less than the slow sweep of a waiter takes, so what comes by then was woken."""
EVENTS, TURNS = "/v1/players/me/events", "/v1/players/me/turns"


def ask(site: Site, path: str, person: Person | None, **query: Any) -> TestResponse:
    return site.app.test_client().get(path, query_string=query, headers=person.headers if person else {})


def log(site: Site, person: Person, after: int | str = 0, **query: Any) -> Json:
    """A page of a player's log."""
    return found(ask(site, EVENTS, person, after=after, **query))


def turns(site: Site, person: Person, **query: Any) -> Json:
    """An answer of the inbox."""
    return found(ask(site, TURNS, person, **query))


def games(answer: Json) -> list[str]:
    """Which games an answer of the inbox tells of."""
    return [item["game_id"] for item in answer["items"]]


Poll = Callable[..., "Future[TestResponse]"]


@contextmanager
def polling(site: Site) -> Iterator[Poll]:
    """Long polls in threads of their own; a call returns once the request waits, or has its answer."""
    with ThreadPoolExecutor(8) as pool:

        def poll(path: str, person: Person, **query: Any) -> "Future[TestResponse]":
            before = site.services.waiters.count
            asked = pool.submit(ask, site, path, person, wait_ms=LONG_MS, **query)
            wait_until(lambda: site.services.waiters.count > before or asked.done(), what="the poll waits")
            return asked

        yield poll
