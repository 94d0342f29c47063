"""What happened, as flat JSON objects cut for a viewer; docs/events.md describes every type and member.

Events are a function of a ply (or an exit) and the viewer alone, and none is ever left out for a viewer: what may not
be seen is blanked, so that all viewers count alike. `viewer` and `over` mean what they mean in `view`.
"""

from splendor.engine.action_json import Json, tokens_to_json
from splendor.engine.actions import ChooseNoble, PurchaseCard, ReserveCard, ReserveFromDeck, ReturnTokens
from splendor.engine.state import FLAGGED, OVER, PHASE_NAMES, State
from splendor.engine.tokens import GOLD
from splendor.engine.turn import Ply
from splendor.engine.view import (
    NOBLE_JSON,
    action_view,
    card_played,
    hands_view,
    market_view,
    result_view,
    seats_view,
    slot_view,
    turn_view,
)


def start_events(state: State, viewer: int | None, over: bool = False) -> list[Json]:
    """The events of the start: the table as it was set up, and the first turn."""
    started = {
        "type": "game_started",
        "seats": seats_view(state, viewer, over),
        "supply": tokens_to_json(state.supply),
        "market": market_view(state),
        "nobles": [NOBLE_JSON[noble] for noble in state.nobles],
    }
    last = [{"type": "last_round_started", "round": state.round}] if state.last_round else []
    return [started, *last, _turn_started(state)]


def ply_events(ply: Ply, viewer: int | None, over: bool = False) -> list[Json]:
    """The events of one applied action, in the order of the turn (T2)."""
    return [
        *_action_events(ply, viewer, over),
        *_noble_events(ply),
        *_last_round_events(ply),
        *_next_events(ply.before, ply.after),
    ]


def exit_events(before: State, after: State, seat: int) -> list[Json]:
    """The events of `seat` going out between two states (H1). They are the same for every viewer."""
    flagged = after.seats[seat].status == FLAGGED
    out = {
        "type": "seat_flagged" if flagged else "seat_resigned",
        "seat": seat,
        "tokens": tokens_to_json(before.seats[seat].tokens),
    }
    return [out, *_next_events(before, after)]


def _action_events(ply: Ply, viewer: int | None, over: bool) -> list[Json]:
    seat, action = ply.before.to_act, ply.action
    if isinstance(action, ChooseNoble):
        return []
    if isinstance(action, ReturnTokens):
        returned = {"type": "tokens_returned", "seat": seat, "tokens": tokens_to_json(action.tokens)}
        return [returned | _phase(ply)]
    told = {"type": "action_played", "seat": seat, "action": action_view(ply, viewer, over)}
    return [told | card_played(ply, viewer, over) | _details(ply) | _phase(ply), *_revealed(ply)]


def _phase(ply: Ply) -> Json:
    """The phase in which the turn goes on, if it does."""
    goes_on = ply.after.phase != OVER and ply.after.turn == ply.before.turn
    return {"phase": PHASE_NAMES[ply.after.phase]} if goes_on else {}


def _details(ply: Ply) -> Json:
    """What the action does not say itself: the gold that came (V2), and whether the card came out of the hand (P1)."""
    seat, action = ply.before.to_act, ply.action
    if isinstance(action, PurchaseCard):
        return {"from_reserved": action.card in ply.before.seats[seat].reserved}
    if isinstance(action, (ReserveCard, ReserveFromDeck)):
        return {"gold": ply.before.supply[GOLD] - ply.after.supply[GOLD]}
    return {}


def _revealed(ply: Ply) -> list[Json]:
    """The slot a card left, with what lies there now (C1), or without a card where the deck is empty (C2)."""
    before, after = ply.before.market, ply.after.market
    if before == after:
        return []
    place = next(place for place in range(12) if before[place] != after[place])
    revealed = {"type": "card_revealed", "level": place // 4 + 1, "slot": place % 4}
    return [revealed | slot_view(after[place])]


def _noble_events(ply: Ply) -> list[Json]:
    seat = ply.before.to_act
    came = ply.after.seats[seat].nobles[len(ply.before.seats[seat].nobles) :]
    return [{"type": "noble_visited", "seat": seat, "noble": NOBLE_JSON[noble]} for noble in came]


def _last_round_events(ply: Ply) -> list[Json]:
    if ply.before.last_round or not ply.after.last_round:
        return []
    return [{"type": "last_round_started", "seat": ply.before.to_act, "round": ply.before.round}]


def _next_events(before: State, after: State) -> list[Json]:
    """The end of the game, or the next turn, or nothing where the turn goes on."""
    if after.phase == OVER:
        return [{"type": "game_finished", "result": result_view(after), "reserved": hands_view(after)}]
    return [_turn_started(after)] if after.turn != before.turn else []


def _turn_started(state: State) -> Json:
    turn = turn_view(state)
    return {"type": "turn_started", "seat": turn["seat"], "turn": turn["number"], "round": turn["round"]}
