"""What comes of a ladder: the table, its games, the ledger, and what two entries have made of each other."""

import time
from typing import Any, NamedTuple

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.ladders import schemas
from service.api.ladders.examples import GAMES, LEDGERS, MEETINGS, STANDINGS
from service.api.ladders.laying_down import find, tagged
from service.api.ladders.requests import RUNNING, LadderGamesQuerySchema, TwoEntriesQuerySchema
from service.api.ladders.views import head_to_head_view, ledger_view, running_view, settled_view, standing_view
from service.api.paging import LAST_MS, PageQuerySchema, Place, after, page
from service.hosting.ladders import standings as verbs
from service.hosting.ladders.errors import EntryNotFound
from service.hosting.ladders.head_to_head import head_to_head
from service.hosting.ladders.standings import LedgerItem, Row, RunningGame
from service.hosting.ladders.values import Ladder
from service.store.ladders import Spot

blueprint = Blueprint(
    "Ladder results",
    __name__,
    url_prefix="/v1",
    description="What comes of a ladder: its table, its games, and the ledger that every rating follows from.",
)
_PUBLIC: dict[str, Any] = {"auth": "optional", "attends": False, "problems": ("ladder-not-found", "store-unavailable")}
_OF_ENTRIES: dict[str, Any] = {
    "auth": "optional",
    "attends": False,
    "problems": ("ladder-not-found", "entry-not-found", "store-unavailable"),
}
_STANDING = "standing-"
"""Before the id of an entry in the place where it stands: an AI player's may be shorter than a cursor has them."""


class Found(NamedTuple):
    """A ladder, and the id of somebody who is or was in it."""

    ladder: Ladder
    entry_id: str


def check_known(call: Call, ladder: Ladder, *entry_ids: str) -> None:
    """Raises EntryNotFound where one of these is not and never was in the ladder."""
    store = call.services.ladders
    entered = store.entries(ladder.id, entry_ids)
    stand = store.standings(ladder.id, entry_ids)
    if not all(record or standing.record for record, standing in zip(entered, stand, strict=True)):
        raise EntryNotFound("There is no such entry in this ladder.")


def find_entry(call: Call) -> Found:
    """The entry that the path names. Raises LadderNotFound and EntryNotFound."""
    found = Found(find(call), call.path.pop("entry_id"))
    check_known(call, *found)
    return found


def _standings_after(call: Call, limit: int) -> list[Row]:
    behind = after(call)
    spot = Spot(behind.at, behind.id.removeprefix(_STANDING)) if behind else None
    return verbs.table(call.services, call.found.id, spot, limit)


def _running_after(call: Call, limit: int) -> list[RunningGame]:
    """Newest first: the time of a place is what is left to the end of all times."""
    behind = after(call)
    spot = Spot(behind.at - LAST_MS, behind.id) if behind else None
    return verbs.running_games(call.services, call.found.id, spot, limit)


def _ledger_reply(call: Call, entry_id: str, view: Any) -> Reply:
    """A page of the ledger, of one entry where that is given; its numbers never change."""
    behind, limit = after(call), call.query["limit"]
    ladder: Ladder = call.found.ladder if entry_id else call.found
    found = verbs.ledger_page(call.services, ladder.id, entry_id, behind.at if behind else 0, limit + 1)
    items, more = found[:limit], len(found) > limit
    names = verbs.names_of(call.services, sorted({seat.entry for item in items for seat in item.entry.seats}))
    following = _number(items[-1]) if more else None
    return page(call, [view(item, names) for item in items], following)


def _number(item: LedgerItem) -> Place:
    return Place(item.place, item.entry.game_id)


@blueprint.route("/ladders/<ladder_id>/standings")
class Standings(Resource):
    """The table."""

    @blueprint.operation(
        "listStandings",
        summary="The table of a ladder",
        description=(
            "Ranked by conservative rating, so nobody is first by a lucky game; then those that have not played, or are"
            " out. Each page shows the table as it is then: an entry whose rating does not change meanwhile comes exactly"
            " once, one that rises or falls may come twice or not at all. With `limit=100` most tables are one page."
        ),
        find=find,
        query=PageQuerySchema,
        conditional=True,
        reply=schemas.StandingListSchema,
        reply_examples=STANDINGS,
        **_PUBLIC,
    )
    def get(self, call: Call) -> Reply:
        """A page of the table."""
        limit, now = call.query["limit"], time.time_ns() // 1_000_000
        found = _standings_after(call, limit + 1)
        last = found[limit - 1].spot if len(found) > limit else None
        following = Place(last.at, _STANDING + last.id) if last else None
        reply = page(call, [standing_view(row, now) for row in found[:limit]], following)
        same = tagged(reply.body)
        same.headers = reply.headers
        return same


@blueprint.route("/ladders/<ladder_id>/games")
class LadderGames(Resource):
    """The games."""

    @blueprint.operation(
        "listLadderGames",
        summary="The games of a ladder",
        description=(
            "`status=settled`: those in the ledger, by number, the newest first; what does not count, and why, too."
            " `status=running`: those that are played at present, validation games too; they can be watched as any public"
            " game."
        ),
        find=find,
        query=LadderGamesQuerySchema,
        reply=schemas.LadderGameListSchema,
        reply_examples=GAMES,
        **_PUBLIC,
    )
    def get(self, call: Call) -> Reply:
        """A page of games."""
        if call.query["status"] != RUNNING:
            return _ledger_reply(call, "", settled_view)
        limit = call.query["limit"]
        found = _running_after(call, limit + 1)
        chosen = found[:limit]
        last = found[limit - 1].spot if len(found) > limit else None
        following = Place(LAST_MS + last.at, last.id) if last else None
        names = verbs.names_of(call.services, sorted({entry for game in chosen for entry in game.seats}))
        return page(call, [running_view(game, names) for game in chosen], following)


@blueprint.route("/ladders/<ladder_id>/ratings/<entry_id>")
class Ratings(Resource):
    """The ledger of an entry."""

    @blueprint.operation(
        "listRatings",
        summary="How the rating of an entry came about",
        description=(
            "Each game that concerns it, the newest first: who sat where, places, how it ended for each seat, all ratings"
            " before and after, or why it was not rated. The rating before a game is the one after the last game of a"
            " lower number."
        ),
        find=find_entry,
        query=PageQuerySchema,
        reply=schemas.LedgerSchema,
        reply_examples=LEDGERS,
        **_OF_ENTRIES,
    )
    def get(self, call: Call) -> Reply:
        """A page of the ledger."""
        return _ledger_reply(call, call.found.entry_id, ledger_view)


@blueprint.route("/ladders/<ladder_id>/head-to-head")
class Meetings(Resource):
    """Two entries."""

    @blueprint.operation(
        "getHeadToHead",
        summary="What two entries have made of each other",
        description=(
            "Counted over all rated games in which both sat: who came in before whom. `likely_better` rests on these games"
            " alone (0.5 before the first one), `rated_better` on the ratings, that is on all games of both. Neither is the"
            " chance to win a game: of two who are well known the stronger by a hair is so with certainty."
        ),
        find=find,
        query=TwoEntriesQuerySchema,
        reply=schemas.HeadToHeadSchema,
        reply_examples=MEETINGS,
        **_OF_ENTRIES,
    )
    def get(self, call: Call) -> dict[str, Any]:
        """The two."""
        one, other = call.query["one"], call.query["other"]
        check_known(call, call.found, one, other)
        names = verbs.names_of(call.services, [one, other])
        found = head_to_head(call.services, call.found.id, one, other)
        return head_to_head_view({"id": one, "name": names[one]}, {"id": other, "name": names[other]}, found)
