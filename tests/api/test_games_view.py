"""GET /games/{id}: every member of the view, and when it is there."""

import re

import pytest

from service.api.games import call_table
from service.hosting.reading import Table
from service.hosting.render import game_view
from service.store.keys import game_keys
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, Json, Site, found, problem
from tests.hosting.hosts import store_client

BASE = {
    "id",
    "version",
    "etag",
    "last_event",
    "status",
    "options",
    "marks",
    "seats",
    "fairness",
    "created_at",
    "updated_at",
}
BOARD = {"supply", "market", "nobles", "last_round"}
SEAT_IN_PLAY = {"status", "tokens", "bonuses", "prestige", "purchased", "reserved", "nobles"}
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
# One action from the target: seat 0 purchases L1-08 (4 green, 1 point) for the fifteenth point.
ALMOST = {
    "seats": [{"tokens": {"green": 4}, "purchased": ["L3-04", "L3-08", "L2-06", "L1-16"]}, {}],
    "market": [[f"L{level}-{number:02}" for number in (17, 18, 19, 20)] for level in (1, 2, 3)],
    "nobles": ["N08"],
    "seat_to_act": 1,
}
ALMOST["market"][0][0] = "L1-08"  # type: ignore[index]


def finished(site: Site) -> Json:
    """The view of a game that was played to its end."""
    game = site.game(position=ALMOST | {"seat_to_act": 0})
    game.act(game.people[0], {"type": "purchase_card", "card_id": "L1-08"})
    return game.act(game.people[1], TAKE)["game"]


def test_an_open_game(site: Site) -> None:
    ada = site.person()
    reply = site.create(ada, ME, OPEN)
    mine = reply.json
    assert set(mine) == BASE | {"you", "expires_at"}
    assert set(site.client.get(reply.headers["Location"]).json) == BASE | {"expires_at"}
    assert [set(seat) for seat in mine["seats"]] == [{"seat", "type", "player", "controller"}, {"seat", "type"}]
    assert mine["last_event"] == 3


def test_a_running_game(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY)
    mine, theirs, spectators = (game.view(person) for person in (*game.people, None))
    assert set(spectators) == BASE | BOARD | {"turn", "expires_at"}
    assert mine == spectators | {"you": {"seat": 0}}
    assert theirs == spectators | {"you": {"seat": 1}}
    assert [set(seat) for seat in spectators["seats"]] == [
        {"seat", "type", "player", "controller"} | SEAT_IN_PLAY,
        {"seat", "type", "player", "controller"} | SEAT_IN_PLAY,
        {"seat", "type", "ai_player", "controller"} | SEAT_IN_PLAY,
    ]
    assert set(spectators["turn"]) == {"seat", "phase", "number", "round", "started_at"}
    assert [set(row) for row in spectators["market"]] == [{"level", "deck_count", "slots"}] * 3
    assert set(spectators["market"][0]["slots"][0]) == {"card"}
    assert set(spectators["market"][0]["slots"][0]["card"]) == {"id", "level", "bonus", "prestige", "cost"}
    assert set(spectators["nobles"][0]) == {"id", "prestige", "demand"}
    for instant in (spectators["created_at"], spectators["updated_at"], spectators["turn"]["started_at"]):
        assert INSTANT.fullmatch(instant)


def test_a_finished_game(site: Site) -> None:
    view = finished(site)
    assert set(view) == BASE | BOARD | {"you", "result"}
    assert view["status"] == "finished"
    assert view["result"] == {
        "reason": "prestige",
        "winners": [0],
        "ranking": [
            {"seat": 0, "place": 1, "prestige": 15, "purchased_count": 5},
            {"seat": 1, "place": 2, "prestige": 0, "purchased_count": 0},
        ],
    }
    assert set(view["fairness"]) == {"seed"}


def test_an_aborted_game(site: Site) -> None:
    game = site.game()
    over = found(game.post("/abort", game.creator))["game"]
    assert set(over) == BASE | BOARD | {"you", "result"}
    assert over["status"] == "aborted"
    assert over["result"] == {"reason": "aborted", "winners": [], "ranking": []}
    assert set(over["fairness"]) == {"commitment", "seed"}


