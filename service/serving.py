"""The settings of gunicorn that all runs share, and its hooks. Read as `python:service.serving`; no import of the app.

The numbers that differ from one machine to the next (address, processes, threads) come from `splendor serve`.
"""

import gc
import json
import logging
import os
import secrets
import shutil
import tempfile
import time
from http import HTTPStatus
from http.client import INTERNAL_SERVER_ERROR
from pathlib import Path
from typing import Any

import gunicorn.util

from service import logs

worker_class = "service.web_worker.WebWorker"
# The control socket is one more thing to guard, and two servers on one machine would fight over it.
control_socket_disable = True
# A main loop that is silent this long is stuck. What a request may take is bounded elsewhere: 25 s for events, half a second
# for the store, five for a silent client (service.web_worker).
timeout = 60
# Longer than the idle time of common proxies, so that the proxy closes first.
keepalive = 75
# Of a heartbeat file on a slow disk workers have died.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # a file without a name, made by gunicorn
errorlog = "-"
loglevel = "warning"

_METRICS = "PROMETHEUS_MULTIPROC_DIR"


def on_starting(server: Any) -> None:
    """Log as all other parts do, and give the processes an empty folder to add up their metrics in."""
    _configure_log(server.log.error_log)
    # Values of a former run would count twice.
    folder = os.environ.get(_METRICS)
    if folder:
        for stale in Path(folder).glob("*.db"):
            stale.unlink(missing_ok=True)
    else:
        os.environ[_METRICS] = server.made_metrics_folder = tempfile.mkdtemp(prefix="splendor-metrics-")


def _configure_log(log: logging.Logger) -> None:
    for handler in log.handlers:
        handler.setFormatter(logs.formatter())
        handler.addFilter(logs.withhold_requests)


def post_worker_init(_worker: Any) -> None:
    """Set a process up before its first request."""
    # What never gets through to the application is answered by gunicorn, in HTML, and there is no setting for that.
    gunicorn.util.write_error = write_problem
    # What is there now stays: the collector need not look through it again (a sixth of the time of an action).
    gc.collect()
    gc.freeze()


def write_problem(sock: Any, status: int, reason: str, _message: str) -> None:
    """The answer to bytes that are no HTTP request, as problem+json like all others."""
    # The master process needs none of the application.
    from service.api.errors import Refused, document  # noqa: PLC0415
    from service.hosting.instants import instant  # noqa: PLC0415

    code = "internal-error" if status == INTERNAL_SERVER_ERROR else "unreadable-request"
    problem = document(Refused(code, "" if code == "internal-error" else f"{reason}."))
    body, status = json.dumps(problem), problem["status"]
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\n"
        f"Server-Time: {instant(time.time_ns() // 1_000_000)}\r\nX-Request-Id: {secrets.token_hex(8)}\r\n"
        f"Content-Type: application/problem+json\r\nContent-Language: en\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(sock, (head + body).encode())


def child_exit(_server: Any, worker: Any) -> None:
    """The gauges and connections of a process that has ended no longer count."""
    from prometheus_client import multiprocess  # noqa: PLC0415  # it reads the folder when first imported

    from service.web_worker import SHARES  # noqa: PLC0415  # made when gunicorn loads the worker

    SHARES.leave(worker.age)

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    """Take a folder of our own away."""
    made = getattr(server, "made_metrics_folder", None)
    if made:
        shutil.rmtree(made, ignore_errors=True)
