"""What a caller can do now. Only the seat to act is told: a list of anyone else would tell about hidden cards."""

from typing import Any, Literal

from service.hosting.reading import Table
from splendor.engine.view import legal_view


def legal_for(table: Table, payments: Literal["default", "all"]) -> dict[str, Any]:
    """The list for the caller, in the stated order, each action as JSON and in notation."""
    game, viewer = table.game, table.viewer
    if game.state is None or game.status == "aborted":
        return {"etag": table.stored.etag, "complete": False, "actions": []}
    playing = viewer if viewer is not None and not game.seats[viewer].controlled_by_ai else None
    return {"etag": table.stored.etag, **legal_view(game.state, playing, payments)}
