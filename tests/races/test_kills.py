"""Kill -9 of workers, ticker and API processes, in an order drawn by lot, in the middle of thirty games with AI players."""

import random
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.races.callers import GREEDY, ME, RANDOM
from tests.races.checking import check_record, finished, whole
from tests.races.programs import Program
from tests.races.seated import Client, played_by
from tests.races.stand import Stand
from tests.servers import wait_until

SEED = 7
FISCHER = {"type": "fischer", "initial_ms": 60_000, "increment_ms": 10_000}
GAMES = 30

Played = tuple[str, list[str]]
"""A person's game, and the commit tags of what was accepted from them."""


@pytest.fixture
def crowd(stand: Stand) -> Stand:
    """Two API processes, two workers for AI moves, one for clocks and upkeep, and a ticker."""
    stand.api()
    stand.api()
    stand.crew()
    stand.second_ai = stand.worker("ai_quick")
    return stand.wait(workers=3, tickers=1)


def test_b15_thirty_games_survive_the_deaths_of_everyone(crowd: Stand) -> None:
    """B15: all finish, with no version missing or doubled, and no accepted action lost.

    Before each death three games begin; by lot is who dies, and how far the games have come by then.
    """
    lots, victims = random.Random(SEED), in_any_order(crowd)
    begun: list[str] = []
    people: list[Future[Played]] = []
    with ThreadPoolExecutor(2 * len(victims)) as threads:
        for victim in victims:
            wait_until(lambda: everyone_is_there(crowd), 30, "all parts are there again")
            before = progress(crowd, begun)
            people.append(threads.submit(play_a_game, crowd, begun))
            threads.submit(create_games, crowd, begun).result(30)
            far = before + lots.randrange(10, 150)
            wait_until(lambda far=far: progress(crowd, begun) >= far, 20)  # type: ignore[misc]
            assert not all(finished(crowd.host, game_id) for game_id in begun[-2:]), "in the middle of games"
            victim.kill()
            victim.start()
        accepted = [person.result(60) for person in people]
    wait_until(lambda: all(finished(crowd.host, game_id) for game_id in begun), 30, "all games end")
    check(crowd, begun, accepted)


def in_any_order(crowd: Stand) -> list[Program]:
    apis = [api.program for api in crowd.apis]
    victims = [crowd.ai, crowd.ai, crowd.second_ai, crowd.second_ai, crowd.clock, crowd.tick, *apis, *apis]
    random.Random(SEED).shuffle(victims)
    return victims


def everyone_is_there(crowd: Stand) -> bool:
    return crowd.workers_connected() == 3 and all(api.live for api in crowd.apis)


def play_a_game(crowd: Stand, begun: list[str]) -> Played:
    """A person's game against an AI player, to its end."""
    with Client(crowd.apis) as client:
        game_id = client.create([ME, GREEDY], time_control=FISCHER)["id"]
        begun.append(game_id)
        return game_id, client.play_on(game_id)


def create_games(crowd: Stand, begun: list[str]) -> None:
    """Two games of AI players alone."""
    with Client(crowd.apis) as client:
        begun.append(client.create([RANDOM] * 4, target_prestige=25)["id"])
        begun.append(client.create([RANDOM, GREEDY, RANDOM], target_prestige=25)["id"])


def progress(crowd: Stand, begun: list[str]) -> int:
    """How many versions the games have come to, together."""
    stored = (crowd.host.games.read(game_id) for game_id in list(begun))
    return sum(game.version for game in stored if game)


def check(crowd: Stand, begun: list[str], accepted: list[Played]) -> None:
    assert len(set(begun)) == GAMES
    with crowd.apis[0].line() as line:
        for game_id in begun:
            whole(crowd.host, game_id)
            check_record(line.get(f"/v1/games/{game_id}/record").body)
    for game_id, tags in accepted:
        assert played_by(crowd.host, game_id, seat=0) == tags
