"""The part of the generated client that is about ladders: laid down, entered, read, left."""

from http import HTTPStatus
from types import ModuleType

from splendor_host_client import AuthenticatedClient, Client
from splendor_host_client.api.bots import create_bot
from splendor_host_client.api.ladder_entries import (
    change_ladder_entry,
    enter_ladder,
    get_my_ladder_entry,
    leave_ladder,
    remove_ladder_entry,
)
from splendor_host_client.api.ladder_results import get_head_to_head, list_ladder_games, list_ratings, list_standings
from splendor_host_client.api.ladders import create_ladder, get_ladder, list_ladders, update_ladder
from splendor_host_client.models import (
    EntryCommand,
    EntryOrder,
    HeadToHead,
    Ladder,
    LadderChanges,
    LadderChangesStatus,
    LadderEntry,
    LadderGameList,
    LadderList,
    Ledger,
    ListLadderGamesStatus,
    NewBot,
    NewLadder,
    Problem,
    Registered,
    StandingList,
)

from tests.servers import wait_until

ORDER = {
    "name": "Open air",
    "time_control": {"type": "fischer", "initial_ms": 60_000, "increment_ms": 1_000},
    "games_at_once": 4,
}


def tour(program: ModuleType, base: str, admin_token: str) -> None:
    admin, anybody = caller(program, base, admin_token), program.anybody(base)
    ada = program.register(base, "Ada")
    ladder = laid_down(program, admin, anybody)
    for name in ("greedy", "random"):
        command = EntryCommand(ai_player=name)
        entry = program.expect(LadderEntry, change_ladder_entry.sync(ladder.id, name, client=admin, body=command))
        assert (entry.kind, entry.ai_player, entry.rating.rating) == ("ai", name, 1000)
    bot = entered(program, base, ada, ladder)
    results(program, anybody, ladder, bot)
    assert remove_ladder_entry.sync_detailed(ladder.id, "random", client=admin).status_code == HTTPStatus.NO_CONTENT
    closing = LadderChanges(status=LadderChangesStatus.CLOSED)
    assert program.expect(Ladder, update_ladder.sync(ladder.id, client=admin, body=closing)).status == "closed"


def caller(program: ModuleType, base: str, token: str) -> AuthenticatedClient:
    program.OPENED.append(client := AuthenticatedClient(base, token, timeout=40))
    return client


def laid_down(program: ModuleType, admin: AuthenticatedClient, anybody: Client) -> Ladder:
    order = NewLadder.from_dict(ORDER)
    assert order.to_dict() == ORDER
    made = program.expect(Ladder, create_ladder.sync(client=admin, body=order, idempotency_key=f"ladder-{id(admin)}"))
    assert made == program.expect(Ladder, get_ladder.sync(made.id, client=anybody))
    assert {"people", made.id} <= {
        one.id for one in program.expect(LadderList, list_ladders.sync(client=anybody)).items
    }
    return made


def entered(program: ModuleType, base: str, ada: AuthenticatedClient, ladder: Ladder) -> str:
    made = program.expect(Registered, create_bot.sync(client=ada, body=NewBot("Ada's engine")))
    bot = caller(program, base, made.token)
    entry = program.expect(LadderEntry, enter_ladder.sync(ladder.id, client=bot, body=EntryOrder(paused=True)))
    assert (entry.id, entry.status, entry.paused_for) == (made.player.id, "paused", "owner")
    assert program.expect(LadderEntry, get_my_ladder_entry.sync(ladder.id, client=bot)) == entry
    refused = program.expect(Problem, enter_ladder.sync(ladder.id, client=ada, body=EntryOrder()))
    assert (refused.status, refused.code) == (403, "not-eligible")
    assert leave_ladder.sync_detailed(ladder.id, client=bot).status_code == HTTPStatus.NO_CONTENT
    return str(made.player.id)


def results(program: ModuleType, anybody: Client, ladder: Ladder, bot: str) -> None:
    """Two AI players play each other by themselves."""

    def settled() -> LadderGameList:
        return program.expect(LadderGameList, list_ladder_games.sync(ladder.id, client=anybody))

    wait_until(lambda: settled().items, 60, "a game is rated")
    running = list_ladder_games.sync(ladder.id, client=anybody, status=ListLadderGamesStatus.RUNNING)
    assert {game.status for game in program.expect(LadderGameList, running).items} <= {"running"}
    game = settled().items[-1]
    assert (game.number, {seat.entry_id for seat in game.seats}) == (1, {"greedy", "random"})
    table = program.expect(StandingList, list_standings.sync(ladder.id, client=anybody, limit=1))
    assert (table.items[0].place, bool(table.next_cursor)) == (1, True)
    ledger = program.expect(Ledger, list_ratings.sync(ladder.id, "greedy", client=anybody)).items[-1]
    assert (ledger.number, ledger.game_id, ledger.seats[0].before.rating) == (1, game.game_id, 1000)
    meeting = get_head_to_head.sync(ladder.id, client=anybody, one="greedy", other="random")
    assert program.expect(HeadToHead, meeting).games > 0
    strangers = get_head_to_head.sync(ladder.id, client=anybody, one="greedy", other=bot)
    assert program.expect(HeadToHead, strangers).likely_better == 0.5
