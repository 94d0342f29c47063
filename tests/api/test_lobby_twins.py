"""The same request twice, where the slower one finds what its twin, or a process that died, has done already."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from service.hosting import abort_game, resign
from service.store import idempotency
from service.store.errors import Conflict
from tests.api.games_api import ME, OPEN, GameAt, Site, found, problem
from tests.api.lobby_api import invite, leave, table
from tests.api.rematch_api import ask, asked, over
from tests.api.test_games_long_poll import Waiting

KEY = {"Idempotency_Key": "twin"}


def overtaken_by_twin(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, twin: Callable[[], Any]) -> None:
    """Lets a twin be faster the first time that the verb wants to commit, and that commit meet a conflict."""
    commit = getattr(module, name)

    def slow(*_: Any, **__: Any) -> Any:
        monkeypatch.setattr(module, name, commit)
        twin()
        raise Conflict(1, "00000000")

    monkeypatch.setattr(module, name, slow)


def test_a_refusal_that_the_twin_has_caused_is_its_success(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Resigning: the seat is out, by this very request."""
    game = site.game(ME, OPEN, OPEN)
    ben, replies = game.people[1], []
    overtaken_by_twin(monkeypatch, resign, "commit", lambda: replies.append(game.post("/resignation", ben, **KEY)))
    reply = game.post("/resignation", ben, **KEY)
    assert (reply.status_code, reply.headers["Idempotency-Replayed"]) == (200, "true")
    assert found(reply) == found(replies[0])
    assert "Idempotency-Replayed" not in replies[0].headers


def test_nothing_left_to_do_is_its_success_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vote: it has been cast, by this very request."""
    game = site.game(ME, OPEN, OPEN)
    game.act(game.to_act(), {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}})
    ben, replies = game.people[1], []
    overtaken_by_twin(
        monkeypatch, abort_game, "commit_in_time", lambda: replies.append(game.post("/abort", ben, **KEY))
    )
    reply = game.post("/abort", ben, **KEY)
    assert reply.headers["Idempotency-Replayed"] == "true"
    assert found(reply) == found(replies[0])
    assert [event["type"] for event in found(reply)["events"]] == ["abort_voted"]


def test_b23_a_rematch_whose_maker_died_is_the_first_success_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game was made, and the process died before it could say so; the claim is taken over at once here."""
    game = over(site)
    ada = game.people[0]
    monkeypatch.setattr(idempotency, "TAKEOVER_MS", 0)
    monkeypatch.setattr(site.services.creations, "done", lambda *_: None)
    first, again = ask(game, ada, **KEY), ask(game, ada, **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert again.json == first.json


def test_b23_who_has_declined_may_come_back(site: Site) -> None:
    """A private rematch is open to those of the old game, without its code."""
    ben = site.person("Ben")
    game = table(site, ME, invite(ben), visibility="private")
    ada = game.creator
    for path, person in (("/seats", ben), ("/resignation", ada)):
        found(game.post(path, person))
    rematch = asked(game, ada)
    seat = found(rematch.get("", ben))["seats"][0]["seat"]
    assert leave(rematch, ben, seat).status_code == 200
    problem(rematch.get("", ben), 404, "game-not-found")
    reply = ask(game, ben)
    assert (reply.status_code, reply.json["game"]["status"]) == (200, "playing")


def test_a_poll_ends_with_the_right_to_see_the_game(site: Site) -> None:
    """Who is not invited to a private game any more is told nothing of what comes."""
    ben = site.person("Ben")
    game: GameAt = table(site, ME, invite(ben), visibility="private")
    waiting = Waiting(site)
    asked_before = waiting.poll(game, game.view(ben)["last_event"], ben)
    assert leave(game, game.creator, 1).status_code == 200
    problem(asked_before.result(10), 404, "game-not-found")
    waiting.close()
