"""Ladders themselves: laid down and changed by administrators, seen by everybody."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.encoding import encode
from service.api.ladders import schemas
from service.api.ladders.examples import LADDER_PAGES, LADDERS, NEW_LADDERS, PAUSED
from service.api.ladders.requests import LadderChangesSchema, NewLadderSchema, changed_settings, new_settings
from service.api.ladders.views import ladder_view
from service.api.paging import LAST_MS, PageQuerySchema, Place, after, cut, page
from service.api.reference.content import tag_of
from service.hosting.ladders import finding as verbs
from service.hosting.ladders.values import Ladder
from service.store.ladder_keys import PEOPLE, new_ladder_id

blueprint = Blueprint(
    "Ladders",
    __name__,
    url_prefix="/v1",
    description=(
        "Ladders put those who have entered into games, and rate them by what comes of it (docs/ladders.md). One is always"
        " there, `people`: all rated games of people count in it."
    ),
)


def find(call: Call) -> Ladder:
    """The ladder that the path names. Raises LadderNotFound."""
    return verbs.find_ladder(call.services, call.path.pop("ladder_id"))


def is_admin(call: Call) -> bool:
    """Whether an administrator calls."""
    return call.caller is not None and call.caller.kind == "admin"


def tagged(body: dict[str, Any], status: int = 0, location: str = "") -> Reply:
    """The reply with a digest of its body as its tag."""
    encoded = encode(body)
    return Reply(encoded, status, tag_of(encoded), location)


def created(call: Call) -> Reply:
    """The reply to a creation that was carried out before."""
    return _creation(verbs.find_ladder(call.services, call.creation_id))


def _creation(ladder: Ladder) -> Reply:
    return tagged(ladder_view(ladder, admin=True), 201, f"/v1/ladders/{ladder.id}")


def _place(ladder: Ladder) -> Place:
    """That of people comes first, then the newest."""
    return Place(0 if ladder.id == PEOPLE else LAST_MS - ladder.created_at, f"ladder-{ladder.id}")


@blueprint.route("/ladders")
class Ladders(Resource):
    """All ladders."""

    @blueprint.operation(
        "createLadder",
        summary="Lay down a ladder",
        description=(
            "It is open at once, and nobody is in it yet. What its games are like, how many seats they have, and what it"
            " means that a seat goes out decide what its ratings mean: these never change."
        ),
        callers=("admin",),
        body=NewLadderSchema,
        reply=schemas.LadderSchema,
        status=201,
        idempotent="creation",
        new_id=new_ladder_id,
        replay=created,
        problems=("too-many",),
        examples=NEW_LADDERS,
        reply_examples=LADDERS,
    )
    def post(self, call: Call) -> Reply:
        """Lays a ladder down."""
        settings = new_settings(call.body)
        return _creation(verbs.create_ladder(call.services, call.creation_id, call.body["name"], settings))

    @blueprint.operation(
        "listLadders",
        summary="List ladders",
        description="All of them, those that are over too.",
        auth="optional",
        attends=False,
        query=PageQuerySchema,
        reply=schemas.LadderListSchema,
        reply_examples=LADDER_PAGES,
    )
    def get(self, call: Call) -> Reply:
        """A page of ladders."""
        behind, admin = after(call), is_admin(call)
        known = {_place(ladder): ladder for ladder in verbs.list_ladders(call.services)}
        places, following = cut(known, behind, call.query["limit"])
        return page(call, [ladder_view(known[place], admin=admin) for place in places], following)


@blueprint.route("/ladders/<ladder_id>")
class OneLadder(Resource):
    """One ladder."""

    @blueprint.operation(
        "getLadder",
        summary="See a ladder",
        description="Its terms, and whether it begins games.",
        auth="optional",
        attends=False,
        find=find,
        conditional=True,
        reply=schemas.LadderSchema,
        problems=("ladder-not-found", "store-unavailable"),
        reply_examples=LADDERS,
    )
    def get(self, call: Call) -> Reply:
        """The ladder."""
        return tagged(ladder_view(call.found, admin=is_admin(call)))

    @blueprint.operation(
        "updateLadder",
        summary="Change a ladder",
        description=(
            "Its name, its status, and how it is run; what decides what a rating means cannot be asked for. A paused ladder"
            " begins no games, a closed one never again; games that run go on and count."
        ),
        callers=("admin",),
        find=find,
        body=LadderChangesSchema,
        reply=schemas.LadderSchema,
        problems=("ladder-not-found", "ladder-closed", "ladder-fixed", "ladder-moved"),
        examples={
            "pause": {"status": "paused"},
            "more games": {"games_at_once": 4, "rest_ms": 0},
            "for all": {"open_to": "all", "invited": []},
        },
        reply_examples=PAUSED,
    )
    def patch(self, call: Call) -> dict[str, Any]:
        """The ladder as it is then."""
        named = {name: call.body[name] for name in ("name", "status") if name in call.body}
        changed = verbs.change_ladder(call.services, call.found.id, **named, **changed_settings(call.body))
        return ladder_view(changed, admin=True)
