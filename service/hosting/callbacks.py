"""Bots that are called when it is their turn, and answer with their action (B14).

A call is an ordinary client that happens to be asked: what it answers is checked like anybody's, counts at the version
that it was sent, and stops nothing. While a turn and its time last a bot is called again; then the clock decides, as
for everybody.
"""

import logging
import time
from typing import Any, NamedTuple

import msgspec

from service.hosting.committing import own_request
from service.hosting.errors import DomainError
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.instants import instant
from service.hosting.legal import legal_for
from service.hosting.reading import Table, open_table
from service.hosting.submit_action import submit_action
from service.hosting.telling import ALIVE_SETS, entries_of
from service.outbound.caller import Answer
from service.outbound.signing import Secrets, signed
from service.store.callbacks import Failure
from service.store.errors import Conflict
from service.store.outbox import member
from splendor.engine.action_json import turn_from_json
from splendor.engine.errors import IllegalAction
from splendor.engine.turn import Turn

log = logging.getLogger(__name__)

LONGEST_CALL_MS = 30_000
LONGEST_DELAY_S = 60
HELD_S = 1.0
"""A call that takes longer keeps the next one of its game waiting, which is its program's own affair."""
MOST_TRIES = 1_446
"""After 1, 2, 4, ... s and then a minute each this is a day: a game without a clock waits no longer to be played here."""
OK = 200

BAD_STATUS, NO_ACTION, NOT_AN_ACTION = "status-not-200", "reply-not-json", "action-invalid"
ILLEGAL, LATE = "illegal-action", "time-over"
REASONS = {
    BAD_STATUS: "The status was not 200.",
    NO_ACTION: "The reply was not a JSON object.",
    NOT_AN_ACTION: "The reply was not an action as it can be posted.",
    ILLEGAL: "The rules forbid the action; `rule` names the rule.",
    LATE: "The deadline had passed when the action came.",
}
"""Why a call led to no action, besides what the caller itself says (service.outbound.caller.ERRORS)."""


class CalledTurn(NamedTuple):
    """A turn of a player who is called for it, as the player sees the game."""

    table: Table
    player_id: str
    url: str

    @property
    def what(self) -> str:
        """Its name in the outbox."""
        return member("c", self.table.game.id)


class NoAction(Exception):
    """A call that led to no action; `reason` is the slug of it."""

    def __init__(self, reason: str, status: int = 0, rule: str = "") -> None:
        super().__init__(reason)
        self.reason, self.status, self.rule = reason, status, rule


def turn_in(host: Host, game_id: str) -> CalledTurn | None:
    """The turn that is now to be played in a game, None where nobody is called for it."""
    stored = host.games.read_live(game_id)
    if stored is None:
        return None
    game: Game = CODEC.decode(stored.blob)
    player = host.players.get(game.player_to_act) if game.player_to_act else None
    if player is None or not player.turn_url:
        return None
    return CalledTurn(open_table(stored, player.id), player.id, player.turn_url)


def ask_turns(host: Host, player_id: str) -> None:
    """Has a player called for all turns that wait for it now. May be repeated."""
    for game_id in waiting_for(host, player_id):
        host.outbox.ask(member("c", game_id), urgent=True)
        _enqueue(host, game_id)


def waiting_for(host: Host, player_id: str) -> list[str]:
    """The games in which a player is to act now."""
    ids = [entry.game_id for entry in entries_of(host, player_id, ALIVE_SETS)]
    found = host.games.read_each(ids) if ids else []
    games = (CODEC.decode(stored.blob) for stored in found if stored is not None)
    return [game.id for game in games if game.player_to_act == player_id]


