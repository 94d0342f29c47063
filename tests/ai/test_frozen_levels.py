"""The levels that are set by simulations play as they did: whoever changes one on purpose raises its version and its digest.

Ratings, baselines and what a game's players are told of an AI player all name its version, so a version must mean one way
to play.
"""

from hashlib import sha256

import pytest

from splendor.ai import player
from splendor.ai.games import choices
from splendor.ai.levels import LEVELS
from splendor.engine.state import Options
from tests.ai.positions import dealt, text_of

FROZEN = {
    ("beginner", 1): "0f877ab8f8c6a87ed078315c725b27a471007740053662a9e4499bdd13c8709e",
    ("casual", 1): "33f6afa2de698cc9ba78e0c53c811ed36c66e290374dd45b5e1e9788af21bba2",
    ("skilled", 1): "decc135f684bdff7458e0349c34dc22f7d9e7d70e40520e2b3d5eb67bb81506b",
    ("expert", 1): "52996270a7378c1887acee030cfefcdf89caab675f1bf298324ba48a7918a606",
}
SEATS = (2, 3, 4)


def digest(name):
    """Of one game with each number of seats: `<seats>: <action>, <action>, ...` in the short form of tests/ai/positions.py."""
    lines = (f"{seats}: {', '.join(game(name, seats))}\n" for seats in SEATS)
    return sha256("".join(lines).encode()).hexdigest()


def game(name, seats):
    return (text_of(choice.action) for choice in choices(dealt(1, Options(seats)), [player(name)] * seats, 1))


def test_every_level_that_is_set_by_simulations_is_frozen():
    assert set(FROZEN) == {(level.name, level.version) for level in LEVELS if not level.think_ms}


@pytest.mark.parametrize(("name", "version"), FROZEN)
def test_level_plays_as_its_version_did(name, version):
    assert digest(name) == FROZEN[name, version]


def test_no_two_levels_play_alike():
    assert len(set(FROZEN.values())) == len(FROZEN)
