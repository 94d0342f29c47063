"""Questions to servers that may hang: all are asked at once, and nobody waits longer than a fixed time."""

import logging
import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any

LIMIT_S = 1.5
"""How long all answers together may take: a prober that gives up after two seconds still gets a reply."""
_THREADS = 6

_log = logging.getLogger(__name__)


def ask(questions: Mapping[str, Callable[[], Any]], limit_s: float = LIMIT_S) -> dict[str, Any]:
    """The answers by name. What raises, or takes longer than `limit_s`, is missing; the log says why."""
    threads = _threads(os.getpid())
    asked = {name: threads.submit(question) for name, question in questions.items()}
    wait(asked.values(), limit_s)
    return {name: future.result() for name, future in asked.items() if _answered(name, future)}


@cache
def _threads(_process: int) -> ThreadPoolExecutor:
    """Each process has its own: threads do not survive a fork. Its size is the limit for calls that hang."""
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="probe")


def _answered(name: str, future: "Future[Any]") -> bool:
    if not future.done():
        future.cancel()
        _log.warning("probe %s: no answer in time", name)
        return False
    error = future.exception()
    if error is not None:
        _log.warning("probe %s: %r", name, error)
    return error is None
