"""Whose entries meet: not two of one person or household, nor where somebody who stands behind one blocks the other."""

from collections.abc import Callable

import pytest

from service.hosting.errors import TooMany
from service.hosting.ladders.entering import find_entry, join_ladder
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.values import Ladder
from service.services import Services
from service.store.keys import new_app_id
from service.store.players import Player
from tests.hosting.hosts import new_player
from tests.hosting.ladders.table_of import new_bot, new_ladder

MOST = 10


def person(host: Services, app: str = "") -> Player:
    """Somebody, of an app or without one."""
    player = host.players.get(new_player(host, Player("", "Ada", app=app)).id)
    assert player is not None
    return player


def joined(host: Services, ladder: Ladder, app: str = "") -> Player:
    """Somebody who has entered, and is there."""
    player = person(host, app)
    join_ladder(host, ladder.id, player)
    host.presence.see(player.id)
    return player


@pytest.mark.parametrize("of_app", [True, False])
@pytest.mark.parametrize(
    "block",
    [
        lambda one, other: (one.owner, other.owner),
        lambda one, other: (one.owner, other.id),
        lambda one, other: (one.id, other.owner),
        lambda one, other: (one.id, other.id),
    ],
    ids=["owner, owner", "owner, bot", "bot, owner", "bot, bot"],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_block_of_either_side_keeps_bots_apart(
    host: Services, block: Callable[[Player, Player], tuple[str, str]], *, of_app: bool, turned: bool
) -> None:
    ladder = new_ladder(host)
    bots = [new_bot(host, ladder, owner=person(host, new_app_id() if of_app else "").id) for _ in range(2)]
    keeper, blocked = block(*reversed(bots) if turned else bots)
    host.blocks.add(keeper, blocked, MOST)
    assert pair_ladder(host, ladder.id) == []
    host.blocks.remove(keeper, [blocked])
    assert len(pair_ladder(host, ladder.id)) == 1


@pytest.mark.parametrize("of_app", [True, False])
@pytest.mark.parametrize("turned", [False, True])
def test_a_block_keeps_a_person_and_others_bots_apart(host: Services, *, of_app: bool, turned: bool) -> None:
    ladder = new_ladder(host, open_to="all")
    ada = joined(host, ladder, new_app_id() if of_app else "")
    bot = new_bot(host, ladder, owner=person(host, new_app_id() if of_app else "").id)
    keeper, blocked = (bot.owner, ada.id) if turned else (ada.id, bot.owner)
    host.blocks.add(keeper, blocked, MOST)
    assert pair_ladder(host, ladder.id) == []


def test_people_of_one_app_are_different_people(host: Services) -> None:
    ladder, app = new_ladder(host, open_to="people", owner_entries=1), new_app_id()
    people = [joined(host, ladder, app) for _ in range(4)]
    assert {find_entry(host, ladder.id, one.id).household for one in people} == {one.id for one in people}
    assert len(pair_ladder(host, ladder.id)) == 2


@pytest.mark.parametrize("of_app", [True, False])
def test_nobody_meets_a_bot_of_their_own(host: Services, *, of_app: bool) -> None:
    ladder = new_ladder(host, open_to="all")
    ada = joined(host, ladder, new_app_id() if of_app else "")
    new_bot(host, ladder, owner=ada.id)
    assert pair_ladder(host, ladder.id) == []
    joined(host, ladder)
    assert len(pair_ladder(host, ladder.id)) == 1


def test_bots_of_one_app_are_of_one_household(host: Services) -> None:
    """An app makes as many owners as it likes."""
    ladder, app = new_ladder(host, owner_entries=2), new_app_id()
    for _ in range(2):
        new_bot(host, ladder, owner=person(host, app).id)
    assert pair_ladder(host, ladder.id) == []
    with pytest.raises(TooMany):
        new_bot(host, ladder, owner=person(host, app).id)
