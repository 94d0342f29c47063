"""What follows from a commit.

Each effect is harmless when it is done twice; a game knows up to which version all have been done, and a pass that finds
it behind carries out the rest.
"""

import logging
from collections.abc import Sequence

from service.hosting.advancing import Step
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.indexing import index
from service.hosting.ladders.values import Pairing, encode
from service.hosting.telling import Asked, News, news_of, news_since, tell
from service.store.errors import StoreUnavailable
from service.store.games import StoredGame
from service.store.ladder_keys import PEOPLE
from service.store.outbox import member
from splendor.ai import PLAYERS

FALLBACK = "greedy"
"""The AI player that plays where another one fails, or is not known."""
GONE_MS = 2_000
"""When the ticker sees to a player who is gone where the job is lost that is asked for at once."""

log = logging.getLogger(__name__)


def follow(host: Host, step: Step, stored: StoredGame, *, seated: bool, chained: bool = False) -> int:
    """Carries out what a commit that has just been made of a step leads to; up to which version all is done then.

    seated: it changed status or seats. chained: the caller itself plays the AI move that is due now. A queue that is
    away loses nothing: the game's entry in the due set stays, and the ticker has it repaired.
    """
    behind = stored.effects_done < stored.version - 1
    try:
        return _carry_out(host, step.after, stored, None if behind else step, seated or behind, asks_ai=not chained)
    except (ConnectionError, StoreUnavailable):
        log.warning("effects of a commit are left to the ticker", extra={"game_id": stored.id})
        return stored.effects_done


def catch_up(host: Host, game_id: str) -> None:
    """The repair pass: carries out everything between `effects_done` and the present version, in order."""
    stored = host.games.read_live(game_id)
    if stored is not None and stored.effects_done < stored.version:
        _carry_out(host, CODEC.decode(stored.blob), stored, None, seated=True, asks_ai=True)


def _carry_out(host: Host, game: Game, stored: StoredGame, step: Step | None, seated: bool, *, asks_ai: bool) -> int:
    """Lists are told of the present state, and who is to act now is asked: no earlier version asks for more.

    Logs are told of each commit; of `step` where it is one alone. What the store has to know comes before any queue is
    asked, which may be away for long.
    """
    gone, told = _list(host, game, stored) if seated else ([], stored.told)
    asked = Asked((), frozenset())
    if told:
        asked = tell(host, [news_of(step, stored)] if step is not None else news_since(host, game, stored))
    endpoints, calls = _ask(host, game, asked)
    if game.ladder == PEOPLE and game.over:
        _note_over(host, game)
    for player_id in gone:
        host.queues.enqueue_departure(player_id, game.id)
    if game.ai_to_act and asks_ai:
        ask_ai(host, game, stored.version)
    if calls:
        host.queues.enqueue_callback(game.id)
    if game.ladder and game.over:
        host.queues.enqueue_rating(game.id)
    for owner, endpoint in endpoints:
        host.queues.enqueue_webhooks(endpoint, owner)
    return host.games.effects_done(game.id, stored.effects_done, stored.version)


def _note_over(host: Host, game: Game) -> None:
    """Nobody has paired people: their game is noted here among those that are to be settled, whatever becomes of the job."""
    seats = tuple(seat.player_id for seat in game.seats)
    host.unsettled.note(PEOPLE, game.id, encode(Pairing("rated", seats, ("",) * len(seats))))


def tell_others(host: Host, step: Step, stored: StoredGame, people: Sequence[str]) -> None:
    """Tells a commit to people whom its game does not name. May be repeated."""
    asked = tell(host, [News(news_of(step, stored).entry, tuple(people))])
    for owner, endpoint in _ask_webhooks(host, asked.hooks) if asked.hooks else ():
        host.queues.enqueue_webhooks(endpoint, owner)


def ask_ai(host: Host, game: Game, version: int, attempt: int = 1) -> None:
    """Has a job play for the AI player that is to act, in the queue for its kind."""
    host.queues.enqueue_ai(game.id, version, attempt, quick=is_quick(game.ai_to_act), paired=game.paired)


def is_quick(name: str) -> bool:
    """Of which kind an AI player is. One that this process does not know is quick: the fallback plays for it."""
    return PLAYERS.get(name, PLAYERS[FALLBACK]).quick


def watch_of(name: str) -> int:
    """How long the AI player that is to act may take for its turn, in ms; 0 where there is none ("").

    One that this process does not know, as that of a newer version or of a machine with a compiler, gets what the
    fallback has.
    """
    return PLAYERS.get(name, PLAYERS[FALLBACK]).budget_ms if name else 0


def _list(host: Host, game: Game, stored: StoredGame) -> tuple[list[str], bool]:
    """Puts the game into its lists; who turns out to be gone, and has to be taken out of it, and whether it is told."""
    placed = index(host, game, stored)
    for player_id in placed.gone:
        host.departures.add(player_id, game.id, delay_ms=GONE_MS)
    if placed.listening and not stored.told:
        host.games.tell(game.id)
    return placed.gone, stored.told or placed.listening


def _ask(host: Host, game: Game, asked: Asked) -> tuple[list[tuple[str, str]], bool]:
    """Notes what is to be sent out: owners and webhook endpoints to be told, and whether who is to act is to be called."""
    endpoints = _ask_webhooks(host, asked.hooks) if asked.hooks else []
    calls = bool(asked.calls & {game.player_to_act})
    if calls:
        host.outbox.ask(member("c", game.id), urgent=True)
    return endpoints, calls


def _ask_webhooks(host: Host, owners: Sequence[str]) -> list[tuple[str, str]]:
    """Those for which a job is needed: of many events in a row, one."""
    endpoints = host.webhooks.enabled(owners)
    fresh = host.outbox.ask_each([member("h", endpoint, owner) for owner, endpoint in endpoints])
    return [one for one, wanted in zip(endpoints, fresh, strict=True) if wanted]
