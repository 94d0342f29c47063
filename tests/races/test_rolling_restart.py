"""A rolling restart under load: nothing accepted is lost or doubled, nobody is cut off, and all have gone before the grace ends."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.jobs import AI_QUICK
from tests.races.callers import GREEDY, ME, RANDOM
from tests.races.checking import finished, whole
from tests.races.programs import Program
from tests.races.seated import Client, played_by
from tests.races.stand import GRACE_S, Stand
from tests.servers import wait_until

PLAYERS, WATCHERS, AI_GAMES = 4, 24, 10


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("busy")) as stand:
        stand.api()
        stand.api()
        yield stand.crew().wait(workers=2, tickers=1)


class Load:
    """What clients do until they are told that it is over."""

    def __init__(self, site: Stand) -> None:
        self._site = site
        self.over = threading.Event()
        self.cut = 0

    def play(self) -> list[tuple[str, list[str]]]:
        """Games against an AI player, one after the other: their ids, and the tags of what was accepted in each."""
        games = []
        with Client(self._site.apis) as client:
            while not self.over.is_set():
                game_id = client.create([ME, GREEDY])["id"]
                games.append((game_id, client.play_on(game_id)))
            self.cut += client.cut
        return games

    def watch(self, game_id: str) -> list[int]:
        """The numbers of all events of a quiet game, by long polls, until there is one that ends it."""
        numbers: list[int] = []
        with Client(self._site.apis) as client:
            while not (numbers and finished(self._site.host, game_id)):
                after = numbers[-1] if numbers else 0
                page = client.get(f"/v1/games/{game_id}/events?after={after}&wait_ms=25000&limit=500")
                numbers += [event["number"] for event in page["items"]]
            self.cut += client.cut
        return numbers


def restart(busy: Stand, program: Program) -> None:
    """SIGTERM, the end within the grace, and a new start."""
    assert program.stop(within=GRACE_S) == 0
    program.start()
    wait_until(lambda: all(api.live for api in busy.apis) and busy.workers_connected() == 2, 20)


def test_c03_rolling_restart_under_load(busy: Stand) -> None:
    """C03."""
    load = Load(busy)
    with ThreadPoolExecutor(PLAYERS + WATCHERS) as threads, Client(busy.apis) as creator:
        quiet = creator.create([ME, GREEDY])["id"]
        watching = [threads.submit(load.watch, quiet) for _ in range(WATCHERS)]
        playing = [threads.submit(load.play) for _ in range(PLAYERS)]
        alone = [creator.create([RANDOM] * 2, target_prestige=30)["id"] for _ in range(AI_GAMES)]
        for program in (busy.apis[0].program, busy.ai, busy.apis[1].program, busy.clock, busy.tick):
            restart(busy, program)
        load.over.set()
        assert creator.resign(quiet)["status"] == "finished"
        games = [game for one in playing for game in one.result(60)]
        seen = [one.result(60) for one in watching]
    wait_until(lambda: all(finished(busy.host, game_id) for game_id in alone), 40, "the AI players' games end")
    assert load.cut == 0, "each request that was sent was answered"
    last = whole(busy.host, quiet)[-1].last_event
    assert all(numbers == list(range(1, last + 1)) for numbers in seen)
    for game_id, tags in games:
        whole(busy.host, game_id)
        assert played_by(busy.host, game_id, seat=0) == tags
    for game_id in alone:
        whole(busy.host, game_id)


def test_c03_worker_finishes_the_job_that_runs(busy: Stand) -> None:
    """C03: SIGTERM in the middle of a job: no watch has to come to go on with its game."""
    with Client(busy.apis) as client:
        for _ in range(5):
            game_id = client.create([RANDOM] * 4, target_prestige=30)["id"]
            wait_until(lambda game_id=game_id: len(busy.host.games.log(game_id)) > 3)  # type: ignore[misc]
            assert busy.ai.stop(within=GRACE_S) == 0
            assert finished(busy.host, game_id) or any(game_id in job for job in busy.waiting(AI_QUICK)), "it goes on"
            busy.ai.start()
            wait_until(lambda game_id=game_id: finished(busy.host, game_id))  # type: ignore[misc]
            whole(busy.host, game_id)
