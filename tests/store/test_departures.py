"""What is to be done for players who are gone: noted once, claimed by leases, done at the end."""

from service.store.client import Client
from service.store.departures import Departure, DepartureStore
from service.store.keys import DEPARTURES, new_game_id, new_player_id


def test_it_is_due_at_once_or_later(client: Client) -> None:
    departures, now, later = DepartureStore(client), new_player_id(), new_player_id()
    departures.add(now)
    departures.add(later, delay_ms=60_000)
    assert departures.find() == [Departure(now)]


def test_noting_it_again_does_not_put_it_off(client: Client) -> None:
    departures, player_id = DepartureStore(client), new_player_id()
    departures.add(player_id)
    departures.add(player_id, delay_ms=60_000)
    assert departures.find() == [Departure(player_id)]


def test_a_player_leaves_one_game_or_all(client: Client) -> None:
    departures, player_id, game_id = DepartureStore(client), new_player_id(), new_game_id()
    departures.add(player_id, game_id)
    departures.add(player_id)
    assert set(departures.find()) == {Departure(player_id, game_id), Departure(player_id)}


def test_one_claim_at_a_time_and_again_after_the_lease(client: Client) -> None:
    departures, one = DepartureStore(client), Departure(new_player_id())
    departures.add(one.player_id)
    assert [departures.claim(one, 60_000) for _ in range(3)] == [True, False, False]
    assert departures.find() == []
    client.call("ZADD", DEPARTURES, "XX", 1, one.member)
    assert departures.claim(one, 60_000)


def test_what_is_done_is_not_found_or_claimed_again(client: Client) -> None:
    departures, one = DepartureStore(client), Departure(new_player_id())
    departures.add(one.player_id)
    departures.done(one)
    assert (departures.find(), departures.claim(one, 1_000)) == ([], False)
    assert not client.call("EXISTS", DEPARTURES)
