"""Kill -9 of the store in the middle of people's games, once with all it had written, once with the last part of it lost.

What comes back is consistent, whoever is ahead of it is told, and play goes on without a restart of anything else.
"""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from service.hosting.changes import TurnPlayed, from_entry
from tests.races.callers import GREEDY, ME, OPEN, Ask, Json, acting
from tests.races.checking import whole
from tests.races.seated import Client
from tests.races.stand import Stand
from tests.servers import wait_until

TABLES = 6
FISCHER = {"type": "fischer", "initial_ms": 60_000, "increment_ms": 2_000}


class Duel(NamedTuple):
    """Two people at a table."""

    game_id: str
    people: tuple[Client, Client]

    def view(self) -> Json:
        return self.people[0].get(f"/v1/games/{self.game_id}")

    def to_act(self, game: Json) -> Client:
        return self.people[game["turn"]["seat"]]

    def play(self, turns: int) -> list[str]:
        """So many actions by whoever is to act; the tags of their commits. Who has been overtaken looks again."""
        tags: list[str] = []
        while len(tags) < turns:
            game = self.view()
            reply = self.to_act(game).try_to_act(game)
            assert reply.status in {200, 412}, reply
            if reply.status == 200:
                tags.append(reply.body["game"]["etag"].partition("-")[2])
        return tags


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("club")) as stand:
        stand.api()
        stand.api()
        yield stand.crew().wait(workers=2, tickers=1)


@pytest.fixture
def duels(club: Stand) -> Iterator[list[Duel]]:
    with ExitStack() as stack:
        yield [seat_two(club, stack) for _ in range(TABLES)]


def seat_two(club: Stand, stack: ExitStack) -> Duel:
    first, second = (stack.enter_context(Client(club.apis)) for _ in range(2))
    game_id = first.create([ME, OPEN], time_control=FISCHER)["id"]
    second.join(game_id)
    return Duel(game_id, (first, second))


def play_all(threads: ThreadPoolExecutor, duels: list[Duel], turns: int) -> list[Future[list[str]]]:
    return [threads.submit(duel.play, turns) for duel in duels]


def played(club: Stand, game_id: str) -> list[str]:
    """The tags of all turns in the log of a game, which is whole."""
    entries = whole(club.host, game_id)
    return [entry.tag for entry in entries if isinstance(from_entry(entry.body), TurnPlayed)]


def check_ai_moves(club: Stand) -> None:
    with Client(club.apis) as client:
        game = client.create([ME, GREEDY])
        assert client.try_to_act(game).status == 200
        wait_until(lambda: client.get(f"/v1/games/{game['id']}")["version"] == 3, 20, "the AI player moves")
        whole(club.host, game["id"])
    assert all(program.running for program in club.programs)


def test_games_of_people_survive_the_death_of_the_store(club: Stand, duels: list[Duel]) -> None:
    club.store.sync()  # of the players and their games nothing may be taken back
    with ThreadPoolExecutor(TABLES) as threads:
        playing = play_all(threads, duels, 40)
        wait_until(lambda: sum(duel.people[0].accepted for duel in duels) > TABLES * 4)
        assert not any(one.done() for one in playing)
        club.store.kill()
        club.store.start()
        accepted = [one.result(60) for one in playing]
    for duel, tags in zip(duels, accepted, strict=True):
        assert followed(tags, played(club, duel.game_id))
    check_ai_moves(club)


def followed(tags: list[str], log: list[str]) -> bool:
    """Whether the log has what was accepted, in order; a stretch of it may have been taken back by the death."""
    kept = [tag for tag in tags if tag in log]
    lost = [number for number, tag in enumerate(tags) if tag not in log]
    return kept == log and (not lost or lost[-1] - lost[0] == len(lost) - 1)


def test_clients_ahead_of_what_came_back_are_told(club: Stand, duels: list[Duel]) -> None:
    with ThreadPoolExecutor(TABLES) as threads:
        before = [one.result(60) for one in play_all(threads, duels, 4)]
        kept = written(club)
        [one.result(60) for one in play_all(threads, duels, 5)]
    ahead = [duel.view() for duel in duels]
    lost = [Ask("GET", f"/v1/games/{game['id']}/events?after={place(game)}&wait_ms=5000", {}) for game in ahead]
    take_back(club, kept)
    wait_until(lambda: all(duel.view() for duel in duels), 10)
    for duel, game, tags, ask in zip(duels, ahead, before, lost, strict=True):
        now = duel.view()
        assert played(club, duel.game_id) == tags
        assert (now["version"], now["last_event"]) < (game["version"], game["last_event"])
        check_told(duel, game, now, ask)
        assert duel.play(3)
        whole(club.host, duel.game_id)
    check_ai_moves(club)


def check_told(duel: Duel, game: Json, now: Json, ask: Ask) -> None:
    """Whoever holds on to the lost version `game` hears at once that it is gone; `now` is what there is."""
    mover = duel.to_act(game)
    listed = duel.to_act(now).get(f"/v1/games/{duel.game_id}/legal-actions")["actions"]
    refused = mover.ask(acting(game, mover.person, listed[0]["action"]))
    assert (refused.status, refused.body["code"], refused.body["etag"]) == (412, "version-conflict", now["etag"])
    assert refused.body["resync"]["version"] == now["version"]
    page = mover.ask(ask).body
    assert page["items"] == []
    assert page["resync"] == {name: now[name] for name in ("version", "etag", "last_event")}
    known = Ask("GET", f"/v1/games/{duel.game_id}", mover.person.headers | {"If-None-Match": f'"{game["etag"]}"'})
    assert mover.ask(known).status == 200


def place(game: Json) -> str:
    """The caller's place in the log: number and tag."""
    return f"{game['last_event']}-{game['etag'].partition('-')[2]}"


def log_file(club: Stand) -> Path:
    """The part of the append-only file that is being written."""
    (found,) = (club.store.folder / "appendonlydir").glob("*.incr.aof")
    return found


def written(club: Stand) -> int:
    """How long the file is once all that was acknowledged is in it."""
    club.store.sync()
    return log_file(club).stat().st_size


def take_back(club: Stand, size: int) -> None:
    """The death of the store's machine, and its return: the end of the file is gone, cut in the middle of an entry."""
    club.store.sync()
    club.store.kill()
    os.truncate(log_file(club), size + 40)
    club.store.start()
