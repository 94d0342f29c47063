"""Whether the store can do its work, point by point, for the readiness probe."""

from typing import NamedTuple

from .errors import StoreError
from .wire import Client

_PROBE = "health:{b00}"


class Check(NamedTuple):
    """One point: its name, whether it holds, and else why not."""

    name: str
    ok: bool
    reason: str = ""


def health(client: Client) -> tuple[Check, ...]:
    """Check `reachable`, `writable` and `not_evicting`, in this order; takes one second where the server hangs."""
    try:
        memory = client.memory()
    except StoreError as error:
        unknown = "unknown, the server did not answer"
        return (
            Check("reachable", False, str(error)),
            Check("writable", False, unknown),
            Check("not_evicting", False, unknown),
        )
    evicting = sorted({part.policy for part in memory if part.limit and part.policy != "noeviction"})
    return (
        Check("reachable", True),
        _writable(client),
        Check("not_evicting", not evicting, f"maxmemory-policy is {', '.join(evicting)}" if evicting else ""),
    )


def _writable(client: Client) -> Check:
    try:
        client.call("SET", _PROBE, "1", "PX", 1000)
    except StoreError as error:
        return Check("writable", False, str(error))
    return Check("writable", True)
