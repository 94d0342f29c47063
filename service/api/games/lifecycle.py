"""Creating, seeing, joining and ending games."""

from service.api import auth
from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.fields import Int
from service.api.games.call_table import creator, overtaken, played, replayed, seated, table_of, unchanged, view_bytes
from service.api.games.event_replies import PlayedSchema
from service.api.games.examples import ABORTED, JOINED, NEW_GAMES, NEW_VIEWS, RESIGNED, VIEWS
from service.api.games.new_game import NewGameSchema, new_game
from service.api.games.replies import GameSchema
from service.api.schema import Schema
from service.hosting.committing import own_request
from service.hosting.create_game import create_game
from service.hosting.join_seat import join_seat
from service.hosting.reading import Table, load_table, view_at
from service.hosting.resign import abort_game, resign
from service.store.keys import new_game_id
from service.store.players import Player

blueprint = Blueprint("Games", __name__, url_prefix="/v1", description="Create a game, see it, join it, end it.")


class JoinSchema(Schema):
    """Which seat to take; the lowest open one where it is left out."""

    seat = Int("Number of the seat.", 0, 3)


class Empty(Schema):
    """No members."""


def player_of(call: Call) -> Player:
    """The player behind the token, who from now on counts as used. Raises Refused where it is gone."""
    player = call.services.players.get(call.player_id)
    if player is None:
        raise auth.invalid()
    call.services.players.touch(player.id)
    return player


def created(call: Call) -> Reply:
    """The reply to a creation that was carried out before."""
    table = load_table(call.services, call.creation_id, call.player_id)
    return _creation(view_at(call.services, table, 1))


def _creation(view: dict) -> Reply:  # type: ignore[type-arg]
    return Reply(view, 201, view["etag"], location=f"/v1/games/{view['id']}")


@blueprint.route("/games")
class Games(Resource):
    """All games."""

    @blueprint.operation(
        "createGame",
        summary="Create a game",
        description=(
            "Seats are open, the caller's own, or an AI player's. The game starts with its last seat taken; without an"
            " open seat at once. Where neither seed nor position is given, `fairness.commitment` in the reply binds the"
            " service to the deal."
        ),
        body=NewGameSchema,
        reply=GameSchema,
        status=201,
        idempotent="creation",
        new_id=new_game_id,
        replay=created,
        problems=("invalid-position", "capacity"),
        examples=NEW_GAMES,
        reply_examples=NEW_VIEWS,
    )
    def post(self, call: Call) -> Reply:
        """Creates a game."""
        outcome = create_game(call.services, player_of(call), new_game(call.body), call.creation_id, own_request())
        if outcome.replayed:
            return created(call)
        table = Table(outcome.game, outcome.stored, outcome.game.seat_of(call.player_id), call.player_id)
        return _creation(table.view())


@blueprint.route("/games/<game_id>")
class Game(Resource):
    """One game."""

    @blueprint.operation(
        "getGame",
        summary="See a game",
        description="The view for the caller: with a token of a seated player that of the seat, else a spectator's.",
        reply=GameSchema,
        auth="optional",
        game=True,
        conditional=True,
        reply_examples=VIEWS,
    )
    def get(self, call: Call) -> Reply:
        """The present view."""
        etag = call.game.etag
        if call.known == etag:
            return Reply.unchanged(etag)
        return Reply(view_bytes(call), etag=etag)


@blueprint.route("/games/<game_id>/seats")
class Seats(Resource):
    """The seats of a game."""

    @blueprint.operation(
        "joinGame",
        summary="Take a seat",
        description=(
            "The seat named, or the lowest open one. The last seat starts the game in the same commit. Who is seated"
            " already gets 200 and nothing changes."
        ),
        body=JoinSchema,
        body_optional=True,
        reply=PlayedSchema,
        game=True,
        idempotent="game",
        replay=replayed,
        problems=("seat-not-open", "game-started", "game-over", "contention"),
        examples={"any seat": {}, "a certain seat": {"seat": 1}},
        reply_examples=JOINED,
    )
    def post(self, call: Call) -> Reply:
        """Seats the caller."""
        table = table_of(call)
        outcome = join_seat(call.services, table, player_of(call), call.body.get("seat"), call.request)
        if outcome is None:
            return unchanged(load_table(call.services, call.game.id, call.player_id))
        return played(call, outcome)


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
        problems=("not-seated", "game-not-started", "game-over", "seat-out", "seat-handed-over", "contention"),
        reply_examples=RESIGNED,
    )
    def post(self, call: Call) -> Reply:
        """Resigns."""
        return played(call, resign(call.services, table_of(call), call.request, exact=call.match is not None))


@blueprint.route("/games/<game_id>/abort")
class Abort(Resource):
    """Calling a game off."""

    @blueprint.operation(
        "abortGame",
        summary="Abort a game",
        description="The creator calls the game off, before its first action at the latest (H4): no result.",
        body=Empty,
        body_optional=True,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        idempotent="game",
        replay=replayed,
        right=creator,
        problems=("not-creator", "game-started", "game-over", "contention"),
        reply_examples=ABORTED,
    )
    def post(self, call: Call) -> Reply:
        """Aborts."""
        exact = call.match is not None
        return played(call, abort_game(call.services, table_of(call), call.player_id, call.request, exact=exact))
