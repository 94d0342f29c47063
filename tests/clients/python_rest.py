"""The rest of the generated client: every function that neither a game against the AI nor the story of people needs."""

from http import HTTPStatus
from types import ModuleType

from splendor_host_client import AuthenticatedClient, Client
from splendor_host_client.api.blocks import block_player, list_blocks, unblock_player
from splendor_host_client.api.bots import create_bot, create_bot_token, list_bots
from splendor_host_client.api.endings import abort_game, resign
from splendor_host_client.api.games import create_game, get_game
from splendor_host_client.api.history import get_position, get_record, list_events
from splendor_host_client.api.operations import (
    get_liveness,
    get_metrics,
    get_readiness,
    get_security_text,
    get_status,
)
from splendor_host_client.api.players import get_me, get_player, update_me
from splendor_host_client.api.playing import list_legal_actions, play_action
from splendor_host_client.api.reference_data import get_rules, list_ai_players, list_cards, list_nobles
from splendor_host_client.api.seats import join_game
from splendor_host_client.api.tokens import create_token, delete_token, list_tokens
from splendor_host_client.models import (
    AiPlayers,
    Alive,
    BlockList,
    Cards,
    EventPage,
    Game,
    GameRecord,
    Issued,
    Join,
    LegalActions,
    MySeat,
    MySeatType,
    NewBot,
    NewGame,
    NewToken,
    NewTokenScope,
    Nobles,
    OpenSeat,
    OpenSeatType,
    Played,
    Player,
    PlayerChanges,
    PlayerList,
    Problem,
    Ready,
    Registered,
    Rules,
    Status,
    TokenList,
)


def tour(program: ModuleType, base: str) -> None:
    anybody, ada, grace = program.anybody(base), program.register(base, "Ada"), program.register(base, "Grace")
    reference(program, anybody)
    operators(program, anybody)
    player(program, ada)
    bots(program, ada)
    blocks(program, ada, grace)
    game(program, ada, grace, anybody)


def reference(program: ModuleType, anybody: Client) -> None:
    assert len(program.expect(Cards, list_cards.sync(client=anybody)).items) == 90
    assert len(program.expect(Nobles, list_nobles.sync(client=anybody)).items) == 10
    assert {one.name for one in program.expect(AiPlayers, list_ai_players.sync(client=anybody)).items} >= {"greedy"}
    assert program.expect(Rules, get_rules.sync(client=anybody)).options.target_prestige.default_value == 15


def operators(program: ModuleType, anybody: Client) -> None:
    assert program.expect(Alive, get_liveness.sync(client=anybody)).status == "alive"
    assert all(check.ok for check in program.expect(Ready, get_readiness.sync(client=anybody)).checks if check.required)
    assert program.expect(Status, get_status.sync(client=anybody)).workers
    assert "splendor" in program.expect(str, get_metrics.sync(client=anybody))
    assert program.expect(Problem, get_security_text.sync(client=anybody)).code == "not-found"


def player(program: ModuleType, ada: AuthenticatedClient) -> None:
    changed = program.expect(Player, update_me.sync(client=ada, body=PlayerChanges(name="Ada L.")))
    assert program.expect(Player, get_me.sync(client=ada)) == changed
    issued = program.expect(Issued, create_token.sync(client=ada, body=NewToken(scope=NewTokenScope.READ)))
    listed = program.expect(TokenList, list_tokens.sync(client=ada, limit=1))
    rest = program.expect(TokenList, list_tokens.sync(client=ada, cursor=listed.next_cursor))
    assert issued.id in {token.id for token in (*listed.items, *rest.items)}
    assert delete_token.sync_detailed(issued.id, client=ada).status_code == HTTPStatus.NO_CONTENT


def bots(program: ModuleType, ada: AuthenticatedClient) -> None:
    made = program.expect(Registered, create_bot.sync(client=ada, body=NewBot("Ada's engine"))).player
    assert program.expect(PlayerList, list_bots.sync(client=ada)).items == [made]
    assert program.expect(Issued, create_bot_token.sync(made.id, client=ada)).token
    assert made.owner == program.expect(Player, get_me.sync(client=ada)).id


def blocks(program: ModuleType, ada: AuthenticatedClient, grace: AuthenticatedClient) -> None:
    other = program.expect(Player, get_me.sync(client=grace))
    for change, blocked in ((block_player, [other]), (unblock_player, [])):
        assert change.sync_detailed(other.id, client=ada).status_code == HTTPStatus.NO_CONTENT
        listed = program.expect(BlockList, list_blocks.sync(client=ada)).items
        assert [block.player for block in listed] == blocked
    assert program.expect(Player, get_player.sync(other.id, client=ada)) == other


def game(program: ModuleType, ada: AuthenticatedClient, grace: AuthenticatedClient, anybody: Client) -> None:
    order = NewGame(seats=[MySeat(MySeatType.ME), OpenSeat(OpenSeatType.OPEN)])
    waiting = program.expect(Game, create_game.sync(client=ada, body=order))
    assert not waiting.turn
    assert program.expect(Played, abort_game.sync(waiting.id, client=ada)).game.status == "aborted"

    opened = program.expect(Game, create_game.sync(client=ada, body=order))
    started = program.expect(Played, join_game.sync(opened.id, client=grace, body=Join(seat=1))).game
    assert started.you.seat == 1
    refused(program, ada, opened, started)
    assert not program.expect(LegalActions, list_legal_actions.sync(opened.id, client=anybody)).complete
    unchanged = get_game.sync_detailed(opened.id, client=grace, if_none_match=program.quoted(started))
    assert unchanged.status_code == HTTPStatus.NOT_MODIFIED
    over = program.expect(Played, resign.sync(opened.id, client=ada, idempotency_key="over")).game
    assert over.result.winners == [1]
    history(program, anybody, over)


def refused(program: ModuleType, ada: AuthenticatedClient, opened: Game, started: Game) -> None:
    """What refusals tell: an old version, and a breach of a rule."""
    two = program.TakeTokens.from_dict({"type": "take_tokens", "tokens": {"gold": 1}})
    stale = program.expect(Problem, play_action.sync(opened.id, client=ada, body=two, if_match=program.quoted(opened)))
    assert (stale.status, stale.code, stale.etag) == (412, "version-conflict", started.etag)
    assert "seat_taken" in {event.type_ for event in stale.events}
    wrong = program.expect(Problem, play_action.sync(opened.id, client=ada, body=two, if_match=program.quoted(started)))
    assert (wrong.status, wrong.code) == (409, "illegal-action")
    assert wrong.rule


def history(program: ModuleType, anybody: Client, over: Game) -> None:
    page = program.expect(EventPage, list_events.sync(over.id, client=anybody, after="0", limit=2))
    assert page.last == over.last_event
    assert program.expect(Game, get_position.sync(over.id, 1, client=anybody)).status == "open"
    record = program.expect(GameRecord, get_record.sync(over.id, client=anybody))
    assert [entry.type_ for entry in record.entries] == ["resignation"]
    assert record.fairness.seed
