"""Games that are over, and the time that passes for them."""

from service.hosting.committing import own_request
from service.hosting.reading import Table
from service.hosting.resign import resign
from service.services import Services
from service.store.games import StoredGame
from service.store.keys import game_keys
from tests.hosting.hosts import store_client
from tests.hosting.tables import again, at_seat, new_game, play


def finished_game(host: Services, **options: object) -> Table:
    """A game of two turns and a resignation."""
    table = new_game(host, **options)
    play(host, table, "Twug")
    play(host, table, "Twug")
    resign(host, at_seat(host, table, 0), own_request(), exact=False)
    return again(host, table)


def live(host: Services, game_id: str) -> StoredGame | None:
    return host.games.read_live(game_id)


def expire_life(host: Services, game_id: str, ms: int) -> None:
    """Let a game have been left alone for `ms`."""
    client, key = store_client(host), game_keys(game_id).game
    at = int(client.call("HGET", key, "updated_at"))
    client.call("HSET", key, "updated_at", at - ms)
