"""The view of a hosted game for one viewer: the engine's view, and around it what the host knows."""

from typing import Any

from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.instants import instant
from service.store.games import Clock, StoredGame, TimeControl
from splendor.engine.recording import FROM_POSITION, SANDBOX, SEEDED
from splendor.engine.view import view

View = dict[str, Any]


def game_view(game: Game, stored: StoredGame, viewer: int | None, over: bool) -> View:
    """The view of `game` at the version that `stored` names, for a seat or (None) a spectator.

    `over` says that the real game is over: then nothing in any version of it is hidden (V4). A preview of its end
    is not over.
    """
    result: View = {
        "id": game.id,
        "version": stored.version,
        "etag": stored.etag,
        "last_event": stored.last_event,
        "status": game.status,
        "options": options_view(game.options),
        "marks": marks_view(game),
    }
    if game.state is None:
        result["seats"] = [{"seat": number, **player_view(seat)} for number, seat in enumerate(game.seats)]
    else:
        _add_board(result, game, stored.clock, viewer, over)
    if viewer is not None:
        result["you"] = {"seat": viewer}
    if game.votes:
        result["abort_votes"] = list(game.votes)
    if game.status == "aborted":
        result.pop("turn", None)
        result["result"] = {"reason": "aborted", "winners": [], "ranking": []}
    if game.ladder:
        result["ladder"] = {"id": game.ladder, "kind": _ladder_kind(game)}
    result["fairness"] = fairness_view(game, over)
    result["created_at"] = instant(stored.created_at)
    result["updated_at"] = instant(stored.updated_at)
    expires_at = game.expires_at(stored.updated_at)
    if expires_at:
        result["expires_at"] = instant(expires_at)
    return result


def _ladder_kind(game: Game) -> str:
    """What a game is to its ladder; one without a result is not rated after all."""
    if not game.options.rated:
        return "validation"
    return "unrated" if game.status == "aborted" else "rated"


def options_view(options: GameOptions) -> View:
    """The options as they could be sent to create the same game."""
    on_flag = {"type": "ai_takes_over", "ai_player": options.ai_on_flag} if options.ai_on_flag else {"type": "forfeit"}
    return {
        "visibility": options.visibility,
        "seating": options.seating,
        "rated": options.rated,
        "time_control": time_control_view(options.time_control),
        "target_prestige": options.target_prestige,
        "reserved_cards": options.reserved_cards,
        "max_rounds": options.max_rounds,
        "on_flag": on_flag,
    }


def time_control_view(control: TimeControl) -> View:
    """A time control in the form in which it is requested."""
    if control.kind == "none":
        return {"type": "none"}
    if control.kind == "per_turn":
        return {"type": "per_turn", "turn_ms": control.initial_ms}
    limit = {"max_ms": control.max_ms} if control.max_ms else {}
    return {"type": "fischer", "initial_ms": control.initial_ms, "increment_ms": control.increment_ms, **limit}


def _add_board(result: View, game: Game, clock: Clock, viewer: int | None, over: bool) -> None:
    board = view(game.running, viewer, over)
    for number, (seat, shown) in enumerate(zip(game.seats, board["seats"], strict=True)):
        shown.update(player_view(seat))
        if clock.banks and not seat.controlled_by_ai:
            shown["remaining_ms"] = clock.banks[number]
    for number, cause in game.forfeits:
        board["seats"][number]["forfeit"] = cause
    result.update(board)
    turn = result.get("turn")
    if turn is not None:
        if clock.turn_at:
            turn["started_at"] = instant(clock.turn_at)
        if clock.deadline:
            turn["deadline_at"] = instant(clock.deadline)


def player_view(seat: GameSeat) -> View:
    """Who sits at a seat and who acts for it."""
    shown: View = {"type": seat.type}
    if seat.type == "open":
        return shown
    if seat.player_id:
        shown["player"] = {"id": seat.player_id, "name": seat.name}
    if seat.type == "invited":
        return shown | {"expires_at": instant(seat.expires_at)}
    if seat.ai_player:
        shown["ai_player"] = seat.ai_player
    shown["controller"] = "ai" if seat.ai_player else "player"
    return shown


def marks_view(game: Game) -> list[str]:
    """What sets the game apart from one that was dealt in the common way."""
    return [SEEDED] * game.seeded + [FROM_POSITION] * bool(game.position) + [SANDBOX] * game.sandbox


def fairness_view(game: Game, over: bool) -> View:
    """What proves the deal; the seed only once the game is over."""
    shown: View = {"commitment": game.commitment} if game.commitment else {}
    if over:
        shown["seed"] = game.seed.hex()
    return shown
