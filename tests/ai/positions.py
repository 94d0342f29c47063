"""Positions for the AI players' tests: from the short form of golden.json, and deals that need no seed stream.

Tokens and bonuses are written as letters: w u g r k in colour order, * for gold.
"""

from hashlib import sha256

from splendor.engine.actions import (
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)
from splendor.engine.cards import CARD_BY_ID, CARDS, EMPTY
from splendor.engine.nobles import NOBLE_BY_ID, NOBLES
from splendor.engine.setup import EMPTY_SEAT, full_supply
from splendor.engine.state import ACTION, ACTIVE, RUNNING, SEAT_STATUS_NAMES, Options, Seat, State

LETTERS = "wugrk*"


def counts(text):
    """Six counts in colour order."""
    assert set(text) <= set(LETTERS)
    return tuple(text.count(letter) for letter in LETTERS)


def letters(six):
    """Counts as letters, in colour order."""
    return "".join(letter * count for letter, count in zip(LETTERS, six, strict=True))


def ids(text):
    """Card numbers of a row of ids; a hyphen is an empty slot."""
    return [EMPTY if card_id == "-" else CARD_BY_ID[card_id.rstrip("?")].number for card_id in text.split()]


_READ = {
    "take": lambda text: TakeTokens(counts(text)),
    "reserve": lambda text: ReserveCard(CARD_BY_ID[text].number),
    "deck": lambda text: ReserveFromDeck(int(text)),
    "buy": lambda text: PurchaseCard(CARD_BY_ID[text[:5]].number, counts(text[6:])),
    "return": lambda text: ReturnTokens(counts(text)),
    "noble": lambda text: ChooseNoble(NOBLE_BY_ID[text].number),
    "pass": lambda _: Pass(),
}
_WRITE = {
    TakeTokens: lambda action: f"take {letters(action.tokens)}",
    ReserveCard: lambda action: f"reserve {CARDS[action.card].id}",
    ReserveFromDeck: lambda action: f"deck {action.level}",
    PurchaseCard: lambda action: f"buy {CARDS[action.card].id} {letters(action.payment)}".rstrip(),
    ReturnTokens: lambda action: f"return {letters(action.tokens)}",
    ChooseNoble: lambda action: f"noble {NOBLES[action.noble].id}",
    Pass: lambda _: "pass",
}


def action_of(text):
    """An action from its short form: take wug · reserve L1-01 · deck 2 · buy L1-01 kk* · return g · noble N01 · pass."""
    verb, _, rest = text.partition(" ")
    return _READ[verb](rest)


def text_of(action):
    """The short form of an action."""
    return _WRITE[type(action)](action)


def position(case):
    """The state of a golden case; seat 0 is on turn. The supply is what the seats leave of the tokens."""
    rows = [ids(row) for row in case["market"]]
    decks = [tuple(ids(row)) for row in case.get("decks", ["", "", ""])]
    described = [case["own"], *case["others"]]
    used = {card for cards in [*rows, *decks, *(ids(one.get("reserved", "")) for one in described)] for card in cards}
    seats = tuple(_seat(one, used) for one in described)
    held = [sum(seat.tokens[kind] for seat in seats) for kind in range(6)]
    return State(
        options=Options(len(seats)),
        seats=seats,
        supply=tuple(full - out for full, out in zip(full_supply(len(seats)), held, strict=True)),
        market=tuple(card for row in rows for card in row + [EMPTY] * (4 - len(row))),
        decks=tuple(decks),
        nobles=tuple(NOBLE_BY_ID[noble_id].number for noble_id in case.get("nobles", "").split()),
        to_act=0,
        phase=ACTION,
        turn=1,
        round=1,
        passes=0,
        last_round=False,
        exits=tuple(number for number, seat in enumerate(seats) if seat.status != ACTIVE),
        termination=RUNNING,
    )


def _seat(one, used):
    """A seat; the cards that its bonuses come from are the first ones not used elsewhere."""
    bonuses = counts(one.get("bonuses", ""))[:5]
    purchased = [card for colour, number in enumerate(bonuses) for card in _unused(colour, number, used)]
    return Seat(
        tokens=counts(one.get("tokens", "")),
        bonuses=bonuses,
        prestige=sum(CARDS[card].prestige for card in purchased),
        purchased=tuple(purchased),
        reserved=tuple(ids(one.get("reserved", ""))),
        blind=tuple(card_id.endswith("?") for card_id in one.get("reserved", "").split()),
        nobles=(),
        status=SEAT_STATUS_NAMES.index(one.get("status", "active")),
    )


def _unused(bonus, number, used):
    found = [card.number for card in CARDS if card.bonus == bonus and card.number not in used][:number]
    assert len(found) == number
    used.update(found)
    return found


def dealt(number, options):
    """Deal `number`: everything in the order of SHA-256 over "<number> <id>", so that any program can deal the same."""

    def shuffled(things):
        return [
            thing.number for thing in sorted(things, key=lambda one: sha256(f"{number} {one.id}".encode()).digest())
        ]

    piles = [shuffled(card for card in CARDS if card.level == level) for level in (1, 2, 3)]
    return State(
        options=options,
        seats=(EMPTY_SEAT,) * options.seats,
        supply=full_supply(options.seats),
        market=tuple(card for pile in piles for card in pile[:4]),
        decks=tuple(tuple(pile[4:]) for pile in piles),
        nobles=tuple(shuffled(NOBLES)[: options.seats + 1]),
        to_act=0,
        phase=ACTION,
        turn=1,
        round=1,
        passes=0,
        last_round=False,
        exits=(),
        termination=RUNNING,
    )
