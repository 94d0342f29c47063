"""The forms of apps and their players."""

from typing import Any

from service.api.fields import Id, Instant, Name, Text, list_of
from service.api.paging import PageQuerySchema
from service.api.players.schemas import EXAMPLE_PLAYER, LONGEST_NAME, PlayerSchema
from service.api.schema import ReplySchema, Schema

# What an app calls its user: nothing that can look like something else, or that a log or an address would change.
EXTERNAL_ID = "^[!-~]{1,128}$"

EXAMPLE_APP: dict[str, Any] = {
    "id": "aQ2w8Jr5tYzL0nXc7Vb4Mg",
    "name": "Table for Two",
    "created_at": "2027-01-31T12:00:00.000Z",
}
EXAMPLE_APP_PLAYER: dict[str, Any] = {**EXAMPLE_PLAYER, "external_id": "user-4711"}


def _external_id(description: str, required: bool = False) -> Text:
    return Text(f"{description} 1 to 128 visible ASCII characters.", 0, "user-4711", EXTERNAL_ID, required=required)


class AppSchema(ReplySchema):
    """An app: a developer's back end."""

    id = Id("Its id.", EXAMPLE_APP["id"], required=True)
    name = Text("What its operators call it.", example=EXAMPLE_APP["name"], required=True)
    created_at = Instant("When it was set up.", required=True)


class NewAppPlayerSchema(Schema):
    """A user of the app who is to be a player."""

    external_id = _external_id("The user's id in the app, unique there.", required=True)
    name = Name("What others see. It need not be unique.", LONGEST_NAME, "Ada", required=True)


class AppPlayerQuerySchema(PageQuerySchema):
    """Which of the app's players."""

    external_id = _external_id("Only the player with this id in the app.")


class AppPlayerSchema(PlayerSchema):
    """A player as the app sees it that has made it."""

    external_id = Text("The user's id in the app.", example="user-4711", required=True)


class AppPlayerListSchema(ReplySchema):
    """A page of the app's players."""

    items = list_of(AppPlayerSchema, "Oldest first, by time and id.", required=True)
    next_cursor = Text("`cursor` of the next page; absent on the last one.")
