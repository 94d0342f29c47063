"""The lists of games in the store: one set a game, versions that guard it, and pages in a total order (B25)."""

import random

import pytest

from service.store.client import Client
from service.store.indexes import PLAYER_SETS, PUBLIC, PUBLIC_SETS, IndexStore
from service.store.keys import new_game_id, new_player_id, player_key

AT = 1_798_761_600_000


@pytest.fixture
def indexes(client: Client) -> IndexStore:
    return IndexStore(client)


@pytest.fixture
def player(client: Client) -> str:
    """A player who exists."""
    player_id = new_player_id()
    client.call("HSET", player_key(player_id), "name", "Ada")
    return player_id


def sets_with(indexes: IndexStore, list_name: str, game_id: str, at: int = AT) -> list[str]:
    return indexes.where([(list_name, at, game_id)])[0][1]


def walk(indexes: IndexStore, list_name: str, sets: tuple[str, ...], size: int) -> list[str]:
    found, after = [], None
    while page := indexes.page(list_name, sets, after, size):
        assert len(page) <= size
        found += [entry.game_id for entry in page]
        after = page[-1].place
    return found


def test_a_game_is_in_one_set_of_a_list(indexes: IndexStore, player: str) -> None:
    game = new_game_id()
    assert indexes.place(game, 1, AT, {PUBLIC: "open-2-1", player: "open"}) == ([], False)
    assert indexes.place(game, 2, AT, {PUBLIC: "playing-2", player: "playing"}) == ([], False)
    assert sets_with(indexes, PUBLIC, game) == ["playing-2"]
    assert sets_with(indexes, player, game) == ["playing"]
    assert indexes.counts(player) == dict.fromkeys(PLAYER_SETS, 0) | {"playing": 1}


@pytest.mark.parametrize("name", ["playing-2", ""])
def test_an_older_version_undoes_nothing(indexes: IndexStore, name: str) -> None:
    """Also where the newer one has taken the game out of the list."""
    game = new_game_id()
    indexes.place(game, 3, AT, {PUBLIC: name})
    indexes.place(game, 2, AT, {PUBLIC: "open-2-0"})
    assert sets_with(indexes, PUBLIC, game) == [name] * bool(name)
    indexes.place(game, 3, AT, {PUBLIC: "finished-2"})
    assert sets_with(indexes, PUBLIC, game) == ["finished-2"]


@pytest.mark.parametrize("deleted", [False, True])
def test_nothing_is_listed_for_a_player_who_is_gone(
    indexes: IndexStore, client: Client, player: str, deleted: bool
) -> None:
    game, gone = new_game_id(), new_player_id()
    if deleted:
        client.call("HSET", player_key(gone), "deleted", 1)
    assert indexes.place(game, 1, AT, {PUBLIC: "open-2-1", player: "open", gone: "invited"}).gone == [gone]
    assert sets_with(indexes, gone, game) == []
    assert sets_with(indexes, player, game) == ["open"]


def test_removal_forgets_the_version_too(indexes: IndexStore, player: str) -> None:
    """So that a game of an older past can be listed again after the store was set back."""
    game = new_game_id()
    indexes.place(game, 9, AT, {PUBLIC: "finished-2", player: "finished"})
    indexes.remove(game, AT, [PUBLIC, player])
    assert indexes.where([(PUBLIC, AT, game), (player, AT, game)]) == [(0, []), (0, [])]
    indexes.place(game, 2, AT, {PUBLIC: "playing-2"})
    assert sets_with(indexes, PUBLIC, game) == ["playing-2"]


def test_pages_of_several_sets_in_one_total_order(indexes: IndexStore) -> None:
    """B25: 50 games of the same millisecond, and some of others, in pages of seven."""
    chooser = random.Random(25)
    games = [(AT if number < 50 else AT + number - 60, new_game_id()) for number in range(70)]
    for at, game in games:
        indexes.place(game, 1, at, {PUBLIC: chooser.choice(PUBLIC_SETS)})
    newest_first = [game for _, game in sorted(games, reverse=True)]
    assert walk(indexes, PUBLIC, PUBLIC_SETS, 7) == newest_first
    assert walk(indexes, PUBLIC, PUBLIC_SETS, 100) == newest_first
    some = PUBLIC_SETS[::2]
    assert set(walk(indexes, PUBLIC, some, 7)) | set(walk(indexes, PUBLIC, PUBLIC_SETS[1::2], 7)) == set(newest_first)


def test_a_game_that_moves_between_sets_during_a_walk_comes_once(indexes: IndexStore) -> None:
    games = [new_game_id() for _ in range(30)]
    for game in games:
        indexes.place(game, 1, AT, {PUBLIC: "open-2-1"})
    found, after, version = [], None, 1
    while page := indexes.page(PUBLIC, PUBLIC_SETS, after, 4):
        found += [entry.game_id for entry in page]
        after, version = page[-1].place, version + 1
        for game in games:
            indexes.place(game, version, AT, {PUBLIC: PUBLIC_SETS[version % len(PUBLIC_SETS)]})
    assert found == sorted(games, reverse=True)


def test_what_cannot_be_a_player_has_no_list(indexes: IndexStore) -> None:
    assert indexes.page("deleted-player", ("open",), None, 10) == []
    assert set(indexes.counts("x}y{z").values()) == {0}


def test_a_walk_through_the_store_finds_every_list_and_entry(indexes: IndexStore, player: str) -> None:
    games = {new_game_id() for _ in range(20)}
    for game in games:
        indexes.place(game, 1, AT, {PUBLIC: "open-3-2", player: "open"})
    assert set(indexes.lists()) == {PUBLIC, player}
    for name in (PUBLIC, player):
        assert {entry.game_id for batch in indexes.entries(name) for entry in batch} == games
        assert set(indexes.remembered(name)) == games
    indexes.drop(player)
    assert set(indexes.lists()) == {PUBLIC}
