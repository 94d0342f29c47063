"""How a game's state is written: one byte that names the version of the layout, then msgpack.

A release reads the layouts of the one before it and may go on writing the older one until every process reads the new:
that is what makes a rolling deploy possible.
"""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from .errors import Unreadable

T = TypeVar("T")


class Codec(Generic[T]):
    """Encodes and decodes values of one msgspec type.

    `version` (1 to 255) is the layout of `struct` itself; `older` gives for other versions a function from the msgpack
    bytes to the value. With `write` given, `encode` writes that older layout through its own function instead.
    """

    def __init__(
        self,
        struct: type[T],
        version: int = 1,
        older: Mapping[int, Callable[[bytes], T]] | None = None,
        write: tuple[int, Callable[[T], bytes]] | None = None,
    ) -> None:
        self._dump: Callable[[T], bytes]
        self._readers: dict[int, Callable[[bytes], T]] = dict(older or {})
        self._readers[version] = msgspec.msgpack.Decoder(struct).decode
        written, self._dump = write or (version, msgspec.msgpack.Encoder().encode)
        self._head = bytes([written])

    def encode(self, value: T) -> bytes:
        return self._head + self._dump(value)

    def decode(self, blob: bytes) -> T:
        """The value; raises Unreadable for an unknown version or a damaged one."""
        reader = self._readers.get(blob[0]) if blob else None
        if reader is None:
            raise Unreadable(f"unknown layout {blob[:1].hex() or 'of no bytes'}")
        try:
            return reader(blob[1:])
        except msgspec.MsgspecError as error:
            raise Unreadable(str(error)) from error
