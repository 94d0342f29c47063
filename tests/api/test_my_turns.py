"""GET /players/me/turns: where the caller has to act, without a spin and without a turn that is lost."""

import time
from collections.abc import Iterator

import pytest

from service.api.live import resources
from service.hosting.inbox import AGAIN_S
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Json, Person, Site, found, problem
from tests.api.limits_api import FEW, left, refused, table
from tests.api.live_api import EVENTS, LONG_MS, SOON_S, TURNS, Poll, ask, games, polling, turns
from tests.api.lobby_api import invite


@pytest.fixture
def poll(site: Site) -> Iterator[Poll]:
    with polling(site) as poll:
        yield poll


def game_of(site: Site, *people: Person, **options: object) -> GameAt:
    """A game of these people, in this order."""
    first, *others = people
    game = GameAt(site, site.create(first, ME, *map(invite, others), **options).json["id"], first, list(people))
    for person in others:
        assert game.post("/seats", person).status_code == 200
    return game


def after(answer: Json) -> dict[str, str]:
    return {"after": answer["cursor"]}


def test_a_committed_turn_is_in_the_next_read(site: Site) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    nothing = turns(site, ada)
    assert nothing["items"] == []
    game = game_of(site, ada, bea)
    for person, other in ((ada, bea), (bea, ada)):
        view = game.view(person)
        (item,) = turns(site, person)["items"]
        assert item == {
            "game_id": game.id,
            "etag": view["etag"],
            "seat": view["you"]["seat"],
            "phase": "action",
            "turn": view["turn"]["number"],
            "started_at": view["turn"]["started_at"],
        }
        assert games(turns(site, other)) == []
        assert game.submit(person, TAKE, item["etag"]).status_code == 200
    assert games(turns(site, ada, **after(nothing))) == [game.id]


def test_what_is_included_is_what_the_game_itself_answers(site: Site) -> None:
    game = site.game(time_control={"type": "per_turn", "turn_ms": 60_000})
    ada = game.people[0]
    view, actions = game.view(ada), found(game.get("/legal-actions", ada))["actions"]
    plain = turns(site, ada)["items"][0]
    assert plain["deadline_at"] == view["turn"]["deadline_at"]
    for include, more in (
        ("view", {"view": view}),
        ("legal_actions", {"legal_actions": actions}),
        ("legal_actions,view", {"view": view, "legal_actions": actions}),
    ):
        assert turns(site, ada, include=include)["items"] == [plain | more]
    for wrong in ("", "hints", "view,", "view;legal_actions"):
        problem(ask(site, TURNS, ada, include=wrong), 422, "invalid-request")


def test_pages_follow_by_the_cursor_and_hold_each_game_once(site: Site) -> None:
    ada = site.person("Ada")
    made = [game_of(site, ada, site.person()).id for _ in range(5)]
    answers = [turns(site, ada, limit=2)]
    for _ in range(3):
        answers.append(turns(site, ada, limit=2, **after(answers[-1])))
    assert [len(answer["items"]) for answer in answers] == [2, 2, 1, 0]
    told = [game_id for answer in answers for game_id in games(answer)]
    assert sorted(told) == sorted(made)
    assert told == games(turns(site, ada))


def test_nothing_spins_while_one_game_waits(site: Site) -> None:
    game = site.game()
    ada = game.people[0]
    answer = turns(site, ada)
    assert games(answer) == [game.id]
    for _ in range(3):
        began = time.monotonic()
        answer = turns(site, ada, wait_ms=60, **after(answer))
        assert answer["items"] == []
        assert time.monotonic() - began >= 0.06


def test_a_turn_wakes_although_another_game_waits(site: Site, poll: Poll) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    waiting, running = game_of(site, ada, site.person()), game_of(site, bea, ada)
    answer = turns(site, ada)
    assert games(answer) == [waiting.id]
    asked = poll(TURNS, ada, **after(answer))
    assert not asked.done()
    running.act(bea, TAKE)
    answer = found(asked.result(SOON_S))
    assert games(answer) == [running.id]
    assert games(turns(site, ada, **after(answer))) == []
    asked = poll(TURNS, ada, **after(answer))
    waiting.act(ada, TAKE)
    assert not asked.done(), "its own action is no news"
    waiting.act(waiting.people[1], TAKE)
    assert games(found(asked.result(SOON_S))) == [waiting.id]


def test_a_game_that_starts_wakes_who_acts_first(site: Site, poll: Poll) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    game = GameAt(site, site.create(ada, ME, OPEN).json["id"], ada, [ada, bea])
    asked = poll(TURNS, ada, **after(turns(site, ada)))
    assert game.post("/seats", bea).status_code == 200
    assert games(found(asked.result(SOON_S))) == [game.id]


def test_the_turn_that_an_ai_player_ends_wakes(site: Site, poll: Poll) -> None:
    game = site.game(ME, GREEDY)
    ada = game.people[0]
    game.act(ada, TAKE)
    asked = poll(TURNS, ada, **after(turns(site, ada)))
    site.run_jobs()
    assert found(asked.result(SOON_S))["items"][0]["turn"] == 3


