"""B16: streams of games that are over, also of those that have left the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.hosting.archiving import archive_game
from service.store.archive import Tombstone
from tests.api.games_api import BLIND, TAKE, GameAt, Site, found, problem
from tests.api.streams_api import opened, refused
from tests.servers import wait_until


@pytest.fixture
def site(redis_url: str, tmp_path: Path) -> Iterator[Site]:
    site = Site(redis_url, archive=str(tmp_path / "archive"))
    yield site
    site.services.streams.close()
    site.services.waiters.close()


@pytest.fixture
def archived(site: Site) -> GameAt:
    game = site.game()
    game.act(game.people[0], TAKE)
    game.act(game.people[1], BLIND)
    found(game.post("/resignation", game.people[0]))
    assert archive_game(site.services, game.id)
    return game


def test_an_archived_game_is_streamed_to_its_end(site: Site, archived: GameAt) -> None:
    path = f"{archived.path}/events"
    with opened(site, f"{path}?after=0") as stream:
        *messages, end = stream.rest()
        assert [message.data for message in messages] == archived.events()
        assert (end.event, end.id) == ("end", messages[-1].id)
    with opened(site, path) as stream:
        view, end = stream.rest()
        assert (view.event, view.data, end.event) == ("snapshot", archived.view(), "end")
    with opened(site, path, Last_Event_ID=messages[1].id) as stream:
        assert stream.rest() == [*messages[2:], end]
    assert refused(site, path, Last_Event_ID=end.id).status_code == 204


def test_a_place_that_an_archived_game_never_had(site: Site, archived: GameAt) -> None:
    for place in ("3-00000000", "99", "garbage"):
        with opened(site, f"{archived.path}/events", Last_Event_ID=place) as stream:
            assert [message.event for message in stream.rest()] == ["resync", "end"]


def test_what_is_over_is_watched_by_nobody(site: Site, archived: GameAt) -> None:
    """Nothing more happens there: no subscription, and the thread of the streams never waits for the archive."""
    with opened(site, f"{archived.path}/events?after=0") as stream:
        stream.rest()
    wait_until(lambda: site.services.streams.count == 0)
    assert not site.services.waiters._topics


def test_a_game_that_is_gone_is_410(site: Site, archived: GameAt) -> None:
    site.services.archive.write(Tombstone(archived.id, private=False, archived_at=0))
    problem(refused(site, f"{archived.path}/events"), 410, "game-gone")
