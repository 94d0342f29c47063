"""The start of a game (S1 to S4), dealt from a seed."""

from splendor.engine.cards import CARDS
from splendor.engine.fairness import Stream
from splendor.engine.nobles import NOBLES
from splendor.engine.state import ACTION, ACTIVE, RESERVED_CARDS_MODES, RUNNING, Options, Seat, State
from splendor.engine.tokens import GOLD_IN_GAME, NO_GEMS, NO_TOKENS, Tokens

GEMS_BY_SEATS = {2: 4, 3: 5, 4: 7}
"""S1: tokens of each gem colour."""
LEVELS = (1, 2, 3)
SLOTS = 4
"""S3: face-up cards of each level."""
TARGET_RANGE = range(10, 31)
MAX_ROUNDS_RANGE = range(20, 501)

EMPTY_SEAT = Seat(NO_TOKENS, NO_GEMS, 0, (), (), (), (), ACTIVE)


def deal(options: Options, seed: bytes) -> State:
    """The first state of a game. Of the options only the number of seats has a part in the deal.

    Raises ValueError for options out of range and for a seed that has not 32 bytes.
    """
    check_options(options)
    piles = [shuffled_level(seed, level) for level in LEVELS]
    first, second, third = (pile[SLOTS:] for pile in piles)
    return State(
        options=options,
        seats=(EMPTY_SEAT,) * options.seats,
        supply=full_supply(options.seats),
        market=tuple(card for pile in piles for card in pile[:SLOTS]),
        decks=(first, second, third),
        nobles=shuffled_nobles(seed)[: options.seats + 1],
        to_act=0,
        phase=ACTION,
        turn=1,
        round=1,
        passes=0,
        last_round=False,
        exits=(),
        termination=RUNNING,
    )


def full_supply(seats: int) -> Tokens:
    """All tokens of a game with so many seats (S1)."""
    gems = GEMS_BY_SEATS[seats]
    return (gems, gems, gems, gems, gems, GOLD_IN_GAME)


def shuffled_level(seed: bytes, level: int) -> tuple[int, ...]:
    """All cards of a level in the order of the seed, the top of the deck first (S3)."""
    return Stream(seed, f"deck {level}").shuffled([card.number for card in CARDS if card.level == level])


def shuffled_nobles(seed: bytes) -> tuple[int, ...]:
    """All nobles in the order of the seed; the game uses the first ones (S2)."""
    return Stream(seed, "nobles").shuffled([noble.number for noble in NOBLES])


def check_options(options: Options) -> None:
    """Raise ValueError for an option that is out of its range."""
    seats, target, reserved_cards, max_rounds = options
    if type(seats) is not int or seats not in GEMS_BY_SEATS:
        raise ValueError("seats must be 2, 3 or 4")
    if type(target) is not int or target not in TARGET_RANGE:
        raise ValueError("target_prestige must be 10 to 30")
    if reserved_cards not in RESERVED_CARDS_MODES:
        raise ValueError("reserved_cards must be one of " + ", ".join(RESERVED_CARDS_MODES))
    if type(max_rounds) is not int or max_rounds not in MAX_ROUNDS_RANGE:
        raise ValueError("max_rounds must be 20 to 500")
