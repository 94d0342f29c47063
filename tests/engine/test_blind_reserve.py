"""A18, B09: seat 0 reserves the top card of deck 3, and everything there is to fetch is read by everybody."""

import json

import pytest

from splendor.engine.actions import PurchaseCard, ReserveFromDeck
from splendor.engine.cards import CARDS
from splendor.engine.errors import IllegalAction
from splendor.engine.events import start_events
from splendor.engine.setup import deal
from splendor.engine.state import OVER, RESIGNED, Options, State
from splendor.engine.steps import Exit, Played, step_events, take_step
from splendor.engine.turn import Turn
from splendor.engine.view import legal_view, view
from tests.engine.records import record_view
from tests.engine.twins import CARD_ID, visible

START = deal(Options(2), bytes(range(32)))
DRAWN = CARDS[START.decks[2][0]]
PLAYED = [take_step(START, Turn(ReserveFromDeck(3)))]


def everything_told(start: State, played: list[Played], viewer: int | None) -> str:
    """All that a viewer can fetch of a game: views of every version, its log, its record, legal actions."""
    states = [start, *(step.after for step in played)]
    views = [view(state, viewer) for state in states]
    listed = [legal_view(state, viewer) for state in states]
    log = [start_events(start, viewer), *(step_events(step, viewer) for step in played)]
    return json.dumps([views, listed, log, record_view(start, [step.step for step in played], viewer)])


def test_the_owner_sees_it_everywhere() -> None:
    """A18."""
    after = PLAYED[0].after
    assert view(after, 0)["seats"][0]["reserved"][0]["card"]["id"] == DRAWN.id
    assert step_events(PLAYED[0], 0)[0]["card"]["id"] == DRAWN.id


@pytest.mark.parametrize("viewer", [1, None])
def test_nobody_else_sees_it_anywhere(viewer: int | None) -> None:
    """A18, B09: not in any version, event, list or record."""
    told = everything_told(START, PLAYED, viewer)
    assert DRAWN.id not in told
    assert set(CARD_ID.findall(told)) == visible(START, viewer)
    assert view(PLAYED[0].after, viewer)["seats"][0]["reserved"] == [{"level": 3, "hidden": True}]


def test_nobody_sees_the_order_of_the_decks() -> None:
    """B09: the owner too knows only its own card."""
    told = everything_told(START, PLAYED, 0)
    assert set(CARD_ID.findall(told)) == visible(START, 0) | {DRAWN.id}


def test_it_is_public_once_purchased() -> None:
    """A18."""
    rich = PLAYED[0].after._replace(to_act=0)
    costs = (*DRAWN.cost, 0)
    rich = rich._replace(seats=(rich.seats[0]._replace(tokens=costs), rich.seats[1]))
    bought = take_step(rich, Turn(PurchaseCard(DRAWN.number)))
    for viewer in (0, 1, None):
        assert step_events(bought, viewer)[0]["card"]["id"] == DRAWN.id
        assert view(bought.after, viewer)["seats"][0]["purchased"][0]["id"] == DRAWN.id
        assert view(bought.after, viewer)["seats"][0]["reserved"] == []


def test_a_refused_reserve_tells_no_card() -> None:
    """B09: what was not played shows nothing."""
    full = START.seats[0]._replace(reserved=(70, 71, 72), blind=(True, True, True))
    state = START._replace(seats=(full, START.seats[1]))
    with pytest.raises(IllegalAction) as caught:
        take_step(state, Turn(ReserveFromDeck(3)))
    assert not CARD_ID.search(caught.value.message)


def test_all_is_open_after_the_end() -> None:
    """B09, V4: positions, log and record of the finished game have the card."""
    played = [*PLAYED, take_step(PLAYED[0].after, Exit(1, RESIGNED))]
    assert played[-1].after.phase == OVER
    assert view(played[0].after, None, over=True)["seats"][0]["reserved"][0]["card"]["id"] == DRAWN.id
    assert step_events(played[0], None, over=True)[0]["card"]["id"] == DRAWN.id
    assert step_events(played[1], None)[-1]["reserved"][0][0]["card"]["id"] == DRAWN.id
