"""Whoever asks for anything but how ladders stand is there; it costs next to nothing."""

from typing import Any

import pytest

from service.store.presence import EVERY_S, KNOWN_MS
from tests.api.games_api import Person, Site, found
from tests.api.ladders.ladders_api import LadderAt, new_bot
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
        "/v1/games/gzzzzzzzzzzzzzzzzzzzzzzz",
    ],
)
def test_request_of_an_entry_is_heard(site: Site, path: str) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    gone_for(site, bot, 120_000)
    assert ladder.pair() == [], "it is not there"
    forget(site)
    site.client.get(path, headers=bot.headers)
    assert seen(site, bot) < 5_000  # type: ignore[operator]
    assert len(ladder.pair()) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/v1/ladders",
        "{ladder}",
        "{ladder}/entries/me",
        "{ladder}/standings",
        "{ladder}/games",
        "{ladder}/ratings/{bot}",
        "{ladder}/head-to-head?one=greedy&other={bot}",
        "/v1/cards",
    ],
)
def test_who_only_looks_is_not_there(site: Site, path: str) -> None:
    """Else a look at its entry would put a program into games that has long stopped; `/cards` looks at no token."""
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    gone_for(site, bot, 120_000)
    forget(site)
    asked = site.client.get(path.format(ladder=ladder.path, bot=bot.id), headers=bot.headers)
    assert asked.status_code == 200
    assert seen(site, bot) >= 120_000  # type: ignore[operator]
    assert ladder.pair() == []


def test_entering_is_not_being_there(site: Site) -> None:
    ladder, bot = LadderAt(site), new_bot(site, site.person())
    site.client.get("/v1/players/me", headers=bot.headers)
    found(ladder.enter(bot))
    assert (seen(site, bot), ladder.pair()) == (None, [])
    # Nothing was kept of it a moment ago, as it was no entry; yet it is heard now.
    site.client.get("/v1/players/me/turns", headers=bot.headers)
    assert len(ladder.pair()) == 1


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
