"""Is a draw uniform? By chi-squared against the 99.99 % quantile; with fixed seeds a test never fails by chance."""

from collections import Counter
from collections.abc import Hashable, Iterable


def looks_uniform(drawn: Iterable[Hashable], kinds: int) -> bool:
    """Whether each of so many kinds came about as often as the others. Every one is expected some twenty times at least."""
    counts = Counter(drawn)
    expected = counts.total() / kinds
    assert expected >= 20
    squares = sum((count - expected) ** 2 / expected for count in counts.values()) + (kinds - len(counts)) * expected
    free = kinds - 1
    # Wilson and Hilferty's approximation of the quantile.
    return squares < free * (1 - 2 / (9 * free) + 3.72 * (2 / (9 * free)) ** 0.5) ** 3
