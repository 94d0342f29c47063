"""Lists of other players that a player keeps."""

import pytest

from service.store.client import Client
from service.store.errors import LimitReached
from service.store.keys import link_key, new_player_id
from service.store.links import Link, LinkStore
from service.store.players import Player, PlayerStore


@pytest.fixture
def blocks(client: Client) -> LinkStore:
    return LinkStore(client, "blocks")


@pytest.fixture
def owner(players: PlayerStore) -> str:
    return players.create(Player(new_player_id(), "Zoë")).id


def test_others_are_listed_and_taken_off(blocks: LinkStore, owner: str) -> None:
    one, other = new_player_id(), new_player_id()
    since = blocks.add(owner, one, 10)
    assert since is not None
    assert blocks.add(owner, one, 10) == since, "again, nothing changes"
    blocks.add(owner, other, 10)
    assert Link(since, one) in blocks.all(owner)
    assert {link.id for link in blocks.all(owner)} == {one, other}
    blocks.remove(owner, [one, new_player_id(), "nonsense"])
    assert [link.id for link in blocks.all(owner)] == [other]


def test_kinds_are_apart(blocks: LinkStore, client: Client, owner: str) -> None:
    blocks.add(owner, new_player_id(), 10)
    assert LinkStore(client, "bots").all(owner) == []


def test_the_list_is_dated_by_the_store_and_in_a_total_order(blocks: LinkStore, client: Client, owner: str) -> None:
    """B25: ties in time are broken by id."""
    others = sorted(new_player_id() for _ in range(5))
    for other in reversed(others):
        client.call("HSET", link_key("blocks", owner), other, 17)
    assert blocks.all(owner) == [Link(17, other) for other in others]
    assert blocks.now(owner) > 17


def test_a_full_list_takes_nobody_else(blocks: LinkStore, owner: str) -> None:
    first = new_player_id()
    blocks.add(owner, first, 2)
    blocks.add(owner, new_player_id(), 2)
    with pytest.raises(LimitReached):
        blocks.add(owner, new_player_id(), 2)
    assert blocks.add(owner, first, 2) is not None, "who stands there already costs nothing"
    assert len(blocks.all(owner)) == 2


def test_nobody_gone_keeps_a_list(blocks: LinkStore, players: PlayerStore, owner: str) -> None:
    players.mark_deleted(owner)
    for gone in (owner, new_player_id(), "nonsense"):
        assert blocks.add(gone, new_player_id(), 2) is None
        assert blocks.all(gone) == []
    assert blocks.add(owner, "nonsense", 2) is None


def test_whether_one_stands_on_anothers_list(blocks: LinkStore, owner: str) -> None:
    other = new_player_id()
    blocks.add(owner, other, 2)
    assert blocks.any_of([(owner, other)])
    assert not blocks.any_of([(other, owner)])
    assert blocks.any_of([(other, owner), (owner, other)])
    assert not blocks.any_of([])
    assert not blocks.any_of([(owner, "nonsense")])
