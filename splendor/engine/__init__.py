"""The rules engine: one import gives the game.

    from splendor import engine

    state = engine.deal(engine.Options(seats=2), seed)
    while not engine.outcome(state):
        state = engine.apply(state, choose(engine.legal_actions(state)))

`deal` or `start_from` gives the first `State`, `legal_actions` what the seat to act may do, `apply` the state after one
action, `outcome` how the game ended. `play` takes a `Turn`, an action together with the return and the noble it leads
to. A state knows everything: show players what `view` gives for their seat.

States are immutable tuples; nothing here reads a clock, draws a random number or keeps anything between two calls.
"""

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
from splendor.engine.cards import CARD_BY_ID, CARDS, Card
from splendor.engine.errors import BadPosition, EngineError, IllegalAction, NotationError, RecordError
from splendor.engine.events import exit_events, ply_events
from splendor.engine.exits import flag, resign
from splendor.engine.fairness import commitment, seating
from splendor.engine.legal import legal_actions
from splendor.engine.nobles import NOBLE_BY_ID, NOBLES, Noble
from splendor.engine.notation import format_action, format_turn, parse_action, parse_turn
from splendor.engine.outcome import Outcome, Standing, outcome
from splendor.engine.perft import perft
from splendor.engine.position import start_from
from splendor.engine.preview import veil
from splendor.engine.record import replay, verify
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import Options, Seat, State
from splendor.engine.turn import Ply, Turn, play
from splendor.engine.view import view

__all__ = [
    "CARDS",
    "CARD_BY_ID",
    "NOBLES",
    "NOBLE_BY_ID",
    "Action",
    "BadPosition",
    "Card",
    "ChooseNoble",
    "EngineError",
    "IllegalAction",
    "Noble",
    "NotationError",
    "Options",
    "Outcome",
    "Pass",
    "Ply",
    "PurchaseCard",
    "RecordError",
    "ReserveCard",
    "ReserveFromDeck",
    "ReturnTokens",
    "Seat",
    "Standing",
    "State",
    "TakeTokens",
    "Turn",
    "apply",
    "commitment",
    "deal",
    "exit_events",
    "flag",
    "format_action",
    "format_turn",
    "legal_actions",
    "outcome",
    "parse_action",
    "parse_turn",
    "perft",
    "play",
    "ply_events",
    "replay",
    "resign",
    "seating",
    "start_from",
    "veil",
    "verify",
    "view",
]
