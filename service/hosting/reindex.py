"""Writes all lists of games anew, from the games, while the service runs: versions keep older news from undoing newer."""

from typing import NamedTuple

from service.hosting.doctor import index_anew
from service.hosting.game import CODEC
from service.hosting.host import Host
from service.hosting.list_check import list_faults
from service.store.errors import Unreadable
from service.store.survey import Survey


class Rebuilt(NamedTuple):
    """How many games were written into their lists, how many cannot be read, how many wrong entries were removed."""

    games: int
    unreadable: int
    removed: int


def reindex(host: Host, survey: Survey) -> Rebuilt:
    """Puts every game into all lists that it belongs in, then removes what does not belong in them."""
    games = unreadable = 0
    for game_id in {each for batch in survey.games() for each in batch}:
        stored = host.games.read_live(game_id)
        if stored is None:
            continue
        try:
            index_anew(host, CODEC.decode(stored.blob), stored)
            games += 1
        except Unreadable:
            unreadable += 1
    removed = sum(len(faults) for _, faults in list_faults(host, survey, repair=True))
    return Rebuilt(games, unreadable, removed)
