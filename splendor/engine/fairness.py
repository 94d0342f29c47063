"""Fair deals: the commitment to a seed and the stream of draws that everything random comes from.

docs/fair-deals.md describes both to the byte, so that others can check a deal without this code.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

SEED_BYTES = 32
_COMMITMENT = "splendor-host commitment v1"
_STREAM = "splendor-host stream v1"
_DRAW_BYTES = 2
_DRAWS = 1 << 8 * _DRAW_BYTES

Item = TypeVar("Item")


def commitment(game_id: str, seed: bytes) -> str:
    """What is published at creation: it binds the host to the seed and tells nothing about it. 64 hex digits."""
    _check_seed(seed)
    return hashlib.sha256(f"{_COMMITMENT}|{game_id}|{seed.hex()}".encode()).hexdigest()


class Stream:
    """Numbers drawn from a seed under a label; streams of different labels tell nothing about each other."""

    def __init__(self, seed: bytes, label: str) -> None:
        """`seed` is 32 bytes (ValueError otherwise), `label` any text without line breaks."""
        _check_seed(seed)
        self._draws = _draws(seed, label)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others. `n` is 1 to 65536, ValueError otherwise."""
        if not 1 <= n <= _DRAWS:
            raise ValueError("n must be 1 to 65536")
        # What lies beyond the last whole multiple of n is drawn again, else small numbers would come more often.
        limit = _DRAWS - _DRAWS % n
        return next(draw for draw in self._draws if draw < limit) % n

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a random order (Fisher-Yates from the end), every order as likely as the others."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def seating(seed: bytes, n: int) -> tuple[int, ...]:
    """Random seating of n participants: the number (in the order they were given) of the one on seat 0, seat 1, ..."""
    return Stream(seed, "seating").shuffled(range(n))


def _draws(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, f"{_STREAM}|{label}|{counter}".encode(), "sha256")
        for at in range(0, len(block), _DRAW_BYTES):
            yield int.from_bytes(block[at : at + _DRAW_BYTES], "big")
        counter += 1


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError("a seed has 32 bytes")
