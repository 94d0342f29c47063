"""Positions drawn at random, to reach what games reach seldom: bare markets, empty piles, full hands, many nobles."""

import random

from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.nobles import NOBLES
from splendor.engine.setup import EMPTY_SEAT, full_supply
from splendor.engine.state import ACTIVE, CHOOSE_NOBLE, FLAGGED, RESIGNED, RETURN_TOKENS, Options
from splendor.engine.tokens import TOKEN_LIMIT
from tests.ai.positions import dealt


def drawn(number, phase):
    """Position `number` of a phase; seat 0 is on turn and, where tokens are to be returned, one to three over."""
    rng = random.Random(f"{number} {phase}")
    options = Options(rng.randint(2, 4))
    cards = rng.sample(range(len(CARDS)), len(CARDS))
    bare = rng.choice([0.0, 0.3, 0.8, 1.0])
    market = tuple(EMPTY if rng.random() < bare else cards.pop() for _ in range(12))
    supply, seats = list(full_supply(options.seats)), []
    for seat in range(options.seats):
        extra = rng.randint(1, 3) if phase == RETURN_TOKENS and seat == 0 else 0
        limit = TOKEN_LIMIT + extra if extra else rng.choice([0, 4, TOKEN_LIMIT])
        bonuses = _bonuses(rng, many=phase == CHOOSE_NOBLE and seat == 0)
        seats.append(_seat(rng, cards, _tokens(rng, supply, limit), bonuses, seat))
    return dealt(number, options)._replace(
        seats=tuple(seats),
        supply=_thinned(rng, supply),
        market=market,
        decks=_decks(rng, cards, market),
        nobles=tuple(sorted(rng.sample(range(len(NOBLES)), options.seats + 1))),
        phase=phase,
    )


def _tokens(rng, supply, limit):
    held = [0] * 6
    for _ in range(min(limit, sum(supply))):
        kind = rng.choice([kind for kind in range(6) if supply[kind]])
        supply[kind] -= 1
        held[kind] += 1
    return tuple(held)


def _thinned(rng, supply):
    """Some piles emptied, so that the tokens do not add up: no choice depends on that."""
    gone = rng.choice([0.0, 0.5, 1.0])
    return tuple(0 if rng.random() < gone else pile for pile in supply)


def _bonuses(rng, many):
    least, most = (2, 5) if many else (0, rng.choice([0, 1, 4, 6]))
    return tuple(rng.randint(least, most) for _ in range(5))


def _seat(rng, cards, tokens, bonuses, number):
    reserved = tuple(cards.pop() for _ in range(rng.randint(0, 3)))
    return EMPTY_SEAT._replace(
        tokens=tokens,
        bonuses=bonuses,
        # Which cards these were plays no part, only how many: no noble comes without enough of them.
        purchased=tuple(range(sum(bonuses))),
        reserved=reserved,
        blind=tuple(rng.random() < 0.5 for _ in reserved),
        # Seat 1 stays in, so that there is an opponent.
        status=ACTIVE if number < 2 else rng.choice([ACTIVE, RESIGNED, FLAGGED]),
    )


def _decks(rng, cards, market):
    """A level with an empty slot has no deck left (C2)."""
    full = [EMPTY not in market[4 * row : 4 * row + 4] for row in range(3)]
    decks = [tuple(card for card in cards if CARDS[card].level == row + 1) for row in range(3)]
    return tuple(deck if has else () for deck, has in zip(decks, full, strict=True))
