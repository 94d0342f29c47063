"""A sequential test of who is stronger: it ends as soon as the deals played say enough.

Wald's test (Sequential tests of statistical hypotheses, 1945) between two shares of the victory, for results whose
distribution is not known: in place of it stand, under each of the two shares, the probabilities that make what was seen
most likely and have that share as their mean (generalised likelihood ratio: Liu, Li, Lin, Generalised sequential probability
ratio test for separate families of hypotheses, 2014). The observation is a deal with all its games, not a game: the games of
a deal depend on each other. With two seats that is the pentanomial test by which chess engines are tested (Van den Bergh,
documents of Fishtest); with more seats it is the same with other shares.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log
from typing import NamedTuple

PRIOR = 1e-3
"""What each possible share counts for that was not seen, so that both hypotheses are possible from the first deal."""
_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
_STEPS = 50


class Hypotheses(NamedTuple):
    """Is A's share of the victory `share0` or less, or `share1` or more? Between the two either answer is right."""

    share0: float
    share1: float
    alpha: float = 0.05
    """The greatest risk of accepting at `share0`."""
    beta: float = 0.05
    """The greatest risk of rejecting at `share1`."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratio at which the test ends: rejecting, accepting."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """How a test came out: `accepted` (A's share is `share1`, if anything), `rejected` or `undecided`."""

    answer: str
    llr: float
    """The logarithm of the likelihood ratio."""
    deals: int
    share: float


def share_of(elo: float) -> float:
    """The share of two players that an Elo difference stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def by_elo(elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Hypotheses:
    """A test for two seats by Elo differences."""
    return Hypotheses(share_of(elo0), share_of(elo1), alpha, beta)


def decide(between: Hypotheses, shares: Iterable[float]) -> Verdict:
    """The verdict on A's shares of deals, which are asked for one by one until there is an answer or no further deal."""
    seen: Counter[float] = Counter()
    verdict = Verdict("undecided", 0.0, 0, 0.0)
    for share in shares:
        seen[round(share, 6)] += 1
        verdict = judge(between, seen)
        if verdict.answer != "undecided":
            break
    return verdict


def judge(between: Hypotheses, seen: Mapping[float, int]) -> Verdict:
    """The verdict on deals by A's share in them; at least one."""
    ratio, (low, high) = llr(seen, between.share0, between.share1), between.bounds
    answer = "accepted" if ratio >= high else "rejected" if ratio <= low else "undecided"
    deals = sum(seen.values())
    return Verdict(answer, ratio, deals, sum(share * count for share, count in seen.items()) / deals)


def llr(seen: Mapping[float, int], share0: float, share1: float) -> float:
    """The logarithm of how much more likely what was seen is under `share1` than under `share0`."""
    counts = {share: seen.get(share, 0) or PRIOR for share in sorted({*_OUTCOMES, *seen})}
    under0, under1 = likeliest(counts, share0), likeliest(counts, share1)
    return sum(count * log(under1[share] / under0[share]) for share, count in counts.items())


def likeliest(counts: Mapping[float, float], mean: float) -> dict[float, float]:
    """Of all probabilities with this mean those that make the counts most likely (all counts above 0).

    They are f / (1 + x (share - mean)), f being the frequencies, for the one x that gives that mean. The sum whose zero
    it is falls all along between the two ends.
    """
    total = sum(counts.values())
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(_STEPS):
        x = (low + high) / 2
        off = sum(count * (share - mean) / (1 + x * (share - mean)) for share, count in counts.items())
        low, high = (x, high) if off > 0 else (low, x)
    return {share: count / total / (1 + low * (share - mean)) for share, count in counts.items()}
