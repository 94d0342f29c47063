"""Sandboxes on real processes: replies that get lost on demand, replies that are late, and flags that fall on demand."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.hosting.changes import ClockAdvanced, Flagged, from_entry
from tests.races.callers import GREEDY, ME, OPEN, Ask, Json, Line, Person, Reply, acting, together
from tests.races.checking import check_record, whole
from tests.races.stand import Stand
from tests.servers import wait_until

CLOCK = {"type": "per_turn", "turn_ms": 60_000}


def bot_of(line: Line, owner: Person) -> Person:
    made = line.post("/v1/players/me/bots", owner, {"name": "Engine"}).body
    return Person(made["player"]["id"], {"Authorization": f"Bearer {made['token']}"})


def sandbox(line: Line) -> tuple[Json, list[Person]]:
    """A game of somebody and a bot of theirs that has just begun."""
    ada = line.person()
    bot = bot_of(line, ada)
    made = line.create(ada, ME, OPEN, sandbox=True, time_control=CLOCK)
    reply = line.post(f"/v1/games/{made['id']}/seats", bot, {"join_code": made["join_code"]})
    assert reply.status == 200, reply
    return line.view(made["id"], ada), [ada, bot]


def ask_for(line: Line, game: Json, person: Person, **faults: object) -> None:
    reply = line.send(Ask("PUT", f"/v1/games/{game['id']}/faults", person.headers, faults))
    assert reply.status == 200, reply


def advancing(game: Json, person: Person, ms: int, **headers: str) -> Ask:
    return Ask("POST", f"/v1/games/{game['id']}/clock/advance", person.headers | headers, {"ms": ms})


def test_a_lost_reply_and_a_retry_are_one_action(site: Stand, lines: list[Line]) -> None:
    """The retry may go to any process."""
    game, (ada, _) = sandbox(lines[0])
    ask = acting(game, ada, lines[0].first_action(game["id"], ada), key="sure")
    ask_for(lines[1], game, ada, drop_reply_once=True)
    with pytest.raises(ConnectionError):
        lines[0].send(ask)
    for line in lines:
        again = line.send(ask)
        assert (again.status, again.headers["idempotency-replayed"]) == (200, "true")
        assert again.body["game"]["version"] == game["version"] + 1
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_without_a_key_the_etag_tells(site: Stand, lines: list[Line]) -> None:
    game, (ada, _) = sandbox(lines[0])
    ask = acting(game, ada, lines[0].first_action(game["id"], ada))
    ask_for(lines[0], game, ada, drop_reply_once=True)
    with pytest.raises(ConnectionError):
        lines[1].send(ask)
    reply = lines[1].send(ask)
    assert (reply.status, reply.body["code"]) == (412, "version-conflict")
    assert reply.body["events"][0]["action"] == ask.body
    assert len(whole(site.host, game["id"])) == game["version"] + 1


def test_of_many_posts_one_reply_is_lost(site: Stand, lines: list[Line]) -> None:
    """All the others are answered: the fault is taken by one call, whatever process that comes to."""
    game, (ada, _) = sandbox(lines[0])
    ask_for(lines[0], game, ada, drop_reply_once=True)
    action = lines[0].first_action(game["id"], ada)
    ask = Ask("POST", f"/v1/games/{game['id']}/actions/preview", ada.headers, action)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: _sent(site.apis[number % 2].port, ask), range(8)))
    assert sorted(reply.status if reply else 0 for reply in replies) == [0] + [200] * 7


def _sent(port: int, ask: Ask) -> Reply | None:
    with Line(port) as line:
        try:
            return line.send(ask)
        except ConnectionError:
            return None


def test_a_client_that_gave_up_on_a_late_reply_finds_its_action_made(site: Stand, lines: list[Line]) -> None:
    game, (ada, bot) = sandbox(lines[0])
    ask = acting(game, ada, lines[0].first_action(game["id"], ada), key="late")
    ask_for(lines[0], game, ada, slow_ms=10_000)
    hasty = site.apis[0].line()
    hasty._http.timeout = 0.3
    with pytest.raises(OSError, match="timed out"):
        hasty.send(ask)
    assert lines[1].view(game["id"], bot)["version"] == game["version"] + 1
    ask_for(lines[0], game, ada)
    again = lines[1].send(ask)
    assert (again.status, again.headers["idempotency-replayed"]) == (200, "true")
    whole(site.host, game["id"])


def test_the_ticker_and_the_caller_flag_once(site: Stand, lines: list[Line]) -> None:
    """Two advances with one key, and the ticker: one flag, and each reply tells of it."""
    game, (ada, _) = sandbox(lines[0])
    ask = advancing(game, ada, 60_000, **{"Idempotency-Key": "one"})
    replies = together([(api.port, ask) for api in site.apis])
    assert [reply.status for reply in replies] == [200, 200]
    assert replies[0].body["events"] == replies[1].body["events"]
    assert [one["type"] for one in replies[0].body["events"]] == ["clock_adjusted", "seat_flagged", "game_finished"]
    log = [type(from_entry(entry.body)) for entry in whole(site.host, game["id"])]
    assert log[-2:] == [ClockAdvanced, Flagged]
    assert log.count(Flagged) == 1
    check_record(lines[0].get(f"/v1/games/{game['id']}/record", ada).body)


def test_a_whole_game_whose_clock_is_put_on_before_every_action(site: Stand, lines: list[Line]) -> None:
    """Against an AI player; the record verifies, and the log gives every position."""
    line = lines[0]
    ada = line.person()
    game = line.create(ada, ME, GREEDY, sandbox=True, time_control=CLOCK, target_prestige=10, max_rounds=20)
    while game["status"] == "playing":
        reply = line.send(advancing(game, ada, 10_000))
        assert reply.status == 200, reply
        game = reply.body["game"]
        assert line.get(f"/v1/games/{game['id']}/positions/{game['version']}", ada).body == game
        game = line.send(acting(game, ada, line.first_action(game["id"], ada))).body["game"]
        game = mine(line, game, ada)
    whole(site.host, game["id"])
    check_record(line.get(f"/v1/games/{game['id']}/record", ada).body)


def mine(line: Line, game: Json, ada: Person) -> Json:
    """The game once the AI player has moved."""
    found = [game]

    def settled() -> bool:
        found[0] = line.view(game["id"], ada)
        return found[0]["status"] != "playing" or found[0]["turn"]["seat"] == 0

    wait_until(settled, 20, "the AI player moves")
    return found[0]
