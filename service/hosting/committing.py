"""From a step to a commit: the one way in which a verb makes a change last."""

import secrets
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from service.hosting.advancing import Step
from service.hosting.changes import to_entry
from service.hosting.clock import clock_step, opening_banks
from service.hosting.effects import follow, watch_of
from service.hosting.events import Event, facts_of, numbered, step_events
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.indexing import people_of
from service.hosting.lifetimes import life_of
from service.hosting.reading import Table, load_table
from service.store.errors import Conflict
from service.store.games import Commit, CommitKind, Committed, Request, StoredGame
from service.store.keys import new_tag

T = TypeVar("T")
WATCH_GRACE_MS = 10_000
"""How long after an AI player's budget a move is taken for lost and asked for again."""
TRIES = 8
"""How often a verb that needs no If-Match starts again when others were faster."""


class Outcome(NamedTuple):
    """A change that lasts: the game after it, the facts of its commit, and the step itself.

    replayed: the store had it already. ours: this very call has made it, also where it had to be sent twice because the
    first reply was lost; else another process was faster with the same request.
    """

    game: Game
    stored: StoredGame
    step: Step
    replayed: bool
    ours: bool

    def events(self, viewer: int | None) -> list[Event]:
        """The events of the commit, as the viewer may see them."""
        return numbered(step_events(self.step, viewer, self.game.over), facts_of(self.stored))


def own_request(name: str = "", slot: str = "") -> Request:
    """A request id made by us, so that a repeated command is told from a conflict.

    Named ones are the same for every process that tries the same thing.
    """
    return Request(id=name or secrets.token_hex(8), body="", keep=False, slot=slot or "host")


class Terms(NamedTuple):
    """When a commit may happen, by the store's clock (ms since 1970, 0: any time), and log entries to be replaced.

    advance_ms: how much of the running turn passes at once, in a commit of that kind.
    """

    not_before: int = 0
    not_after: int = 0
    rewrite: tuple[tuple[int, str], ...] = ()
    advance_ms: int = 0


ANY_TIME = Terms()


def commit(
    host: Host,
    stored: StoredGame | None,
    step: Step,
    kind: CommitKind,
    request: Request,
    *,
    chained: bool = False,
    terms: Terms = ANY_TIME,
) -> Outcome:
    """Makes a step last, then starts what follows from it.

    `chained` says that the caller itself plays the next AI move. Raises the store's Conflict, DeadlinePassed,
    DeadlineNotReached, GapAdjust and StoreUnavailable; nothing has changed then, except that after StoreUnavailable
    the outcome is unknown.
    """
    game = step.after
    seated = changes_seats(step)
    effects = seated or (bool(game.ai_to_act) and not chained)
    order = _order(host, stored, step, kind, request, terms)._replace(effects=effects)
    done = host.games.commit(order)
    after = _stored_after(stored, order, done)
    ours = done.tag == order.tag
    if (order.effects or done.told) and ours:
        after = after._replace(effects_done=follow(host, step, after, seated=seated, chained=chained))
    return Outcome(game, after, step, done.replayed, ours)


def at_newest(host: Host, table: Table, attempt: Callable[[Table], T]) -> T:
    """Tries at the version of `table`, then at newer ones while others are faster.

    Raises the store's Conflict after TRIES times.
    """
    for _ in range(TRIES - 1):
        try:
            return attempt(table)
        except Conflict:
            table = load_table(host, table.game.id, table.player_id)
    return attempt(table)


def changes_seats(step: Step) -> bool:
    """Whether lists of games have to be told: the status or somebody's place is another."""
    before, after = step.before, step.after
    return before.status != after.status or before.seats != after.seats


def _order(
    host: Host, stored: StoredGame | None, step: Step, kind: CommitKind, request: Request, terms: Terms
) -> Commit:
    game = step.after
    watch_ms = watch_of(game.ai_to_act)
    life_at, life_after = life_of(host.lifetimes, step, stored)
    return Commit(
        game_id=game.id,
        expect=(stored.version, stored.tag) if stored else (0, ""),
        tag=new_tag(),
        blob=CODEC.encode(game),
        entry=to_entry(step.change),
        events=len(step_events(step, None, game.over)),
        kind=kind,
        clock=clock_step(step),
        control=game.options.time_control,
        banks=opening_banks(step),
        request=request,
        watch_ms=watch_ms + WATCH_GRACE_MS if watch_ms else 0,
        over=game.over,
        not_before=terms.not_before,
        not_after=terms.not_after,
        rewrite=terms.rewrite,
        life_at=life_at,
        life_after=life_after,
        private=game.options.visibility == "private",
        advance_ms=terms.advance_ms,
        wakes=people_of(step),
    )


def _stored_after(stored: StoredGame | None, order: Commit, done: Committed) -> StoredGame:
    return StoredGame(
        id=order.game_id,
        version=done.version,
        tag=done.tag,
        blob=order.blob,
        last_event=done.last_event,
        clock=done.clock,
        created_at=stored.created_at if stored else done.at,
        updated_at=done.at,
        effects_done=stored.effects_done if stored else 0,
        ai_attempt=0,
        life=done.life,
        rematch=stored.rematch if stored else "",
        private=order.private,
        told=done.told,
    )
