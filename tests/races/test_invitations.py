"""An invitation that is accepted in the moment in which it expires: one outcome, the same for all."""

import time
from collections import Counter
from datetime import datetime

from tests.moments import wait_for
from tests.races.callers import ME, Json, Line, Person
from tests.races.checking import at_rest
from tests.races.stand import Stand
from tests.races.test_one_wins import joining, spread

ROUNDS = 100
AROUND_MS = (-12, 12)
"""When the acceptance is sent, around the end of the invitation."""


def expiry(game: Json) -> float:
    """The end of the invitation, in seconds since 1970."""
    return datetime.fromisoformat(game["seats"][1]["expires_at"]).timestamp()


def test_accept_against_expiry(site: Stand, lines: list[Line]) -> None:
    ada, ben = lines[0].person("Ada"), lines[0].person("Ben")
    invited = {"type": "player", "player_id": ben.id, "expires_in_ms": 1_000}
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        if number % 20 == 0:
            games = [lines[0].create(ada, ME, invited, visibility="private") for _ in range(20)]
        game = games[number % 20]
        first, last = AROUND_MS
        moment = expiry(game) + (first + (last - first) * (number % 20) / 19) / 1000
        wait_for(moment)
        (reply,) = spread(site, [joining(game["id"], ben)])
        seen[outcome(site, lines, game["id"], (ada, ben), reply.status)] += 1
    assert seen["playing"] + seen["open"] == ROUNDS
    assert min(seen["playing"], seen["open"]) > 0, "both happen"


def outcome(site: Stand, lines: list[Line], game_id: str, people: tuple[Person, Person], status: int) -> str:
    """How it went, once the invitation is no more: accepted, or open again, and then it is not Ben's."""
    ada, ben = people
    end = time.monotonic() + 15
    while (view := lines[1].view(game_id, ada))["seats"][1]["type"] == "invited":
        assert time.monotonic() < end, view
    assert view["status"] == ("playing" if status == 200 else "open")
    assert view["seats"][1]["type"] == ("player" if status == 200 else "open")
    assert lines[0].get(f"/v1/games/{game_id}", ben).status == (200 if status == 200 else 404)
    at_rest(site.host, game_id)
    return str(view["status"])
