"""What follows from a commit.

Each effect is harmless when it is done twice; a game knows up to which version all have been done, and a pass that finds
it behind carries out the rest.
"""

import logging

from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.store.errors import StoreUnavailable
from service.store.games import StoredGame

log = logging.getLogger(__name__)


def follow(host: Host, game: Game, stored: StoredGame) -> None:
    """Carries out what a commit that has just been made leads to.

    A queue that is away loses nothing: the game's entry in the due set stays, and the ticker has it repaired.
    """
    try:
        _carry_out(host, game, stored)
    except (ConnectionError, StoreUnavailable):
        log.warning("effects of a commit are left to the ticker", extra={"game_id": game.id})


def catch_up(host: Host, game_id: str) -> None:
    """The repair pass: carries out everything between `effects_done` and the present version, in order."""
    stored = host.games.read(game_id)
    if stored is not None and stored.effects_done < stored.version:
        _carry_out(host, CODEC.decode(stored.blob), stored)


def _carry_out(host: Host, game: Game, stored: StoredGame) -> None:
    """Today's only effect is the next AI move, which no earlier version asks for any more."""
    if game.ai_to_act:
        host.queues.enqueue_ai(game.id, stored.version, attempt=1)
    host.games.effects_done(game.id, stored.effects_done, stored.version)
