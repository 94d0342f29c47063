"""What games leave to learn from: one sample for each choice, in arrays that compiled code fills and numpy keeps."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from splendor.ai.core.codes import MOST_ACTIONS
from splendor.ai.core.layout import MOST_SEATS, SIZE

MOST_LISTED = 64
"""Actions kept of one choice; the few that have more (rare returns) are not kept."""


class Samples(NamedTuple):
    """`count[0]` samples. Shares are in the order of turns, the seat that chose first; seats that there are not have 0."""

    count: NDArray[np.int64]
    states: NDArray[np.int16]
    """(most, SIZE)"""
    codes: NDArray[np.int16]
    """(most, MOST_LISTED): the actions, -1 after the last."""
    policy: NDArray[np.float16]
    """(most, MOST_LISTED): how likely each should be."""
    searched: NDArray[np.bool_]
    """(most,): was the search long enough to learn its policy?"""
    won: NDArray[np.float16]
    """(most, MOST_SEATS): the shares of the victory in the end."""
    expected: NDArray[np.float16]
    """(most, MOST_SEATS): the shares that the search expected."""
    margin: NDArray[np.float16]
    """(most,): prestige at the end less that of the best other seat."""
    left: NDArray[np.float16]
    """(most,): rounds until the end."""


def new_samples(most: int) -> Samples:
    """Room for so many samples, some 0.8 KB each."""
    return Samples(
        np.zeros(1, np.int64),
        np.zeros((most, SIZE), np.int16),
        np.full((most, MOST_LISTED), -1, np.int16),
        np.zeros((most, MOST_LISTED), np.float32),
        np.zeros(most, np.bool_),
        np.zeros((most, MOST_SEATS), np.float32),
        np.zeros((most, MOST_SEATS), np.float32),
        np.zeros(most, np.float32),
        np.zeros(most, np.float32),
    )


def write(samples: Samples, path: Path) -> None:
    """Keeps the samples in a file, whole or not at all."""
    n = int(samples.count[0])
    arrays = {name: np.asarray(getattr(samples, name)[:n]) for name in Samples._fields[1:]}
    fresh = path.with_suffix(".new.npz")
    np.savez(
        fresh,
        **{name: array.astype(np.float16) if array.dtype == np.float32 else array for name, array in arrays.items()},
    )
    fresh.replace(path)


def read(paths: list[Path]) -> Samples:
    """The samples of several files together."""
    files = [np.load(path) for path in paths]
    arrays = [np.concatenate([file[name] for file in files]) for name in Samples._fields[1:]]
    return Samples(np.array([len(arrays[0])]), *arrays)


__all__ = ["MOST_ACTIONS", "MOST_LISTED", "Samples", "new_samples", "read", "write"]
