"""The examples of lists, told by the same code that tells real ones."""

from typing import Any

from service.api.games.examples import INVITED, NEW_VIEWS, SEATS
from service.hosting.summary import summary_of

_running, _open = (summary_of(NEW_VIEWS[name]) for name in ("just started", "waiting for a player"))
_offered = {name: value for name, value in summary_of(INVITED["an invitation"]["game"]).items() if name != "you"}

GAMES: dict[str, Any] = {
    "a page of games": {
        "items": [_running, _open],
        "next_cursor": "OGFkZjM0YjE5YzAyZDc2ZSAxNzk4NzYxNjAwMDAwIGdiN1prM3Y",
    },
    "no games": {"items": []},
}
INVITATIONS: dict[str, Any] = {
    "an open invitation": {
        "items": [
            {
                "game": _offered,
                "seat": 1,
                "invited_by": {"id": SEATS[0].player_id, "name": SEATS[0].name},
                "expires_at": _offered["seats"][1]["expires_at"],
            }
        ]
    },
}
