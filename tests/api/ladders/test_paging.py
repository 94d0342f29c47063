"""Pages of tables, games and ledgers: what is there all the time comes exactly once (B25)."""

from typing import Any

import pytest

from service.store.ladder_keys import PEOPLE
from tests.api.games_api import Json, Site
from tests.api.ladders.ladders_api import LadderAt, refused
from tests.hosting.ladders.table_of import let_stand, play_out, standing

ENTRIES = [f"greedy-{number}" for number in range(4)]


@pytest.fixture
def ladder(site: Site) -> LadderAt:
    """Four entries after some games, and four that have not played."""
    ladder = LadderAt(site, games_at_once=2)
    for name in ENTRIES:
        ladder.command(name, ai_player="greedy")
    ladder.play(8)
    for number in range(4):
        ladder.command(f"new-{number}", ai_player="random")
    return ladder


def pages(ladder: LadderAt, path: str, **query: Any) -> list[list[Json]]:
    """All pages, each reached by the link of the one before."""
    reply = ladder.ask("GET", path, **query)
    found = [reply.json["items"]]
    while "next_cursor" in reply.json:
        target, relation = reply.headers["Link"].split("; ")
        assert (relation, reply.json["next_cursor"] in target) == ('rel="next"', True)
        reply = ladder.site.client.get(target.strip("<>"))
        found.append(reply.json["items"])
    assert "Link" not in reply.headers
    return found


@pytest.mark.parametrize("size", [1, 3, 4, 8, 100])
def test_b25_each_entry_comes_once(ladder: LadderAt, size: int) -> None:
    found = pages(ladder, "/standings", limit=size)
    rows = [row for page in found for row in page]
    assert sorted(row["id"] for row in rows) == sorted([*ENTRIES, *(f"new-{number}" for number in range(4))])
    assert rows == ladder.items("/standings", limit=100)
    assert [row.get("place") for row in rows] == [1, 2, 3, 4, None, None, None, None]
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    worth = [row["rating"]["conservative_rating"] for row in rows[:4]]
    assert worth == sorted(worth, reverse=True)


@pytest.mark.parametrize("size", [1, 3, 4, 8, 100])
@pytest.mark.parametrize("path", ["/games", "/ratings/greedy-0"])
def test_b25_the_ledger_is_paged_by_number_while_it_grows(ladder: LadderAt, path: str, size: int) -> None:
    whole = ladder.items(path, limit=100)
    assert whole
    first = ladder.ask("GET", path, limit=size).json
    ladder.play(2)
    numbers, page = [item["number"] for item in first["items"]], first
    while "next_cursor" in page:
        page = ladder.read(path, limit=size, cursor=page["next_cursor"])
        numbers += [item["number"] for item in page["items"]]
    assert numbers == [item["number"] for item in whole]


@pytest.mark.parametrize("size", [1, 2, 100])
def test_b25_each_running_game_comes_once_though_others_end(ladder: LadderAt, size: int) -> None:
    begun = {one for _ in range(2) for one in ladder.pair()}
    found = pages(ladder, "/games", status="running", limit=size)
    assert {game["game_id"] for page in found for game in page} == begun
    assert sum(map(len, found)) == len(begun)
    first = ladder.read("/games", status="running", limit=1)
    play_out(ladder.host)
    assert ladder.read("/games", status="running", limit=1, cursor=first["next_cursor"])["items"] == []


@pytest.mark.parametrize("path", ["", "/standings", "/games", "/ratings/greedy-0"])
@pytest.mark.parametrize("limit", ["0", "-1", "x", "", "101", "1000000000"])
def test_b25_a_bad_limit_is_refused(ladder: LadderAt, path: str, limit: str) -> None:
    reply = ladder.ask("GET", path, limit=limit) if path else ladder.site.client.get(f"/v1/ladders?limit={limit}")
    refused(reply, 422, "invalid-request", "/limit")


def test_b25_a_cursor_is_good_for_one_list(ladder: LadderAt) -> None:
    cursor = ladder.read("/games", limit=1)["next_cursor"]
    for path in ("/standings", "/ratings/greedy-0"):
        refused(ladder.ask("GET", path, cursor=cursor), 422, "invalid-request", "/cursor")
    refused(ladder.ask("GET", "/games", status="running", cursor=cursor), 422, "invalid-request", "/cursor")
    for garbage in ("", "x", "AAAA", cursor + "A"):
        refused(ladder.ask("GET", "/games", cursor=garbage), 422, "invalid-request", "/cursor")


def test_an_unchanged_page_costs_no_body(ladder: LadderAt) -> None:
    first = ladder.ask("GET", "/standings", limit=3)
    known = {"If-None-Match": first.headers["ETag"]}
    again = ladder.ask("GET", "/standings", known, limit=3)
    assert (again.status_code, again.data, again.headers["Link"]) == (304, b"", first.headers["Link"])
    ladder.play(1)
    assert ladder.ask("GET", "/standings", known, limit=3).status_code == 200


def test_entries_of_the_shortest_names_have_pages_too(site: Site) -> None:
    ladder = LadderAt(site)
    for name in ("a", "b", "c"):
        ladder.command(name, ai_player="greedy")
    assert [[row["id"] for row in page] for page in pages(ladder, "/standings", limit=1)] == [["a"], ["b"], ["c"]]


@pytest.mark.parametrize("size", [1, 2, 100])
def test_b25_each_of_the_people_comes_once(site: Site, size: int) -> None:
    ladder, ids = LadderAt(site), [site.person().id for _ in range(5)]
    let_stand(ladder.host, PEOPLE, {one: standing(30 - number) for number, one in enumerate(ids)})
    ladder.id = PEOPLE
    found = pages(ladder, "/standings", limit=size)
    assert [(row["place"], row["id"]) for page in found for row in page] == list(enumerate(ids, 1))
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    first = ladder.ask("GET", "/standings", limit=size)
    known = {"If-None-Match": first.headers["ETag"]}
    assert ladder.ask("GET", "/standings", known, limit=size).status_code == 304
    let_stand(ladder.host, PEOPLE, {ids[0]: standing(31)})
    assert ladder.ask("GET", "/standings", known, limit=size).status_code == 200
