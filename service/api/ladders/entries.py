"""Entries of ladders: one's own, and any of them for administrators."""

from typing import Any, NamedTuple

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.errors import Refused
from service.api.games.call_table import player_of
from service.api.ladders import schemas
from service.api.ladders.examples import ANCHORS, ENTRIES
from service.api.ladders.laying_down import find
from service.api.ladders.requests import EntryCommandSchema, EntryOrderSchema
from service.api.ladders.views import entry_view
from service.hosting.ladders import entering as verbs
from service.hosting.ladders.conduct import error_share
from service.hosting.ladders.errors import EntryNotFound
from service.hosting.ladders.standings import names_of
from service.hosting.ladders.values import Entry, Ladder, standing_of

blueprint = Blueprint(
    "Ladder entries",
    __name__,
    url_prefix="/v1",
    description=(
        "Enter a ladder, pause, leave. A bot shows first that it can finish a game; then it is put into games whenever it"
        " has been heard of within a minute: by a request other than those of ladders, by an open stream, or by answering"
        " calls."
    ),
)
_ENTERING = ("ladder-not-found", "not-eligible", "ladder-closed", "ladder-fixed", "ladder-moved")


class Found(NamedTuple):
    """A ladder, and somebody in it."""

    ladder: Ladder
    entry_id: str
    entry: Entry


def find_mine(call: Call) -> Found:
    """The caller's entry. Raises LadderNotFound and EntryNotFound."""
    return _found(call, find(call), call.player_id)


def find_any(call: Call) -> Found:
    """The entry that the path names. Raises LadderNotFound and EntryNotFound."""
    return _found(call, find(call), call.path.pop("entry_id"))


def _found(call: Call, ladder: Ladder, entry_id: str) -> Found:
    return Found(ladder, entry_id, verbs.find_entry(call.services, ladder.id, entry_id))


def _shown(call: Call, ladder: Ladder, entry_id: str, entry: Entry) -> dict[str, Any]:
    standing = standing_of(call.services.ladders.standings(ladder.id, [entry_id])[0])
    name = names_of(call.services, [entry_id])[entry_id]
    return entry_view(entry_id, name, entry, standing, error_share(standing, ladder.settings))


def _is_in(call: Call, ladder: Ladder, entry_id: str) -> bool:
    try:
        return verbs.is_in(verbs.find_entry(call.services, ladder.id, entry_id))
    except EntryNotFound:
        return False


@blueprint.route("/ladders/<ladder_id>/entries/me")
class MyEntry(Resource):
    """The caller's entry."""

    @blueprint.operation(
        "enterLadder",
        attends=False,
        summary="Enter a ladder, pause, go on",
        description=(
            "Whoever is in it stays so. Whoever is not, or has left, enters; a bot plays one unrated game against `random`"
            " then, and is `active` once it has finished that. One that has `failed` there begins anew with this. Rating"
            " and results of earlier days are kept. `paused` takes the entry out of the pairing for a while; games that run"
            " go on and count. An entry that was paused for its errors goes on with `false`, a bot by playing such"
            " a game again; one that an operator has paused, or keeps out, does not (403)."
        ),
        find=find,
        body=EntryOrderSchema,
        reply=schemas.LadderEntrySchema,
        problems=(*_ENTERING, "entry-not-found", "too-many"),
        examples={"enter": {}, "pause": {"paused": True}, "go on": {"paused": False}},
        reply_examples=ENTRIES,
    )
    def put(self, call: Call) -> dict[str, Any]:
        """The entry as it is then."""
        ladder, player, services = call.found, player_of(call), call.services
        paused = call.body.get("paused")
        if paused is None or not _is_in(call, ladder, player.id):
            entry = verbs.join_ladder(services, ladder.id, player)
        if paused is not None:
            change = verbs.pause_entry if paused else verbs.resume_entry
            entry = change(services, ladder.id, player.id)
        return _shown(call, ladder, player.id, entry)

    @blueprint.operation(
        "getMyLadderEntry",
        attends=False,
        summary="See one's own entry",
        description="Whether one is put into games, and if not, why; and one's rating. Also after leaving.",
        find=find_mine,
        reply=schemas.LadderEntrySchema,
        problems=("ladder-not-found", "entry-not-found"),
        reply_examples=ENTRIES,
    )
    def get(self, call: Call) -> dict[str, Any]:
        """The entry."""
        return _shown(call, *call.found)

    @blueprint.operation(
        "leaveLadder",
        attends=False,
        summary="Leave a ladder",
        description=(
            "From now on one is put into no games. Games that run go on and count; rating and results are kept, for one"
            " who comes back too. Again, nothing changes."
        ),
        find=find_mine,
        status=204,
        problems=("ladder-not-found", "entry-not-found", "ladder-moved"),
    )
    def delete(self, call: Call) -> Reply:
        """Leaves."""
        verbs.leave_ladder(call.services, call.found.ladder.id, call.found.entry_id)
        return Reply()


@blueprint.route("/ladders/<ladder_id>/entries/<entry_id>")
class OneEntry(Resource):
    """Any entry."""

    @blueprint.operation(
        "changeLadderEntry",
        summary="Enter an AI player, or pause an entry",
        description=(
            "With `ai_player` that one enters, under the name in the path, by which it is known from then on: an anchor, to"
            " which the ratings of others can be compared. One AI player may enter under several names. `paused` takes any"
            " entry out of the pairing; its owner cannot undo that, nor by leaving and coming back. An entry that has left"
            " is kept out by it."
        ),
        callers=("admin",),
        find=find,
        body=EntryCommandSchema,
        reply=schemas.LadderEntrySchema,
        problems=(*_ENTERING, "entry-not-found"),
        examples={"an anchor": {"ai_player": "expert"}, "pause": {"paused": True}, "go on": {"paused": False}},
        reply_examples=ANCHORS,
    )
    def put(self, call: Call, entry_id: str) -> dict[str, Any]:
        """The entry as it is then."""
        ladder, services = call.found, call.services
        if "ai_player" in call.body:
            try:
                entry = verbs.enter_ai(services, ladder.id, call.body["ai_player"], entry_id)
            except ValueError as error:
                raise Refused("invalid-request", errors=[("/entry_id", str(error))]) from None
        match call.body.get("paused"):
            case True:
                entry = verbs.pause_entry(services, ladder.id, entry_id, "operator")
            case False:
                entry = verbs.resume_entry(services, ladder.id, entry_id, operator=True)
        return _shown(call, ladder, entry_id, entry)

    @blueprint.operation(
        "removeLadderEntry",
        summary="Remove an entry",
        description="It is out as if it had left by itself, and may come back. Again, nothing changes.",
        callers=("admin",),
        find=find_any,
        status=204,
        problems=("ladder-not-found", "entry-not-found", "ladder-moved"),
    )
    def delete(self, call: Call) -> Reply:
        """Removes it."""
        verbs.leave_ladder(call.services, call.found.ladder.id, call.found.entry_id)
        return Reply()
