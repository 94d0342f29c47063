"""How many connections each process of one API server holds, in a page of memory that they share.

All processes wake for a new connection, and whoever is first has it for as long as it is kept: of sixteen connections
one process of two got fourteen (measured), and half of the machine stood idle.
"""

import mmap
import struct

SLOTS = 256
_NOBODY = 0xFFFF
_WIDTH = 2


class ConnectionShares:
    """One number a process. Made before the processes are forked."""

    def __init__(self) -> None:
        self._page = mmap.mmap(-1, SLOTS * _WIDTH)
        self._page[:] = b"\xff" * (SLOTS * _WIDTH)

    def tell(self, process: int, connections: int) -> None:
        """Notes how many connections a process holds; `process` counts the processes that were started."""
        self._write(process, min(connections, _NOBODY - 1))

    def leave(self, process: int) -> None:
        """Forgets a process that has ended."""
        self._write(process, _NOBODY)

    def fewest(self) -> int:
        """What the process with the fewest connections holds."""
        held: tuple[int, ...] = struct.unpack(f"<{SLOTS}H", self._page)
        return min(held)

    def _write(self, process: int, value: int) -> None:
        at = process % SLOTS * _WIDTH
        self._page[at : at + _WIDTH] = value.to_bytes(_WIDTH, "little")
