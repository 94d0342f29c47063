"""From the engine's state, or from what a seat sees of it, to the array that compiled code works on."""

from collections.abc import Iterable, Sequence
from typing import Any

from splendor.ai.core import layout
from splendor.ai.core.layout import EMPTY, HAND_0, POOL_START, SEAT_0, SEAT_SIZE, new_state
from splendor.ai.player import View
from splendor.engine import state as engine
from splendor.engine.cards import CARD_BY_ID, CARDS
from splendor.engine.nobles import NOBLE_BY_ID
from splendor.engine.tokens import GEM_NAMES, TOKEN_NAMES

_LEVELS = (1, 2, 3)
_OF_LEVEL = [[card.number for card in CARDS if card.level == level] for level in _LEVELS]


def from_engine(state: engine.State) -> layout.State:
    """The whole position, decks in their order. For training and tests: no AI player is ever given a state."""
    s = new_state()
    s[layout.SEATS] = state.options.seats
    s[layout.TARGET] = state.options.target_prestige
    s[layout.MAX_ROUNDS] = state.options.max_rounds
    s[layout.TO_ACT : layout.TERMINATION + 1] = (
        state.to_act, state.phase, state.turn, state.round, state.passes, state.last_round, state.termination,
    )  # fmt: skip
    s[layout.EXITS] = len(state.exits)
    _put(s, layout.EXIT_0, state.exits)
    _put(s, layout.SUPPLY, state.supply)
    _put(s, layout.MARKET, state.market)
    _put(s, layout.NOBLES, state.nobles)
    for row, deck in enumerate(state.decks):
        _put_pool(s, row, deck[::-1], len(deck))
    for number, seat in enumerate(state.seats):
        _put_seat(s, number, seat)
    return s


def from_view(view: View) -> layout.State:
    """The position as a seat sees it. What it cannot know is filled with cards that it may be, in the order of their numbers.

    So the pools and the hidden cards of others are one guess of many: `redeal` draws another. A pool holds more cards
    than its deck where the position was set up with cards out of the game.
    """
    s = new_state()
    options, turn = view["options"], view["turn"]
    s[layout.SEATS] = len(view["seats"])
    s[layout.TARGET] = options["target_prestige"]
    s[layout.MAX_ROUNDS] = options["max_rounds"]
    s[layout.TO_ACT] = turn["seat"]
    s[layout.PHASE] = engine.PHASE_NAMES.index(turn["phase"])
    s[layout.TURN], s[layout.ROUND] = turn["number"], turn["round"]
    s[layout.LAST_ROUND] = view["last_round"]
    _put(s, layout.SUPPLY, _tokens(view["supply"]))
    slots = [slot for row in view["market"] for slot in row["slots"]]
    _put(s, layout.MARKET, [_number(slot) for slot in slots])
    _put(s, layout.NOBLES, [NOBLE_BY_ID[noble["id"]].number for noble in view["nobles"]])
    pools = _unseen(view, slots)
    for number, seat in enumerate(view["seats"]):
        _put_seat(s, number, _seat(seat, pools))
    for row, pool in enumerate(pools):
        _put_pool(s, row, pool, view["market"][row]["deck_count"])
    return s


def hidden_places(view: View) -> list[int]:
    """The places of the array that hold a guess for a hidden reserved card."""
    return [
        SEAT_0 + number * SEAT_SIZE + HAND_0 + place
        for number, seat in enumerate(view["seats"])
        for place, held in enumerate(seat["reserved"])
        if held["hidden"]
    ]


def _put(s: layout.State, place: int, values: Sequence[int]) -> None:
    s[place : place + len(values)] = values


def _put_pool(s: layout.State, row: int, cards: Sequence[int], left: int) -> None:
    s[layout.DECK + row], s[layout.POOL + row] = left, len(cards)
    _put(s, POOL_START[row], cards)


def _put_seat(s: layout.State, number: int, seat: engine.Seat) -> None:
    place = SEAT_0 + number * SEAT_SIZE
    _put(s, place + layout.TOKENS, seat.tokens)
    _put(s, place + layout.BONUSES, seat.bonuses)
    counts = (seat.prestige, len(seat.purchased), len(seat.nobles), seat.status, len(seat.reserved))
    _put(s, place + layout.PRESTIGE, counts)
    _put(s, place + layout.HAND_0, seat.reserved)
    _put(s, place + layout.BLIND_0, seat.blind)


def _number(shown: dict[str, Any]) -> int:
    return CARD_BY_ID[shown["card"]["id"]].number if "card" in shown else EMPTY


def _tokens(named: dict[str, int]) -> list[int]:
    return [named[name] for name in TOKEN_NAMES]


def _unseen(view: View, slots: Iterable[dict[str, Any]]) -> list[list[int]]:
    """The cards of each level that the seat cannot place, by number."""
    seen = {_number(slot) for slot in slots}
    for seat in view["seats"]:
        seen.update(CARD_BY_ID[card["id"]].number for card in seat["purchased"])
        seen.update(_number(held) for held in seat["reserved"])
    return [[card for card in level if card not in seen] for level in _OF_LEVEL]


def _seat(shown: dict[str, Any], pools: list[list[int]]) -> engine.Seat:
    """A seat as it is shown, a card from the pools for each hidden one."""
    w, u, g, r, k, gold = _tokens(shown["tokens"])
    bw, bu, bg, br, bk = (shown["bonuses"][name] for name in GEM_NAMES)
    hand = [pools[held["level"] - 1].pop() if held["hidden"] else _number(held) for held in shown["reserved"]]
    return engine.Seat(
        tokens=(w, u, g, r, k, gold),
        bonuses=(bw, bu, bg, br, bk),
        prestige=shown["prestige"],
        purchased=tuple(CARD_BY_ID[card["id"]].number for card in shown["purchased"]),
        reserved=tuple(hand),
        blind=tuple(held["hidden"] for held in shown["reserved"]),
        nobles=tuple(NOBLE_BY_ID[noble["id"]].number for noble in shown["nobles"]),
        status=engine.SEAT_STATUS_NAMES.index(shown["status"]),
    )
