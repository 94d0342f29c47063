"""A player who deletes the account while games run (B24)."""

import time
from collections.abc import Callable

from tests.races.callers import GREEDY, ME, OPEN, Ask, Json, Line, Person
from tests.races.checking import at_rest
from tests.races.stand import Stand
from tests.races.test_one_wins import joining, spread

WITHIN_S = 15.0
"""How soon a deleted player is out of all games."""


def until(what: Callable[[], bool], within_s: float = WITHIN_S) -> None:
    end = time.monotonic() + within_s
    while not what():
        assert time.monotonic() < end, "not in time"


def deletion(person: Person) -> Ask:
    return Ask("DELETE", "/v1/players/me", person.headers)


def gone_from(view: Json, person: Person) -> bool:
    """Nothing in a view tells of the player any more."""
    return person.id not in str(view)


def test_b24_running_games_are_forfeited_and_keep_a_neutral_name(site: Stand, lines: list[Line]) -> None:
    ada, others = lines[0].person("Ada Lovelace"), [lines[0].person(f"Ben {number}") for number in range(30)]
    games = [lines[0].create(ada, ME, OPEN) for _ in others]
    for game, other in zip(games, others, strict=True):
        assert lines[0].send(joining(game["id"], other)).status == 200
    assert lines[1].send(deletion(ada)).status == 204
    assert lines[0].get("/v1/players/me", ada).status == 401
    for game, other in zip(games, others, strict=True):
        until(lambda: gone_from(lines[1].view(game["id"], other), ada))  # noqa: B023 - called before the next one
        view = lines[1].view(game["id"], other)
        assert (view["status"], view["result"]["reason"], view["result"]["winners"]) == ("finished", "resignation", [1])
        assert view["seats"][0]["player"]["name"] == "Deleted player"
        assert view["seats"][0]["type"] == "player"
        told = lines[0].get(f"/v1/games/{game['id']}/events?limit=500", other).body
        record = lines[0].get(f"/v1/games/{game['id']}/record", other).body
        for text in (str(told), str(record)):
            assert ada.id not in text
            assert "Lovelace" not in text
        at_rest(site.host, game["id"])


def test_b24_join_against_deletion(site: Stand, lines: list[Line]) -> None:
    """Whoever sits down in the very moment of the deletion is taken out again."""
    ada = lines[0].person("Ada")
    for number in range(100):
        ben = lines[0].person(f"Ben {number}")
        game = lines[0].create(ada, ME, OPEN, OPEN)
        asks = [joining(game["id"], ben), deletion(ben)]
        replies = spread(site, asks if number % 2 else asks[::-1])
        assert {204} <= {reply.status for reply in replies} <= {200, 204, 401}
        until(lambda: gone_from(lines[1].view(game["id"], ada)["seats"], ben))  # noqa: B023
        assert lines[1].view(game["id"], ada)["status"] == "open"
        assert lines[0].post(f"/v1/games/{game['id']}/abort", ada).status == 200
        until(lambda: ben.id not in str(lines[1].get(f"/v1/games/{game['id']}/events", ada).body))  # noqa: B023
        at_rest(site.host, game["id"])


def test_b24_join_against_the_creators_deletion(site: Stand, lines: list[Line]) -> None:
    """The game is aborted, or it has started and the creator forfeits it."""
    for number in range(100):
        ada, ben = lines[0].person(f"Ada {number}"), lines[0].person("Ben")
        game = lines[0].create(ada, ME, OPEN)
        asks = [joining(game["id"], ben), deletion(ada)]
        spread(site, asks if number % 2 else asks[::-1])
        until(lambda: lines[1].view(game["id"], ben)["status"] in ("aborted", "finished"))  # noqa: B023
        until(lambda: gone_from(lines[1].view(game["id"], ben), ada))  # noqa: B023
        at_rest(site.host, game["id"])


def test_b24_the_others_play_on(site: Stand, lines: list[Line]) -> None:
    """Three seats: the one who is gone is out, the name stays until the game is over, then it goes."""
    ada, ben = lines[0].person("Ada"), lines[0].person("Ben")
    game = lines[0].create(ada, ME, OPEN, GREEDY)
    assert lines[0].send(joining(game["id"], ben)).status == 200
    assert lines[0].send(deletion(ada)).status == 204
    until(lambda: lines[1].view(game["id"], ben)["seats"][0]["status"] == "resigned")
    assert lines[1].view(game["id"], ben)["status"] == "playing"
    assert lines[0].post(f"/v1/games/{game['id']}/resignation", ben).status == 200
    until(lambda: gone_from(lines[1].view(game["id"], ben), ada))
    assert lines[1].view(game["id"], ben)["seats"][1]["player"]["id"] == ben.id
    at_rest(site.host, game["id"])
