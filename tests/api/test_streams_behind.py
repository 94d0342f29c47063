"""B16: a stream is begun with what its request has seen, and what the streamer has read may be older than that."""

import pytest

from service.streaming.loop import Loop
from service.streaming.rounds import Rounds
from tests.api.games_api import TAKE, GameAt, Json, Site
from tests.api.live_api import EVENTS
from tests.api.streams_api import Opened, opened


@pytest.mark.parametrize("kind", ["game", "log"])
@pytest.mark.parametrize("place", [{}, {"Last_Event_ID": "0"}])
def test_who_comes_late_brings_what_the_others_were_not_woken_for(
    site: Site, monkeypatch: pytest.MonkeyPatch, kind: str, place: dict[str, str]
) -> None:
    """Neither misses anything, nor is the newcomer told that its place does not exist."""
    monkeypatch.setattr(Rounds, "sweep", lambda *_: iter(()))
    game = site.game()
    ada = game.people[0]
    path = EVENTS if kind == "log" else f"{game.path}/events"
    with opened(site, path, ada) as first:
        assert first.next().event == "snapshot"
        first.take(len(game.act(ada, TAKE)["events"]))
        monkeypatch.setattr(Loop, "wake", lambda *_: None)
        acted = _unheard(game, first)
        with opened(site, path, ada, **place) as late:
            told = first.take(len(acted["events"]))
            seen = [late.next()]
            while seen[-1].id != told[-1].id:
                seen.append(late.next())
            assert "resync" not in {message.event for message in (*told, *seen)}
            assert first.silent(0.05)


def _unheard(game: GameAt, stream: Opened) -> Json:
    """An action that the stream was not woken for. A wake-up of the one before may still be on its way: then the next one."""
    for number in range(1, 6):
        acted: Json = game.act(game.people[number % 2], TAKE)
        if stream.silent(0.05):
            return acted
        stream.take(len(acted["events"]))
    raise AssertionError("somebody was woken")
