"""Putting entries together for games. Any number of processes may do it at once: what one has claimed no other gets."""

import logging
from random import Random, SystemRandom

from service.hosting.host import Host
from service.hosting.ladders.candidates import candidates, history_of
from service.hosting.ladders.errors import LadderNotFound
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.games import begin_game
from service.hosting.ladders.values import Ladder, Pairing, encode, entry_of
from service.store.keys import new_game_id
from service.store.ladder_keys import PEOPLE
from service.store.ladders import Hold, Snapshot, StoredLadder
from splendor.ratings.candidates import Candidate
from splendor.ratings.pairing import pair

MOST_GAMES = 60
"""So many games one job begins at most: others want its worker too."""
LEAST_PATIENCE_MS, MOST_PATIENCE_MS = 2_000, 120_000
"""An entry waits about as long as a game of the ladder lasts for another opponent than one it has met too often."""
VALIDATOR = "random"
"""Against whom a bot shows that it can finish a game."""

log = logging.getLogger(__name__)


def pair_ladder(host: Host, ladder_id: str, rng: Random | None = None) -> list[str]:
    """Begins the games that can begin now; their ids. Nothing for a ladder that is not open, or not there."""
    try:
        ladder = find_ladder(host, ladder_id)
    except LadderNotFound:
        return []
    # Without room a claim would come to no game.
    if ladder.status != "open" or ladder_id == PEOPLE or not host.games.takes_new_games():
        return []
    rng = rng or SystemRandom()
    snapshot = host.ladders.snapshot(ladder_id)
    active, validating = candidates(host, ladder, snapshot, rng)
    found = [_trial(ladder, one) for one in validating if one.room(snapshot.now) > 0]
    if any(one.room(snapshot.now) > 0 for one in active):
        games = pair(
            active,
            ladder.settings.seats,
            snapshot.now,
            history_of(host, ladder, active),
            rng,
            anchor_games=ladder.settings.anchor_games,
            patience_ms=min(max(snapshot.game_ms, LEAST_PATIENCE_MS), MOST_PATIENCE_MS),
        )
        found += [_rated(game.seats, snapshot) for game in games]
    begun = (_begin(host, ladder, pairing, snapshot) for pairing in found[:MOST_GAMES])
    return [game_id for game_id in begun if game_id]


def _rated(seats: tuple[str, ...], snapshot: Snapshot) -> Pairing:
    return Pairing("rated", seats, tuple(entry_of(snapshot.entries[entry]).ai_player for entry in seats))


def _trial(ladder: Ladder, one: Candidate) -> Pairing:
    others = (VALIDATOR,) * (ladder.settings.seats - 1)
    return Pairing("validation", (one.id, *others), ("", *others))


def _begin(host: Host, ladder: Ladder, pairing: Pairing, snapshot: Snapshot) -> str:
    """Claims the entries, then creates the game; its id, or nothing where others were faster.

    Whoever dies in between leaves a claim without a game, which is found and made one.
    """
    game_id = new_game_id()
    held = pairing.seats if pairing.counts else pairing.seats[:1]
    holds = [Hold(entry, snapshot.entries[entry], seat) for seat, entry in enumerate(held)]
    stored = StoredLadder(ladder.id, ladder.revision, b"", ladder.created_at)
    most = ladder.settings.games_at_once if pairing.counts else 1
    if not host.ladders.pair(stored, game_id, encode(pairing), most, holds, counted=pairing.counts):
        return ""
    if not begin_game(host, ladder, game_id, pairing):
        log.warning("a paired player is gone", extra={"game_id": game_id})
    return game_id
