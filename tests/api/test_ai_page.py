"""What docs/ai.md shows to those who use AI players in programs of their own."""

import re
import textwrap
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from splendor.ai import PLAYERS
from splendor.ai.budget import for_clock
from tests.api.games_api import GREEDY, ME, Json, Site, found
from tests.api.positions import eleven_in_reach, two_nobles_in_reach

PAGE = (Path(__file__).parents[2] / "docs" / "ai.md").read_text()
SNIPPETS = [textwrap.dedent(text) for text in re.findall(r"^ *```python\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)]
QUICK = [name for name, one in PLAYERS.items() if one.quick]


@pytest.fixture
def choose_by() -> Callable[..., Json]:
    """What the page's program defines."""
    names: dict[str, Any] = {}
    exec(next(text for text in SNIPPETS if "def choose_by" in text), names)  # noqa: S102 - our own page
    return names["choose_by"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", QUICK)
def test_an_ai_player_plays_over_rest_as_the_page_shows(site: Site, choose_by: Callable[..., Json], name: str) -> None:
    game = site.game(ME, GREEDY, target_prestige=10)
    (person,) = game.people
    start: Json = {}
    site.run_jobs()
    while (view := game.view(person))["status"] == "playing":
        listed = found(game.get("/legal-actions", person))
        start = view if listed["phase"] == "action" else start
        game.act(person, choose_by(name, view, listed["actions"], start))
        site.run_jobs()


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(
    ("position", "first", "phase"),
    [(eleven_in_reach(), "take_tokens", "return_tokens"), (two_nobles_in_reach(), "purchase_card", "choose_noble")],
)
def test_it_finishes_a_turn_as_the_page_shows(
    site: Site, choose_by: Callable[..., Json], name: str, position: Json, first: str, phase: str
) -> None:
    game = site.game(position=position)
    person = game.people[0]
    start = game.view(person)
    game.act(person, next(action for action in game.listed(person) if action["type"] == first))
    listed = found(game.get("/legal-actions", person))
    assert listed["phase"] == phase
    game.act(person, choose_by(name, game.view(person), listed["actions"], start))
    assert game.to_act() == game.people[1]


def test_the_budget_under_a_clock_is_the_one_of_the_page() -> None:
    (formula,) = [text for text in SNIPPETS if "budget_ms" in text]
    for remaining, increment, lag in product((0, 50, 4_000, 4_001, 60_000, 600_000), (0, 100, 5_000), (0, 100, 2_000)):
        names: dict[str, Any] = {"remaining_ms": remaining, "increment_ms": increment, "lag_ms": lag}
        exec(formula, names)  # noqa: S102 - our own page
        assert for_clock(remaining, increment, 7.0, lag).until == pytest.approx(7.0 + names["budget_ms"] / 1000)
