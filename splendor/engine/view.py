"""What a viewer may see (M4, V4): the only way out of a state.

Everything shown is listed here; nothing is made whole and then struck out. A viewer is a seat number, or None for
whoever sits at no seat. `over` opens the hidden cards: the host sets it once the game is over, so that earlier
positions and events of that game are open too; a state that is over is open by itself.
"""

from splendor.engine.action_json import Json, action_to_json, tokens_to_json
from splendor.engine.actions import PurchaseCard, ReserveCard, ReserveFromDeck
from splendor.engine.cards import CARDS, UNKNOWN_BASE, Card
from splendor.engine.legal import PaymentChoice, legal_actions
from splendor.engine.nobles import NOBLES
from splendor.engine.notation import format_action
from splendor.engine.outcome import Outcome, outcome
from splendor.engine.state import HIDDEN, OPEN, OVER, PHASE_NAMES, SEAT_STATUS_NAMES, Seat, State
from splendor.engine.tokens import GEM_NAMES, named_gems
from splendor.engine.turn import Ply


def _card_json(card: Card) -> Json:
    return {
        "id": card.id,
        "level": card.level,
        "bonus": GEM_NAMES[card.bonus],
        "prestige": card.prestige,
        "cost": named_gems(card.cost),
    }


CARD_JSON: tuple[Json, ...] = tuple(_card_json(card) for card in CARDS)
"""Every card as it is shown, by number. Shared by all replies: never write to it."""
NOBLE_JSON: tuple[Json, ...] = tuple(
    {"id": noble.id, "prestige": noble.prestige, "demand": named_gems(noble.demand)} for noble in NOBLES
)
"""Every noble as it is shown, by number. Shared by all replies: never write to it."""

# Cards are looked up by number in the tables below: 90 known ones, then one unknown of each level (UNKNOWN_BASE).
_LEVELS = (*(card.level for card in CARDS), 1, 2, 3)
_UNKNOWN: tuple[Json, ...] = tuple({"hidden": True, "level": level} for level in (1, 2, 3))
_KNOWN: tuple[Json, ...] = tuple({"card": card} for card in CARD_JSON)
# The last entry is what EMPTY, -1, finds: a slot with nothing in it.
_SLOTS: tuple[Json, ...] = (*_KNOWN, *_UNKNOWN, {})
_FACE_DOWN: tuple[Json, ...] = tuple(_UNKNOWN[level - 1] for level in _LEVELS)
_FACE_UP: tuple[Json, ...] = (
    *({"level": card["level"], "hidden": False, "card": card} for card in CARD_JSON),
    *_UNKNOWN,
)


def view(state: State, viewer: int | None, over: bool = False) -> Json:
    """The position as `viewer` may see it; the host adds what it knows (players, clocks, ids).

    Members: `seats`, `supply`, `market`, `nobles`, `last_round`, and `turn` or, once the state is over, `result`.
    A reserved card is `hidden` if this viewer may not see it, and then has no `card`.
    """
    opened = over or state.phase == OVER
    shown: Json = {
        "seats": seats_view(state, viewer, opened),
        "supply": tokens_to_json(state.supply),
        "market": market_view(state),
        "nobles": [NOBLE_JSON[noble] for noble in state.nobles],
        "last_round": state.last_round,
    }
    if state.phase == OVER:
        shown["result"] = result_view(state)
    else:
        shown["turn"] = turn_view(state)
    return shown


def seats_view(state: State, viewer: int | None, over: bool = False) -> list[Json]:
    """The seats in order, hidden reserved cards of others shown by level only."""
    mode = OPEN if over else state.options.reserved_cards
    return [_seat_view(number, seat, OPEN if number == viewer else mode) for number, seat in enumerate(state.seats)]


def _seat_view(number: int, seat: Seat, mode: str) -> Json:
    tokens, (white, blue, green, red, black), prestige, purchased, reserved, _, nobles, status = seat
    return {
        "seat": number,
        "status": SEAT_STATUS_NAMES[status],
        "tokens": tokens_to_json(tokens),
        "bonuses": {"white": white, "blue": blue, "green": green, "red": red, "black": black},
        "prestige": prestige,
        "purchased": [CARD_JSON[card] for card in purchased],
        "reserved": _hand(seat, mode) if reserved else [],
        "nobles": [NOBLE_JSON[noble] for noble in nobles],
    }


def _hand(seat: Seat, mode: str) -> list[Json]:
    return [_FACE_UP[card] for card in known_hand(seat, mode)]


