"""Players whom the calling player has blocked."""

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.paging import PageQuerySchema, Place, after, cut, page
from service.api.players import schemas
from service.api.players.profiles import find
from service.api.players.schemas import EXAMPLE_BLOCK
from service.api.players.views import player_view
from service.hosting import blocks as verbs
from service.hosting.instants import instant
from service.store.links import Link

blueprint = Blueprint(
    "Blocks",
    __name__,
    url_prefix="/v1",
    description=(
        "Players whom one does not want to play with. There are no invitations between the two, in either direction, "
        "and the blocked one cannot join one's games. The blocked one is not told, but may find out by trying."
    ),
)


@blueprint.route("/players/me/blocks")
class Blocks(Resource):
    """The caller's blocks."""

    @blueprint.operation(
        "listBlocks",
        summary="The calling player's blocks",
        description="Everybody whom the player has blocked. Players who are gone fall off the list.",
        query=PageQuerySchema,
        reply=schemas.BlockListSchema,
        reply_examples={"one": {"items": [EXAMPLE_BLOCK]}},
    )
    def get(self, call: Call) -> Reply:
        behind = after(call)
        links = verbs.list_blocks(call.services, call.player_id)
        places, following = cut((Place(*link) for link in links), behind, call.query["limit"])
        found = verbs.blocked_players(call.services, call.player_id, [Link(*place) for place in places])
        items = [{"player": player_view(player), "created_at": instant(link.at)} for link, player in found]
        return page(call, items, following)


@blueprint.route("/players/me/blocks/<player_id>")
class OneBlock(Resource):
    """A block of one player by the caller."""

    @blueprint.operation(
        "blockPlayer",
        summary="Block a player",
        description="From now on there is none of all that. Games that are under way go on. Again, nothing changes.",
        find=find,
        status=204,
        problems=("player-not-found", "not-yourself", "too-many"),
    )
    def put(self, call: Call) -> Reply:
        verbs.block(call.services, call.player_id, call.found.id)
        return Reply()

    @blueprint.operation(
        "unblockPlayer",
        summary="Unblock a player",
        description="Takes a block back. Where there is none, nothing changes.",
        find=lambda call: verbs.blocked_id(call.path.pop("player_id")),
        status=204,
        problems=("player-not-found",),
    )
    def delete(self, call: Call) -> Reply:
        verbs.unblock(call.services, call.player_id, call.found)
        return Reply()
