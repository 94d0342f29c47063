"""The events alone keep up a view: applied to the start they give what `view` shows, ply by ply."""

from random import Random

import pytest

from splendor.engine.action_json import Json
from splendor.engine.events import exit_events, ply_events, start_events
from splendor.engine.position import start_from
from splendor.engine.setup import deal
from splendor.engine.state import RESERVED_CARDS_MODES, Options, State
from splendor.engine.steps import Played
from splendor.engine.view import view
from tests.engine.fold import fold, table_of
from tests.engine.games import random_game

SEED = bytes(32)


@pytest.mark.parametrize("mode", RESERVED_CARDS_MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_events_keep_up_every_viewers_view(mode: str, seats: int) -> None:
    """Nothing that a view shows is missing in the events, for a spectator and for each seat."""
    for game in range(12):
        start = deal(Options(seats, 12, mode), game.to_bytes(32, "big"))
        played = list(random_game(start, Random(game), exits=0.02 if game % 2 else 0))
        for viewer in (None, *range(seats)):
            follow(start, played, viewer)


def follow(start: State, played: list[Played], viewer: int | None) -> None:
    started, *rest = start_events(start, viewer)
    shown = table_of(started)
    for event in rest:
        fold(shown, event)
    assert shown == view(start, viewer)
    for step in played:
        for ply in step.plies:
            follow_ply(shown, ply_events(ply, viewer), ply.after, viewer)
        if not step.plies:
            follow_ply(shown, exit_events(step.before, step.after, step.seat), step.after, viewer)


def follow_ply(shown: Json, events: list[Json], after: State, viewer: int | None) -> None:
    for event in events:
        fold(shown, event)
    assert shown == view(after, viewer)


WHITE, BLUE, BLACK = (" ".join(f"L1-{n:02}" for n in range(first, first + 4)).split() for first in (1, 9, 33))


@pytest.mark.parametrize("mode", RESERVED_CARDS_MODES)
def test_events_keep_up_a_game_that_starts_in_its_midst(mode: str) -> None:
    """From a position with full hands, nobles to choose among and tokens to return."""
    tokens = {"white": 2, "blue": 2, "green": 2, "red": 1, "black": 2}
    reserved = [{"card_id": "L3-01", "hidden": True}, {"card_id": "L1-17", "hidden": False}]
    rich = {"tokens": tokens, "purchased": WHITE + BLUE + BLACK, "reserved": reserved}
    position = {"seats": [rich, {"tokens": {"red": 2}}], "nobles": ["N01", "N02", "N10"]}
    phases = set()
    for game in range(12):
        start = start_from(position, Options(2, 15, mode), SEED)
        played = list(random_game(start, Random(game), exits=0.01))
        phases |= {step.after.phase for step in played}
        for viewer in (None, 0, 1):
            follow(start, played, viewer)
    assert phases == {0, 1, 2, 3}
