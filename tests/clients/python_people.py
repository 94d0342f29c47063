"""A story of an app and its users, from the first player to a deleted account, by the generated client alone."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from types import ModuleType
from typing import Any

from splendor_host_client import AuthenticatedClient, Client
from splendor_host_client.api.apps import create_app_player, create_app_player_token, get_app, list_app_players
from splendor_host_client.api.endings import abort_game, get_rematch, hand_over, rematch, resign
from splendor_host_client.api.games import create_game, get_game
from splendor_host_client.api.history import list_events
from splendor_host_client.api.lists import list_games, list_invitations, list_my_games, list_player_games
from splendor_host_client.api.players import delete_me, export_me, get_me, get_player
from splendor_host_client.api.playing import list_legal_actions, play_action
from splendor_host_client.api.seats import change_seat, join_game, leave_seat
from splendor_host_client.models import (
    App,
    AppPlayer,
    AppPlayerList,
    EventPage,
    Export,
    Game,
    GameList,
    GameSummary,
    HandOver,
    InvitationList,
    InvitedSeat,
    InvitedSeatType,
    Issued,
    Join,
    LegalActions,
    ListGamesStatus,
    ListMyGamesStatus,
    MySeat,
    MySeatType,
    NewAppPlayer,
    NewGame,
    NewGameVisibility,
    NewToken,
    NewTokenScope,
    OpenSeat,
    OpenSeatType,
    Played,
    Player,
    Problem,
)

TURNS = 4
PATIENCE_S = 20


class Story:
    """What the people of the story have and what they were told; `seen` is what the test looks at in the end."""

    def __init__(self, program: ModuleType, base: str, app_token: str, run: str) -> None:
        self.expect: Callable[..., Any] = program.expect
        self.as_posted = program.as_posted
        self.base, self.users = base, (f"ada-{run}", f"grace-{run}")
        self.anybody: Client = program.anybody(base)
        self.opened: list[Any] = program.OPENED
        self.app = self._client(app_token)
        self.codes: list[str] = []

    def _client(self, token: str) -> AuthenticatedClient:
        self.opened.append(client := AuthenticatedClient(self.base, token, timeout=40))
        return client

    def refused(self, reply: Any) -> None:
        """Notes the code of a refusal."""
        self.codes.append(self.expect(Problem, reply).code)

    def tell(self) -> dict[str, Any]:
        self.meet()
        self.invite()
        self.play_and_resign()
        self.play_again()
        self.find_games()
        self.leave()
        return self.seen()

    def meet(self) -> None:
        """An app makes its players; each of their devices gets a token."""
        assert self.expect(App, get_app.sync(client=self.app)).name
        self.ada_id, self.grace_id = (self._player(user) for user in self.users)
        self.ada, self.grace = (self._token(one, NewTokenScope.PLAY) for one in (self.ada_id, self.grace_id))
        reader = self._token(self.ada_id, NewTokenScope.READ)
        assert self.expect(Player, get_me.sync(client=reader)).id == self.ada_id
        order = NewGame([MySeat(MySeatType.ME), OpenSeat(OpenSeatType.OPEN)])
        self.refused(create_game.sync(client=reader, body=order))
        self.refused(create_game.sync(client=self.app, body=order))

    def _player(self, user: str) -> str:
        order = NewAppPlayer(external_id=user, name=user.partition("-")[0].capitalize())
        first, again = (create_app_player.sync_detailed(client=self.app, body=order) for _ in range(2))
        assert (first.status_code, again.status_code) == (HTTPStatus.CREATED, HTTPStatus.OK)
        assert self.expect(AppPlayer, first.parsed) == again.parsed
        found = self.expect(AppPlayerList, list_app_players.sync(client=self.app, external_id=user))
        assert found.items == [again.parsed]
        return str(found.items[0].id)

    def _token(self, player: str, scope: NewTokenScope) -> AuthenticatedClient:
        until = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
        order = NewToken(scope=scope, expires_at=until)
        made = self.expect(Issued, create_app_player_token.sync(player, client=self.app, body=order))
        assert (made.scope, made.expires_at) == (scope, until)
        return self._client(made.token)

    def invite(self) -> None:
        """Ada invites Grace to a private game, who declines, is asked again, and accepts."""
        invitation = InvitedSeat(InvitedSeatType.PLAYER, player_id=self.grace_id, expires_in_ms=600_000)
        order = NewGame([MySeat(MySeatType.ME), invitation], visibility=NewGameVisibility.PRIVATE)
        game = self.expect(Game, create_game.sync(client=self.ada, body=order, idempotency_key="first"))
        assert not game.join_code
        self.refused(get_game.sync(game.id, client=self.anybody))
        assert self._invitations() == [(game.id, 1, self.ada_id)]
        declined = self.expect(Played, leave_seat.sync(game.id, 1, client=self.grace))
        assert (declined.game.seats[1].type_, self._invitations()) == ("open", [])
        self.refused(join_game.sync(game.id, client=self.grace, body=Join(join_code="ZZZZZZZZ")))
        assert len(self.expect(Game, get_game.sync(game.id, client=self.ada)).join_code) == 8
        offered = self.expect(Played, change_seat.sync(game.id, 1, client=self.ada, body=invitation)).game
        assert (offered.seats[1].type_, offered.seats[1].player.id) == ("invited", self.grace_id)
        assert self._invitations() == [(game.id, 1, self.ada_id)]
        self.first = self.expect(Played, join_game.sync(game.id, client=self.grace)).game
        assert (self.first.status, self.first.you.seat, self._invitations()) == ("playing", 1, [])

    def _invitations(self) -> list[tuple[str, int, str]]:
        found = self.expect(InvitationList, list_invitations.sync(client=self.grace))
        return [(one.game.id, one.seat, one.invited_by.id) for one in found.items]

    def play_and_resign(self) -> None:
        """A few turns; Grace would rather end it without a result, Ada would not, and resigns."""
        for turn in range(TURNS):
            self.first = self._act((self.ada, self.grace)[turn % 2], self.first.id)
        voted = self.expect(Played, abort_game.sync(self.first.id, client=self.grace))
        assert (voted.game.status, voted.game.abort_votes) == ("playing", [1])
        again = self.expect(Played, abort_game.sync(self.first.id, client=self.grace))
        assert (again.game.version, again.events) == (voted.game.version, [])
        self.first = self.expect(Played, resign.sync(self.first.id, client=self.ada)).game
        assert (self.first.status, self.first.result.winners) == ("finished", [1])

    def _act(self, client: AuthenticatedClient, game_id: str) -> Game:
        """The first legal action of somebody whose turn it is, as the list of their games says too."""
        waiting = self.expect(GameList, list_my_games.sync(client=client, my_turn=True))
        assert game_id in {game.id for game in waiting.items}
        listed = self.expect(LegalActions, list_legal_actions.sync(game_id, client=client))
        action = self.as_posted(listed.actions[0].action)
        reply = play_action.sync(game_id, client=client, body=action, if_match=f'"{listed.etag}"')
        return self.expect(Played, reply).game

    def play_again(self) -> None:
        """A rematch of both; Ada leaves her seat in it to an AI player."""
        asked, accepted = (rematch.sync_detailed(self.first.id, client=one) for one in (self.ada, self.grace))
        assert (asked.status_code, accepted.status_code) == (HTTPStatus.CREATED, HTTPStatus.OK)
        game = self.expect(Played, accepted.parsed).game
        assert (game.id, game.status, game.you.seat) == (self.expect(Played, asked.parsed).game.id, "playing", 0)
        assert self.expect(Game, get_rematch.sync(self.first.id, client=self.ada)).id == game.id
        given = self.expect(Played, hand_over.sync(game.id, client=self.ada, body=HandOver(ai_player="greedy")))
        assert given.game.seats[1].ai_player == "greedy"
        self.refused(resign.sync(game.id, client=self.ada))
        self._wait_for("action_played", 1, self._act(self.grace, game.id))
        self.second = self.expect(Played, abort_game.sync(game.id, client=self.grace)).game
        assert self.second.status == "aborted"

    def _wait_for(self, type_: str, seat: int, game: Game) -> None:
        """Until this has happened in the game since `game` was read."""
        after, until = game.last_event, time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            reply = list_events.sync(game.id, client=self.grace, after=str(after), wait_ms=PATIENCE_S * 1000)
            page = self.expect(EventPage, reply)
            if (type_, seat) in {(event.type_, event.seat) for event in page.items}:
                return
            after = page.items[-1].number if page.items else after
        raise AssertionError(f"no {type_} of seat {seat} for {PATIENCE_S} s")

    def find_games(self) -> None:
        """Both find their games, page by page; what is private stays off all public lists."""
        order = NewGame([MySeat(MySeatType.ME), OpenSeat(OpenSeatType.OPEN)])
        self.public = self.expect(Game, create_game.sync(client=self.ada, body=order))
        assert [game.id for game in self._walk(self.ada)] == [self.public.id, self.second.id, self.first.id]
        assert [game.id for game in self._walk(self.grace)] == [self.second.id, self.first.id]
        over = list_my_games.sync(client=self.grace, status=ListMyGamesStatus.FINISHED)
        assert [game.id for game in self.expect(GameList, over).items] == [self.first.id]
        shown = list_games.sync(client=self.anybody, status=ListGamesStatus.OPEN, players=2, seats_free=1)
        assert self.public.id in {game.id for game in self.expect(GameList, shown).items}
        hers = self.expect(GameList, list_player_games.sync(self.ada_id, client=self.anybody))
        assert [game.id for game in hers.items] == [self.public.id]

    def _walk(self, client: AuthenticatedClient) -> Iterator[GameSummary]:
        page = self.expect(GameList, list_my_games.sync(client=client, limit=1))
        while True:
            assert len(page.items) == 1
            yield page.items[0]
            if not page.next_cursor:
                return
            page = self.expect(GameList, list_my_games.sync(client=client, limit=1, cursor=page.next_cursor))

    def leave(self) -> None:
        """Ada takes her data along and deletes the account; a neutral name stays in Grace's games."""
        export = self.expect(Export, export_me.sync(client=self.ada))
        assert {one.game.id for one in export.games} == {self.public.id, self.second.id, self.first.id}
        assert (export.player.id, export.external_id) == (self.ada_id, self.users[0])
        assert delete_me.sync_detailed(client=self.ada).status_code == HTTPStatus.NO_CONTENT
        self.refused(get_me.sync(client=self.ada))
        self.refused(get_player.sync(self.ada_id, client=self.anybody))
        self.erased = [self._erased(game, seat) for game, seat in ((self.first, 0), (self.second, 1))]
        self.refused(rematch.sync(self.second.id, client=self.grace))
        order = NewAppPlayer(external_id=self.users[0], name="Ada")
        assert self.expect(AppPlayer, create_app_player.sync(client=self.app, body=order)).id != self.ada_id

    def _erased(self, before: Game, seat: int) -> Game:
        """The game, once Ada's name is out of it."""
        self._wait_for("player_erased", seat, before)
        game: Game = self.expect(Game, get_game.sync(before.id, client=self.grace))
        assert game.version > before.version
        assert self.ada_id not in str(game.to_dict())
        return game

    def seen(self) -> dict[str, Any]:
        """What clients in any language have to have seen in the end."""
        games = (self.first.id, self.second.id, self.public.id)
        pages = [list_events.sync(game, client=self.grace, after="0", limit=500) for game in games]
        events = [event for page in pages for event in self.expect(EventPage, page).items]
        return {
            "codes": self.codes,
            "types": sorted({event.type_ for event in events}),
            "reasons": sorted({event.reason for event in events if event.reason}),
            "causes": sorted({event.cause for event in events if event.cause}),
            "controllers": sorted({event.controller for event in events if event.controller}),
            "names": sorted({seat.player.name for game in self.erased for seat in game.seats}),
        }
