"""The forms of what operators read."""

from marshmallow import fields

from service.api.fields import Bool, Int, OpenChoice, list_of
from service.api.schema import ReplySchema
from service.jobs import QUEUE_NAMES

_MOST = 2**53 - 1


def _ms(description: str) -> Int:
    return Int(f"{description} In milliseconds.", 0, _MOST, required=True)


class AliveSchema(ReplySchema):
    """The process answers."""

    status = OpenChoice("How it is.", ["alive"], required=True)


class CheckSchema(ReplySchema):
    """One thing that was looked at."""

    name = OpenChoice(
        "What it is.",
        ["store_reachable", "store_writable", "store_not_evicting", "queue_reachable", "worker_seen", "ticker_seen"],
        required=True,
    )
    ok = Bool("Whether it is given.", required=True)
    required = Bool("Whether the process is not ready without it.", required=True)


class ReadySchema(ReplySchema):
    """The process can do its work."""

    status = OpenChoice("How it is.", ["ready"], required=True)
    checks = list_of(CheckSchema, "Everything looked at.", required=True)


class WorkerSchema(ReplySchema):
    """A process that does jobs."""

    queues = fields.List(
        OpenChoice("A queue.", QUEUE_NAMES), required=True, metadata={"description": "The queues it takes jobs from."}
    )
    state = OpenChoice("What it does.", ["starting", "started", "idle", "busy", "suspended"], required=True)
    seen_ms = _ms("How long ago it reported itself.")
    succeeded = Int("Jobs done since it started.", 0, _MOST, required=True)
    failed = Int("Jobs failed since it started.", 0, _MOST, required=True)


class TickerSchema(ReplySchema):
    """A process that watches deadlines."""

    seen_ms = _ms("How long ago it reported itself.")


class QueueSchema(ReplySchema):
    """A queue of jobs."""

    name = OpenChoice("Its name.", QUEUE_NAMES, required=True)
    waiting = Int("Jobs that wait.", 0, _MOST, required=True)
    oldest_ms = _ms("How long the oldest of them has waited.")


class DueSchema(ReplySchema):
    """Deadlines, owed effects, and AI players that are waited for."""

    entries = Int("How many there are.", 0, _MOST, required=True)
    overdue_ms = _ms("How long the oldest has been due without a ticker taking it.")
    silent_ms = _ms("How long a part of them has had no ticker, at most.")


class StatusSchema(ReplySchema):
    """How the parts of the service are doing. What did not answer is absent, and named in `unavailable`."""

    workers = list_of(WorkerSchema, "All workers that are alive.")
    tickers = list_of(TickerSchema, "All tickers that are alive.")
    queues = list_of(QueueSchema, "All queues.")
    due = fields.Nested(DueSchema, metadata={"description": "What the tickers watch."})
    unavailable = fields.List(
        OpenChoice("A part.", ["store", "queue"]),
        required=True,
        metadata={"description": "What did not answer."},
    )
