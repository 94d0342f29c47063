"""The moves of AI players.

They are given what their seat may see, never the state, and their answer is checked like anybody's.
"""

import hashlib
import hmac
import logging
import time
from typing import NamedTuple

from service.hosting.advancing import Step, advance_turn
from service.hosting.budget import at_most
from service.hosting.committing import Outcome, commit, own_request
from service.hosting.game import Game
from service.hosting.history import history
from service.hosting.host import Host
from service.hosting.reading import Table, load_table
from service.store.errors import Conflict
from splendor.ai import player
from splendor.ai.player import AiPlayer, ask
from splendor.engine.actions import Action, ChooseNoble, ReturnTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, State
from splendor.engine.turn import Turn
from splendor.engine.view import view

log = logging.getLogger(__name__)

LONGEST_RUN_S = 1.0
MOST_PLIES = 20
TRIES = 3
FALLBACK = "greedy"


class AiMoveFailed(Exception):
    """An AI player raised, answered with something illegal, or took longer than it may."""


def play_ai(host: Host, game_id: str, version: int) -> int:
    """Plays for the AI seats that follow one another, for a second or 20 plies at most. Returns the plies played.

    A game that has moved on is success: another worker was faster. Each try is counted in the game before anything
    else is done, so one that kills its process counts too. A player that fails is tried again in a job of its own, and
    replaced by the fallback for this move after three tries.
    """
    attempt = host.games.start_attempt(game_id, version)
    if not attempt:
        return 0
    table = load_table(host, game_id, "")
    if table.stored.version != version:
        return 0
    try:
        return _play_on(host, table, attempt)
    except Conflict:
        return 0


def choose_turn(name: str, state: State, seed: int, start: State) -> Turn:
    """The whole turn an AI player chooses: action, return and noble, each from a view of its own (T3).

    `start` is the state at the beginning of the turn. Raises AiMoveFailed.
    """
    try:
        return _choose_turn(player(name), state, seed, start)
    except Exception as error:
        raise AiMoveFailed(name) from error


class _Limit(NamedTuple):
    until: float
    plies: int

    def reached(self, plies: int) -> bool:
        return plies >= self.plies or time.monotonic() >= self.until


def _play_on(host: Host, table: Table, attempt: int) -> int:
    limit = _Limit(time.monotonic() + LONGEST_RUN_S, MOST_PLIES)
    plies = 0
    while table.game.ai_to_act and attempt:
        try:
            step = _next_step(host, table, attempt)
        except AiMoveFailed:
            log.exception("ai move failed", extra={"game_id": table.game.id, "attempt": attempt})
            _ask_again(host, table, attempt)
            break
        plies += len(step.plies)
        hands_over = limit.reached(plies)
        outcome = _commit(host, table, step, chained=not hands_over)
        if hands_over or not outcome.ours:
            break
        table = Table(outcome.game, outcome.stored, None)
        attempt = host.games.start_attempt(table.game.id, table.stored.version)
    return plies


def _ask_again(host: Host, table: Table, attempt: int) -> None:
    """At once; only where the fallback itself has failed the watch has to do it, so that nothing spins."""
    if attempt <= TRIES:
        host.queues.enqueue_ai(table.game.id, table.stored.version, attempt + 1)


def _commit(host: Host, table: Table, step: Step, chained: bool) -> Outcome:
    request = own_request(f"ai-{table.stored.version}", "ai")
    return commit(host, table.stored, step, "free", request, chained=chained)


def _next_step(host: Host, table: Table, attempt: int) -> Step:
    game, state = table.game, table.game.running
    name = game.ai_to_act if attempt <= TRIES else FALLBACK
    seed = _seed(game, state.to_act, table.stored.version)
    return advance_turn(game, state.to_act, choose_turn(name, state, seed, _turn_start(host, table)))


def _turn_start(host: Host, table: Table) -> State:
    """The state at the beginning of the turn: a seat may be taken over in the middle of it."""
    state = table.game.running
    if state.phase == ACTION:
        return state
    moments = history(host, table.game, table.stored)[: table.stored.version]
    states = (moment.step.after.state for moment in reversed(moments))
    return next(earlier for earlier in states if earlier is not None and earlier.phase == ACTION)


def _seed(game: Game, seat: int, version: int) -> int:
    """A number that is the player's own chance for this move and tells nothing about the deal."""
    return int.from_bytes(hmac.digest(game.seed, f"ai/{seat}/{version}".encode(), hashlib.sha256)[:8])


def _choose_turn(ai: AiPlayer, state: State, seed: int, start: State) -> Turn:
    seat, turn, first = state.to_act, state.turn, state.phase
    began = view(start, seat)
    chosen: dict[int, Action] = {}
    while state.to_act == seat and state.turn == turn:
        seen = began if state is start else view(state, seat)
        with at_most(ai.budget_ms):
            action = ask(ai, seen, legal_actions(state), seed, began)
        chosen[state.phase] = action
        state = apply(state, action)
    return _as_turn(first, chosen)


def _as_turn(first: int, chosen: dict[int, Action]) -> Turn:
    returned, noble = chosen.get(RETURN_TOKENS), chosen.get(CHOOSE_NOBLE)
    return Turn(
        chosen[first],
        returned.tokens if first == ACTION and isinstance(returned, ReturnTokens) else None,
        noble.noble if first != CHOOSE_NOBLE and isinstance(noble, ChooseNoble) else None,
    )
