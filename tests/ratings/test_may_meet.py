"""Which entries may sit in one game, by whose they are and whom they block."""

import pytest

from splendor.ratings.candidates import Candidate, may_meet
from tests.ratings.entries import anchor, entry

OTHER = entry("other", owner="household", person="person")


@pytest.mark.parametrize(
    ("one", "may"),
    [
        (entry("one", owner="another", person="else"), True),
        (entry("one"), True),
        (anchor("one"), True),
        (entry("other", owner="another"), False),
        (entry("one", owner="household", person="else"), False),
        (entry("one", owner="another", person="person"), False),
        *((entry("one", blocked=frozenset({name})), False) for name in ("other", "household", "person")),
        (entry("one", blocked=frozenset({"else"})), True),
    ],
)
def test_who_may_meet(one: Candidate, *, may: bool) -> None:
    assert (may_meet(one, OTHER), may_meet(OTHER, one)) == (may, may)


def test_those_who_belong_to_nobody_may_all_meet() -> None:
    assert may_meet(anchor("greedy"), anchor("random"))
