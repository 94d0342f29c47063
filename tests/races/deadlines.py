"""What the processes do that meet at a deadline. Started by name, with plain arguments."""

import random
from functools import cache

from service.config import Settings
from service.hosting.committing import own_request
from service.hosting.errors import TimeOver
from service.hosting.flag_clock import flag_clock
from service.hosting.reading import load_table, open_table
from service.hosting.submit_action import submit_action
from service.services import Services, connect
from service.store.errors import Conflict
from splendor.engine.legal import legal_actions
from splendor.engine.turn import Turn
from tests.moments import wait_for

Deadlines = list[tuple[str, int]]
"""Ids of games, each with its deadline (ms)."""


@cache
def host(settings: Settings) -> Services:
    return connect(settings)


def warm_up(settings: Settings) -> None:
    """Imports and the connection are there before the race begins."""
    host(settings).games.read("g00" + "x" * 20)


def act_at_deadlines(settings: Settings, games: Deadlines, seed: int) -> list[str]:
    """Sends the first legal action of each game so that it arrives within a few milliseconds of the deadline."""
    lots = random.Random(seed)
    return [_act(host(settings), game_id, deadline / 1000 + lots.uniform(-0.004, 0.001)) for game_id, deadline in games]


def _act(host: Services, game_id: str, at: float) -> str:
    table = load_table(host, game_id, "")
    if table.game.over:
        return "overtaken"
    table = open_table(table.stored, table.game.seats[0].player_id)
    turn = Turn(legal_actions(table.game.running)[0])
    wait_for(at)
    try:
        submit_action(host, table, turn, own_request(slot="one"))
    except TimeOver:
        return "time-over"
    except Conflict:
        return "overtaken"
    return "played"


def flag_at_deadlines(settings: Settings, games: Deadlines) -> None:
    """Does what a timeout job does, from just before each deadline until the game has moved on."""
    for game_id, deadline in games:
        wait_for(deadline / 1000 - 0.002)
        while load_table(host(settings), game_id, "").stored.version == 2:
            flag_clock(host(settings), game_id, 2)
