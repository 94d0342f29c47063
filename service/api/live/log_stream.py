"""The log of a player as a stream."""

from typing import Any

from service.api.call import Call, Reply
from service.api.streaming import begin, place_of, resumed, resync, snapshot
from service.hosting.listing import going_on
from service.hosting.summary import game_summary

MOST_GAMES = 200
"""How many games a snapshot holds: more than the quotas let anybody have who is not invited by everybody."""


def log_stream(call: Call, after: str) -> Reply:
    """The stream from where the caller is; one that says nothing gets its present games first. The log has begun."""
    # The end of the log first: what happens between the two readings comes twice rather than not at all.
    last, mark = call.services.log.last(call.player_id)
    place = place_of(call, after)
    if place is None:
        first = snapshot(_present(call, last), last, mark)
    elif place.garbled:
        first = resync({"last": last}, last, mark)
    else:
        first = resumed(place)
    return begin(call, call.player_id, first, (last, mark))


def _present(call: Call, last: int) -> dict[str, Any]:
    tables = going_on(call.services, call.player_id, MOST_GAMES)
    return {"last": last, "games": [game_summary(table) for table in tables]}
