"""Jobs of queue `outbound`: bots that are called when it is their turn."""

from structlog.contextvars import bound_contextvars

from service.hosting.callbacks import call, turn_in
from service.hosting.company import household_of
from service.outbound.targets import host_of
from service.store.outbox import member
from workers.context import host
from workers.outbound import Receiver, pool


def call_bot(game_id: str) -> None:
    """Calls the bot that is to act in a game, in a thread of its own, where the outbox says that it is to be called."""
    services, what = host(), member("c", game_id)
    claim = pool().take(what)
    if claim is None:
        return
    with bound_contextvars(game_id=game_id):
        turn = turn_in(services, game_id)
        if turn is None:
            services.outbox.done(what, claim)
        else:
            receiver = Receiver(household_of(services, turn.player_id), host_of(turn.url))
            begun = pool().start(what, claim, receiver, lambda number: call(services, turn, number))
            if not begun and pool().is_crowded_by(receiver):
                services.callbacks.hold_back(turn.player_id, game_id, turn.table.stored.etag)
