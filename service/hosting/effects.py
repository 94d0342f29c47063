"""What follows from a commit.

Each effect is harmless when it is done twice; a game knows up to which version all have been done, and a pass that finds
it behind carries out the rest.
"""

import logging

from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.indexing import index
from service.store.errors import StoreUnavailable
from service.store.games import StoredGame

GONE_MS = 2_000
"""When the ticker sees to a player who is gone where the job is lost that is asked for at once."""

log = logging.getLogger(__name__)


def follow(host: Host, game: Game, stored: StoredGame, *, seated: bool) -> None:
    """Carries out what a commit that has just been made leads to; `seated` says that it changed status or seats.

    A queue that is away loses nothing: the game's entry in the due set stays, and the ticker has it repaired.
    """
    try:
        _carry_out(host, game, stored, seated or stored.effects_done < stored.version - 1)
    except (ConnectionError, StoreUnavailable):
        log.warning("effects of a commit are left to the ticker", extra={"game_id": game.id})


def catch_up(host: Host, game_id: str) -> None:
    """The repair pass: carries out everything between `effects_done` and the present version, in order."""
    stored = host.games.read_live(game_id)
    if stored is not None and stored.effects_done < stored.version:
        _carry_out(host, CODEC.decode(stored.blob), stored, seated=True)


def _carry_out(host: Host, game: Game, stored: StoredGame, seated: bool) -> None:
    """Lists are told of the present state, and the AI that is to act now is asked: no earlier version asks for more.

    Players who turn out to be gone have to be taken out of the game.
    """
    if seated:
        for player_id in index(host, game, stored):
            host.departures.add(player_id, game.id, delay_ms=GONE_MS)
            host.queues.enqueue_departure(player_id, game.id)
    if game.ai_to_act:
        host.queues.enqueue_ai(game.id, stored.version, attempt=1)
    host.games.effects_done(game.id, stored.effects_done, stored.version)
