"""What a game is between two plies: immutable tuples of small ints, so that a state is cheap to build and to store."""

from typing import NamedTuple

from splendor.engine.tokens import Gems, Tokens

# Phases of a turn (T2).
ACTION, RETURN_TOKENS, CHOOSE_NOBLE, OVER = range(4)
PHASE_NAMES = ("action", "return_tokens", "choose_noble", "over")

# How a seat stands in the game (H1).
ACTIVE, RESIGNED, FLAGGED = range(3)
SEAT_STATUS_NAMES = ("active", "resigned", "flagged")

# Why a game ended (H8); aborting is the host's business and leaves the state as it was.
RUNNING, PRESTIGE, RESIGNATION, FLAG, STALEMATE, MAX_ROUNDS = range(6)
TERMINATION_NAMES = ("", "prestige", "resignation", "flag", "stalemate", "max_rounds")

BLIND_HIDDEN, HIDDEN, OPEN = "blind_hidden", "hidden", "open"
RESERVED_CARDS_MODES = (BLIND_HIDDEN, HIDDEN, OPEN)


class Options(NamedTuple):
    """The options of a game that its rules know."""

    seats: int
    target_prestige: int = 15
    reserved_cards: str = BLIND_HIDDEN
    max_rounds: int = 100


class Seat(NamedTuple):
    """One place in the game. Cards and nobles are numbers, in the order in which they came."""

    tokens: Tokens
    bonuses: Gems
    prestige: int
    purchased: tuple[int, ...]
    reserved: tuple[int, ...]
    blind: tuple[bool, ...]
    """For each reserved card: was it drawn unseen from a deck (V4)?"""
    nobles: tuple[int, ...]
    status: int


class State(NamedTuple):
    """A whole position. Everything in it may be secret: `view` alone decides what a viewer gets."""

    options: Options
    seats: tuple[Seat, ...]
    supply: Tokens
    market: tuple[int, ...]
    """Twelve card numbers, level 1 slots 0 to 3, then level 2, then level 3; EMPTY where there is none."""
    decks: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    """Face-down cards of levels 1, 2, 3, top first."""
    nobles: tuple[int, ...]
    to_act: int
    """The seat whose turn it is; -1 once the game is over."""
    phase: int
    turn: int
    """Number of the turn, from 1, over all seats."""
    round: int
    """Number of the round, from 1 (E1)."""
    passes: int
    """Passes in a row without a noble or an exit between them (Q2)."""
    last_round: bool
    exits: tuple[int, ...]
    """Seats that went out, first one first (H1)."""
    termination: int
