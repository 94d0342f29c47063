"""Trying out a program: a clock that can be put on, and faults on demand."""

from typing import Any

from service.api.base import Blueprint, Resource
from service.api.call import Call, Reply
from service.api.fields import Bool, Int
from service.api.games.call_table import overtaken, table_of
from service.api.games.event_replies import PlayedSchema
from service.api.games.examples import ADVANCED
from service.api.games.new_game import LONGEST_MS
from service.api.games.replies import count
from service.api.schema import ReplySchema, Schema
from service.hosting.reading import load_table
from service.hosting.sandbox import advance_clock, after_advance, ask_for_faults, check_runs_sandbox, faults_of
from service.store.faults import Faults

blueprint = Blueprint(
    "Sandbox", __name__, url_prefix="/v1", description="Put on the clock of a trial game, and ask for faults in it."
)

SLOWEST_MS = 10_000
_FAULTS: dict[str, Any] = {
    "a late reply that is lost": {"drop_reply_once": True, "slow_ms": 500},
    "a conflict": {"conflict_once": True},
}


class AdvanceSchema(Schema):
    """How much time passes at once."""

    ms = Int("In milliseconds; where less is left, what is left.", 1, LONGEST_MS, 60_000, required=True)


class FaultsSchema(Schema):
    """The faults that are to wait for the caller's next calls on this game; what is left out is not to."""

    conflict_once = Bool("The next call with an If-Match is answered 412, and nothing happens.", load_default=False)
    rate_limit_once = Bool("The next call is answered 429, and nothing happens.", load_default=False)
    drop_reply_once = Bool(
        "The next POST that succeeds is carried out; then the connection is closed without a reply.", load_default=False
    )
    slow_ms = Int("How long every reply is held back, in milliseconds.", 0, SLOWEST_MS, 500, load_default=0)


class FaultsReply(ReplySchema):
    """The faults that wait."""

    conflict_once = Bool("The next call with an If-Match is answered 412.", required=True)
    rate_limit_once = Bool("The next call is answered 429.", required=True)
    drop_reply_once = Bool("The next POST that succeeds gets no reply.", required=True)
    slow_ms = count("How long every reply is held back, in milliseconds.", SLOWEST_MS, required=True)


def runs_sandbox(call: Call) -> None:
    """Refuses all but the creator (403)."""
    check_runs_sandbox(table_of(call))


def advanced(call: Call) -> Reply:
    """The reply to an earlier advance."""
    return _led_to(call, call.replay.version if call.replay else 0)


def _led_to(call: Call, version: int) -> Reply:
    table = load_table(call.services, call.game.id, call.player_id)
    game, events = after_advance(call.services, table, version)
    return Reply({"game": game, "events": events}, etag=game["etag"])


@blueprint.route("/games/<game_id>/clock/advance")
class ClockAdvance(Resource):
    """The clock of a sandbox."""

    @blueprint.operation(
        "advanceClock",
        summary="Let time pass",
        description=(
            "In a sandbox its creator lets some of the running turn pass at once, whoever is to act: `clock_adjusted`"
            " tells the new deadline. Where no time is left, the flag falls in the next commit, and the reply shows the game"
            " after that. If-Match is optional."
        ),
        body=AdvanceSchema,
        reply=PlayedSchema,
        game=True,
        match="optional",
        stale=overtaken,
        idempotent="game",
        replay=advanced,
        right=runs_sandbox,
        faults=False,
        problems=("not-creator", "not-a-sandbox", "no-clock", "time-over", "contention"),
        examples={"a minute": {"ms": 60_000}},
        reply_examples=ADVANCED,
    )
    def post(self, call: Call) -> Reply:
        """Advances the clock."""
        exact = call.match is not None
        outcome = advance_clock(call.services, table_of(call), call.body["ms"], call.request, exact=exact)
        call.replayed = outcome.replayed
        return _led_to(call, outcome.stored.version)


@blueprint.route("/games/<game_id>/faults")
class FaultsOfGame(Resource):
    """The faults in a sandbox."""

    @blueprint.operation(
        "getFaults",
        summary="See which faults wait",
        description="What has been asked for and has not been met with yet. For the creator of a sandbox.",
        reply=FaultsReply,
        game=True,
        right=runs_sandbox,
        faults=False,
        problems=("not-creator", "not-a-sandbox"),
        reply_examples={"a conflict": Faults(conflict_once=True)._asdict()},
    )
    def get(self, call: Call) -> Reply:
        """The faults that wait."""
        return Reply(faults_of(call.services, table_of(call))._asdict())

    @blueprint.operation(
        "setFaults",
        summary="Ask for faults",
        description=(
            "They hit the creator's own calls on this sandbox, all operations but these and the clock's, and nobody"
            " else's. Each `_once` hits one call. They replace what was asked for before and wait for a day at most."
        ),
        body=FaultsSchema,
        reply=FaultsReply,
        game=True,
        right=runs_sandbox,
        faults=False,
        problems=("not-creator", "not-a-sandbox"),
        examples={**_FAULTS, "none any more": {}},
        reply_examples={"a conflict": Faults(conflict_once=True)._asdict()},
    )
    def put(self, call: Call) -> Reply:
        """Sets the faults."""
        return Reply(ask_for_faults(call.services, table_of(call), Faults(**call.body))._asdict())
