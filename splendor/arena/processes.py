"""Work spread over local processes, its results in order; stopped at once when whoever asked for it stops or dies."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

USABLE = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""How many cores this process may use."""
AHEAD = 8
"""Tasks that are handed out at a time for each process, so that none waits where one task takes longer than the others."""


class Processes(ProcessPoolExecutor):
    """Those of a `pool`."""

    count = ahead = 0
    """How many there are at most, and how many tasks are handed out to all of them together."""


@contextmanager
def pool(processes: int) -> Iterator[Processes | None]:
    """Processes for `in_order`; with one process the work is done in this one. They end with the block, whatever they do then.

    They take no notice of Ctrl-C, which the terminal sends to all (`in_order` starts them so): it is for this process to
    end the block. And they end when it dies, since each waits for the other end of a pipe that nobody writes to.
    """
    if processes == 1:
        yield None
        return
    context = get_context("spawn")
    waiting, held = context.Pipe(duplex=False)
    executor = Processes(processes, context, initializer=_begin, initargs=(waiting,))
    executor.count, executor.ahead = processes, AHEAD * processes
    try:
        yield executor
    finally:
        held.close()
        executor.shutdown(cancel_futures=True)
        waiting.close()


class _Work:
    """What this process does for another one, which may break it off.

    While it computes, but not while it hands a result over: whoever reads half a result waits for the rest for ever.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._computing = self._over = False

    def do(self, work: Callable[[Task], Result], task: Task) -> Result:
        """The result, if the other process still wants it."""
        with self._lock:
            if self._over:
                os._exit(0)
            self._computing = True
        try:
            return work(task)
        finally:
            with self._lock:
                self._computing = False

    def end_with(self, waiting: Connection) -> None:
        """Ends this process when the other one closes its end: at once, or as soon as that hears nothing more."""
        waiting.poll(None)
        with self._lock:
            self._over = True
            if self._computing:
                os._exit(0)
        if parent := parent_process():
            parent.join()
        os._exit(0)


_work = _Work()


def _begin(waiting: Connection) -> None:
    threading.Thread(target=_work.end_with, args=(waiting,), daemon=True).start()


def _do(work: Callable[[Task], Result], task: Task) -> Result:
    return _work.do(work, task)


def in_order(
    executor: Processes | None, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int = 0
) -> Iterator[Result]:
    """What `work` makes of each task, in the order of the tasks, of which so many are handed out at a time; 0: AHEAD a process.

    Whoever takes no more leaves the others undone. What the work raises is raised here.
    """
    if executor is None:
        yield from map(work, tasks)
        return
    running: deque[Future[Result]] = deque()
    for task in tasks:
        with undisturbed():
            running.append(executor.submit(_do, work, task))
        if len(running) >= (ahead or executor.ahead):
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


@contextmanager
def undisturbed() -> Iterator[None]:
    """What is done here is done to its end before Ctrl-C is heard, and processes that are started here never hear it.

    The signal may come to any thread and is handled in this one, so to block it is not enough; whoever is started
    inherits that it is blocked.
    """
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)
