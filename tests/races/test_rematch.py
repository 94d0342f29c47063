"""Rematches that several ask for at once: one game, and all get its id (B23)."""

import time
from collections import Counter

from tests.races.callers import ME, OPEN, Ask, Json, Line, Person, Reply
from tests.races.checking import at_rest
from tests.races.stand import Stand
from tests.races.test_one_wins import by_turns, spread

ROUNDS = 100


def over(line: Line, people: list[Person]) -> Json:
    """A game that is over: all but the last have resigned."""
    game = line.create(people[0], ME, *[OPEN] * (len(people) - 1))
    for person in people[1:]:
        game = line.post(f"/v1/games/{game['id']}/seats", person).body["game"]
    for person in people[:-1]:
        game = line.post(f"/v1/games/{game['id']}/resignation", person).body["game"]
    assert game["status"] == "finished"
    return game


def asking(game: Json, person: Person, key: str = "") -> Ask:
    headers = person.headers | ({"Idempotency-Key": key} if key else {})
    return Ask("POST", f"/v1/games/{game['id']}/rematch", headers)


def people_of(line: Line, count: int) -> list[Person]:
    return [line.person(f"Player {number}") for number in range(count)]


def one_game(site: Stand, lines: list[Line], old: Json, people: list[Person], replies: list[Reply]) -> Json:
    """The one game that all replies are about, the same for everybody; the old game's version stays."""
    assert Counter(reply.status for reply in replies)[201] == 1, replies
    assert {reply.status for reply in replies} <= {200, 201}
    (game_id,) = {reply.body["game"]["id"] for reply in replies}
    found = [line.get(f"/v1/games/{old['id']}/rematch", person) for line in lines for person in people]
    assert {(reply.status, reply.body["id"]) for reply in found} == {(200, game_id)}
    assert lines[0].view(old["id"], people[0])["etag"] == old["etag"]
    at_rest(site.host, game_id)
    return found[0].body


def abort(line: Line, game: Json, people: list[Person]) -> None:
    """Ends the rematch, whoever of the people created it."""
    replies = [line.post(f"/v1/games/{game['id']}/abort", person) for person in people]
    assert 200 in [reply.status for reply in replies], replies


def test_b23_both_at_once(site: Stand, lines: list[Line]) -> None:
    people = people_of(lines[0], 2)
    for _ in range(ROUNDS):
        old = over(lines[0], people)
        replies = spread(site, [asking(old, person) for person in people])
        game = one_game(site, lines, old, people, replies)
        assert game["status"] == "playing"
        assert [seat["player"]["id"] for seat in game["seats"]] == [people[1].id, people[0].id]
        abort(lines[0], game, people)


def test_b23_three_of_four_at_once(site: Stand, lines: list[Line]) -> None:
    people = people_of(lines[0], 4)
    for _ in range(ROUNDS):
        old = over(lines[0], people)
        replies = spread(site, [asking(old, person) for person in people[:3]])
        game = one_game(site, lines, old, people, replies)
        assert game["status"] == "open"
        seats = [(seat["player"]["id"], seat["type"]) for seat in game["seats"]]
        ids = [person.id for person in (*people[1:], people[0])]
        assert seats == [(each, "invited" if each == people[3].id else "player") for each in ids]
        abort(lines[0], game, people)


def test_b23_one_who_asks_twenty_times(site: Stand, lines: list[Line]) -> None:
    people = people_of(lines[0], 2)
    for number in range(10):
        old = over(lines[0], people)
        replies = spread(site, [asking(old, people[0])] * 20)
        game = one_game(site, lines, old, people, replies)
        assert (game["status"], game["version"]) == ("open", 1)
        keyed = spread(site, [asking(old, people[1], f"again-{number}")] * 5)
        assert {reply.status for reply in keyed} <= {200, 409}
        assert {reply.body["code"] for reply in keyed if reply.status == 409} <= {"request-in-progress"}
        abort(lines[0], game, people)


def test_b23_against_a_player_who_is_deleted_meanwhile(site: Stand, lines: list[Line]) -> None:
    """Either nobody can be asked any more, or the invitation goes with the player; no seat waits for somebody gone."""
    ada = lines[0].person("Ada")
    seen: Counter[int] = Counter()
    for number in range(ROUNDS):
        ben = lines[0].person(f"Ben {number}")
        old = over(lines[0], [ada, ben])
        asks = [asking(old, ada), Ask("DELETE", "/v1/players/me", ben.headers)]
        asked, deleted = by_turns(site, number, asks)
        assert deleted.status == 204
        assert asked.status in (201, 409), asked
        seen[asked.status] += 1
        if asked.status == 409:
            assert asked.body["code"] in ("player-gone", "invitation-refused")
            continue
        game_id = asked.body["game"]["id"]
        until_nobody_is_waited_for(lines[1], game_id, ada, ben)
        at_rest(site.host, game_id)
        assert lines[0].post(f"/v1/games/{game_id}/abort", ada).status == 200
    assert set(seen) == {201, 409}, seen


def until_nobody_is_waited_for(line: Line, game_id: str, ada: Person, ben: Person) -> None:
    end = time.monotonic() + 15
    while any(seat.get("player", {}).get("id") == ben.id for seat in line.view(game_id, ada)["seats"]):
        assert time.monotonic() < end, "the seat still waits for a player who is gone"
