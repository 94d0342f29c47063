"""What the former release kept: its encoded games and the lines of its logs are read, and such games go on."""

import base64
import json
from pathlib import Path

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.advancing import advance
from service.hosting.changes import from_entry
from service.hosting.committing import own_request
from service.hosting.effects import catch_up
from service.hosting.expire import end_of_life
from service.hosting.game import CODEC, Game
from service.hosting.hand_over import hand_over
from service.hosting.history import blank
from service.hosting.reading import Table, events_after, load_table, view_at
from service.services import Services
from service.store.games import ClockStep, Commit, TimeControl
from service.store.keys import game_keys, new_tag
from tests.hosting.hosts import run_jobs, store_client

STEPS = json.loads(Path(__file__).with_name("former_release.json").read_text())["steps"]
LATER_FIELDS = ("life", "rematch", "private")
CONTROL = TimeControl("per_turn", 60_000)
CLOCKS = (ClockStep(), ClockStep(start=0, keep=False), ClockStep(spend=0, start=1, keep=False))


def test_the_log_replays() -> None:
    """Every version comes out as it was kept then, and the members that came later are empty."""
    game: Game | None = None
    for step in STEPS:
        kept = CODEC.decode(base64.b64decode(step["blob"]))
        game = advance(game or blank(kept), from_entry(step["entry"])).after
        assert game == kept
        assert (kept.votes, kept.join_code, kept.open_until, kept.idle_ms) == ((), "", 0, 0)
        assert {seat.expires_at for seat in kept.seats} == {0}
        assert CODEC.decode(CODEC.encode(kept)) == kept
    assert game is not None
    assert (game.status, len(STEPS)) == ("aborted", 9)


@pytest.fixture
def table(host: Services) -> Table:
    """The game after its third commit, as it lies in a store that the former release has written; seat 1 is to act."""
    tag = ""
    for version, step in enumerate(STEPS[:3]):
        blob = base64.b64decode(step["blob"])
        order = Commit(
            game_id=CODEC.decode(blob).id,
            expect=(version, tag),
            tag=(tag := new_tag()),
            blob=blob,
            entry=step["entry"],
            events=(4, 3, 2)[version],
            kind="free",
            request=own_request(),
            control=CONTROL,
            clock=CLOCKS[version],
            banks=(60_000,) * 3 if version == 1 else (),
        )
        host.games.commit(order)
    keys = game_keys(order.game_id)
    client = store_client(host)
    client.call("HDEL", keys.game, *LATER_FIELDS)
    client.call("UNLINK", keys.life)
    game = CODEC.decode(order.blob)
    return load_table(host, order.game_id, game.seats[1].player_id)


def test_it_is_shown_as_ever(host: Services, table: Table) -> None:
    assert (table.stored.life, table.stored.rematch, table.stored.private) == (0, "", False)
    view = table.view()
    assert (view["status"], view["version"], view["turn"]["seat"]) == ("playing", 3, 1)
    assert {"abort_votes", "expires_at", "join_code"} & set(view) == set()
    assert view_at(host, table, 3) == view
    assert [seat["type"] for seat in view_at(host, table, 1)["seats"]] == ["player", "open", "ai"]
    told = events_after(host, table, 0, "", 500).items
    assert [event["number"] for event in told] == list(range(1, len(told) + 1))
    assert len(told) == table.stored.last_event


def test_it_goes_on(host: Services, table: Table) -> None:
    """With what there is now: votes, hand-over, lists, lifetimes."""
    catch_up(host, table.game.id)
    assert end_of_life(host, table.game.id) is None
    voted = abort_game(host, table, table.player_id, own_request(), exact=True)
    assert voted is not None
    assert voted.game.votes == (1,)
    handed = hand_over(host, load_table(host, table.game.id, table.player_id), "greedy", own_request(), exact=True)
    assert (handed.game.status, handed.game.ai_to_act) == ("playing", "greedy")
    run_jobs(host)
    now = load_table(host, table.game.id, "")
    assert now.game.running.to_act == 0
    assert view_at(host, now, now.stored.version) == now.view()
