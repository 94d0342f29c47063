"""The operations on lists of games."""

from collections.abc import Callable
from typing import Any

from service.api import paging
from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.lists.examples import GAMES, INVITATIONS
from service.api.lists.schemas import GameList, InvitationList, OwnGamesQuery, PlayerGamesQuery, PublicGamesQuery
from service.api.paging import PageQuerySchema
from service.hosting.listing import Page, games_of, invited_games, own_games, public_games
from service.hosting.players import find_player
from service.hosting.summary import game_summary, invitations

blueprint = Blueprint("Lists", __name__, url_prefix="/v1", description="Find games, one's own and those of others.")
blueprints = (blueprint,)

_ORDER = (
    " Newest first, by time of creation and id: a game that fits all the time comes exactly once, whatever happens while"
    " the pages are read."
)


def _reply(call: Call, page: Page, shown: Callable[[Page], list[dict[str, Any]]]) -> Reply:
    following = paging.Place(*page.following) if page.following else None
    return paging.page(call, shown(page), following)


def _summaries(page: Page) -> list[dict[str, Any]]:
    return [game_summary(table) for table in page.tables]


@blueprint.route("/games")
class PublicGames(Resource):
    """All public games."""

    @blueprint.operation(
        "listGames",
        summary="List public games",
        description=(
            "Filters go together in every combination, except that `seats_free` needs `status=open`." + _ORDER
        ),
        query=PublicGamesQuery,
        reply=GameList,
        auth="optional",
        reply_examples=GAMES,
    )
    def get(self, call: Call) -> Reply:
        """A page of public games."""
        filters = {name: call.query[name] for name in ("status", "players", "seats_free") if name in call.query}
        page = public_games(call.services, call.player_id, paging.after(call), call.query["limit"], **filters)
        return _reply(call, page, _summaries)


@blueprint.route("/players/me/games")
class OwnGames(Resource):
    """The caller's games."""

    @blueprint.operation(
        "listMyGames",
        summary="List the caller's games",
        description=(
            "Games where the caller has a seat or that the caller has created, private ones too. Games that the"
            " caller is only invited to are listed by their own operation. `my_turn=true` lists running games alone."
            + _ORDER
        ),
        query=OwnGamesQuery,
        reply=GameList,
        problems=("archive-unavailable",),
        reply_examples=GAMES,
    )
    def get(self, call: Call) -> Reply:
        """A page of the caller's games."""
        query = call.query
        filters = {"status": query.get("status", ""), "my_turn": query.get("my_turn")}
        page = own_games(call.services, call.player_id, paging.after(call), query["limit"], **filters)
        return _reply(call, page, _summaries)


@blueprint.route("/players/me/invitations")
class Invitations(Resource):
    """The invitations of the caller."""

    @blueprint.operation(
        "listInvitations",
        summary="List the caller's invitations",
        description="Those that are not answered, withdrawn or over. POST and DELETE on the game's seats answer them."
        + _ORDER,
        query=PageQuerySchema,
        reply=InvitationList,
        reply_examples=INVITATIONS,
    )
    def get(self, call: Call) -> Reply:
        """A page of the caller's invitations."""
        page = invited_games(call.services, call.player_id, paging.after(call), call.query["limit"])
        return _reply(call, page, lambda found: invitations(call.services, found))


@blueprint.route("/players/<player_id>/games")
class PlayerGames(Resource):
    """The public games of a player."""

    @blueprint.operation(
        "listPlayerGames",
        summary="List a player's public games",
        description="Public games where the player has a seat or that the player has created." + _ORDER,
        find=lambda call: find_player(call.services, call.path.pop("player_id")),
        query=PlayerGamesQuery,
        reply=GameList,
        auth="optional",
        problems=("player-not-found", "store-unavailable", "archive-unavailable"),
        reply_examples=GAMES,
    )
    def get(self, call: Call) -> Reply:
        """A page of a player's public games."""
        status, place = call.query.get("status", ""), paging.after(call)
        page = games_of(call.services, call.found.id, call.player_id, place, call.query["limit"], status=status)
        return _reply(call, page, _summaries)
