"""The material of the game as plain dicts, and the facts that follow from it."""

import csv
from collections import Counter
from pathlib import Path

COLOURS = ("white", "blue", "green", "red", "black")  # M1
GOLD = "gold"
TOKENS = (*COLOURS, GOLD)
LEVELS = (1, 2, 3)
GEMS_BY_SEATS = {2: 4, 3: 5, 4: 7}  # S1
GOLD_IN_ALL = 5  # S1
TOKEN_LIMIT = 10  # L1
RESERVED_LIMIT = 3  # V1

DATA = Path(__file__).resolve().parents[2] / "splendor" / "data"


def _rows(name):
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


CARDS = {  # M2
    row["id"]: {
        "level": int(row["level"]),
        "bonus": row["bonus"],
        "points": int(row["points"]),
        "cost": {colour: int(row[colour]) for colour in COLOURS},
    }
    for row in _rows("cards.csv")
}
NOBLES = {  # M3
    row["id"]: {"points": int(row["points"]), "demand": {colour: int(row[colour]) for colour in COLOURS}}
    for row in _rows("nobles.csv")
}


def six(tokens):
    """Fill up to all six colours, an absent one as 0."""
    return {colour: tokens.get(colour, 0) for colour in TOKENS}


def present(tokens):
    """Keep the colours there are, in the order of the house: the form tokens have in an action."""
    return {colour: tokens[colour] for colour in TOKENS if tokens.get(colour, 0)}


def tokens_in_all(seats):
    """Count what supply and players hold together (S1)."""
    return {colour: GOLD_IN_ALL if colour == GOLD else GEMS_BY_SEATS[seats] for colour in TOKENS}


def bonuses(seat):
    """Count the bonuses of the purchased cards, of nothing else (N2, V3)."""
    counted = Counter(CARDS[card_id]["bonus"] for card_id in seat["purchased"])
    return {colour: counted[colour] for colour in COLOURS}


def faults(position):
    """Tell what is wrong with a complete position, so that no test stands on an impossible one."""
    found = []
    seats, market, decks = position["seats"], position["market"], position["decks"]
    held = {colour: sum(six(seat["tokens"])[colour] for seat in seats) for colour in TOKENS}
    if any(held[colour] > most for colour, most in tokens_in_all(len(seats)).items()):
        found.append(f"more tokens than there are: {held}")
    if any(sum(seat["tokens"].values()) > TOKEN_LIMIT for seat in seats):
        found.append("more than ten tokens in one hand")
    if any(len(seat["reserved"]) > RESERVED_LIMIT for seat in seats):
        found.append("more than three reserved cards")
    for level, row, deck in zip(LEVELS, market, decks, strict=True):
        named = [card_id for card_id in row if card_id] + deck
        if len(row) != 4 or any(CARDS[card_id]["level"] != level for card_id in named):
            found.append(f"level {level} is not in its place")
        if "" in row and deck:
            found.append(f"an empty slot of level {level} while its deck has cards")
    cards = [card_id for row in market for card_id in row if card_id] + [card_id for deck in decks for card_id in deck]
    cards += [card_id for seat in seats for card_id in seat["purchased"]]
    cards += [card["card_id"] for seat in seats for card in seat["reserved"]]
    nobles = position["nobles"] + [noble_id for seat in seats for noble_id in seat["nobles"]]
    if len(cards) != len(set(cards)) or not set(cards) <= set(CARDS):
        found.append("a card twice or unknown")
    if len(nobles) != len(set(nobles)) or not set(nobles) <= set(NOBLES) or len(nobles) > len(seats) + 1:
        found.append("nobles twice, unknown or too many")
    if position["seat_to_act"] not in range(len(seats)) or position["round"] < 1:
        found.append("seat or round out of range")
    return found
