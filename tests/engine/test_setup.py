"""The start of a game (S1 to S4), cases A27 and A29."""

import pytest

from splendor.engine.cards import CARDS
from splendor.engine.setup import check_options, deal
from splendor.engine.state import ACTION, OPEN, Options
from tests.engine.builders import seat

SEED = bytes(range(32))


@pytest.mark.parametrize(("seats", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_s1_tokens_by_seats(seats: int, gems: int) -> None:
    """S1, A27."""
    assert deal(Options(seats), SEED).supply == (gems, gems, gems, gems, gems, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s2_s3_a27_a_thousand_deals(seats: int) -> None:
    for number in range(1000):
        state = deal(Options(seats), number.to_bytes(32, "big"))
        assert len(set(state.nobles)) == len(state.nobles) == seats + 1  # S2
        assert set(state.nobles) <= set(range(10))
        assert [len(deck) for deck in state.decks] == [36, 26, 16]  # S3
        for level in (1, 2, 3):
            row, deck = state.market[4 * level - 4 : 4 * level], state.decks[level - 1]
            assert {CARDS[number].level for number in row + deck} == {level}
        assert sorted([*state.market, *sum(state.decks, ())]) == list(range(90))


def test_s2_every_noble_and_s3_every_card_can_come() -> None:
    deals = [deal(Options(2), number.to_bytes(32, "big")) for number in range(400)]
    assert {noble for state in deals for noble in state.nobles} == set(range(10))
    assert {card for state in deals for card in state.market} == set(range(90))


def test_s4_all_start_with_nothing_and_seat_0_begins() -> None:
    state = deal(Options(3), SEED)
    assert set(state.seats) == {seat()}
    assert (state.to_act, state.phase, state.turn, state.round) == (0, ACTION, 1, 1)
    assert (state.passes, state.last_round, state.exits) == (0, False, ())


def test_deal_depends_on_seed_and_seats_alone() -> None:
    plain, other = deal(Options(4), SEED), deal(Options(4, 21, OPEN, 300), SEED)
    assert plain == other._replace(options=plain.options)
    assert plain.market == deal(Options(2), SEED).market
    assert plain.market != deal(Options(4), SEED[::-1]).market


@pytest.mark.parametrize("seats", [0, 1, 5, -2, 2.0, True, None])
def test_a27_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        deal(Options(seats), SEED)


def test_a27_two_nobles_of_the_last_seat_count() -> None:
    assert seat(nobles_held="N01 N10").prestige == 6


@pytest.mark.parametrize("target", [0, -1, 9, 31, 10**9, 15.5, 15.0, None, "15"])
def test_a29_nonsense_targets_are_refused(target: int) -> None:
    """A29, E4."""
    with pytest.raises(ValueError, match="target_prestige"):
        check_options(Options(2, target))


@pytest.mark.parametrize("target", [10, 15, 18, 21, 30])
def test_e4_targets_of_the_common_variants(target: int) -> None:
    assert deal(Options(2, target), SEED).options.target_prestige == target


@pytest.mark.parametrize("rounds", [0, 19, 501, 100.0, None])
def test_h3_nonsense_limits_of_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(ValueError, match="max_rounds"):
        check_options(Options(2, max_rounds=rounds))


def test_v4_unknown_ways_to_show_reserved_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="reserved_cards"):
        check_options(Options(2, reserved_cards="secret"))


def test_defaults() -> None:
    """E4, H3, V4."""
    assert Options(2) == (2, 15, "blind_hidden", 100)
