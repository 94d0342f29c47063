"""Lists of games and invitations: who sees what, filters, and pages that neither skip nor repeat (B25)."""

import base64
from typing import Any

import pytest

from service.api.paging import LAST_MS, Place, to_cursor
from service.hosting.reindex import reindex
from service.store.keys import game_keys, new_game_id, new_player_id
from service.store.survey import Survey
from tests.api.games_api import GREEDY, ME, OPEN, Json, Site, found, problem
from tests.hosting.hosts import Person, store_client
from tests.hosting.list_writers import start_and_end

GAMES, MINE, INVITATIONS = "/v1/games", "/v1/players/me/games", "/v1/players/me/invitations"
NOBODY: dict[str, str] = {}


def of(person: Person | str) -> str:
    return f"/v1/players/{person if isinstance(person, str) else person.id}/games"


def page(site: Site, path: str, person: Person | None = None, **query: Any) -> Json:
    return found(site.client.get(path, query_string=query, headers=person.headers if person else NOBODY))


def ids(listed: Json) -> list[str]:
    return [item["id"] for item in listed["items"]]


def walk(site: Site, path: str, person: Person | None = None, **query: Any) -> list[list[str]]:
    """The ids of all pages, each reached by the link of the one before."""
    headers = person.headers if person else NOBODY
    reply = site.client.get(path, query_string=query, headers=headers)
    pages = [ids(found(reply))]
    while "Link" in reply.headers:
        target, relation = reply.headers["Link"].split("; ")
        assert relation == 'rel="next"'
        assert reply.json["next_cursor"] in target
        reply = site.client.get(target.strip("<>"), headers=headers)
        pages.append(ids(found(reply)))
    assert "next_cursor" not in reply.json
    return pages


def at_one_moment(site: Site, games: list[str]) -> None:
    """Lets all these games have been created in the same millisecond."""
    client = store_client(site.services)
    for game_id in games:
        client.call("HSET", game_keys(game_id).game, "created_at", 1_700_000_000_000)
    for pattern in ("list:*", "listed:*"):
        for keys in list(client.scan(pattern)):
            client.calls([("UNLINK", key) for key in keys])
    reindex(site.services, Survey(client))


def test_b25_games_of_one_millisecond_come_once_while_others_start_and_end(site: Site) -> None:
    ada = site.person()
    games = [site.create(site.person(), ME, OPEN).json["id"] for _ in range(45)]
    games += [site.create(ada, ME, OPEN).json["id"] for _ in range(5)]
    at_one_moment(site, games)
    pages, cursor, started, ended = [], "", 0, games[:5]
    while True:
        listed = page(site, GAMES, limit=7, **({"cursor": cursor} if cursor else {}))
        pages.append(ids(listed))
        for _ in range(3):
            started += 1
            site.create(site.person(), ME, OPEN)
        if ended:
            start_and_end(site.services, ended.pop())
        cursor = listed.get("next_cursor", "")
        if not cursor:
            break
    assert [one for found in pages for one in found] == sorted(games, reverse=True)
    assert [len(found) for found in pages] == [7] * 7 + [1]
    assert (started, ended) == (24, [])
    assert len(ids(page(site, GAMES, limit=100))) == 74


@pytest.mark.parametrize("path", [GAMES, MINE, INVITATIONS, of("ADA")])
@pytest.mark.parametrize("limit", ["0", "-1", "1000000000", "x", "", "7.0", "101"])
def test_b25_a_bad_limit_is_refused(site: Site, path: str, limit: str) -> None:
    ada = site.person()
    reply = site.client.get(path.replace("ADA", ada.id), query_string={"limit": limit}, headers=ada.headers)
    body = problem(reply, 422, "invalid-request")
    assert body["errors"][0]["pointer"] == "/limit"


