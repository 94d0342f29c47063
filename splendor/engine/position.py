"""Starting from a given position: for rare states, puzzles and tests.

A position is JSON: `{seats: [{tokens, purchased, reserved: [{card_id, hidden}], nobles}], market, decks, nobles,
seat_to_act, round}`. All but `seats` may be left out, and so may every member of a seat that has none of it. Market
and decks run from level 1 to 3, decks have their top first, an empty slot is "".
"""

from collections.abc import Mapping
from typing import Any

from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.errors import BadPosition
from splendor.engine.legal import HAND_LIMIT
from splendor.engine.nobles import NOBLES
from splendor.engine.position_reader import PositionReader, Row
from splendor.engine.setup import LEVELS, SLOTS, check_options, full_supply, shuffled_level, shuffled_nobles
from splendor.engine.state import ACTION, ACTIVE, RUNNING, Options, Seat, State
from splendor.engine.tokens import TOKEN_LIMIT, TOKEN_NAMES, Gems, Tokens

MEMBERS = ("seats", "market", "decks", "nobles", "seat_to_act", "round")
SEAT_MEMBERS = ("tokens", "purchased", "reserved", "nobles")
RESERVED_MEMBERS = ("card_id", "hidden")

Cards = tuple[int, ...]


def start_from(position: Mapping[str, Any], options: Options, seed: bytes) -> State:
    """The state a position describes; what it leaves out is filled up in the order of the seed.

    Cards that nothing names are in the decks, unless `decks` is given: then they are out of the game. Raises
    BadPosition with every fault as (JSON pointer, message); ValueError for options out of range and for a seed that
    has not 32 bytes.
    """
    check_options(options)
    reader = PositionReader()
    given = reader.mapping(position, "", MEMBERS)
    seats = _seats(reader, given.get("seats"), options.seats)
    supply = _supply(reader, seats, options.seats)
    market, decks = _table(reader, given, seed)
    nobles = _nobles(reader, given, seats, options.seats, seed)
    to_act = reader.number(given.get("seat_to_act", 0), "/seat_to_act", range(options.seats))
    round_ = reader.number(given.get("round", 1), "/round", range(1, options.max_rounds + 1))
    if reader.faults:
        raise BadPosition(reader.faults)
    return State(
        options=options,
        seats=tuple(seats),
        supply=supply,
        market=market,
        decks=decks,
        nobles=nobles,
        to_act=to_act,
        phase=ACTION,
        turn=(round_ - 1) * options.seats + to_act + 1,
        round=round_,
        passes=0,
        last_round=any(seat.prestige >= options.target_prestige for seat in seats),
        exits=(),
        termination=RUNNING,
    )


def _seats(reader: PositionReader, value: object, count: int) -> list[Seat]:
    items = reader.array(value, "/seats", count)
    return [_seat(reader, item, f"/seats/{number}") for number, item in enumerate(items)]


def _seat(reader: PositionReader, value: object, pointer: str) -> Seat:
    given = reader.mapping(value, pointer, SEAT_MEMBERS)
    tokens = reader.tokens(given.get("tokens", {}), f"{pointer}/tokens")
    if sum(tokens) > TOKEN_LIMIT:
        reader.fault(f"{pointer}/tokens", f"at most {TOKEN_LIMIT} tokens are held between turns, not {sum(tokens)}")
    purchased = reader.card_list(given.get("purchased", []), f"{pointer}/purchased")
    reserved, blind = _hand(reader, given.get("reserved", []), f"{pointer}/reserved")
    nobles = reader.noble_list(given.get("nobles", []), f"{pointer}/nobles")
    prestige = sum(CARDS[card].prestige for card in purchased) + sum(NOBLES[noble].prestige for noble in nobles)
    return Seat(tokens, _bonuses(purchased), prestige, purchased, reserved, blind, nobles, ACTIVE)


def _bonuses(purchased: Cards) -> Gems:
    w, u, g, r, k = (sum(CARDS[card].bonus == colour for card in purchased) for colour in range(5))
    return (w, u, g, r, k)


