"""Ratings and games to try properties on."""

from hypothesis import strategies as st

from splendor.ratings.rating import QUANTUM, UNIT, Rating


def whole(low: int, high: int) -> st.SearchStrategy[int]:
    """Multiples of the quantum, from so many units to so many."""
    return st.integers(low * UNIT // QUANTUM, high * UNIT // QUANTUM).map(lambda steps: steps * QUANTUM)


means = whole(-20, 70)
deviations = st.integers(UNIT // 2 // QUANTUM, 6_250_000 // QUANTUM).map(lambda steps: steps * QUANTUM)
ratings = st.builds(Rating, means, deviations)
seats = st.integers(2, 4)


def games(ratings: st.SearchStrategy[Rating] = ratings) -> st.SearchStrategy[tuple[list[Rating], list[int]]]:
    """Ratings of 2 to 4 seats, and places as they come: some shared, and whoever comes after them that much further back."""
    return seats.flatmap(
        lambda n: st.tuples(
            st.lists(ratings, min_size=n, max_size=n),
            st.lists(st.integers(1, n), min_size=n, max_size=n).map(as_places),
        )
    )


def as_places(order: list[int]) -> list[int]:
    """The places of seats that came in by these numbers, least first: 1 + how many came in before."""
    return [1 + sum(other < one for other in order) for one in order]


even_games = deviations.flatmap(lambda deviation: games(st.builds(Rating, means, st.just(deviation))))
"""Games among seats of one deviation."""
