"""A ladder with an anchor, and a bot that plays in it; tests that need others make their own under the same names."""

import pytest

from service.hosting.ladders.values import Ladder
from service.services import Services
from service.store.players import Player
from tests.hosting.ladders.table_of import new_bot, new_ladder


@pytest.fixture
def ladder(host: Services) -> Ladder:
    return new_ladder(host, "greedy")


@pytest.fixture
def bot(host: Services, ladder: Ladder) -> Player:
    return new_bot(host, ladder)
