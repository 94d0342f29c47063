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
from service.hosting.effects import FALLBACK, ask_ai, is_quick
from service.hosting.game import Game
from service.hosting.history import history
from service.hosting.host import Host
from service.hosting.reading import Table, open_table
from service.store.errors import Conflict
from splendor.ai import player
from splendor.ai.budget import Budget, for_phase
from splendor.ai.player import AiPlayer, ai_view, ask
from splendor.engine.actions import Action, ChooseNoble, ReturnTokens
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RETURN_TOKENS, State
from splendor.engine.turn import Turn

log = logging.getLogger(__name__)

LONGEST_RUN_S = 1.0
MOST_PLIES = 20
TRIES = 3


class AiMoveFailed(Exception):
    """An AI player raised, answered with something illegal, or took longer than it may."""


def play_ai(host: Host, game_id: str, version: int, *, quick: bool = True) -> int:
    """Plays for the AI seats that follow one another, for a second or 20 plies at most. Returns the plies played.

    Players that think long have jobs of their own, and so have the `quick` ones: where one of the other kind follows, a
    job of its kind is asked for, by a quick job at its beginning too. A game that has moved on is success: another worker
    was faster. Each try is counted in the game before the player is asked, so one that kills its process counts too. A
    player that fails is tried again in a job of its own, and replaced by the fallback for this move after three tries.
    """
    began = time.monotonic()
    stored = host.games.read_live(game_id)
    table = open_table(stored, "") if stored else None
    if table is None or table.stored.version != version or not table.game.ai_to_act:
        return 0
    if quick and not is_quick(table.game.ai_to_act):
        ask_ai(host, table.game, version)
        return 0
    try:
        return _play_on(host, table, _Run(quick, began))
    except Conflict:
        return 0


def choose_turn(name: str, state: State, seed: int, start: State, began: float | None = None) -> Turn:
    """The whole turn an AI player chooses: action, return and noble, each from a view of its own (T3).

    `start` is the state at the beginning of the turn. `began` is when the work on it began (time.monotonic, None: now):
    from then on counts the time of a player that is set by time. Raises AiMoveFailed.
    """
    try:
        return _choose_turn(player(name), state, seed, start, began)
    except Exception as error:
        raise AiMoveFailed(name) from error


class _Run(NamedTuple):
    """One job: whose moves it plays, and when it began."""

    quick: bool
    began: float

    def ends(self, game: Game, plies: int, now: float) -> bool:
        """Whether the next move is for another job."""
        spent = plies >= MOST_PLIES or now >= self.began + LONGEST_RUN_S
        return spent or (bool(game.ai_to_act) and is_quick(game.ai_to_act) != self.quick)


def _play_on(host: Host, table: Table, run: _Run) -> int:
    plies, began = 0, run.began
    while table.game.ai_to_act:
        attempt = host.games.start_attempt(table.game.id, table.stored.version)
        if not attempt:
            break
        try:
            step = _next_step(host, table, attempt, began)
        except AiMoveFailed:
            log.exception("ai move failed", extra={"game_id": table.game.id, "attempt": attempt})
            _ask_again(host, table, attempt)
            break
        plies += len(step.plies)
        began = time.monotonic()
        ends = run.ends(step.after, plies, began)
        outcome = _commit(host, table, step, chained=not ends)
        if ends or not outcome.ours:
            break
        table = Table(outcome.game, outcome.stored, None)
    return plies


def _ask_again(host: Host, table: Table, attempt: int) -> None:
    """At once; only where the fallback itself has failed the watch has to do it, so that nothing spins."""
    if attempt <= TRIES:
        ask_ai(host, table.game, table.stored.version, attempt + 1)


def _commit(host: Host, table: Table, step: Step, chained: bool) -> Outcome:
    request = own_request(f"ai-{table.stored.version}", "ai")
    return commit(host, table.stored, step, "free", request, chained=chained)


def _next_step(host: Host, table: Table, attempt: int, began: float) -> Step:
    game, state = table.game, table.game.running
    name, stand_in = (game.ai_to_act, "") if attempt <= TRIES else (FALLBACK, FALLBACK)
    seed = _seed(game, state.to_act, table.stored.version)
    turn = choose_turn(name, state, seed, _turn_start(host, table), began)
    return advance_turn(game, state.to_act, turn, stand_in)


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


def _choose_turn(ai: AiPlayer, state: State, seed: int, start: State, began: float | None) -> Turn:
    seat, turn, first = state.to_act, state.turn, state.phase
    before = ai_view(start, seat)
    chosen: dict[int, Action] = {}
    with at_most(ai.budget_ms):
        while state.to_act == seat and state.turn == turn:
            seen = before if state is start else ai_view(state, seat)
            action = ask(ai, seen, legal_actions(state), seed, before, _budget(ai, state.phase, began))
            chosen[state.phase] = action
            state = apply(state, action)
    return _as_turn(first, chosen)


def _budget(ai: AiPlayer, phase: int, began: float | None) -> Budget:
    """One for the whole turn. A player that is set by simulations is stopped in time only where it would be interrupted."""
    return for_phase(ai.think_ms, phase, began) if ai.think_ms else for_phase(ai.budget_ms, phase)


def _as_turn(first: int, chosen: dict[int, Action]) -> Turn:
    returned, noble = chosen.get(RETURN_TOKENS), chosen.get(CHOOSE_NOBLE)
    return Turn(
        chosen[first],
        returned.tokens if first == ACTION and isinstance(returned, ReturnTokens) else None,
        noble.noble if first != CHOOSE_NOBLE and isinstance(noble, ChooseNoble) else None,
    )
