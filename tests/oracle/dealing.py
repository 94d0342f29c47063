"""Positions to count and to play from: seeded deals, positions reached by play, positions written by hand."""

import random

from tests.oracle.applier import play
from tests.oracle.enumerator import legal
from tests.oracle.material import CARDS, LEVELS, NOBLES, TOKENS, present, tokens_in_all

LETTERS = dict(zip("wugrk*", TOKENS, strict=True))


def tokens(text):
    """Read "2w 1*" as two white and one gold."""
    return {LETTERS[part[-1]]: int(part[:-1]) for part in text.split()}


def seat(held="", purchased="", reserved="", nobles=""):
    """Write a seat; a reserved card that was taken from a deck is written with a question mark."""
    cards = [{"card_id": card_id.rstrip("?"), "hidden": card_id.endswith("?")} for card_id in reserved.split()]
    return {"tokens": tokens(held), "purchased": purchased.split(), "reserved": cards, "nobles": nobles.split()}


def position(*seats, market, decks=("", "", ""), nobles="", to_act=0, number=1):
    """Write a complete position; a dash is an empty slot."""
    return {
        "seats": list(seats),
        "market": [["" if card_id == "-" else card_id for card_id in row.split()] for row in market],
        "decks": [deck.split() for deck in decks],
        "nobles": nobles.split(),
        "seat_to_act": to_act,
        "round": number,
    }


def of_bonus(colour, number, level=1):
    """List the first cards of a level that give a bonus."""
    ids = [card_id for card_id, card in CARDS.items() if card["level"] == level and card["bonus"] == colour]
    return " ".join(ids[:number])


def dice(seed):
    return random.Random(seed)


def deal(seats, seed):
    """Deal by S1 to S4; the order has nothing to do with the service's own shuffle."""
    rng = dice(seed)
    market, decks = [], []
    for level in LEVELS:
        ids = [card_id for card_id, card in CARDS.items() if card["level"] == level]
        rng.shuffle(ids)
        market.append(ids[:4])
        decks.append(ids[4:])
    return {
        "seats": [seat() for _ in range(seats)],
        "market": market,
        "decks": decks,
        "nobles": rng.sample(sorted(NOBLES), seats + 1),
        "seat_to_act": 0,
        "round": 1,
    }


def scatter(seats, seed):
    """Make up a sound position that play would hardly reach: short decks, empty slots, many bonuses, few tokens."""
    rng = dice(seed)
    cards = rng.sample(sorted(CARDS), len(CARDS))
    held = [seat(purchased=_draw(cards, rng.choice((0, 6, 12, 18)))) for _ in range(seats)]
    for holder in held:
        blind = rng.choice(("", "?"))
        holder["reserved"] = seat(reserved=_draw(cards, rng.randint(0, 3), blind))["reserved"]
    market, decks = [], []
    for level in LEVELS:
        ids = [card_id for card_id in cards if CARDS[card_id]["level"] == level][: rng.choice((0, 2, 4, 5, 8, 30))]
        market.append((ids[:4] + [""] * 4)[:4])
        decks.append(ids[4:])
    nobles = rng.sample(sorted(NOBLES), seats + 1)
    for _ in range(rng.randint(0, seats)):
        rng.choice(held)["nobles"].append(nobles.pop())
    _hand_out(held, rng)
    number = rng.choice((1, 7, 24))
    return {"seats": held, "market": market, "decks": decks, "nobles": nobles} | {
        "seat_to_act": rng.randrange(seats),
        "round": number,
    }


def _draw(cards, number, mark=""):
    """Take so many cards off the end, as text."""
    return " ".join(cards.pop() + mark for _ in range(number))


def _hand_out(held, rng):
    """Hand out tokens until every seat has as many as it was meant to get."""
    in_all = tokens_in_all(len(held))
    pool = [colour for colour in TOKENS for _ in range(in_all[colour])]
    rng.shuffle(pool)
    for holder in held:
        drawn = [pool.pop() for _ in range(rng.choice((0, 4, 9, 10, 10)))]
        holder["tokens"] = present({colour: drawn.count(colour) for colour in TOKENS})


def liked(actions, rng):
    """Pick one of the actions, more often a purchase than their share, so that games come to an end."""
    purchases = [action for action in actions if action["type"] == "purchase_card"]
    return rng.choice(purchases if purchases and rng.random() < 0.6 else actions)


def played(state, plies, seed):
    """Play so many random plies, and on to the beginning of a turn."""
    rng = dice(seed)
    while (plies > 0 or state["phase"] != "main") and state["phase"] != "over":
        state = play(state, liked(legal(state, "all"), rng))
        plies -= 1
    return state


def as_position(state):
    """Turn a state at the beginning of a turn into a position."""
    position = {key: state[key] for key in ("market", "decks", "nobles", "seat_to_act", "round")}
    return {"seats": [held | {"tokens": present(held["tokens"])} for held in state["seats"]]} | position