def call(host: Host, turn: CalledTurn, claim: int) -> None:
    """Calls a player once for a turn, plays what it answers, and ends the claim: done, or to be tried again.

    Whatever the answer is, nothing is raised for it: it is noted for the owner. A game that moves on meanwhile is no
    failure.
    """
    table = turn.table
    secrets = host.callbacks.secrets(turn.player_id)
    left_ms = _left_ms(host, table)
    if secrets is None or left_ms <= 0:
        host.outbox.done(turn.what, claim)
        return
    tries = host.callbacks.begin(turn.player_id, table.game.id, table.stored.etag)
    begun = time.monotonic()
    try:
        _call(host, turn, Secrets(*secrets), min(left_ms, LONGEST_CALL_MS))
    except NoAction as failure:
        _note(host, turn, tries, failure)
        ended = _call_again(host, turn, claim, tries)
    else:
        host.callbacks.answered(turn.player_id)
        ended = host.outbox.done(turn.what, claim)
    if not ended:
        if time.monotonic() - begun > HELD_S:
            _hold_back(host, table.game.id)
        _enqueue(host, table.game.id)


def _call(host: Host, turn: CalledTurn, secrets: Secrets, limit_ms: int) -> None:
    table = turn.table
    body = msgspec.json.encode(turn_message(table))
    message_id = f"{table.game.id}-{table.stored.etag}"
    headers = signed(message_id, host.games.now(table.game.id), body, secrets)
    answer = host.caller.post(turn.url, body, headers, limit_ms / 1000)
    action = _action(answer)
    try:
        submit_action(host, table, action, own_request(f"callback-{table.stored.etag}", "callback"))
    except IllegalAction as error:
        raise NoAction(ILLEGAL, answer.status, error.rule) from None
    except DomainError as error:
        raise NoAction(error.code, answer.status, error.rule) from None
    except Conflict:
        log.debug("a game moved on while a bot was called", extra={"game_id": table.game.id})


def turn_message(table: Table) -> dict[str, Any]:
    """What a player is sent when it is its turn."""
    deadline = table.stored.clock.deadline
    message = {"type": "turn", "game": table.view(), "legal_actions": legal_for(table, "default")["actions"]}
    return message | ({"deadline_at": instant(deadline)} if deadline else {})


def _action(answer: Answer) -> Turn:
    """The action in a reply. Raises NoAction."""
    if answer.error:
        raise NoAction(answer.error, answer.status)
    if answer.status != OK:
        raise NoAction(BAD_STATUS, answer.status)
    document = json_object(answer.body)
    if document is None:
        raise NoAction(NO_ACTION, answer.status)
    try:
        return turn_from_json(document)
    except ValueError:
        raise NoAction(NOT_AN_ACTION, answer.status) from None


def json_object(body: bytes) -> dict[str, Any] | None:
    """The JSON object in a reply, None for anything else."""
    try:
        document = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def _left_ms(host: Host, table: Table) -> int:
    deadline = table.stored.clock.deadline
    return deadline - host.games.now(table.game.id) if deadline else LONGEST_CALL_MS


def _note(host: Host, turn: CalledTurn, tries: int, failure: NoAction) -> None:
    table = turn.table
    at = host.games.now(table.game.id)
    found = Failure(at, table.game.id, table.stored.version, tries, failure.reason, failure.status, failure.rule)
    host.callbacks.failed(turn.player_id, found)


def _hold_back(host: Host, game_id: str) -> None:
    """A turn that has come since waits for the call before it, which took long: the program keeps itself waiting."""
    turn = turn_in(host, game_id)
    if turn is not None and host.games.now(game_id) - turn.table.stored.updated_at > HELD_S * 1000:
        host.callbacks.hold_back(turn.player_id, game_id, turn.table.stored.etag)


def _call_again(host: Host, turn: CalledTurn, claim: int, tries: int) -> bool:
    """After 1, 2, 4, ... 60 s, while there is time; a turn that is asked for meanwhile comes at once: False."""
    delay_ms = min(2 ** min(tries - 1, 10), LONGEST_DELAY_S) * 1000
    in_time = not turn.table.stored.clock.deadline or delay_ms < _left_ms(host, turn.table)
    if in_time and tries < MOST_TRIES:
        return host.outbox.later(turn.what, claim, delay_ms)
    return host.outbox.done(turn.what, claim)


def _enqueue(host: Host, game_id: str) -> None:
    try:
        host.queues.enqueue_callback(game_id)
    except ConnectionError:
        log.warning("a callback is left to the ticker", extra={"game_id": game_id})
