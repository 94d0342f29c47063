"""A game in the archive is read as it was before, by everybody who could read it, and nothing changes it any more."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from service.hosting import history
from service.hosting.archiving import archive_game, prune
from service.store.archive import Archive
from service.store.keys import new_game_id
from splendor.engine.record import verify
from tests.api.games_api import ME, OPEN, TAKE, GameAt, Site, found, problem
from tests.hosting.hosts import Person, store_client

VOLATILE = {"Server-Time", "X-Request-Id", "Request-Id", "Date"}
SUFFIXES = (
    "",
    "/record",
    "/events?limit=500",
    "/events?after=2&limit=2",
    "/legal-actions",
    "/positions/1",
    "/positions/3",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
def site(redis_url: str, folder: Path) -> Iterator[Site]:
    site = Site(redis_url, archive=str(folder))
    yield site
    site.services.waiters.close()


def finished(site: Site, **options: object) -> GameAt:
    """A game with an action, a hidden card and a resignation."""
    game = site.game(**options)
    first = game.to_act()
    game.act(first, TAKE)
    second = game.to_act()
    game.act(second, {"type": "reserve_from_deck", "level": 1})
    assert game.post("/resignation", first, {}).status_code == 200
    assert game.view(second)["status"] == "finished"
    return game


def told(reply: TestResponse) -> tuple[int, bytes, dict[str, str]]:
    """All of a reply that must not change."""
    return reply.status_code, reply.data, {name: text for name, text in reply.headers if name not in VOLATILE}


def everything(game: GameAt) -> dict[tuple[str, str], tuple[int, bytes, dict[str, str]]]:
    readers: list[Person | None] = [None, game.site.person("Late"), *game.people]
    names = ["spectator", "stranger", *(person.id for person in game.people)]
    replies = {
        (name, suffix): told(game.get(suffix, reader))
        for name, reader in zip(names, readers, strict=True)
        for suffix in SUFFIXES
    }
    assert {status for status, _, _ in replies.values()} == {200}
    return replies


def archived(site: Site, **options: object) -> GameAt:
    game = finished(site, **options)
    assert archive_game(site.services, game.id)
    assert site.services.games.read_live(game.id) is None
    return game


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_it_reads_byte_for_byte_as_before(site: Site, visibility: str) -> None:
    game = finished(site, visibility=visibility)
    before = everything(game)
    assert archive_game(site.services, game.id)
    after = everything(game)
    for asked, reply in before.items():
        assert after[asked] == reply, asked


def test_another_process_reads_it_from_the_file(site: Site, redis_url: str, folder: Path) -> None:
    """Nothing comes from what this process remembers: neither the document nor the derived history."""
    game = finished(site)
    before = everything(game)
    archive_game(site.services, game.id)
    history._kept.clear()
    fresh = Site(redis_url, archive=str(folder))
    other = GameAt(fresh, game.id, game.creator, game.people)
    try:
        assert everything(other) == before
    finally:
        fresh.services.waiters.close()


def test_its_record_verifies(site: Site) -> None:
    game = archived(site)
    record = found(game.get("/record"))
    assert verify(record).ok
    assert json.dumps(record["fairness"]["seed"])


def test_its_etag_stays(site: Site) -> None:
    game = finished(site)
    etag = game.get().headers["ETag"]
    archive_game(site.services, game.id)
    assert game.get().headers["ETag"] == etag
    assert game.get("", None, If_None_Match=etag).status_code == 304


def test_nothing_changes_it_any_more(site: Site) -> None:
    game = archived(site)
    person = game.people[1]
    problem(game.submit(person, TAKE), 409, "game-over")
    problem(game.post("/resignation", person, {}), 409, "game-over")
    problem(game.post("/seats", site.person("Late"), {}), 409, "game-over")
    problem(game.post("/abort", game.creator, {}), 409, "game-over")
    assert game.view()["status"] == "finished"
    # Going on with it is a change of it, too: it would have to know what follows.
    problem(game.post("/rematch", game.people[0], {}), 409, "game-over")


def test_waiting_for_its_events_ends_at_once(site: Site) -> None:
    game = archived(site)
    last = game.view()["last_event"]
    assert found(game.get(f"/events?after={last}&wait_ms=25000"))["items"] == []


def test_a_private_game_stays_private(site: Site) -> None:
    game = archived_private(site)
    assert game.get("", game.creator).status_code == 200
    problem(game.get("", site.person("Late")), 404, "game-not-found")
    problem(game.get(""), 404, "game-not-found")


def archived_private(site: Site) -> GameAt:
    creator = site.person()
    made = site.create(creator, ME, OPEN, visibility="private")
    game = GameAt(site, made.json["id"], creator, [creator])
    assert game.post("/abort", creator, {}).status_code == 200
    assert archive_game(site.services, game.id)
    return game


def test_after_its_time_it_is_gone(site: Site) -> None:
    game, hidden = archived(site), archived_private(site)
    later = Archive(store_client(site.services), site.services.settings.archive, kept_ms=0)
    site.services.games._archive = later
    for suffix in SUFFIXES:
        problem(game.get(suffix), 410, "game-gone")
        problem(game.get(suffix, game.people[0]), 410, "game-gone")
    problem(game.post("/resignation", game.people[0], {}), 410, "game-gone")
    problem(hidden.get("", hidden.creator), 404, "game-not-found")


def test_who_may_not_ask_is_told_so_first(site: Site) -> None:
    game = archived(site)
    site.services.games._archive = Archive(store_client(site.services), site.services.settings.archive, kept_ms=0)
    reply = site.client.get(game.path, headers={"Authorization": "Bearer spl_player_" + "x" * 43})
    problem(reply, 401, "token-invalid")


def test_without_the_archive_the_others_go_on(site: Site, folder: Path) -> None:
    game, running = archived(site), site.game()
    folder.rename(folder.with_name("away"))
    for suffix in SUFFIXES:
        reply = game.get(suffix)
        body = problem(reply, 503, "archive-unavailable")
        assert body["retry_after_ms"] > 0
    running.act(running.to_act(), TAKE)
    other = finished(site)
    mine, me = "/v1/players/me/games", running.people[0].headers
    assert found(site.client.get(f"{mine}?status=playing", headers=me))["items"]
    # A list that may lie in the archive is told of, not cut short.
    problem(site.client.get(mine, headers=me), 503, "archive-unavailable")
    folder.with_name("away").rename(folder)
    assert game.get().status_code == 200
    assert archive_game(site.services, other.id)


def test_a_damaged_file_is_no_other_game(site: Site, folder: Path) -> None:
    game, other = archived(site), archived(site)
    files = {path.name.partition(".")[0]: path for path in folder.rglob("*.json.gz")}
    files[game.id].write_bytes(files[other.id].read_bytes())
    problem(game.get(), 503, "archive-unavailable")
    files[game.id].write_bytes(files[other.id].read_bytes()[:100])
    problem(game.get("/record"), 503, "archive-unavailable")
    assert other.view()["id"] == other.id


def test_unknown_games_are_unknown(site: Site) -> None:
    archived(site)
    problem(site.client.get(f"/v1/games/{new_game_id()}"), 404, "game-not-found")
    problem(site.client.get("/v1/games/nonsense"), 404, "game-not-found")


def test_its_people_find_it_in_their_lists(site: Site) -> None:
    game = archived(site)
    person = game.people[0]
    newer = site.create(person, ME, OPEN).json["id"]
    path = "/v1/players/me/games"

    def listed(query: str = "") -> list[str]:
        return [item["id"] for item in found(site.client.get(path + query, headers=person.headers))["items"]]

    assert listed() == [newer, game.id]
    assert listed("?status=finished") == [game.id]
    assert listed("?status=open") == [newer]
    first = found(site.client.get(f"{path}?limit=1", headers=person.headers))
    assert [item["id"] for item in first["items"]] == [newer]
    assert listed(f"?limit=1&cursor={first['next_cursor']}") == [game.id]
    public = found(site.client.get("/v1/games"))["items"]
    assert game.id not in [item["id"] for item in public]
    assert found(site.client.get(f"/v1/players/{game.people[1].id}/games"))["items"][0]["id"] == game.id
    site.services.games._archive = Archive(store_client(site.services), site.services.settings.archive, kept_ms=0)
    assert not prune(site.services, game.id), "not yet"
    assert listed() == [newer], "what is gone is not listed"
