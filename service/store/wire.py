"""What the store's modules speak to: commands in, the server's replies out, our own errors."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from redis.exceptions import NoScriptError

from .errors import translate
from .scripts import Script

TIMEOUT_S = 0.5
OPTIONS: dict[str, Any] = {
    "socket_timeout": TIMEOUT_S,
    "socket_connect_timeout": TIMEOUT_S,
    "protocol": 2,
    "driver_info": None,  # saves two round trips for each new connection
}

Connection = Any
"""A connection of redis-py, whose methods carry no types."""
Argument = str | bytes | int
Command = tuple[Argument, ...]
ScriptCall = tuple[Sequence[str], Sequence[Argument]]  # keys, arguments
SCAN_COUNT = 500
"""How many keys one step of a walk looks at: a few hundred microseconds in which nobody else is served."""


class Memory(NamedTuple):
    """What one server says of its memory, in bytes (limit 0: none), and what it does when that is full."""

    used: int
    limit: int
    policy: str


class Rider:
    """A command that travels with others and concerns none of them: its reply, be it an error, ends up in `reply`."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.reply: Any = None


class Client(ABC):
    """What the store's modules speak to. Replies are as the server gives them: bytes, integers, lists, None."""

    @abstractmethod
    def send(self, commands: Sequence[Command]) -> list[Any]:
        """Send in one round trip where that is possible; errors of the server stand among the replies."""

    @abstractmethod
    def memory(self) -> list[Memory]:
        """What each server that takes writes says of its memory."""

    @abstractmethod
    def scan(self, pattern: str) -> Iterator[list[str]]:
        """The names of all keys that match, in batches; one may come twice. For upkeep, never for a request."""

    @abstractmethod
    def subscriber(self) -> Connection:
        """A connection, not yet opened, for messages: it belongs to the caller alone."""

    @abstractmethod
    def close(self) -> None:
        """Close what is open and not in use; the next call opens anew."""

    def calls(self, commands: Sequence[Command], riders: Sequence[Rider] = ()) -> list[Any]:
        """The replies to several commands; raises for the first that failed."""
        if not riders:
            return [_value(reply) for reply in self.send(commands)]
        replies = self.send([*commands, *(rider.command for rider in riders)])
        for rider, reply in zip(riders, replies[len(commands) :], strict=True):
            rider.reply = reply
        return [_value(reply) for reply in replies[: len(commands)]]

    def call(self, *command: Argument) -> Any:
        return _value(self.send((command,))[0])

    def run(self, script: Script, keys: Sequence[str], arguments: Sequence[Argument] = ()) -> Any:
        """Run a script by its digest; its text travels only where the server does not know it yet."""
        rest = (len(keys), *keys, *arguments)
        reply = self.send((("EVALSHA", script.sha, *rest),))[0]
        if isinstance(reply, NoScriptError):
            reply = self.send((("EVAL", script.text, *rest),))[0]
        return _value(reply)

    def run_each(self, script: Script, calls: Sequence[ScriptCall]) -> list[Any]:
        """Run one script for each pair of keys and arguments, together."""
        rests = [(len(keys), *keys, *arguments) for keys, arguments in calls]
        replies = self.send([("EVALSHA", script.sha, *rest) for rest in rests])
        for index, reply in enumerate(replies):
            if isinstance(reply, NoScriptError):
                replies[index] = self.run(script, *calls[index])
        return [_value(reply) for reply in replies]


def _value(reply: Any) -> Any:
    if isinstance(reply, Exception):
        raise translate(reply) from reply
    return reply


def memory_of(info: Mapping[str, Any]) -> Memory:
    return Memory(int(info["used_memory"]), int(info["maxmemory"]), str(info["maxmemory_policy"]))