def known_hand(seat: Seat, mode: str) -> tuple[int, ...]:
    """The reserved cards of a seat as others know them, `mode` being the game's `reserved_cards` option.

    Those they may see as they came, then the others as unknown cards by level: number and level are all that is open
    (M4), and from a place in the hand it could be told which of several hidden cards is purchased.
    """
    if mode == OPEN:
        return seat.reserved
    hand = tuple(zip(seat.reserved, seat.blind, strict=True))
    seen = [card for card, blind in hand if not is_hidden(mode, blind)]
    return (*seen, *sorted(UNKNOWN_BASE + _LEVELS[card] for card, blind in hand if is_hidden(mode, blind)))


def is_hidden(mode: str, blind: bool) -> bool:
    """Is another seat's reserved card kept from a viewer (V4)? `mode` is the game's `reserved_cards` option."""
    return mode == HIDDEN or (blind and mode != OPEN)


def market_view(state: State) -> list[Json]:
    """The rows of the market, level 1 first; a slot has its `card`, or nothing (C2), or in a preview its level."""
    market, decks = state.market, state.decks
    return [
        {
            "level": row + 1,
            "deck_count": len(decks[row]),
            "slots": [_SLOTS[card] for card in market[4 * row : 4 * row + 4]],
        }
        for row in range(3)
    ]


def turn_view(state: State) -> Json:
    """Whose turn it is: `seat`, `phase`, `number` of the turn and `round`, both from 1."""
    return {
        "seat": state.to_act,
        "phase": PHASE_NAMES[state.phase],
        "number": state.turn,
        "round": state.round,
    }


def result_view(state: State) -> Json:
    """The result of a state that is over: `reason`, the `winners`' seats, and the `ranking`, best first."""
    ended = outcome(state)
    if ended is None:
        raise ValueError("the game is not over")
    return outcome_to_json(ended)


def outcome_to_json(ended: Outcome) -> Json:
    """An outcome in the form in which views, events and records give it."""
    return {
        "reason": ended.termination,
        "winners": list(ended.winners),
        "ranking": [standing._asdict() for standing in ended.ranking],
    }


def legal_view(state: State, viewer: int | None, payments: PaymentChoice = "default") -> Json:
    """The actions of the present phase for the seat to act: `{seat, phase, actions: [{action, notation}], complete}`.

    Anyone else gets an empty list that is not `complete`: even the length would tell of hidden cards. Once the game is
    over everyone is anyone else, and there is neither seat nor phase.
    """
    if state.phase == OVER:
        return {"actions": [], "complete": False}
    listed = legal_actions(state, payments) if viewer == state.to_act else []
    return {
        "seat": state.to_act,
        "phase": PHASE_NAMES[state.phase],
        "actions": [{"action": action_to_json(action), "notation": format_action(action)} for action in listed],
        "complete": viewer == state.to_act,
    }


def action_view(ply: Ply, viewer: int | None, over: bool = False) -> Json:
    """The action of a ply as `viewer` may see it: a market card that others reserve may be shown by level only (V4)."""
    if isinstance(ply.action, ReserveCard) and not is_action_shown(ply, viewer, over):
        return {"type": "reserve_card", "hidden": True, "level": _LEVELS[ply.action.card]}
    return action_to_json(ply.action)


def is_action_shown(ply: Ply, viewer: int | None, over: bool = False) -> bool:
    """May `viewer` have the action of a ply whole, in notation too?"""
    return not (isinstance(ply.action, ReserveCard) and _kept_from(ply, viewer, over))


def card_played(ply: Ply, viewer: int | None, over: bool = False) -> Json:
    """The card that a ply purchases or reserves: `{card}`, or `{hidden, level}`; `{}` where the ply has none."""
    action = ply.action
    if isinstance(action, PurchaseCard):
        return _SLOTS[action.card]
    if not isinstance(action, (ReserveCard, ReserveFromDeck)):
        return {}
    card = ply.after.seats[ply.before.to_act].reserved[-1]
    return _FACE_DOWN[card] if _kept_from(ply, viewer, over) else _SLOTS[card]


def _kept_from(ply: Ply, viewer: int | None, over: bool) -> bool:
    """Is the card that a reserving ply takes kept from `viewer`?"""
    if over or ply.after.phase == OVER or viewer == ply.before.to_act:
        return False
    return is_hidden(ply.before.options.reserved_cards, isinstance(ply.action, ReserveFromDeck))


def slot_view(card: int) -> Json:
    """A market slot: `{card}`, `{}` when it is empty, or `{hidden, level}` in a preview."""
    return _SLOTS[card]


def hands_view(state: State) -> list[list[Json]]:
    """Every seat's reserved cards, open: what the end of a game shows (V4)."""
    return [_hand(seat, OPEN) for seat in state.seats]
