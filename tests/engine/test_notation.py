"""Notation, there and back; text that is no notation is refused as that and nothing else."""

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from splendor.engine.actions import (
    Action,
    ChooseNoble,
    Pass,
    ReserveFromDeck,
    ReturnTokens,
)
from splendor.engine.errors import NotationError
from splendor.engine.game_text import GameText, format_game, format_step, parse_game, parse_step
from splendor.engine.notation import format_action, format_turn, parse_action, parse_tokens, parse_turn
from splendor.engine.setup import deal
from splendor.engine.state import RESERVED_CARDS_MODES, RESIGNED, Options
from splendor.engine.steps import Exit, Step
from splendor.engine.turn import Turn
from tests.engine import strategies
from tests.engine.builders import buy, noble, reserve, take, tok
from tests.engine.games import random_game, take_steps

EXAMPLES = [
    (Turn(take(w=1, u=1, g=1)), "Twug"),
    (Turn(take(k=2)), "Tkk"),
    (Turn(take()), "T0"),
    (Turn(reserve("L1-07")), "R107"),
    (Turn(ReserveFromDeck(3)), "D3"),
    (Turn(buy("L2-14")), "P214"),
    (Turn(buy("L2-14", tok(w=2, k=1, gold=1))), "P214:wwkj"),
    (Turn(buy("L1-01", tok())), "P101:0"),
    (Turn(Pass()), "-"),
    (Turn(ReturnTokens(tok(k=1, gold=1))), "/kj"),
    (Turn(ChooseNoble(noble("N03"))), "+03"),
    (Turn(take(w=1, u=1, g=1), tok(k=1, gold=1)), "Twug/kj"),
    (Turn(take(w=1, u=1, g=1), tok()), "Twug/0"),
    (Turn(buy("L2-14", tok(w=2, k=1, gold=1)), None, noble("N03")), "P214:wwkj+03"),
    (Turn(ReturnTokens(tok(k=1, gold=1)), None, noble("N10")), "/kj+10"),
    (Turn(reserve("L3-20"), tok(r=1), noble("N01")), "R320/r+01"),
]


@pytest.mark.parametrize(("turn", "text"), EXAMPLES)
def test_examples_of_the_page(turn: Turn, text: str) -> None:
    assert format_turn(turn) == text
    assert parse_turn(text) == turn


@given(strategies.steps)
def test_steps_there_and_back(step: Step) -> None:
    text = format_step(step)
    assert parse_step(text) == step
    assert text.isascii()
    assert text.isprintable()
    assert " " not in text


@given(strategies.actions)
def test_actions_there_and_back(action: Action) -> None:
    parsed = parse_action(format_action(action))
    assert parsed == action
    assert type(parsed) is type(action)


# Letters of the notation, so that much of what is drawn nearly is one.
near_misses = st.text("TRDP0123456789wugrkj:/+-resignfla ", max_size=20)


@given(st.text() | near_misses)
@example("Twug\n")
@example("")
@example("T")
@example("Tgw")
@example("T" + "w" * 11)
@example("R191")
@example("R\uff1107")
@example("D4")
@example("P214:")
@example("/")
@example("+00")
@example("+11")
@example("+03/kj")
@example("/kj/kj")
@example("Twug/kj ")
@example("resign:4")
@example("resign:2\n")
@example("T" * 100_000)
def test_a_text_is_a_step_or_refused(text: str) -> None:
    """What parses is written the same way; everything else raises NotationError, in one short line."""
    read = step_or_error(text)
    if isinstance(read, NotationError):
        assert str(read).isprintable()
        assert len(str(read)) < 500
    else:
        assert format_step(read) == text


def step_or_error(text: str) -> Step | NotationError:
    try:
        return parse_step(text)
    except NotationError as error:
        return error


@pytest.mark.parametrize("text", ["Twug/kj", "R101+03", "/kj+03"])
def test_a_turn_of_several_actions_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="more than one action"):
        parse_action(text)


@pytest.mark.parametrize("text", ["", "uw", "00", "w0", "x", "wwwwwwwwwww"])
def test_tokens_have_one_order_and_at_most_ten_of_a_kind(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tokens(text)


@pytest.mark.parametrize(
    "turn",
    [
        Turn(take(w=11)),
        Turn(take(w=-1)),
        Turn(ReturnTokens(tok(w=1)), tok(w=1)),
        Turn(ChooseNoble(0), None, 1),
        Turn(ChooseNoble(0), tok(w=1)),
    ],
)
def test_what_has_no_text_is_not_written(turn: Turn) -> None:
    with pytest.raises(ValueError, match=r"counts from 0 to 10|cannot carry"):
        format_turn(turn)


@given(
    st.builds(
        GameText,
        st.builds(
            Options,
            st.integers(2, 4),
            st.integers(10, 30),
            st.sampled_from(RESERVED_CARDS_MODES),
            st.integers(20, 500),
        ),
        st.binary(min_size=32, max_size=32),
        st.none() | st.just({"seats": [{"tokens": {"red": 1}}, {}], "round": 2}),
        st.lists(strategies.steps, max_size=40).map(tuple),
    )
)
def test_games_there_and_back(game: GameText) -> None:
    text = format_game(game)
    assert parse_game(text) == game
    assert text.isascii()
    assert all(len(line) <= 100 for line in text.partition("\n\n")[2].splitlines())


def test_a_played_game_there_and_back() -> None:
    options, seed = Options(3, 10), bytes(range(32))
    played = list(random_game(deal(options, seed), Random(3)))
    text = format_game(GameText(options, seed, None, tuple(step.step for step in played)))
    again = parse_game(text)
    assert list(take_steps(deal(again.options, again.seed), again.steps)) == played


PAGE_GAME = """splendor-game 1
seats 2
target_prestige 15
reserved_cards blind_hidden
max_rounds 100
seed 0000000000000000000000000000000000000000000000000000000000000000

Twug Tgrk D1 R203 Tuu
Twrk/w resign:0
"""


def test_the_game_of_the_page() -> None:
    game = parse_game(PAGE_GAME)
    assert game.options == Options(2)
    assert game.seed == bytes(32)
    assert [format_step(step) for step in game.steps] == PAGE_GAME.partition("\n\n")[2].split()
    assert game.steps[-1] == Exit(0, RESIGNED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("splendor-game 1", "splendor-game 2"),
        ("seats 2", "seats 5"),
        ("seats 2", "seats two"),
        ("seats 2\n", ""),
        ("seats 2\n", "seats 2\nseats 2\n"),
        ("target_prestige 15", "target_prestige 9"),
        ("target_prestige 15", "target_prestige 015"),
        ("blind_hidden", "shut"),
        ("max_rounds 100", "max_rounds 9999999999999"),
        ("seed 00", "seed 0g"),
        ("seed 00", "seed 0"),
        ("\n\n", "\nposition {\n\n"),
        ("\n\n", "\nposition []\n\n"),
        ("\n\n", "\nposition " + "[" * 100_000 + "\n\n"),
        ("\n\n", "\n"),
        ("Tuu", "Tuuw"),
        ("Tuu", "1."),
    ],
)
def test_a_broken_game_is_refused(old: str, new: str) -> None:
    with pytest.raises(NotationError):
        parse_game(PAGE_GAME.replace(old, new, 1))


@given(st.text(max_size=200))
def test_text_at_random_is_no_game(text: str) -> None:
    with pytest.raises(NotationError):
        parse_game(text)
