"""Positions that play would hardly reach, made up at random, where rules meet: for holding the compiled core to the engine.

Decks that are nearly empty, full hands, several nobles due at once, tables where nobody has an action, last rounds.
"""

from collections.abc import Callable
from random import Random

from splendor.engine.cards import CARDS
from splendor.engine.nobles import NOBLES
from splendor.engine.position import start_from
from splendor.engine.setup import LEVELS, SLOTS, full_supply
from splendor.engine.state import Options, State
from splendor.engine.tokens import GOLD, TOKEN_LIMIT, TOKEN_NAMES

ALL = 40
"""More cards than any level has."""
SEED = bytes(32)
"""It decides nothing: all cards and nobles of these positions are named."""


class _Table:
    """What the seats have been given so far, and what is still to be given out."""

    def __init__(self, seats: int, rng: Random) -> None:
        self.rng = rng
        self.cards = rng.sample(range(len(CARDS)), len(CARDS))
        self.nobles = rng.sample(range(len(NOBLES)), seats + 1)
        self.tokens = [kind for kind, count in enumerate(full_supply(seats)) for _ in range(count)]
        rng.shuffle(self.tokens)
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.purchased: list[list[int]] = [[] for _ in range(seats)]
        self.reserved: list[list[int]] = [[] for _ in range(seats)]
        self.visited: list[list[int]] = [[] for _ in range(seats)]
        self.on_table = [ALL] * len(LEVELS)
        """How many cards of each level lie in market and deck, the others being out of the game."""

    def card(self, wanted: Callable[[int], bool]) -> list[int]:
        """The first card left that is wanted, in a list; an empty one where none is."""
        for card in self.cards:
            if wanted(card):
                self.cards.remove(card)
                return [card]
        return []

    def give_tokens(self, seat: int, count: int) -> None:
        self.held[seat] += [self.tokens.pop() for _ in range(min(count, len(self.tokens)))]

    def give_cards(self, hand: list[int], count: int) -> None:
        hand += [self.cards.pop() for _ in range(count)]

    def position(self, to_act: int, number: int) -> dict[str, object]:
        """As `start_from` reads it."""
        levels = [
            [c for c in self.cards if CARDS[c].level == level][:count]
            for level, count in zip(LEVELS, self.on_table, strict=True)
        ]
        return {
            "seats": [self._seat(seat) for seat in range(len(self.held))],
            "market": [(_ids(cards[:SLOTS]) + [""] * SLOTS)[:SLOTS] for cards in levels],
            "decks": [_ids(cards[SLOTS:]) for cards in levels],
            "nobles": [NOBLES[noble].id for noble in self.nobles],
            "seat_to_act": to_act,
            "round": number,
        }

    def _seat(self, seat: int) -> dict[str, object]:
        return {
            "tokens": {name: self.held[seat].count(kind) for kind, name in enumerate(TOKEN_NAMES)},
            "purchased": _ids(self.purchased[seat]),
            "reserved": [{"card_id": name, "hidden": self.rng.random() < 0.5} for name in _ids(self.reserved[seat])],
            "nobles": [NOBLES[noble].id for noble in self.visited[seat]],
        }


def _ids(cards: list[int]) -> list[str]:
    return [CARDS[card].id for card in cards]


def _sparse(table: _Table) -> None:
    """Short decks and empty slots, seats with much and with nothing."""
    rng = table.rng
    for seat, hand in enumerate(table.purchased):
        table.give_cards(hand, rng.choice((0, 6, 12, 18)))
        table.give_cards(table.reserved[seat], rng.randint(0, 3))
        table.give_tokens(seat, rng.choice((0, 4, 9, 10, 10)))
    table.on_table = [rng.choice((0, 2, 4, 5, 8, ALL)) for _ in LEVELS]
    for _ in range(rng.randint(0, len(table.held))):
        rng.choice(table.visited).append(table.nobles.pop())


def _nobles_due(table: _Table) -> None:
    """Each seat has just the bonuses for one or two of the nobles, or lacks one, and the tokens to purchase something."""
    rng = table.rng
    for seat, hand in enumerate(table.purchased):
        demands = [NOBLES[noble].demand for noble in rng.sample(table.nobles, rng.randint(1, 2))]
        colours = [colour for colour in range(5) for _ in range(max(demand[colour] for demand in demands))]
        rng.shuffle(colours)
        for colour in colours[rng.randint(0, 1) :]:
            hand.extend(table.card(lambda card, colour=colour: CARDS[card].bonus == colour))
        table.give_tokens(seat, rng.choice((5, 9, 10)))


def _frozen(table: _Table) -> None:
    """No gem in the supply, hands full of dear cards, next to nothing on the table: passes, and ends by stalemate."""
    rng = table.rng
    table.tokens = [kind for kind in table.tokens if kind != GOLD]
    for seat, hand in enumerate(table.reserved):
        for _ in range(3):
            hand.extend(table.card(lambda card: CARDS[card].level == 3))
        table.give_cards(table.purchased[seat], rng.choice((0, 0, 1, 12)))
    while table.tokens:
        table.give_tokens(rng.choice([seat for seat, held in enumerate(table.held) if len(held) < TOKEN_LIMIT]), 1)
    table.on_table = [rng.choice((0, 0, 0, 1)) for _ in LEVELS]


def _late(table: _Table) -> None:
    """Dear cards purchased, so that targets are near or passed; little is left of the decks."""
    rng = table.rng
    for seat, hand in enumerate(table.purchased):
        for _ in range(rng.randint(3, 6)):
            hand.extend(table.card(lambda card: CARDS[card].prestige >= 2))
        table.give_cards(hand, rng.randint(0, 8))
        table.give_cards(table.reserved[seat], rng.randint(0, 3))
        table.give_tokens(seat, rng.randint(4, 10))
    table.on_table = [rng.randint(4, 8) for _ in LEVELS]


_KINDS = (_sparse, _nobles_due, _frozen, _late)


def odd_start(options: Options, rng: Random) -> State:
    """One such position, at the beginning of a turn."""
    table = _Table(options.seats, rng)
    rng.choice(_KINDS)(table)
    number = rng.choice((1, options.max_rounds - 1, options.max_rounds, options.max_rounds - 8))
    return start_from(table.position(rng.randrange(options.seats), number), options, SEED)
