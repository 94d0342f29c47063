"""The settings of gunicorn that all runs share, and its hooks. Read as `python:service.serving`; no import of the app.

The numbers that differ from one machine to the next (address, processes, threads) come from `splendor serve`.
"""

import gc
import json
import os
import shutil
import tempfile
from http import HTTPStatus
from http.client import INTERNAL_SERVER_ERROR
from pathlib import Path
from typing import Any

import gunicorn.util

worker_class = "service.web_worker.WebWorker"
# The control socket is one more thing to guard, and two servers on one machine would fight over it.
control_socket_disable = True
# A request that takes this long is stuck: it waits 25 s at most for events, and half a second for the store.
timeout = 60
# Longer than the idle time of common proxies, so that the proxy closes first.
keepalive = 75
# Of a heartbeat file on a slow disk workers have died.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # a file without a name, made by gunicorn
errorlog = "-"
loglevel = "warning"

_METRICS = "PROMETHEUS_MULTIPROC_DIR"


def on_starting(server: Any) -> None:
    """Give the processes an empty folder to add up their metrics in; values of a former run would count twice."""
    folder = os.environ.get(_METRICS)
    if folder:
        for stale in Path(folder).glob("*.db"):
            stale.unlink(missing_ok=True)
    else:
        os.environ[_METRICS] = server.made_metrics_folder = tempfile.mkdtemp(prefix="splendor-metrics-")


def post_worker_init(_worker: Any) -> None:
    """Set a process up before its first request."""
    # What never gets through to the application is answered by gunicorn, in HTML, and there is no setting for that.
    gunicorn.util.write_error = write_problem
    # What is there now stays: the collector need not look through it again (a sixth of the time of an action).
    gc.collect()
    gc.freeze()


def write_problem(sock: Any, status: int, reason: str, _message: str) -> None:
    """The answer to bytes that are no HTTP request, as problem+json like all others."""
    from service.api.errors import Refused, document  # noqa: PLC0415  # the master process needs none of the application

    code = "internal-error" if status == INTERNAL_SERVER_ERROR else "unreadable-request"
    problem = document(Refused(code, "" if code == "internal-error" else f"{reason}."))
    body, status = json.dumps(problem), problem["status"]
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
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