def _hand(reader: PositionReader, value: object, pointer: str) -> tuple[Cards, tuple[bool, ...]]:
    """The reserved cards of a seat, and for each whether it is hidden as one drawn from a deck."""
    items = reader.array(value, pointer)
    if len(items) > HAND_LIMIT:
        reader.fault(pointer, f"at most {HAND_LIMIT} cards are reserved at a time, not {len(items)}")
    hand = []
    for index, item in enumerate(items):
        at = f"{pointer}/{index}"
        given = reader.mapping(item, at, RESERVED_MEMBERS)
        card = reader.card(given.get("card_id"), f"{at}/card_id")
        hidden = reader.flag(given.get("hidden", False), f"{at}/hidden")
        if card is not None:
            hand.append((card, hidden))
    return tuple(card for card, _ in hand), tuple(hidden for _, hidden in hand)


def _supply(reader: PositionReader, seats: list[Seat], count: int) -> Tokens:
    """What the seats leave of all tokens (S1)."""
    left = list(full_supply(count))
    for number, seat in enumerate(seats):
        for kind, held in enumerate(seat.tokens):
            if left[kind] >= 0 > left[kind] - held:
                name, total = TOKEN_NAMES[kind], full_supply(count)[kind]
                reader.fault(
                    f"/seats/{number}/tokens/{name}", f"there are only {total} {name} tokens, all seats together"
                )
            left[kind] -= held
    w, u, g, r, k, gold = left
    return (w, u, g, r, k, gold)


def _table(reader: PositionReader, given: Mapping[str, Any], seed: bytes) -> tuple[Cards, tuple[Cards, Cards, Cards]]:
    """Market and decks. All that is named has to be read before anything is filled up."""
    rows = _rows(reader, given["market"]) if "market" in given else None
    piles = _piles(reader, given["decks"]) if "decks" in given else None
    if piles is None:
        piles = [tuple(card for card in shuffled_level(seed, level) if card not in reader.cards) for level in LEVELS]
    if rows is None:
        rows = [(*pile[:SLOTS], *[EMPTY] * (SLOTS - len(pile))) for pile in piles]
        piles = [pile[SLOTS:] for pile in piles]
    _check_slots(reader, rows, piles)
    first, second, third = piles
    return tuple(card for row in rows for card in row if card is not None), (first, second, third)


def _rows(reader: PositionReader, value: object) -> list[Row]:
    items = reader.array(value, "/market", len(LEVELS))
    return [reader.row(item, f"/market/{i}", i + 1, SLOTS) for i, item in enumerate(items[: len(LEVELS)])]


def _piles(reader: PositionReader, value: object) -> list[Cards]:
    items = reader.array(value, "/decks", len(LEVELS))
    piles = [reader.card_list(item, f"/decks/{i}", i + 1) for i, item in enumerate(items[: len(LEVELS)])]
    return piles + [()] * (len(LEVELS) - len(piles))


def _check_slots(reader: PositionReader, rows: list[Row], piles: list[Cards]) -> None:
    """A slot is empty only where its deck is (C2)."""
    for level, (row, pile) in enumerate(zip(rows, piles, strict=False)):
        for slot, card in enumerate(row):
            if card == EMPTY and pile:
                reader.fault(f"/market/{level}/{slot}", "a slot is empty only where its deck is empty")


def _nobles(reader: PositionReader, given: Mapping[str, Any], seats: list[Seat], count: int, seed: bytes) -> Cards:
    """The nobles on the table: those given, else as many as the held ones leave room for (S2)."""
    room = count + 1 - sum(len(seat.nobles) for seat in seats)
    named = reader.noble_list(given["nobles"], "/nobles") if "nobles" in given else ()
    if len(named) > room or room < 0:
        at = "/nobles" if "nobles" in given else "/seats"
        reader.fault(at, f"at most {count + 1} nobles are in the game, those the seats hold counted")
    if "nobles" in given:
        return named
    return tuple(noble for noble in shuffled_nobles(seed) if noble not in reader.nobles)[: max(0, room)]
