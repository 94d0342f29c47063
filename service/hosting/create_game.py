"""Setting up a table."""

import secrets
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from service.hosting.advancing import advance
from service.hosting.changes import Created
from service.hosting.committing import Outcome, commit
from service.hosting.company import check_company
from service.hosting.errors import InvalidPosition
from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.host import Host
from service.hosting.invitations import invitable
from service.hosting.lifetimes import Lifetimes
from service.hosting.quotas import check_quota
from service.hosting.rated import check_people, check_rateable
from service.store.games import Request
from service.store.keys import new_join_code
from service.store.ladder_keys import PEOPLE
from service.store.players import Player
from splendor.engine import fairness
from splendor.engine.errors import BadPosition
from splendor.engine.position import start_from
from splendor.engine.recording import RULES_VERSION

_POSITION = "/position"
"""Where in an order the position stands."""


INVITATION_MS = 24 * 3600 * 1000
"""How long an invitation holds that says nothing else; it never outlives the open game."""


class NewSeat(NamedTuple):
    """A seat as it is ordered: open, the creator's own, an AI player's, or that of a player who is invited.

    An invitation holds for `expires_in_ms`.
    """

    type: Literal["open", "me", "ai", "player"]
    ai_player: str = ""
    player_id: str = ""
    expires_in_ms: int = INVITATION_MS


class NewGame(NamedTuple):
    """A game as it is ordered. `seed` is empty unless the caller chose one; so is `position`.

    A `sandbox` has to be private.
    """

    seats: tuple[NewSeat, ...]
    options: GameOptions
    seed: bytes = b""
    position: dict[str, Any] | None = None
    sandbox: bool = False


def create_game(host: Host, creator: Player, order: NewGame, game_id: str, request: Request) -> Outcome:
    """Creates the game with the id that was reserved for it.

    Raises InvalidPosition for a position that cannot be, NotRateable, SandboxStranger, InvitationRefused, TooMany.
    """
    now = host.games.now(game_id)
    game = new_game(host.lifetimes, creator, order, game_id, now)
    _check_position(game, order)
    chosen = bool(order.seed) or order.position is not None or order.sandbox
    check_rateable(order.options, with_ai=any(seat.type == "ai" for seat in order.seats), chosen=chosen)
    check_quota(host, creator.id, with_ai=any(seat.type == "ai" for seat in order.seats))
    others = [seat.player_id for seat in order.seats if seat.player_id]
    if order.sandbox:
        check_company(host, creator.id, others)
    invited = invitable(host, creator.id, others)
    check_people(order.options, *invited.values(), *[creator for seat in order.seats if seat.type == "me"])
    seats = tuple(occupant(seat, creator, invited, now, game.open_until) for seat in order.seats)
    return commit(host, None, advance(game, Created(seats)), "free", request)


def occupant(seat: NewSeat, creator: Player, invited: Mapping[str, Player], now: int, until: int) -> GameSeat:
    """Who sits at a place that was ordered so, or is invited to it from `now` on, not longer than `until`."""
    match seat.type:
        case "me":
            return GameSeat("player", creator.id, creator.name)
        case "ai":
            return GameSeat("ai", ai_player=seat.ai_player)
        case "player":
            name = invited[seat.player_id].name
            return GameSeat("invited", seat.player_id, name, expires_at=min(until, now + seat.expires_in_ms))
        case _:
            return GameSeat()


def new_game(lifetimes: Lifetimes, creator: Player, order: NewGame, game_id: str, now: int) -> Game:
    """The game of an order, without its seats.

    A fair one commits to its seed before anyone sits down; where the deal was chosen there is nothing to prove.
    """
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
        join_code=new_join_code() if order.options.visibility == "private" else "",
        open_until=now + lifetimes.open_ms,
        idle_ms=lifetimes.idle_ms,
        sandbox=order.sandbox,
        ladder=PEOPLE if order.options.rated else "",
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
