"""How many files and connections a process may have open."""

import contextlib
import resource

ENOUGH = 65_536
"""What is asked for where the system sets no limit at all; some take no greater number."""


def allow_all() -> None:
    """Lets this process, and those that it starts, have as many open as the system allows it: each stream is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
