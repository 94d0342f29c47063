"""Setting up a table."""

import secrets
from typing import Any, Literal, NamedTuple

import msgspec

from service.hosting.changes import Created, advance
from service.hosting.committing import Outcome, commit
from service.hosting.errors import InvalidPosition
from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.host import Host
from service.store.games import Request
from service.store.players import Player
from splendor.engine import fairness
from splendor.engine.errors import BadPosition
from splendor.engine.position import start_from
from splendor.engine.recording import RULES_VERSION

_POSITION = "/position"
"""Where in an order the position stands."""


class NewSeat(NamedTuple):
    """A seat as it is ordered: open, the creator's own, or an AI player's."""

    type: Literal["open", "me", "ai"]
    ai_player: str = ""


class NewGame(NamedTuple):
    """A game as it is ordered. `seed` is empty unless the caller chose one; so is `position`."""

    seats: tuple[NewSeat, ...]
    options: GameOptions
    seed: bytes = b""
    position: dict[str, Any] | None = None


def create_game(host: Host, creator: Player, order: NewGame, game_id: str, request: Request) -> Outcome:
    """Creates the game with the id that was reserved for it. Raises InvalidPosition for a position that cannot be."""
    game = _new_game(creator, order, game_id)
    _check_position(game, order)
    seats = tuple(_seat(seat, creator) for seat in order.seats)
    return commit(host, None, advance(game, Created(seats)), "free", request)


def _new_game(creator: Player, order: NewGame, game_id: str) -> Game:
    """A fair game commits to its seed before anyone sits down; where the deal was chosen there is nothing to prove."""
    seed = order.seed or secrets.token_bytes(32)
    fair = not order.seed and order.position is None
    return Game(
        id=game_id,
        rules_version=RULES_VERSION,
        creator=creator.id,
        status="open",
        options=order.options,
        seats=(),
        seed=seed,
        seeded=bool(order.seed),
        commitment=fairness.commitment(game_id, seed) if fair else "",
        position=msgspec.json.encode(order.position) if order.position is not None else b"",
    )


def _check_position(game: Game, order: NewGame) -> None:
    if order.position is None:
        return
    try:
        start_from(order.position, game.options.for_engine(len(order.seats)), game.seed)
    except BadPosition as error:
        faults = [(f"{_POSITION}{pointer}", _sentence(message)) for pointer, message in error.faults]
        raise InvalidPosition("This position cannot be.", errors=faults) from error


def _sentence(message: str) -> str:
    """What the engine says of a position as a whole sentence, the places it names within the order."""
    text = message.replace(" at /", f" at {_POSITION}/").removesuffix(".")
    return f"{text[:1].upper()}{text[1:]}."


def _seat(seat: NewSeat, creator: Player) -> GameSeat:
    match seat.type:
        case "me":
            return GameSeat("player", creator.id, creator.name)
        case "ai":
            return GameSeat("ai", ai_player=seat.ai_player)
        case _:
            return GameSeat()