@pytest.mark.parametrize("path", [GAMES, MINE, INVITATIONS])
@pytest.mark.parametrize(
    "cursor", ["", "x", "%00", "AAAA", base64.urlsafe_b64encode(b"0" * 16 + b" 1 gabcdefgh").decode()]
)
def test_b25_a_broken_cursor_is_refused(site: Site, path: str, cursor: str) -> None:
    reply = site.client.get(path, query_string={"cursor": cursor}, headers=site.person().headers)
    assert problem(reply, 422, "invalid-request")["errors"][0]["pointer"] == "/cursor"


def test_b25_a_cursor_is_good_for_one_list_with_its_filters(site: Site) -> None:
    ada, ben = site.person(), site.person()
    for person in (ada, ada, ben, ben):
        site.create(person, ME, OPEN)
    cursor = page(site, GAMES, limit=1, status="open")["next_cursor"]
    assert page(site, GAMES, limit=100, status="open", cursor=cursor)["items"]  # another limit is the same list
    for path, query in (
        (GAMES, {}),
        (GAMES, {"status": "playing"}),
        (GAMES, {"status": "open", "players": 2}),
        (MINE, {}),
    ):
        reply = site.client.get(path, query_string=query | {"cursor": cursor}, headers=ada.headers)
        problem(reply, 422, "invalid-request")
    mine = page(site, MINE, ada, limit=1)["next_cursor"]
    problem(site.client.get(MINE, query_string={"cursor": mine}, headers=ben.headers), 422, "invalid-request")


@pytest.mark.parametrize("size", [1, 2, 5, 20])
def test_pages_hang_together_by_their_links(site: Site, size: int) -> None:
    ada = site.person()
    games = [site.create(ada, ME, OPEN).json["id"] for _ in range(5)]
    for path, person in ((GAMES, None), (MINE, ada), (of(ada), None)):
        pages = walk(site, path, person, limit=size)
        assert sorted(one for found in pages for one in found) == sorted(games)
        assert len(pages) == -(-5 // size)


def test_a_public_list_shows_each_caller_the_own_seat(site: Site) -> None:
    game = site.game(ME, OPEN)
    [item] = page(site, GAMES)["items"]
    assert item.items() <= (game.view() | {"seats": item["seats"]}).items()
    assert "you" not in item
    for number, person in enumerate(game.people):
        [item] = page(site, GAMES, person)["items"]
        assert item["you"] == {"seat": number}
        assert item["seats"][number]["player"]["id"] == person.id


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("seats_free=1", "/seats_free"),
        ("seats_free=1&status=playing", "/seats_free"),
        ("status=open&seats_free=0", "/seats_free"),
        ("status=open&seats_free=5", "/seats_free"),
        ("players=1", "/players"),
        ("players=5", "/players"),
        ("status=over", "/status"),
        ("rating=3", "/rating"),
        ("my_turn=true", "/my_turn"),
    ],
)
def test_a_filter_that_the_document_does_not_know_is_refused(site: Site, query: str, fault: str) -> None:
    body = problem(site.client.get(f"{GAMES}?{query}"), 422, "invalid-request")
    assert [each["pointer"] for each in body["errors"]] == [fault]


