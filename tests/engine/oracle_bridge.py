"""The engine's states and actions in the oracle's words, so that the two can be compared."""

import json

from splendor.engine.actions import (
    Action,
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)
from splendor.engine.cards import CARD_BY_ID, CARDS, EMPTY
from splendor.engine.nobles import NOBLES
from splendor.engine.outcome import outcome
from splendor.engine.position import start_from
from splendor.engine.state import PHASE_NAMES, SEAT_STATUS_NAMES, TERMINATION_NAMES, Options, Seat, State
from splendor.engine.tokens import GEM_NAMES, TOKEN_NAMES
from tests import oracle
from tests.oracle.ending import seats_in
from tests.oracle.material import bonuses

SEED = bytes(32)
NOBLE_NUMBERS = {noble.id: number for number, noble in enumerate(NOBLES)}
STATUS = {"resignation": "resigned", "flag": "flagged"}


def engine_start(position: dict, options: dict | None = None) -> State:
    return start_from(position, Options(len(position["seats"]), **(options or {})), SEED)


BUILDERS = {
    "take_tokens": lambda action: TakeTokens(_six(action["tokens"])),
    "reserve_card": lambda action: ReserveCard(CARD_BY_ID[action["card_id"]].number),
    "reserve_from_deck": lambda action: ReserveFromDeck(action["level"]),
    "purchase_card": lambda action: PurchaseCard(CARD_BY_ID[action["card_id"]].number, _six(action["payment"])),
    "return_tokens": lambda action: ReturnTokens(_six(action["tokens"])),
    "choose_noble": lambda action: ChooseNoble(NOBLE_NUMBERS[action["noble_id"]]),
    "pass": lambda _: Pass(),
}


def from_json(action: dict) -> Action:
    """Build the engine's action from its JSON form, without the engine's own reader."""
    return BUILDERS[action["type"]](action)


def _six(tokens: dict) -> tuple:
    return tuple(tokens.get(name, 0) for name in TOKEN_NAMES)


def key(action: dict) -> str:
    """One text for an action, whether absent colours are left out or 0."""
    parts = {name: _counts(part) if isinstance(part, dict) else part for name, part in action.items()}
    return json.dumps(parts, sort_keys=True)


def _counts(tokens: dict) -> dict:
    return {name: number for name, number in tokens.items() if number}


def engine_facts(state: State) -> dict:
    ids = [_card_id(number) for number in state.market]
    return {
        "seats": [_seat_facts(seat) for seat in state.seats],
        "supply": dict(zip(TOKEN_NAMES, state.supply, strict=True)),
        "market": [ids[0:4], ids[4:8], ids[8:12]],
        "decks": [[_card_id(number) for number in deck] for deck in state.decks],
        "nobles": sorted(NOBLES[number].id for number in state.nobles),
        "exits": list(state.exits),
        "last_round": state.last_round,
        "phase": PHASE_NAMES[state.phase],
        "reason": TERMINATION_NAMES[state.termination],
    } | _turn_facts(PHASE_NAMES[state.phase], state.to_act, state.round, state.passes)


def _turn_facts(phase: str, seat_to_act: int, number: int, passes: int) -> dict:
    """Keep what counts in a phase: whose turn it is until the game is over, the passes only between turns (Q2)."""
    facts = {} if phase == "over" else {"seat_to_act": seat_to_act, "round": number}
    return facts | ({"passes": passes} if phase == "action" else {})


def _seat_facts(seat: Seat) -> dict:
    reserved = zip(seat.reserved, seat.blind, strict=True)
    return {
        "tokens": dict(zip(TOKEN_NAMES, seat.tokens, strict=True)),
        "purchased": [_card_id(number) for number in seat.purchased],
        "reserved": [{"card_id": _card_id(number), "hidden": blind} for number, blind in reserved],
        "nobles": [NOBLES[number].id for number in seat.nobles],
        "bonuses": dict(zip(GEM_NAMES, seat.bonuses, strict=True)),
        "prestige": seat.prestige,
        "status": SEAT_STATUS_NAMES[seat.status],
    }


def _card_id(number: int) -> str:
    return "" if number == EMPTY else CARDS[number].id


def oracle_facts(state: dict) -> dict:
    status = dict.fromkeys(seats_in(state), "active")
    status |= {gone["seat"]: STATUS[gone["kind"]] for gone in state["exits"]}
    seats = [
        seat | {"bonuses": bonuses(seat), "prestige": oracle.prestige(seat), "status": status[number]}
        for number, seat in enumerate(state["seats"])
    ]
    facts = {name: state[name] for name in ("supply", "market", "decks", "last_round")}
    facts |= {"seats": seats, "nobles": sorted(state["nobles"]), "exits": [gone["seat"] for gone in state["exits"]]}
    facts["phase"] = "action" if state["phase"] == "main" else state["phase"]
    facts["reason"] = state["reason"] or ""
    return facts | _turn_facts(facts["phase"], state["seat_to_act"], state["round"], state["passes"])


def engine_result(state: State) -> dict | None:
    """Give the engine's outcome as the oracle gives it."""
    found = outcome(state)
    if found is None:
        return None
    by_seat = sorted(found.ranking, key=lambda standing: standing.seat)
    first = tuple(standing.seat for standing in by_seat if standing.place == 1)
    assert sorted(found.winners) == list(first)
    return {
        "reason": found.termination,
        "places": [standing.place for standing in by_seat],
        "prestige": [standing.prestige for standing in by_seat],
        "purchased": [standing.purchased_count for standing in by_seat],
    }
