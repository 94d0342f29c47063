"""People at a table at the same moment: one outcome each, the same for all who look (B05, B25)."""

from collections import Counter

import pytest

from tests.races.callers import GREEDY, ME, OPEN, Ask, Json, Line, Person, Reply
from tests.races.checking import whole
from tests.races.stand import Stand
from tests.races.test_one_wins import by_turns, joining, spread

ROUNDS = 100
TOO_LATE = {"game-started", "seat-not-open", "game-over", "game-not-found"}


@pytest.fixture(scope="module")
def three(shared_site: Stand) -> list[Person]:
    with shared_site.apis[0].line() as line:
        return [line.person(name) for name in ("Ada", "Ben", "Cleo")]


def leaving(game_id: str, seat: int, person: Person) -> Ask:
    return Ask("DELETE", f"/v1/games/{game_id}/seats/{seat}", person.headers)


def putting(game_id: str, seat: int, person: Person, occupant: Json) -> Ask:
    return Ask("PUT", f"/v1/games/{game_id}/seats/{seat}", person.headers, occupant)


def inviting(person: Person, **more: int) -> Json:
    return {"type": "player", "player_id": person.id, **more}


def settled(site: Stand, lines: list[Line], game_id: str, people: list[Person], replies: list[Reply]) -> Json:
    """The game, after a look at what must hold: a sound log, one version for each success, one view for all.

    The game itself is left as it is.
    """
    assert {reply.status for reply in replies} <= {200, 404, 409}, replies
    assert {reply.body["code"] for reply in replies if reply.status != 200} <= TOO_LATE
    views = [line.view(game_id, person) for line in lines for person in people]
    assert len({view["etag"] for view in views}) == 1
    done = [reply for reply in replies if reply.status == 200 and reply.body["events"]]
    assert len(whole(site.host, game_id)) >= len(done)
    assert len({reply.body["game"]["version"] for reply in done}) == len(done)
    return views[0]


def close(line: Line, game: Json, creator: Person) -> None:
    """Ends a game that has not begun to be played, so that no quota is used up."""
    reply = line.post(f"/v1/games/{game['id']}/abort", creator)
    assert reply.status == 200 or reply.body["code"] == "game-over", reply


def test_join_against_join(site: Stand, lines: list[Line], three: list[Person]) -> None:
    ada, *others = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN)
        replies = spread(site, [joining(game["id"], person) for person in others])
        assert sorted(reply.status for reply in replies) == [200, 409]
        view = settled(site, lines, game["id"], three, replies)
        assert (view["status"], view["version"]) == ("playing", 2)
        close(lines[0], game, ada)


def test_join_against_leave(site: Stand, lines: list[Line], three: list[Person]) -> None:
    """Whoever comes last finds the game started, or the seat free again."""
    ada, ben, cleo = three
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN, OPEN)
        lines[0].post(f"/v1/games/{game['id']}/seats", ben)
        replies = by_turns(site, number, [joining(game["id"], cleo), leaving(game["id"], 1, ben)])
        view = settled(site, lines, game["id"], three, replies)
        assert replies[0].status == 200
        started = replies[1].status == 409
        assert view["status"] == ("playing" if started else "open")
        assert sum(seat["type"] == "player" for seat in view["seats"]) == (3 if started else 2)
        seen[view["status"]] += 1
        close(lines[0], game, ada)
    assert set(seen) == {"playing", "open"}, seen


def test_join_against_withdrawal(site: Stand, lines: list[Line], three: list[Person]) -> None:
    """A private game: the invitation is accepted or withdrawn, never both."""
    ada, ben, _ = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, inviting(ben), visibility="private")
        replies = spread(site, [joining(game["id"], ben), leaving(game["id"], 1, ada)])
        view = settled(site, lines, game["id"], [ada], replies)
        assert sorted(reply.status == 200 for reply in replies) == [False, True]
        assert view["status"] == ("playing" if replies[0].status == 200 else "open")
        assert view["seats"][1]["type"] == ("player" if replies[0].status == 200 else "open")
        close(lines[0], game, ada)


def test_join_against_start(site: Stand, lines: list[Line], three: list[Person]) -> None:
    """The creator gives the last seat to an AI player while somebody sits down on it."""
    ada, ben, _ = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN)
        replies = spread(site, [joining(game["id"], ben), putting(game["id"], 1, ada, GREEDY)])
        view = settled(site, lines, game["id"], [ada, ben], replies)
        assert sorted(reply.status for reply in replies) == [200, 409]
        assert (view["status"], view["version"]) == ("playing", 2)
        assert view["seats"][1]["type"] == ("player" if replies[0].status == 200 else "ai")
        close(lines[0], game, ada)


def test_join_against_the_creator_leaving(site: Stand, lines: list[Line], three: list[Person]) -> None:
    ada, ben, _ = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN)
        replies = spread(site, [joining(game["id"], ben), leaving(game["id"], 0, ada)])
        view = settled(site, lines, game["id"], [ada, ben], replies)
        assert sorted(reply.status for reply in replies) == [200, 409]
        assert view["status"] == ("playing" if replies[0].status == 200 else "aborted")
        close(lines[0], game, ada)


def test_invitation_against_join(site: Stand, lines: list[Line], three: list[Person]) -> None:
    """Offering a seat to one while another sits down on it: nobody is displaced, nobody sits on two."""
    ada, ben, cleo = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN)
        replies = spread(site, [joining(game["id"], ben), putting(game["id"], 1, ada, inviting(cleo))])
        view = settled(site, lines, game["id"], three, replies)
        assert sorted(reply.status for reply in replies) == [200, 409]
        assert view["seats"][1]["type"] == ("player" if replies[0].status == 200 else "invited")
        close(lines[0], game, ada)


def test_all_vote_at_once(site: Stand, lines: list[Line], three: list[Person]) -> None:
    """H4: each vote counts once, the last one ends the game in its own commit."""
    ada, ben, cleo = three
    for _ in range(ROUNDS):
        game = lines[0].create(ada, ME, OPEN, OPEN)
        for person in (ben, cleo):
            game = lines[0].post(f"/v1/games/{game['id']}/seats", person).body["game"]
        action = lines[0].first_action(game["id"], ada)
        etag = f'"{game["etag"]}"'
        assert lines[0].post(f"/v1/games/{game['id']}/actions", ada, action, If_Match=etag).status == 200
        asks = [Ask("POST", f"/v1/games/{game['id']}/abort", person.headers) for person in three * 2]
        replies = spread(site, asks)
        assert {reply.status for reply in replies} <= {200, 409}
        view = lines[1].view(game["id"], cleo)
        assert (view["status"], view["version"]) == ("aborted", game["version"] + 4)
        assert sorted(view["abort_votes"]) == [0, 1, 2]
        whole(site.host, game["id"])
