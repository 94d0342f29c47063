"""Whoever asks for anything is there; it costs next to nothing."""

from typing import Any

import pytest

from service.store.presence import EVERY_S, KNOWN_MS
from tests.api.games_api import Person, Site
from tests.api.ladders.ladders_api import LadderAt
from tests.hosting.hosts import store_client


def forget(site: Site) -> None:
    """Ten seconds pass for this process."""
    site.services.presence._said.clear()


def gone_for(site: Site, person: Person, ms: int) -> None:
    """So much time passes for the store."""
    store_client(site.services).call("PEXPIRE", f"seen:{{{person.id}}}", KNOWN_MS - ms)


def seen(site: Site, person: Person) -> int | None:
    return site.services.presence.seen_ms([person.id])[0]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/players/me",
        "/v1/players/me/turns",
        "/v1/games",
        "/v1/ladders",
        "/v1/cards",
        "/v1/games/gzzzzzzzzzzzzzzzzzzzzzzz",
    ],
)
def test_any_request_of_an_entry_is_heard(site: Site, path: str) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    gone_for(site, bot, 120_000)
    assert ladder.pair() == [], "it is not there"
    forget(site)
    site.client.get(path, headers=bot.headers)
    if path == "/v1/cards":
        assert seen(site, bot) >= 120_000, "what is the same for everybody looks at no token"  # type: ignore[operator]
        return
    assert seen(site, bot) < 5_000  # type: ignore[operator]
    assert len(ladder.pair()) == 1


def test_whoever_enters_is_there_at_once(site: Site) -> None:
    """Also where nothing was kept of the requests before, a moment ago."""
    ladder = LadderAt(site)
    bot = ladder.active()
    assert seen(site, bot) < 5_000  # type: ignore[operator]


def test_of_those_in_no_ladder_nothing_is_kept(site: Site) -> None:
    ada = site.person()
    site.client.get("/v1/players/me", headers=ada.headers)
    assert seen(site, ada) is None


def test_it_costs_one_round_trip_in_ten_seconds(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view of a game takes one, and for the first request of a player in a while one more."""
    game, sent = site.game(), []
    client = type(store_client(site.services))
    send = client.send

    def noted(self: Any, commands: Any) -> Any:
        sent.append([command[0] for command in commands])
        return send(self, commands)

    game.get("", game.people[0])  # the server knows the script from here on
    forget(site)
    monkeypatch.setattr(client, "send", noted)
    view = ["GET", "HMGET"]
    for expected in ([view, ["EVALSHA"]], [view], [view]):
        sent.clear()
        assert game.get("", game.people[0]).status_code == 200
        assert sent == expected
    sent.clear()
    game.get()
    assert sent == [["HMGET"]], "without a token there is nobody to be heard of"
    assert EVERY_S >= 10
