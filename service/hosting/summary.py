"""A game in a list: members of its view, cut out of that view, so that the two can never differ."""

from service.hosting.game import DELETED, DELETED_NAME
from service.hosting.host import Host
from service.hosting.instants import instant
from service.hosting.listing import Page
from service.hosting.reading import Table
from service.hosting.render import View, game_view

_MEMBERS = (
    "id", "version", "etag", "status", "options", "marks", "seats", "turn", "you", "result", "ladder", "created_at", "updated_at",
    "expires_at",
)  # fmt: skip
_OF_SEAT = ("seat", "type", "player", "ai_player", "controller", "status", "prestige", "expires_at")


def game_summary(table: Table) -> View:
    """What a list shows of a game to the caller at this table. Nothing in it depends on a hidden card."""
    return summary_of(game_view(table.game, table.stored, table.viewer, over=False))


def summary_of(shown: View) -> View:
    """The part of a view that lists show."""
    return _chosen(shown | {"seats": [_chosen(seat, _OF_SEAT) for seat in shown["seats"]]}, _MEMBERS)


def invitations(host: Host, page: Page) -> list[View]:
    """The invitations of the player who asks: the game, the seat offered, by whom and until when."""
    creators = sorted({table.game.creator for table in page.tables})
    found = host.players.get_many(creators)
    names = {player.id: player.name for player in found if player is not None}
    return [_invitation(table, names) for table in page.tables]


def _invitation(table: Table, names: dict[str, str]) -> View:
    game = table.game
    seat = game.invitation_of(table.player_id)
    if seat is None:
        raise LookupError("the player is not invited to this game")
    creator, name = (game.creator, names[game.creator]) if game.creator in names else (f"{DELETED}1", DELETED_NAME)
    return {
        "game": game_summary(table),
        "seat": seat,
        "invited_by": {"id": creator, "name": name},
        "expires_at": instant(game.seats[seat].expires_at),
    }


def _chosen(shown: View, members: tuple[str, ...]) -> View:
    return {name: shown[name] for name in members if name in shown}
