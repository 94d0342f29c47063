"""C04: connections are never shared over a fork."""

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.races.callers import GREEDY, ME, Ask, Json, Line, Person, Reply, together
from tests.races.stand import Stand

CHILDREN, GAMES, READS, AT_ONCE = 8, 50, 5_000, 50

ABOUT: dict[str, Callable[[Json], str]] = {
    "": lambda body: str(body["etag"]),
    "/legal-actions": lambda body: str(body["etag"]),
    "/events": lambda body: f"1-{body['items'][0]['tag']}",
    "/positions/1": lambda body: str(body["etag"]),
    "/record": lambda body: str(body["game_id"]),
}
"""What can be read of a game, and by what one sees which game it is: its etag, or its id."""


@pytest.fixture
def forked(stand: Stand) -> Iterator[Line]:
    """A server whose parent has used the store before it forked."""
    api = stand.preloaded("tests.races.warm_wsgi:app", CHILDREN)
    stand.wait()
    with api.line() as line:
        yield line


def test_c04_answers_belong_to_the_questions(forked: Line) -> None:
    """C04: 5,000 mixed reads of 50 games, many at once, by a preloading parent's eight children."""
    ada = forked.person()
    games = [forked.create(ada, ME, GREEDY) for _ in range(GAMES)]
    lots = random.Random(4)
    asked = [(lots.choice(games), lots.choice(list(ABOUT))) for _ in range(READS)]
    batches = [asked[start : start + AT_ONCE] for start in range(0, READS, AT_ONCE)]
    with ThreadPoolExecutor(2) as threads:
        wrong = [
            fault for faults in threads.map(lambda batch: read(forked.port, ada, batch), batches) for fault in faults
        ]
    assert wrong == []
    probes = together([(forked.port, Ask("GET", "/readyz", {})), (forked.port, Ask("GET", "/status", {}))] * CHILDREN)
    assert [reply.body.get("status", reply.body.get("unavailable")) for reply in probes] == ["ready", []] * CHILDREN


def read(port: int, person: Person, batch: list[tuple[Json, str]]) -> list[tuple[str, Reply]]:
    """The answers that are not about what was asked."""
    asks = [(port, Ask("GET", f"/v1/games/{game['id']}{part}", person.headers)) for game, part in batch]
    replies = together(asks)
    return [(part, reply) for (game, part), reply in zip(batch, replies, strict=True) if not fits(game, part, reply)]


def fits(game: Json, part: str, reply: Reply) -> bool:
    return reply.status == 200 and ABOUT[part](reply.body) in (game["etag"], game["id"])
