"""A ladder on real processes, by its own: bots that join by HTTP and live on the inbox, workers, ticker."""

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.hosting.ladders.recompute import recompute
from service.hosting.operator_tokens import admin_token
from service.store.operators import OperatorStore
from tests.races.callers import Ask, Json, Line, Person
from tests.races.inbox_bots import Bot, run
from tests.races.stand import Stand
from tests.servers import wait_until

PATIENCE_S = 60.0
ORDER: Json = {
    "name": "By itself",
    "time_control": {"type": "per_turn", "turn_ms": 60_000},
    "target_prestige": 10,
    "games_at_once": 2,
}
BOTS, GAMES = 2, 12


@pytest.fixture
def stand(tmp_path: Path, compiled: None) -> Iterator[Stand]:
    with Stand(tmp_path) as stand:
        stand.api()
        stand.worker("ladders", "ai_quick", "clock", "upkeep")
        stand.ticker()
        yield stand.wait(workers=1, tickers=1)


def asked(line: Line, method: str, path: str, person: Person, body: Json | None = None) -> Json:
    reply = line.send(Ask(method, f"/v1/ladders{path}", person.headers, body))
    assert reply.status < 300, reply
    return reply.body


def bots_of(line: Line, owner: Person) -> list[Person]:
    made = [line.post("/v1/players/me/bots", owner, {"name": f"Bot {number}"}).body for number in range(BOTS)]
    return [Person(one["player"]["id"], {"Authorization": f"Bearer {one['token']}"}) for one in made]


def test_it_runs_by_itself(stand: Stand) -> None:
    """From nothing to a table that its ledger leads to, with each bot admitted by its first game."""
    (api,) = stand.apis
    admin = Person("", {"Authorization": f"Bearer {admin_token(OperatorStore(stand.host.games._client), '').secret}"})
    with api.line() as line:
        ladder_id = asked(line, "POST", "", admin, ORDER)["id"]
        for name in ("greedy", "random"):
            asked(line, "PUT", f"/{ladder_id}/entries/{name}", admin, {"ai_player": name})
        people = [person for _ in range(BOTS) for person in bots_of(line, line.person())[:1]]
        for person in people:
            assert asked(line, "PUT", f"/{ladder_id}/entries/me", person, {})["status"] == "validating"
        stop = threading.Event()
        with run([Bot([api.port], person) for person in people], stop):
            try:
                check_it_goes_on(line, ladder_id, people)
            finally:
                asked(line, "PATCH", f"/{ladder_id}", admin, {"status": "paused"})
                wait_until(lambda: not running(line, ladder_id), PATIENCE_S, "all games end")
                stop.set()
        check_it_adds_up(stand, line, ladder_id, people)


def running(line: Line, ladder_id: str) -> list[Json]:
    games: list[Json] = line.get(f"/v1/ladders/{ladder_id}/games?status=running&limit=100").body["items"]
    return games


def check_it_goes_on(line: Line, ladder_id: str, people: list[Person]) -> None:
    def admitted(person: Person) -> bool:
        entry = asked(line, "GET", f"/{ladder_id}/entries/me", person)
        assert entry["status"] in ("validating", "active"), entry
        return entry["status"] == "active" and entry["games"] > 1

    for person in people:
        wait_until(lambda person=person: admitted(person), PATIENCE_S, "a bot plays")  # type: ignore[misc]

    def settled() -> list[Json]:
        games: list[Json] = line.get(f"/v1/ladders/{ladder_id}/games?limit=100").body["items"]
        return games

    wait_until(lambda: len(settled()) >= GAMES, PATIENCE_S, "games are rated")


def check_it_adds_up(stand: Stand, line: Line, ladder_id: str, people: list[Person]) -> None:
    """Table, games and ledgers tell the same."""
    rows = line.get(f"/v1/ladders/{ladder_id}/standings?limit=100").body["items"]
    assert {row["id"] for row in rows} == {"greedy", "random", *(person.id for person in people)}
    assert sorted(row["place"] for row in rows) == [1, 2, 3, 4]
    assert [row["running_games"] for row in rows] == [0] * 4
    games: list[Json] = whole(line, f"/v1/ladders/{ladder_id}/games?limit=100")
    played = Counter(seat["entry_id"] for game in games if game["status"] == "rated" for seat in game["seats"])
    assert {row["id"]: row["games"] for row in rows} == played
    for row in rows:
        ledger = whole(line, f"/v1/ladders/{ladder_id}/ratings/{row['id']}?limit=100")
        (last,) = [seat for seat in ledger[0]["seats"] if seat["entry_id"] == row["id"]]
        assert last["after"]["rating"] == row["rating"]["rating"]
        assert len(ledger) == row["games"]
    found = recompute(stand.host, ladder_id)
    assert found.sound, found
    assert found.games == len(games)


def whole(line: Line, path: str) -> list[Json]:
    """All pages of a list."""
    body = line.get(path).body
    items: list[Json] = body["items"]
    while "next_cursor" in body:
        body = line.get(f"{path}&cursor={body['next_cursor']}").body
        items += body["items"]
    return items