def test_a_game_that_was_aborted_before_its_start(site: Site) -> None:
    ada = site.person()
    path = site.create(ada, ME, OPEN).headers["Location"]
    over = found(site.client.post(f"{path}/abort", headers=ada.headers))["game"]
    assert set(over) == BASE | {"you", "result"}
    assert over["result"]["reason"] == "aborted"
    assert set(over["fairness"]) == {"commitment", "seed"}


def test_a_seat_that_went_out_is_shown_as_it_was(site: Site) -> None:
    game = site.game(ME, OPEN, OPEN)
    ada, bea, _ = game.people
    game.act(ada, TAKE)
    game.act(bea, {"type": "reserve_card", "card_id": game.view()["market"][0]["slots"][0]["card"]["id"]})
    view = found(game.post("/resignation", bea))["game"]
    out = view["seats"][1]
    assert (out["status"], sum(out["tokens"].values()), len(out["reserved"])) == ("resigned", 0, 1)
    assert view["turn"]["seat"] == 2
    assert view["status"] == "playing"


def test_b24_names_are_those_of_the_time_the_seat_was_taken(site: Site) -> None:
    """B24, the half about names."""
    game = site.game()
    ada = game.people[0]
    site.client.patch("/v1/players/me", json={"name": "Another"}, headers=ada.headers)
    site.person("Player 0")  # who takes the old name takes nothing else
    game.act(ada, TAKE)
    over = found(game.post("/resignation", ada))["game"]
    for view in (game.view(), over, found(game.get("/positions/1")), found(game.get("/record"))):
        assert view["seats"][0]["player"] == {"id": ada.id, "name": "Player 0"}


def test_the_view_comes_with_its_etag_and_is_nobody_elses(site: Site) -> None:
    game = site.game()
    reply = game.get("", game.people[0])
    assert reply.headers["ETag"] == f'"{reply.json["etag"]}"'
    assert reply.headers["Cache-Control"] == "private, no-cache"
    assert reply.headers["Vary"] == "Authorization, Accept, Accept-Encoding"


def test_without_a_token_one_is_a_spectator_and_with_a_wrong_one_nobody(site: Site) -> None:
    game = site.game()
    assert "you" not in game.view(site.person("Stranger"))
    wrong = {"Authorization": "Bearer spl_player_" + "x" * 43}
    problem(site.client.get(game.path, headers=wrong), 401, "token-invalid")
    reader = site.person("Reader", scope="read")
    assert game.view(reader) == game.view()


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """For whom views are rendered."""
    seen: list[int | None] = []

    def view(table: Table) -> Json:
        seen.append(table.viewer)
        return game_view(table.game, table.stored, table.viewer, table.game.over)

    monkeypatch.setattr(Table, "view", view)
    return seen


def test_a_view_is_rendered_once_for_each_viewer_version_and_tag(site: Site, rendered: list[int | None]) -> None:
    """What is kept of one is never shown for another."""
    game = site.game()
    ada, bea = game.people
    rendered.clear()
    for _ in range(3):
        assert [game.view(person).get("you") for person in (ada, bea, None)] == [{"seat": 0}, {"seat": 1}, None]
    assert rendered == [0, 1, None]
    assert "you" not in game.view(site.person("Stranger"))
    game.act(ada, BLIND)
    assert ["card" in game.view(person)["seats"][0]["reserved"][0] for person in (ada, bea, None)] == [
        True,
        False,
        False,
    ]
    store_client(site.services).call("HSET", game_keys(game.id).game, "tag", "0badcafe")
    assert game.get("", ada).headers["ETag"] == f'"{game.view(ada)["etag"]}"' == '"3-0badcafe"'
    other = site.game()
    assert other.view(ada)["id"] == other.id


def test_kept_views_are_bounded(site: Site, rendered: list[int | None], monkeypatch: pytest.MonkeyPatch) -> None:
    assert call_table.MOST_VIEWS == 1_000
    monkeypatch.setattr(call_table, "MOST_VIEWS", 2)
    call_table._views.clear()
    games = [site.game() for _ in range(5)]
    for game in games:
        assert game.view()["id"] == game.id
        assert len(call_table._views) <= 2
    rendered.clear()
    assert [game.view()["id"] for game in games] == [game.id for game in games]
    assert rendered


def test_bytes_are_the_same_for_the_same_version(site: Site) -> None:
    game = site.game()
    for person in (None, *game.people):
        assert game.get("", person).data == game.get("", person).data
