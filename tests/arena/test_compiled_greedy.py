"""`greedy` in compiled code: the same choice as splendor.ai.greedy, whatever the position, and the same whole games."""

from hashlib import sha256

import numpy as np
import pytest

from splendor.ai import PLAYERS
from splendor.ai.core.codes import CODE_MASK, MOST_ACTIONS, code_of
from splendor.ai.core.reading import from_engine, from_view
from splendor.ai.player import ai_view
from splendor.arena import fast
from splendor.arena.contenders import contender
from splendor.arena.core import games as compiled
from splendor.arena.core.greedy import choose, price_target
from splendor.arena.deals import Deals
from splendor.arena.fast import play_fast
from splendor.arena.games import DifferentEnd, play
from splendor.engine.legal import legal_actions
from splendor.engine.state import ACTION, CHOOSE_NOBLE, RESERVED_CARDS_MODES, RETURN_TOKENS, Options
from tests.ai.drawn import drawn
from tests.ai.play import MIXES, game
from tests.ai.positions import action_of, dealt, text_of
from tests.ai.test_games import FROZEN, FROZEN_DIGEST
from tests.ai.test_golden import CASES, asked

# The first test that needs the compiler may have to wait for it, on a busy machine for minutes.
pytestmark = pytest.mark.timeout(600)
GREEDY = PLAYERS["greedy"]


def chosen(seen, start):
    """The code of the compiled choice for what a seat sees."""
    priced, listed = np.zeros(5, np.int64), np.zeros(MOST_ACTIONS, np.int32)
    price_target(from_view(start), priced)
    return choose(from_view(seen), priced, listed)


def due(seen, actions, start):
    """The same of the other one, whose payments are all the default one."""
    return code_of(GREEDY.choose(seen, actions, 0, start)) & CODE_MASK


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mix", MIXES)
def test_choices_of_whole_games(seats, mix):
    """Whoever plays the game, out of every position that comes about; a seat that went out is no opponent."""
    for number in range(6):
        mode = RESERVED_CARDS_MODES[number % 3]
        for choice in game(number, seats, mix, reserved_cards=mode):
            expected = due(choice.view, choice.actions, choice.start)
            assert chosen(choice.view, choice.start) == expected, (number, choice.state)


@pytest.mark.parametrize("phase", [ACTION, RETURN_TOKENS, CHOOSE_NOBLE])
def test_positions_drawn_at_random(phase):
    """Bare markets, empty piles, full hands, many nobles: what games reach seldom."""
    compared = 0
    for number in range(1500):
        state = drawn(number, phase)
        actions, seen = legal_actions(state), ai_view(state, 0)
        if actions:
            start = ai_view(drawn(number, ACTION), 0) if phase == RETURN_TOKENS else seen
            assert chosen(seen, start) == due(seen, actions, start), (number, state)
            compared += 1
    assert compared > 700


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_positions_that_were_worked_out_by_hand(case):
    """Those of tests/ai/golden.json: every rule and every tie."""
    seen, _, start = asked(case)
    options = {"options": Options(2)._asdict()}
    assert chosen(seen | options, start | options) == code_of(action_of(case["expect"])) & CODE_MASK


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("target", [15, 21])
def test_whole_games_are_those_of_the_other_one(seats, target):
    deals = Deals("test", seats, target)
    for number in range(20):
        slow = play(deals.opening(number), [contender("greedy") for _ in range(seats)], number)
        quick = play_fast(deals.opening(number))
        assert [step.plies for step in quick.steps] == [step.plies for step in slow.steps]
        assert [len(spent) for spent in quick.spent_ms] == [len(spent) for spent in slow.spent_ms]


def test_the_frozen_games_are_played():
    """The digest of tests/ai/test_games.py, which stands for every version of `greedy` (docs/ai.md)."""
    lines = []
    for seats, games in FROZEN.items():
        for number in range(games):
            steps = play_fast(dealt(number, Options(seats))).steps
            played = ", ".join(text_of(ply.action) for step in steps for ply in step.plies)
            lines.append(f"{seats} {number}: {played}\n")
    assert sha256("".join(lines).encode()).hexdigest() == FROZEN_DIGEST


def test_another_end_than_the_engine_comes_to_is_a_fault(monkeypatch):
    """Every compiled game is held against the engine: nothing is written of one that ends elsewhere."""
    monkeypatch.setattr(compiled, "is_same", lambda *_: False)
    with pytest.raises(DifferentEnd):
        play_fast(Deals("test", 2).opening(0))


def test_positions_are_the_same_up_to_what_no_rule_tells_apart():
    end = play_fast(Deals("test", 3).opening(5)).end
    one, other = from_engine(end), from_engine(end._replace(nobles=end.nobles[::-1]))
    assert compiled.is_same(one, other)
    for changed in (end._replace(round=end.round + 1), end._replace(supply=(0,) * 6), end._replace(nobles=())):
        assert compiled.is_same(one, from_engine(changed)) is (changed.nobles == end.nobles == ())


def test_only_games_of_greedy_alone_are_compiled(monkeypatch):
    assert fast.is_fast(["greedy", "greedy"])
    assert not fast.is_fast(["greedy", "random"])
    monkeypatch.setattr(fast, "COMPILES", False)
    assert not fast.is_fast(["greedy", "greedy"])
