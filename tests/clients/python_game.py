"""What a developer writes against the Python client that openapi-python-client generates. Importable once it is there."""

from collections.abc import Callable
from typing import Any, TypeVar

from splendor_host_client import AuthenticatedClient, Client
from splendor_host_client.api.games import create_game, get_game
from splendor_host_client.api.history import list_events
from splendor_host_client.api.players import create_player
from splendor_host_client.api.playing import list_legal_actions, play_action, preview_action
from splendor_host_client.models import (
    AiSeat,
    AiSeatType,
    AiTakesOver,
    AiTakesOverType,
    ChooseNoble,
    ChooseNobleType,
    Event,
    EventPage,
    Fischer,
    FischerType,
    Game,
    LegalActions,
    ListLegalActionsPayments,
    MySeat,
    MySeatType,
    NewGame,
    NewGameReservedCards,
    NewGameSeating,
    NewPlayer,
    Pass,
    PassType,
    Played,
    PurchaseCard,
    PurchaseCardType,
    Registered,
    ReserveCard,
    ReserveCardType,
    ReserveFromDeck,
    ReserveFromDeckType,
    ReturnTokens,
    ReturnTokensType,
    ShownAction,
    TakeTokens,
    TakeTokensType,
    Tokens,
)

Action = ChooseNoble | Pass | PurchaseCard | ReserveCard | ReserveFromDeck | ReturnTokens | TakeTokens
T = TypeVar("T")
OPENED: list[Client | AuthenticatedClient] = []

FORMS: dict[str, Any] = {
    "take_tokens": TakeTokens,
    "reserve_card": ReserveCard,
    "reserve_from_deck": ReserveFromDeck,
    "purchase_card": PurchaseCard,
    "return_tokens": ReturnTokens,
    "choose_noble": ChooseNoble,
    "pass": Pass,
}
BUILT: dict[str, Callable[[], Action]] = {
    "take_tokens": lambda: TakeTokens(
        TakeTokensType.TAKE_TOKENS, Tokens(red=2), returned_tokens=Tokens(gold=1), noble_id="N01"
    ),
    "reserve_card": lambda: ReserveCard(ReserveCardType.RESERVE_CARD, card_id="L1-06"),
    "reserve_from_deck": lambda: ReserveFromDeck(ReserveFromDeckType.RESERVE_FROM_DECK, level=3),
    "purchase_card": lambda: PurchaseCard(PurchaseCardType.PURCHASE_CARD, card_id="L1-06", payment=Tokens(blue=3)),
    "return_tokens": lambda: ReturnTokens(ReturnTokensType.RETURN_TOKENS, Tokens(white=1, gold=1)),
    "choose_noble": lambda: ChooseNoble(ChooseNobleType.CHOOSE_NOBLE, noble_id="N02"),
    "pass": lambda: Pass(PassType.PASS),
}
"""Each action as the constructors of the client build it."""


def expect(kind: type[T], reply: Any) -> T:
    """The reply as what it has to be; a refusal says why it is not."""
    assert isinstance(reply, kind), reply
    return reply


def quoted(game: Game) -> str:
    return f'"{game.etag}"'


def anybody(base: str) -> Client:
    """A client without a token."""
    OPENED.append(client := Client(base, timeout=40))
    return client


def register(base: str, name: str) -> AuthenticatedClient:
    """The client of a new player."""
    made = expect(Registered, create_player.sync(client=anybody(base), body=NewPlayer(name)))
    OPENED.append(client := AuthenticatedClient(base, made.token, timeout=40))
    return client


def close_all() -> None:
    while OPENED:
        OPENED.pop().get_httpx_client().close()


class Table:
    """A game of one person against AI players, from its creation to its end."""

    def __init__(self, client: AuthenticatedClient, order: NewGame, key: str) -> None:
        self.client = client
        self.game = expect(Game, create_game.sync(client=client, body=order, idempotency_key=key))
        self.events: list[Event] = []

    @property
    def mine(self) -> bool:
        game = self.game
        return bool(game.turn and game.you and game.turn.seat == game.you.seat)

    def play(self) -> None:
        while self.game.status == "playing":
            if self.mine:
                self.act(self.choose())
            else:
                self.wait()

    def choose(self) -> Action:
        """The first purchase listed, else the first action."""
        which = ListLegalActionsPayments.ALL
        listed = expect(LegalActions, list_legal_actions.sync(self.game.id, client=self.client, payments=which))
        shown = [entry.action for entry in listed.actions]
        return as_posted(next((action for action in shown if action.type_ == "purchase_card"), shown[0]))

    def act(self, action: Action) -> None:
        game = self.game
        foreseen = expect(Played, preview_action.sync(game.id, client=self.client, body=action))
        key = f"move-{game.version}"
        reply = play_action.sync(game.id, client=self.client, body=action, if_match=quoted(game), idempotency_key=key)
        played = expect(Played, reply)
        assert foreseen.game.version == game.version < played.game.version
        self.game = played.game
        self.events += played.events

    def wait(self) -> None:
        """Until something has happened."""
        reply = list_events.sync(self.game.id, client=self.client, after=str(self.game.last_event), wait_ms=20_000)
        page = expect(EventPage, reply)
        assert page.items, "nobody has moved for 20 s"
        self.events += page.items
        self.game = expect(Game, get_game.sync(self.game.id, client=self.client))


def as_posted(shown: ShownAction) -> Action:
    action: Action = FORMS[shown.type_].from_dict(shown.to_dict())
    return action


def against_the_ai() -> NewGame:
    return NewGame(
        seats=[MySeat(MySeatType.ME), AiSeat(AiSeatType.AI, ai_player="greedy")],
        seating=NewGameSeating.RANDOM,
        reserved_cards=NewGameReservedCards.HIDDEN,
        target_prestige=10,
        time_control=Fischer(FischerType.FISCHER, initial_ms=600_000, increment_ms=1_000),
        on_flag=AiTakesOver(AiTakesOverType.AI_TAKES_OVER, ai_player="greedy"),
    )
