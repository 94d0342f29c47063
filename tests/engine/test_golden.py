"""Golden games: for 2, 3 and 4 seats one for every way a game can end, and shared victories (H8, E3).

Each file stands for itself: where it starts, what is done (the action as it is posted, and who does it), and what must
be the case at the end. The facts are reasoned from the rules in `about`, or come from the slow enumerator; none was
copied from what the engine said.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from splendor.engine.action_json import turn_from_json
from splendor.engine.exits import flag, resign
from splendor.engine.outcome import outcome
from splendor.engine.position import start_from
from splendor.engine.setup import deal
from splendor.engine.state import OVER, Options, State
from splendor.engine.tokens import TOKEN_NAMES, Tokens
from splendor.engine.turn import play

FILES = sorted((Path(__file__).parent / "golden").glob("*.json"))
REASONS = ("prestige", "resignation", "flag", "stalemate", "max_rounds", "shared")
ANY_SEED = bytes(32)


def start(golden: dict[str, Any]) -> State:
    options = Options(**golden["options"])
    if "seed" in golden:
        return deal(options, bytes.fromhex(golden["seed"]))
    return start_from(golden["position"], options, ANY_SEED)


def six(counts: dict[str, int]) -> Tokens:
    assert counts.keys() <= set(TOKEN_NAMES)
    w, u, g, r, k, gold = (counts.get(name, 0) for name in TOKEN_NAMES)
    return (w, u, g, r, k, gold)


def take_step(state: State, step: dict[str, Any]) -> State:
    action = {name: value for name, value in step.items() if name != "seat"}
    if action["type"] == "exit":
        return (flag if action["kind"] == "flag" else resign)(state, step["seat"])
    assert state.to_act == step["seat"]
    return play(state, turn_from_json(action))[-1].after


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_golden_game(file: Path) -> None:
    golden = json.loads(file.read_text(encoding="utf-8"))
    state, expected = start(golden), golden["expect"]
    for step in golden["steps"]:
        assert state.phase != OVER
        state = take_step(state, step)
    result = outcome(state)
    assert result is not None
    assert result.termination == expected["reason"]
    assert list(result.winners) == expected["winners"]
    assert [standing._asdict() for standing in result.ranking] == expected["ranking"]
    assert state.round == expected["round"]
    assert [held.tokens for held in state.seats] == [six(counts) for counts in expected["tokens"]]
    assert state.supply == six(expected["supply"])


def test_every_end_is_there() -> None:
    assert [file.stem for file in FILES] == sorted(f"{seats}-{reason}" for seats in (2, 3, 4) for reason in REASONS)
