"""Whole games by bots that live on the inbox, and what their logs hold in the end (B16, C01)."""

import contextlib
import random
import threading
import time
from collections.abc import Sequence

from tests.races.callers import Json, Line, Person
from tests.races.checking import at_rest, finished
from tests.races.inbox_bots import Bot, events, run, tables_of, whole_log
from tests.races.stand import Stand
from tests.servers import wait_until

ROUNDS = 20
IN_TIME_S = 90


def check_logs(line: Line, bots: Sequence[Bot], games: Sequence[str]) -> None:
    """Each log is numbered without gaps and holds exactly the events of its player's games, in their order."""
    for bot in bots:
        items = whole_log(line, bot.person)
        assert [item["number"] for item in items] == list(range(1, len(items) + 1))
        by_game: dict[str, list[Json]] = {}
        for item in items:
            by_game.setdefault(item["game_id"], []).append(item["event"])
        assert by_game.keys() <= set(games)
        for game_id, told in by_game.items():
            assert told == events(line, game_id, bot.person)


def begin(line: Line, ports: Sequence[int], count: int) -> tuple[list[Bot], list[str]]:
    """Bots that keep a log, and a game for each two of them."""
    people: list[Person] = [line.person(f"Bot {number}") for number in range(count)]
    for person in people:
        assert line.get("/v1/players/me/events", person).body == {"items": [], "last": 0}
    return [Bot(ports, person) for person in people], tables_of(line, people, ROUNDS)


def test_b16_bots_on_the_inbox_play_all_their_games_and_their_logs_are_the_games(
    site: Stand, lines: list[Line]
) -> None:
    bots, games = begin(lines[0], [api.port for api in site.apis], 4)
    stop = threading.Event()
    with run(bots, stop):
        try:
            wait_until(lambda: all(finished(site.host, game_id) for game_id in games), IN_TIME_S, "all games end")
        finally:
            stop.set()
    for game_id in games:
        at_rest(site.host, game_id)
    check_logs(lines[1], bots, games)
    for bot in bots:
        assert bot.refused == []
        assert len(bot.told) == len(set(bot.told)), "no turn was told twice"


def test_b16_logs_are_whole_though_api_processes_are_killed(stand: Stand) -> None:
    """Whoever commits may die before anybody is told: that is owed, and the ticker sees to it."""
    apis = [stand.api(), stand.api()]
    stand.crew().wait(workers=2, tickers=1)
    chance, stop = random.Random(16), threading.Event()
    with apis[0].line() as line:
        bots, games = begin(line, [api.port for api in apis], 3)
    with run(bots, stop):
        try:
            deadline = time.monotonic() + IN_TIME_S
            while not all(finished(stand.host, game_id) for game_id in games):
                assert time.monotonic() < deadline, "all games end"
                api = chance.choice(apis)
                version = sum(_version(stand, game_id) for game_id in games)
                with contextlib.suppress(AssertionError):  # the last turns may be played meanwhile
                    wait_until(lambda version=version: sum(_version(stand, one) for one in games) >= version + 7, 3)  # type: ignore[misc]
                api.program.kill()
                api.program.start()
        finally:
            stop.set()
    wait_until(lambda: all(api.live for api in apis), 40, "the API answers")
    for game_id in games:
        at_rest(stand.host, game_id)
    with apis[1].line() as line:
        check_logs(line, bots, games)


def _version(stand: Stand, game_id: str) -> int:
    stored = stand.host.games.read(game_id)
    assert stored is not None
    return stored.version
