"""B16: streams that are cut at random, a process of theirs killed, the store killed and set back, while 50 games run.

Whoever goes on by the number it was at ends with exactly the log that the server has.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.races.callers import RANDOM, Json
from tests.races.checking import finished, whole
from tests.races.followers import Follower
from tests.races.seated import Client
from tests.races.stand import Stand
from tests.races.test_store_dies import take_back, written
from tests.servers import wait_until

GAMES, SOME = 50, 5
ALWAYS_THE_SAME = ("number", "tag", "version", "at", "type", "seat")
"""What an event says from the first moment on to everybody: cards that were hidden are shown once the game is over."""


@pytest.fixture
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with Stand(tmp_path_factory.mktemp("hall")) as stand:
        stand.api()
        stand.api()
        yield stand.crew().wait(workers=2, tickers=1)


def fixed(events: list[Json]) -> list[Json]:
    return [{name: event[name] for name in ALWAYS_THE_SAME if name in event} for event in events]


class Crowd:
    """All followers, and what befalls them."""

    def __init__(self, followers: list[Follower]) -> None:
        self.followers = followers
        self._chance = random.Random(16)

    @property
    def heard(self) -> int:
        return sum(follower.heard for follower in self.followers)

    @property
    def over(self) -> bool:
        return all(follower.over for follower in self.followers)

    def cut_while(self, messages: int) -> None:
        """Until so many more messages have come."""
        goal = self.heard + messages
        self.cut_until(lambda: self.heard >= goal)

    def cut_until(self, reached: Callable[[], bool]) -> None:
        """Cuts one stream after the other until something is reached, or nothing is left to come."""
        while not (reached() or self.over):
            self._chance.choice(self.followers).cut()
            self.wait_for_more(self.heard)

    def ahead_of(self, ends: list[int]) -> int:
        """How many have come further than this in their logs."""
        return sum(len(follower.events) > end for follower, end in zip(self.followers, ends, strict=True))

    def wait_for_more(self, heard: int) -> None:
        failures = [follower.failure for follower in self.followers if follower.failure]
        wait_until(lambda: self.heard > heard or self.over, 30, f"the games go on: {failures}")


def test_b16_every_follower_ends_with_the_log_of_the_server(hall: Stand) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(Client(hall.apis))
        games = [client.create([RANDOM] * 3, target_prestige=20)["id"] for _ in range(GAMES)]
        followers = [Follower(hall.apis, game_id, number) for number, game_id in enumerate(games)]
        for follower in followers:
            stack.callback(follower.stop)
        crowd = Crowd(followers)
        crowd.cut_while(300)
        kept = written(hall)
        ends = [client.get(f"/v1/games/{game_id}")["last_event"] for game_id in games]
        crowd.cut_until(lambda: crowd.ahead_of(ends) >= SOME)
        hall.store.kill()
        take_back(hall, kept)
        hall.store.start()
        crowd.cut_while(300)
        hall.apis[0].program.kill()
        crowd.cut_while(200)
        hall.apis[0].program.start()
        crowd.cut_until(lambda: False)
        wait_until(lambda: all(finished(hall.host, game_id) for game_id in games), 60, "all games end")
        for game_id, follower in zip(games, followers, strict=True):
            whole(hall.host, game_id)
            log = client.get(f"/v1/games/{game_id}/events?after=0&limit=500")["items"]
            assert (follower.failure, fixed(follower.events)) == ("", fixed(log))
        assert sum(follower.told_anew for follower in followers) >= SOME
        assert sum(follower.opened for follower in followers) > 2 * GAMES
