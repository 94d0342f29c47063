"""Logs: one JSON object a line on standard error, whatever library wrote it."""

import json
import logging
import re
import sys
from typing import Any

import structlog

_CREDENTIALS = re.compile(r"(spl_[a-z]+_|whsec_|\bst_)[A-Za-z0-9_+/=-]+")
"""Tokens, secrets that sign, tickets for streams: wherever a caller has put one, in the path of a request say."""


def configure(level: str) -> None:
    """Sets up the logging of this process. `level` as in SPLENDOR_LOG_LEVEL."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # At level debug it quotes what other people's servers answer, headers and all.
    logging.getLogger("httpcore").setLevel(logging.WARNING)


def formatter() -> logging.Formatter:
    """One record as one JSON object."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(serializer=_without_credentials),
        ],
    )


def _without_credentials(record: Any, **options: Any) -> str:
    return _CREDENTIALS.sub(r"\1***", json.dumps(record, **options))


def withhold_requests(record: logging.LogRecord) -> bool:
    """A filter for gunicorn's log, which quotes requests that failed: they may hold tokens, and tickets for streams."""
    for quoting in ("Invalid request", "Error handling request"):
        if record.msg.startswith(quoting):
            record.msg, record.args = f"{quoting}.", ()
    # A client that fell silent or went away is no fault of ours.
    return not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))
