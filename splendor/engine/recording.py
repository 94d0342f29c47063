"""Writing records: the part that the rules know, cut for a viewer like everything that leaves the engine.

The host adds ids, seats, versions and times and, once the game is over, what the deal came from.
"""

from collections.abc import Iterable

from splendor.engine.action_json import Json, finish_json
from splendor.engine.actions import ChooseNoble, ReturnTokens
from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.nobles import NOBLES
from splendor.engine.notation import format_turn
from splendor.engine.state import FLAGGED, OVER, State
from splendor.engine.steps import Exit, Played
from splendor.engine.tokens import Tokens
from splendor.engine.turn import Ply, Turn
from splendor.engine.view import action_view, is_action_shown

FORMAT = "splendor-record/1"
RULES_VERSION = 1
"""Rises when the same steps could lead elsewhere, so that a record is only replayed by the rules it was played by."""
SEEDED, FROM_POSITION, SANDBOX = "seeded", "from_position", "sandbox"
CHOSEN_DEAL = frozenset({SEEDED, FROM_POSITION})
"""Marks of a game whose creator gave the seed or the position: it has no commitment."""


def start_view(start: State) -> Json:
    """What lay open at the start, in the forms of a position: `market`, an empty slot as "", and `nobles`."""
    ids = ["" if card == EMPTY else CARDS[card].id for card in start.market]
    return {"market": [ids[0:4], ids[4:8], ids[8:12]], "nobles": [NOBLES[noble].id for noble in start.nobles]}


def entry_view(played: Played, viewer: int | None, over: bool = False) -> Json:
    """One step as an entry of a record.

    An action of which `viewer` may not know the card has `hidden` and `level` in place of it, and no notation.
    """
    if isinstance(played.step, Exit):
        kind = "flag" if played.step.status == FLAGGED else "resignation"
        return {"type": kind, "seat": played.seat}
    opened = over or played.after.phase == OVER
    first, *rest = played.plies
    returned, noble = _finish(rest)
    action = finish_json(action_view(first, viewer, opened), returned, noble)
    entry: Json = {"type": "turn", "seat": played.seat, "action": action}
    if is_action_shown(first, viewer, opened):
        entry["notation"] = format_turn(Turn(first.action, returned, noble))
    return entry


def _finish(plies: Iterable[Ply]) -> tuple[Tokens | None, int | None]:
    """What the plies after the first one of a turn return and choose."""
    returned, noble = None, None
    for ply in plies:
        if isinstance(ply.action, ReturnTokens):
            returned = ply.action.tokens
        elif isinstance(ply.action, ChooseNoble):
            noble = ply.action.noble
    return returned, noble