def test_after_a_resignation_nothing_waits_and_the_others_are_told(site: Site, poll: Poll) -> None:
    ada, bea, cyd = (site.person(name) for name in ("Ada", "Bea", "Cyd"))
    game = game_of(site, ada, bea, cyd)
    asked = poll(TURNS, bea, **after(turns(site, bea)))
    assert game.post("/resignation", ada).status_code == 200
    assert games(found(asked.result(SOON_S))) == [game.id]
    assert games(turns(site, ada)) == []


def test_a_phase_of_the_same_turn_is_told(site: Site) -> None:
    """The game has another etag, and that is what the next action has to name."""
    game = site.game(position={"seats": [{"tokens": {"red": 4, "black": 4}}, {}]})
    ada = game.people[0]
    answer = turns(site, ada)
    game.act(ada, TAKE)
    (item,) = turns(site, ada, **after(answer))["items"]
    assert (item["phase"], item["etag"]) == ("return_tokens", game.etag)


def test_a_turn_that_still_waits_is_told_again_after_a_minute(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    game = site.game()
    ada = game.people[0]
    first = turns(site, ada)
    real, ahead = time.time, [0]
    monkeypatch.setattr(resources.time, "time", lambda: real() + ahead[0])
    ahead[0] = AGAIN_S - 2
    assert games(turns(site, ada, **after(first))) == []
    ahead[0] = AGAIN_S + 1
    again = turns(site, ada, wait_ms=LONG_MS, **after(first))
    assert games(again) == [game.id]
    assert games(turns(site, ada, **after(again))) == []


def test_a_commit_between_reading_and_waiting_is_not_missed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    game = game_of(site, bea, ada)
    watch, acted = site.services.waiters.watch, []

    def watch_late(*topics: str, **more: str) -> object:
        acted.append(game.act(bea, TAKE))
        return watch(*topics, **more)

    answer = turns(site, ada)
    monkeypatch.setattr(site.services.waiters, "watch", watch_late)
    began = time.monotonic()
    assert games(turns(site, ada, wait_ms=LONG_MS, **after(answer))) == [game.id]
    assert time.monotonic() - began < SOON_S
    assert len(acted) == 1


def test_without_a_cursor_and_by_head_nobody_waits(site: Site) -> None:
    ada = site.person()
    began = time.monotonic()
    cursor = turns(site, ada, wait_ms=LONG_MS)["cursor"]
    head = site.client.head(TURNS, query_string={"after": cursor, "wait_ms": LONG_MS}, headers=ada.headers)
    assert (head.status_code, head.data) == (200, b"")
    assert time.monotonic() - began < SOON_S


def test_a_cursor_of_somebody_else_or_of_nobody_is_refused(site: Site) -> None:
    ada, bea = site.person(), site.person()
    game_of(site, ada, bea)
    cursor = turns(site, ada)["cursor"]
    changed = ("A" if cursor[-3] != "A" else "B").join((cursor[:-3], cursor[-2:]))
    broken = (
        "",
        "x",
        "!!!!",
        cursor[:-1],
        cursor[:-4],
        cursor + "AAAA",
        changed,
        "A" * 2_000,
        turns(site, bea)["cursor"],
    )
    for wrong in broken:
        body = problem(ask(site, TURNS, ada, after=wrong), 422, "invalid-request")
        assert body["errors"][0]["pointer"] == "/after", wrong
    assert turns(site, ada, after=cursor)["items"] == []


def test_waiters_are_capped(redis_url: str) -> None:
    site = Site(redis_url, max_waiters=1)
    ada, bea = site.person(), site.person()
    with polling(site) as poll:
        asked = poll(TURNS, ada, **after(turns(site, ada)))
        cursor = turns(site, bea)["cursor"]
        problem(ask(site, TURNS, bea, after=cursor, wait_ms=LONG_MS), 503, "too-many-waiters")
        game = game_of(site, ada, bea)
        assert games(found(asked.result(SOON_S))) == [game.id]
    site.services.waiters.close()


def test_nothing_else_that_one_does_is_in_the_way_of_the_inbox(limited: Site) -> None:
    """A bot that lives on it asks as often as its games go on."""
    game = table(limited)
    ada = game.people[0]
    while limited.client.get("/v1/players/me", headers=ada.headers).status_code != 429:
        pass
    reply = ask(limited, TURNS, ada)
    assert (games(found(reply)), left(reply, "game")) == ([game.id], FEW["limit_game"].quota - 1)
    assert left(ask(limited, EVENTS, ada), "game") == FEW["limit_game"].quota - 2
    while (reply := ask(limited, TURNS, ada)).status_code == 200:
        pass
    refused(reply, "game", FEW["limit_game"])
    assert game.submit(ada, TAKE).status_code == 200


def test_only_a_player_has_an_inbox(site: Site) -> None:
    problem(ask(site, TURNS, None), 401, "token-missing")
    assert turns(site, site.person(scope="read"))["items"] == []
