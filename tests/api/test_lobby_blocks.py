"""A block between two players, as everybody meets it who invites: in either direction there are no invitations."""

import pytest

from tests.api.games_api import ME, OPEN, GameAt, Person, Site, found, problem
from tests.api.lobby_api import change, invite, occupants, table
from tests.api.rematch_api import ask, over

DIRECTIONS = pytest.mark.parametrize("by_inviter", [True, False], ids=["inviter-blocked", "invited-blocked"])


def block(site: Site, who: Person, whom: Person) -> None:
    reply = site.client.put(f"/v1/players/me/blocks/{whom.id}", headers=who.headers)
    assert reply.status_code == 204, reply.text


def unblock(site: Site, who: Person, whom: Person) -> None:
    reply = site.client.delete(f"/v1/players/me/blocks/{whom.id}", headers=who.headers)
    assert reply.status_code == 204, reply.text


def pair(inviter: Person, invited: Person, *, by_inviter: bool) -> tuple[Person, Person]:
    """Who blocks, and who is blocked."""
    return (inviter, invited) if by_inviter else (invited, inviter)


@DIRECTIONS
def test_b25_no_invitation_with_a_new_game(site: Site, by_inviter: bool) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    blocker, blocked = pair(ada, bea, by_inviter=by_inviter)
    block(site, blocker, blocked)
    for seats in ((ME, invite(bea)), (invite(bea), OPEN), (ME, invite(site.person("Cyd")), invite(bea))):
        problem(site.create(ada, *seats), 409, "invitation-refused")
    unblock(site, blocker, blocked)
    assert site.create(ada, ME, invite(bea)).status_code == 201


@DIRECTIONS
def test_b25_no_invitation_to_a_seat_that_is_free(site: Site, by_inviter: bool) -> None:
    bea = site.person("Bea")
    game = table(site, ME, OPEN, OPEN)
    blocker, blocked = pair(game.creator, bea, by_inviter=by_inviter)
    block(site, blocker, blocked)
    problem(change(game, game.creator, 1, invite(bea)), 409, "invitation-refused")
    assert game.view()["version"] == 1
    unblock(site, blocker, blocked)
    view = found(change(game, game.creator, 1, invite(bea)))["game"]
    assert occupants(view) == ["player Ada", "invited Bea", "open"]


@DIRECTIONS
@pytest.mark.parametrize("people", [2, 3])
def test_b23_no_rematch_with_who_is_blocked(site: Site, people: int, by_inviter: bool) -> None:
    """Nothing is fixed by the attempt: once the block is gone the same request makes the rematch."""
    game = over(site, ME, *[OPEN] * (people - 1))
    asker, other = game.people[0], game.people[-1]
    blocker, blocked = pair(asker, other, by_inviter=by_inviter)
    block(site, blocker, blocked)
    problem(ask(game, asker), 409, "invitation-refused")
    problem(game.get("/rematch", asker), 404, "rematch-not-found")
    unblock(site, blocker, blocked)
    reply = ask(game, asker)
    assert reply.status_code == 201, reply.text
    again = GameAt(site, reply.json["game"]["id"], asker, game.people)
    assert [seat["type"] for seat in again.view()["seats"]] == ["invited"] * (people - 1) + ["player"]
