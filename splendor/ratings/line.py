"""Those who are still free, in the order of their ratings: a line that one can leave, and look along from any place."""

from collections.abc import Iterable, Iterator, Sequence


class Line:
    """Places in a list of ratings that is in order; each lasts until it is removed.

    Those who have left keep pointing to their neighbours of that time, so that one can still begin where they stood.
    """

    def __init__(self, places: Iterable[int], means: Sequence[int]) -> None:
        """`places` are those that stand in the line, `means` the ratings of all places, rising."""
        self._means = means
        self._here = set(places)
        self._before = list(range(-1, len(means) - 1))
        self._after = list(range(1, len(means) + 1))
        for place in range(len(means)):
            if place not in self._here:
                self._close(place)

    def __contains__(self, place: int) -> bool:
        return place in self._here

    def __len__(self) -> int:
        return len(self._here)

    def remove(self, place: int) -> None:
        """Takes one out. KeyError if it does not stand in the line."""
        self._here.remove(place)
        self._close(place)

    def outward(self, start: int) -> Iterator[int]:
        """All that stand in the line, nearest in rating to the place `start` first, which itself may be empty."""
        low, high, mean = start, self._after[start], self._means[start]
        while True:
            while low >= 0 and low not in self._here:
                low = self._before[low]
            while high < len(self._means) and high not in self._here:
                high = self._after[high]
            if low >= 0 and (high >= len(self._means) or mean - self._means[low] <= self._means[high] - mean):
                yield low
                low = self._before[low]
            elif high < len(self._means):
                yield high
                high = self._after[high]
            else:
                return

    def _close(self, place: int) -> None:
        before, after = self._before[place], self._after[place]
        if before >= 0:
            self._after[before] = after
        if after < len(self._means):
            self._before[after] = before
