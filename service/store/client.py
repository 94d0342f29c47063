"""The way to the server: `connect(url)`, which opens nothing before its first call."""

from .cluster import ClusterClient
from .plain import PlainClient
from .wire import Argument, Client, Command, Memory

__all__ = ["Argument", "Client", "Command", "Memory", "connect"]

_CLUSTER = "redis+cluster://"


def connect(url: str) -> Client:
    """Give a client for `url`: `redis://`, `rediss://`, `unix://`, or `redis+cluster://` for a cluster."""
    if url.startswith(_CLUSTER):
        return ClusterClient("redis://" + url.removeprefix(_CLUSTER))
    return PlainClient(url)
