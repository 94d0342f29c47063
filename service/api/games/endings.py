"""Going out of a game, leaving it to an AI player, ending it without a result, and playing again."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.games.call_table import (
    may_abort,
    overtaken,
    played,
    player_of,
    replayed,
    seated,
    settled,
    table_of,
    unchanged,
)
from service.api.games.empty import Empty
from service.api.games.event_replies import PlayedSchema
from service.api.games.examples import ABORTED, HANDED_OVER, REMATCHES, RESIGNED, VIEWS
from service.api.games.replies import GameSchema
from service.api.games.seat_orders import ai_player
from service.api.schema import Schema
from service.hosting.abort_game import abort_game
from service.hosting.hand_over import hand_over
from service.hosting.reading import Table, events_at, view_at
from service.hosting.rematch import ask_for_rematch, find_rematch, version_of_answer
from service.hosting.resign import resign
from service.store.keys import new_game_id

blueprint = Blueprint("Endings", __name__, url_prefix="/v1", description="Leave a game, end it, play it again.")

IN_PLAY = ("not-seated", "game-not-started", "game-over", "seat-out", "seat-handed-over", "contention")


class HandOverSchema(Schema):
    """Who goes on for the caller."""

    ai_player = ai_player()


@blueprint.route("/games/<game_id>/resignation")
class Resignation(Resource):
    """Going out of a game."""

    @blueprint.operation(
        "resign",
        summary="Resign",
        description="Takes the caller's seat out (H1), also in another seat's turn (H5). If-Match is optional.",
        body=Empty,
        body_optional=True,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        idempotent="game",
        replay=replayed,
        right=seated,
        problems=IN_PLAY,
        reply_examples=RESIGNED,
    )
    def post(self, call: Call) -> Reply:
        """Resigns."""
        return played(call, resign(call.services, table_of(call), call.request, exact=call.match is not None))


@blueprint.route("/games/<game_id>/hand-over")
class HandOver(Resource):
    """Leaving a game to an AI player."""

    @blueprint.operation(
        "handOver",
        summary="Let an AI player go on",
        description=(
            "For the rest of the game, which cannot be undone; the caller keeps seeing what the seat sees. Not in rated"
            " games. If-Match is optional."
        ),
        body=HandOverSchema,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        idempotent="game",
        replay=replayed,
        right=seated,
        problems=(*IN_PLAY, "rated-game", "ladder-game", "time-over"),
        examples={"greedy": {"ai_player": "greedy"}},
        reply_examples=HANDED_OVER,
    )
    def post(self, call: Call) -> Reply:
        """Hands over."""
        exact = call.match is not None
        return played(call, hand_over(call.services, table_of(call), call.body["ai_player"], call.request, exact=exact))


@blueprint.route("/games/<game_id>/abort")
class Abort(Resource):
    """Ending a game without a result."""

    @blueprint.operation(
        "abortGame",
        summary="Abort a game, or vote for it",
        description=(
            "The creator calls a game off before its start, and an unrated one before its first action (H4). After that"
            " it is a vote, which every seat has once and cannot take back: the game ends without a result as soon as"
            " all seats still in agree. AI seats do. Who has voted already gets 200 and nothing changes."
        ),
        body=Empty,
        body_optional=True,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        idempotent="game",
        replay=replayed,
        right=may_abort,
        problems=(
            "not-creator",
            "not-seated",
            "ladder-game",
            "game-over",
            "seat-out",
            "seat-handed-over",
            "time-over",
            "contention",
        ),
        reply_examples=ABORTED,
    )
    def post(self, call: Call) -> Reply:
        """Aborts, or votes."""
        exact = call.match is not None
        return settled(call, abort_game(call.services, table_of(call), call.player_id, call.request, exact=exact))


def rematch_again(call: Call) -> Reply:
    """The reply to an earlier request for a rematch."""
    table = find_rematch(call.services, table_of(call))
    version = version_of_answer(call.services, table)
    game = view_at(call.services, table, version)
    events = events_at(call.services, table, version)
    return _with_place(Reply({"game": game, "events": events}, etag=game["etag"]), table, created=version == 1)


def _with_place(reply: Reply, table: Table, *, created: bool) -> Reply:
    if created:
        reply.status, reply.location = 201, f"/v1/games/{table.game.id}"
    return reply


@blueprint.route("/games/<game_id>/rematch")
class Rematch(Resource):
    """The game that follows one that is over."""

    @blueprint.operation(
        "rematch",
        summary="Ask for a rematch, or accept it",
        description=(
            "The first to ask creates the game (201): the same options, the seats rotated by one, AI players seated, the"
            " others invited for ten minutes. Whoever asks later accepts (200): one game follows another, never two. The"
            " reply shows the new game; the old one keeps its version."
        ),
        body=Empty,
        body_optional=True,
        reply=PlayedSchema,
        makes=True,
        game=True,
        idempotent="creation",
        new_id=new_game_id,
        replay=rematch_again,
        right=seated,
        problems=(
            "not-seated",
            "ladder-game",
            "game-not-over",
            "player-gone",
            "invitation-refused",
            "invitation-expired",
            "too-many",
            "seat-not-open",
            "game-started",
            "game-over",
            "not-welcome",
            "sandbox-stranger",
            "capacity",
            "contention",
        ),
        reply_examples=REMATCHES,
    )
    def post(self, call: Call) -> Reply:
        """Creates the rematch or accepts it."""
        player = player_of(call)
        found = ask_for_rematch(call.services, table_of(call), player, call.creation_id, call.request)
        if found.outcome is None and call.taken_over:
            # The process that had claimed this request did its work before it died.
            call.replayed = True
            return rematch_again(call)
        if found.outcome is None:
            return unchanged(found.table(call.services, player.id))
        call.stored = found.outcome.stored
        reply = played(call, found.outcome)
        return _with_place(reply, found.table(call.services, player.id), created=found.created)

    @blueprint.operation(
        "getRematch",
        summary="See the rematch",
        description="The game that follows this one, once somebody has asked for it.",
        reply=GameSchema,
        auth="optional",
        game=True,
        conditional=True,
        problems=("rematch-not-found",),
        reply_examples=VIEWS,
    )
    def get(self, call: Call) -> Reply:
        """The view of the rematch."""
        table = find_rematch(call.services, table_of(call))
        return Reply(table.view(), etag=table.stored.etag)
