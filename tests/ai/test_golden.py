"""Every rule and every tie of `greedy` in a position whose choice was worked out by hand from docs/ai.md."""

import json
from collections import Counter
from pathlib import Path

import pytest

from splendor.ai import player
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.state import CHOOSE_NOBLE, RETURN_TOKENS
from splendor.engine.view import view
from tests.ai import plain_greedy
from tests.ai.positions import action_of, position, text_of

CASES = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))
PHASE_OF_RULE = {"return": RETURN_TOKENS, "noble": CHOOSE_NOBLE}


def asked(case):
    """What the player is given: view, actions, start; after the actions that the case says were played."""
    state = position(case)
    start = view(state, 0)
    for text in case.get("played", []):
        state = apply(state, action_of(text))
    assert state.to_act == 0
    assert state.phase == PHASE_OF_RULE.get(case["rule"], state.phase)
    return view(state, 0), legal_actions(state), start


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_greedy_chooses_as_worked_out(case):
    seen, actions, start = asked(case)
    expected = action_of(case["expect"])
    assert expected in actions
    assert player("greedy").choose(seen, actions, 0, start) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rule']}: {case['name']}")
def test_the_second_version_chooses_as_worked_out(case):
    seen, actions, start = asked(case)
    assert plain_greedy.choose(seen, actions, start) == action_of(case["expect"])


def test_every_case_stands_alone():
    assert len({(case["rule"], case["name"]) for case in CASES}) == len(CASES)
    assert all(text_of(action_of(case["expect"])) == case["expect"] for case in CASES)
    assert Counter(case["rule"] for case in CASES).keys() == {"purchase", "target", "take", "return", "noble"}