def test_filters(site: Site) -> None:
    ada = site.person()
    alone = site.create(ada, ME, OPEN, OPEN).json["id"]
    running = site.create(ada, ME, GREEDY).json["id"]
    over = site.create(ada, ME, OPEN).json["id"]
    start_and_end(site.services, over)
    for query, wanted in (
        ({}, {alone, running, over}),
        ({"status": "open", "seats_free": 2, "players": 3}, {alone}),
        ({"status": "open", "seats_free": 3}, set()),
        ({"players": 2}, {running, over}),
        ({"status": "playing"}, {running}),
        ({"status": "finished"}, {over}),
    ):
        assert set(ids(page(site, GAMES, **query))) == wanted, query  # type: ignore[arg-type]
    for status, wanted in (("open", {alone}), ("playing", {running}), ("finished", {over}), ("aborted", set())):
        assert set(ids(page(site, MINE, ada, status=status))) == wanted
        assert set(ids(page(site, of(ada), status=status))) == wanted
    assert ids(page(site, MINE, ada, my_turn="true")) == [running]
    assert set(ids(page(site, MINE, ada, my_turn="false"))) == {alone, over}
    problem(site.client.get(MINE, query_string={"my_turn": "yes"}, headers=ada.headers), 422, "invalid-request")


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_hidden_games_are_in_nobody_elses_lists(site: Site, visibility: str) -> None:
    ada, ben = site.person(), site.person()
    made = site.create(ada, ME, OPEN, visibility=visibility)
    assert made.status_code == 201, made.text
    [item] = page(site, MINE, ada)["items"]
    assert item["id"] == made.json["id"]
    assert "join_code" not in str(item)
    for person in (None, ada, ben):
        assert page(site, GAMES, person) == page(site, of(ada), person) == {"items": []}
    assert page(site, MINE, ben) == {"items": []}


def test_an_invitation_is_listed_for_the_invited_alone(site: Site) -> None:
    ada, ben = site.person("Ada"), site.person("Ben")
    made = site.create(ada, ME, {"type": "player", "player_id": ben.id}, visibility="private")
    assert made.status_code == 201, made.text
    [item] = page(site, INVITATIONS, ben)["items"]
    assert (item["seat"], item["invited_by"]) == (1, {"id": ada.id, "name": "Ada"})
    assert item["game"]["seats"][1] == {
        "seat": 1, "type": "invited", "player": {"id": ben.id, "name": "Ben"}, "expires_at": item["expires_at"]
    }  # fmt: skip
    assert page(site, INVITATIONS, ada) == page(site, MINE, ben) == {"items": []}
    assert site.client.post(f"/v1/games/{made.json['id']}/seats", headers=ben.headers).status_code == 200
    assert page(site, INVITATIONS, ben) == {"items": []}
    assert ids(page(site, MINE, ben, status="playing")) == [made.json["id"]]


def test_whose_lists_there_are(site: Site) -> None:
    for path in (MINE, INVITATIONS):
        problem(site.client.get(path), 401, "token-missing")
    for player in (new_player_id(), "deleted-player", "x" * 22):
        problem(site.client.get(of(player)), 404, "player-not-found")
    assert page(site, of(site.person())) == {"items": []}


def test_a_deleted_player_has_no_list(site: Site) -> None:
    ada = site.person()
    site.create(ada, ME, OPEN)
    assert site.services.players.mark_deleted(ada.id)
    problem(site.client.get(of(ada)), 404, "player-not-found")


@pytest.mark.parametrize("path", [GAMES, MINE, INVITATIONS])
def test_head_and_options(site: Site, path: str) -> None:
    ada = site.person()
    assert site.client.head(path, headers=ada.headers).status_code == 200
    allowed = site.client.options(path).headers["Allow"]
    assert set(allowed.split(", ")) == {"GET", "HEAD", "OPTIONS"} | ({"POST"} if path == GAMES else set())
    assert site.client.put(path).headers["Allow"] == allowed


@pytest.mark.parametrize("at", [253_402_300_800_000, 10**15 - 1])
def test_b25_a_cursor_behind_the_end_of_time_is_refused(site: Site, at: int) -> None:
    """Anybody can make one up; the archive, asked for its month, would have no answer."""
    ada = site.person()
    path = "/v1/players/me/games"
    cursor = to_cursor(Place(at, new_game_id()), f"{path}\n{ada.id}\n")
    reply = site.client.get(path, query_string={"cursor": cursor}, headers=ada.headers)
    assert problem(reply, 422, "invalid-request")["errors"][0]["pointer"] == "/cursor"
    good = to_cursor(Place(LAST_MS, new_game_id()), f"{path}\n{ada.id}\n")
    assert site.client.get(path, query_string={"cursor": good}, headers=ada.headers).status_code == 200
