"""Who takes which seat: over a ladder's games each entry is to have every seat about equally often."""

from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random


def seated(group: Sequence[int], had: Callable[[int], Sequence[int]], rng: Random) -> tuple[int, ...]:
    """The group, seat 0 first, in the seats that its members have had least often; chance decides between equal orders.

    `had` tells how many games one of them has had in each seat (nothing if none at all). Only the differences between
    an entry's own counts matter, so newcomers and old hands weigh the same. Two entries on two seats are driven further from their
    balance only if both are equally far from it, so after many games the surplus of either seat is at most
    about the logarithm (base 2) of the number of entries.
    """
    counts = {one: had(one) or (0,) * len(group) for one in group}
    orders = [(sum(counts[one][seat] for seat, one in enumerate(order)), order) for order in permutations(group)]
    least = min(total for total, _ in orders)
    return rng.choice([order for total, order in orders if total == least])
