"""C09: places are few, and nobody can have all of them."""

import threading

import pytest

from service.store.places import Places


@pytest.mark.parametrize(
    ("number", "share"), [(1, 1), (2, 1), (3, 2), (4, 2), (8, 2), (12, 3), (16, 4), (128, 32), (1_000, 250)]
)
def test_one_holder_has_a_quarter_and_where_they_are_few_two(number: int, share: int) -> None:
    places = Places(number)
    assert [places.take("ada") for _ in range(number + 1)].count(True) == share
    assert places.taken == share
    assert all(places.take(f"other {other}") for other in range(number - share))
    assert not places.take("one more")
    assert not places.take()


def test_who_is_not_told_apart_can_have_all_that_are_free() -> None:
    places = Places(8)
    assert places.take("ada")
    assert [places.take() for _ in range(8)] == [True] * 7 + [False]


def test_what_is_given_back_can_be_taken_again() -> None:
    places = Places(4)
    assert [places.take("ada") for _ in range(3)] == [True, True, False]
    places.give_back("ada")
    assert (places.taken, places.take("ada"), places.take("ada")) == (1, True, False)
    assert places.take("ben")
    places.give_back("ben")
    assert not places.take("ada"), "it was not hers"
    assert places.take()
    places.give_back()
    assert places.taken == 2


def test_holders_who_have_none_are_forgotten() -> None:
    places = Places(1)
    for number in range(100):
        assert places.take(f"holder {number}")
        assert not places.take(f"holder {number}")
        assert not places.take("somebody else")
        places.give_back(f"holder {number}")
    assert (places.taken, dict(places._held)) == (0, {})


def test_threads_at_the_same_time_lose_none() -> None:
    places = Places(64)

    def come_and_go(holder: str) -> None:
        for _ in range(2_000):
            if places.take(holder):
                places.give_back(holder)

    threads = [threading.Thread(target=come_and_go, args=(f"holder {number % 2}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (places.taken, dict(places._held)) == (0, {})
