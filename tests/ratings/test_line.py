"""The line of those who are free: what it yields is what sorting by distance would."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from splendor.ratings.line import Line

means = st.lists(st.integers(-30, 30), min_size=1, max_size=30).map(sorted)


@settings(deadline=None)
@given(means, st.data())
def test_looking_along_from_any_place_meets_all_that_stand_there_nearest_first(means, data):
    places = data.draw(st.sets(st.integers(0, len(means) - 1)))
    line = Line(places, means)
    leaving = data.draw(st.lists(st.sampled_from(sorted(places)), unique=True)) if places else []
    for gone in [None, *leaving]:
        if gone is not None:
            line.remove(gone)
            places.remove(gone)
            assert gone not in line
        for start in range(len(means)):
            found = list(line.outward(start))
            assert sorted(found) == sorted(places)
            distances = [abs(means[place] - means[start]) for place in found]
            assert distances == sorted(distances)
    assert len(line) == len(places)


def test_who_does_not_stand_there_cannot_leave():
    with pytest.raises(KeyError):
        Line([0, 2], [1, 2, 3]).remove(1)
