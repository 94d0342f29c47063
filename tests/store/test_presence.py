"""Presence is noted seldom, but never held for noted where it is not."""

import pytest

from service.store import presence as module
from service.store.client import Client
from service.store.conduct import KEPT_MS, ConductStore
from service.store.errors import StoreUnavailable
from service.store.keys import new_game_id, new_player_id
from service.store.ladder_keys import PEOPLE, illegal_key, seen_key
from service.store.ladders import LadderStore
from service.store.presence import Presence


def entry(client: Client) -> str:
    """A player that is an entry of a ladder."""
    player_id = new_player_id()
    LadderStore(client).note_player(player_id, PEOPLE)
    return player_id


def is_noted(client: Client, presence: Presence, player_id: str) -> bool:
    """Whether it is noted that a player is seen now, and not only held for noted."""
    client.call("DEL", seen_key(player_id))
    presence.see(player_id)
    return presence.seen_ms([player_id]) != [None]


def test_what_the_store_has_not_taken_is_said_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    presence, one = Presence(client), entry(client)

    def away(*_: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as broken:
        broken.setattr(client, "run_each", away)
        presence.see(one)
    assert is_noted(client, presence, one)
    assert not is_noted(client, presence, one)


def test_who_becomes_an_entry_is_seen_at_once(client: Client) -> None:
    presence, one = Presence(client), new_player_id()
    presence.see(one)
    LadderStore(client).note_player(one, PEOPLE)
    assert not is_noted(client, presence, one)
    presence.forget(one)
    assert is_noted(client, presence, one)


def test_a_process_does_not_remember_all_players_for_ever(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST", 2)
    presence, players = Presence(client), [entry(client) for _ in range(3)]
    for one in players[:2]:
        presence.see(one)
    assert not is_noted(client, presence, players[0])
    presence.see(players[2])
    assert is_noted(client, presence, players[0]), "so it forgets them all"


def test_illegal_actions_are_forgotten_some_time(client: Client) -> None:
    conduct, game_id = ConductStore(client), new_game_id()
    assert [conduct.count(game_id, seat) for seat in (1, 1, 0)] == [1, 2, 1]
    assert conduct.counts(game_id) == {0: 1, 1: 2}
    assert KEPT_MS - 60_000 < client.call("PTTL", illegal_key(game_id)) <= KEPT_MS
