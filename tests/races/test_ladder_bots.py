"""Bots of all kinds in a ladder of real processes: each is told what it is by its first game, and harms nobody."""

import contextlib
from collections.abc import Callable, Iterator

import pytest

from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.entering import enter_ai, find_entry, join_ladder
from service.hosting.ladders.finding import change_ladder, create_ladder
from service.hosting.ladders.standings import table
from service.hosting.ladders.values import Ladder, LadderSettings
from service.hosting.telling import listen
from service.outbound.signing import OLD_SIGNS_MS, new_secret
from service.services import Services
from service.store.games import TimeControl
from service.store.ladder_keys import new_ladder_id
from service.store.players import Player
from tests.hosting.hosts import new_player
from tests.races.stand import Stand
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import wait_until

TURN_MS = 5_000
GAMES = 3


@pytest.fixture
def ladders(stand: Stand) -> Stand:
    """A site with all that a ladder of bots needs."""
    environment = {**stand.environment(), "SPLENDOR_WEBHOOK_ALLOW": "127.0.0.1"}
    for words in (("ladders", "ai_quick", "clock", "upkeep"), ("outbound",)):
        stand._start("worker", ["service.cli", "worker", *words], environment)
    stand.ticker()
    return stand.wait(workers=2, tickers=1)


@pytest.fixture
def receivers() -> Iterator[Callable[[Callable[[Received], Reply] | None], Receiver]]:
    """Makes servers of bots; one that is given no answer never answers."""
    with contextlib.ExitStack() as stack:

        def make(answer: Callable[[Received], Reply] | None) -> Receiver:
            receiver = stack.enter_context(Receiver())
            receiver.answer = answer or receiver.hang
            return receiver

        yield make


def first_action(request: Received) -> Reply:
    return json_reply(request.json["legal_actions"][0]["action"])


def enter(host: Services, ladder: Ladder, name: str, receiver: Receiver) -> str:
    """A bot of an owner of its own, that is called at this server."""
    owner = new_player(host, Player("", "Ada"))
    made = new_player(host, Player("", name, "bot", owner.id))
    host.callbacks.rotate(made.id, new_secret(), OLD_SIGNS_MS)
    host.callbacks.set_url(made.id, receiver.url)
    listen(host, made.id)
    bot = host.players.get(made.id)
    assert bot is not None
    join_ladder(host, ladder.id, bot)
    return bot.id


def test_b15_whoever_enters_is_what_its_games_say(
    ladders: Stand, receivers: Callable[[Callable[[Received], Reply] | None], Receiver]
) -> None:
    """B15: a program's own failure is its own result, each with its cause, and the others play on."""
    host = ladders.host
    settings = LadderSettings(time_control=TimeControl("per_turn", TURN_MS), max_rounds=20, illegal_actions=0)
    ladder = create_ladder(host, new_ladder_id(), "Bots", settings)
    enter_ai(host, ladder.id, "random")
    sound = [enter(host, ladder, f"Sound {number}", receivers(first_action)) for number in range(2)]
    odd = {
        enter(host, ladder, "Crash", receivers(lambda _: Reply(500))): "crash",
        enter(host, ladder, "Garbage", receivers(lambda _: json_reply({"castle": "kingside"}))): "crash",
        enter(host, ladder, "Cheat", receivers(lambda _: json_reply({"type": "pass"}))): "illegal_action",
        enter(host, ladder, "Stall", receivers(None)): "flag",
    }
    wait_until(lambda: all(find_entry(host, ladder.id, one).status == "failed" for one in odd), 60, "they fail")
    assert {one: find_entry(host, ladder.id, one).failed_for for one in odd} == odd

    def games() -> dict[str, int]:
        return {row.id: row.standing.games for row in table(host, ladder.id)}

    wait_until(lambda: min(games()[one] for one in sound) >= GAMES, 90, "the others play")
    change_ladder(host, ladder.id, status="paused")
    wait_until(lambda: not host.ladders.running(ladder.id), 60, "all games end")
    # A machine under load may let somebody's time run out; nothing else can be said of these.
    assert set("".join(row.standing.recent for row in table(host, ladder.id) if row.id not in odd)) <= {"f", "t"}
    assert [fault for faults in ladder_faults(host, repair=False) for fault in faults] == []
