"""Creating games and seeing them."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.games.call_table import player_of, view_bytes
from service.api.games.examples import NEW_GAMES, NEW_VIEWS, VIEWS
from service.api.games.new_game import NewGameSchema, new_game
from service.api.games.replies import GameSchema
from service.hosting.committing import own_request
from service.hosting.create_game import create_game
from service.hosting.reading import Table, load_table, view_at
from service.store.keys import new_game_id

blueprint = Blueprint(
    "Games", __name__, url_prefix="/v1", description="Create a game, see it, sit down, leave it, play it again."
)


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
            "Seats are open, the caller's own, an AI player's, or offered to a player. The game starts with its last"
            " seat taken; where nobody has to be waited for, at once. Where neither seed nor position is given,"
            " `fairness.commitment` in the reply binds the service to the deal."
        ),
        body=NewGameSchema,
        reply=GameSchema,
        status=201,
        idempotent="creation",
        new_id=new_game_id,
        replay=created,
        problems=("invalid-position", "not-rateable", "sandbox-stranger", "invitation-refused", "too-many", "capacity"),
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
