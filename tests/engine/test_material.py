"""The material (M1 to M4), case A28: cards and nobles against facts that do not come from our tables."""

import hashlib
from collections import Counter
from importlib.resources import files

import pytest

from splendor.engine.actions import ChooseNoble
from splendor.engine.cards import CARDS, EMPTY, UNKNOWN_BASE, is_card
from splendor.engine.nobles import NOBLES
from splendor.engine.state import CHOOSE_NOBLE
from splendor.engine.tokens import GEM_NAMES, GOLD, TOKEN_NAMES, named_gems
from tests.engine.builders import bonuses, card, noble, refusal, seat, table

DIGESTS = {
    "cards.csv": "1377f6503cf4370d8951f23f1587f6d8f592ba003ed837bfafeef0998d137a7d",
    "nobles.csv": "66ffe304e3a487b06b1b054829fd6d32a3acf54ef6423a96d12d78a54b3d2e77",
}
"""Of the lists that were compared with printed cards."""


def test_m1_colours_in_their_order() -> None:
    assert GEM_NAMES == ("white", "blue", "green", "red", "black")
    assert TOKEN_NAMES[GOLD] == "gold"


def test_m1_counts_by_name() -> None:
    assert named_gems((1, 2, 3, 4, 5)) == {"white": 1, "blue": 2, "green": 3, "red": 4, "black": 5}


@pytest.mark.parametrize("name", DIGESTS)
def test_a28_tables_are_the_trusted_ones(name: str) -> None:
    data = (files("splendor") / "data" / name).read_bytes()
    assert hashlib.sha256(data).hexdigest() == DIGESTS[name]


@pytest.mark.parametrize(("level", "count", "per_colour", "points"), [(1, 40, 8, 5), (2, 30, 6, 55), (3, 20, 4, 80)])
def test_m2_cards_of_each_level(level: int, count: int, per_colour: int, points: int) -> None:
    """M2, A28."""
    found = [item for item in CARDS if item.level == level]
    assert len(found) == count
    assert Counter(item.bonus for item in found) == dict.fromkeys(range(5), per_colour)
    assert sum(item.prestige for item in found) == points


def test_m2_numbers_and_ids() -> None:
    assert [item.number for item in CARDS] == list(range(90))
    assert len({item.id for item in CARDS}) == 90
    assert not any(is_card(number) for number in (EMPTY, UNKNOWN_BASE + 1, UNKNOWN_BASE + 3, 10**9))


def test_m2_a28_the_cards_that_others_had_wrong() -> None:
    six_red = CARDS[card("L2-24")]
    assert (six_red.level, six_red.bonus, six_red.prestige, six_red.cost) == (2, 3, 3, (0, 0, 0, 6, 0))
    fourteen = CARDS[card("L3-09")]
    assert (fourteen.level, fourteen.bonus, fourteen.prestige, fourteen.cost) == (3, 2, 3, (5, 3, 0, 3, 3))


def test_m3_a28_nobles() -> None:
    demands = [item.demand for item in NOBLES]
    assert [item.prestige for item in NOBLES] == [3] * 10
    shapes = Counter(tuple(sorted(count for count in demand if count)) for demand in demands)
    assert shapes == {(4, 4): 5, (3, 3, 3): 5}
    assert len(set(demands)) == 10
    assert [sum(demand[colour] for demand in demands) for colour in range(5)] == [17] * 5


def test_m4_undrawn_noble_is_refused_like_any_other() -> None:
    """M4: which nobles left the game unseen must not show. N03 is on the table, the others are not in the game."""
    choosing = table(seat(purchased=bonuses(w=4, u=4, k=4)), seat(), nobles="N01 N02 N03")._replace(phase=CHOOSE_NOBLE)
    errors = [refusal(choosing, ChooseNoble(noble(name))) for name in ("N03", "N04", "N10")]
    assert {error.rule for error in errors} == {"N1"}
    assert len({str(error) for error in errors}) == 1
