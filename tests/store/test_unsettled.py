"""What is kept of games that a ladder has still to settle."""

import pytest

from service.store.client import Client
from service.store.keys import new_game_id
from service.store.ladder_keys import PEOPLE, new_ladder_id
from service.store.ladders import LadderStore, Running, Settlement
from service.store.unsettled import UnsettledGames


@pytest.fixture
def games(client: Client) -> UnsettledGames:
    return UnsettledGames(client)


@pytest.fixture
def ladders(client: Client) -> LadderStore:
    return LadderStore(client)


def test_game_is_noted_once_and_until_it_is_settled(games: UnsettledGames, ladders: LadderStore) -> None:
    game_id = new_game_id()
    before = ladders.now(PEOPLE)
    for record in (b"who played", b"others"):
        games.note(PEOPLE, game_id, record)
    (one,) = ladders.running(PEOPLE)
    assert one == Running(game_id, one.made_at, b"who played")
    assert before <= one.made_at <= ladders.now(PEOPLE)
    assert games.counts([PEOPLE, new_ladder_id()]) == [1, 0]
    for answer in ("done", "before"):
        assert ladders.settle(PEOPLE, Settlement(game_id, (), b"", "unrated", paired=False)) == (answer, "unrated")
        games.note(PEOPLE, game_id, b"who played")
        assert games.counts([PEOPLE]) == [0]
    assert games.counts([]) == []


def test_since_when_a_game_fails_is_known_until_it_works(games: UnsettledGames) -> None:
    one, other = new_game_id(), new_game_id()
    assert [games.fails(PEOPLE, one, at) for at in (5, 9)] == [5, 5]
    assert games.fails(PEOPLE, other, 7) == 7
    games.works(PEOPLE, [])
    assert games.failing(PEOPLE) == {one: 5, other: 7}
    games.works(PEOPLE, [one])
    assert (games.failing(PEOPLE), games.failing(new_ladder_id())) == ({other: 7}, {})
