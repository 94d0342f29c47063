"""The games of a ladder: created for a pairing under the id that was drawn with it, so any process may do it, and again."""

import msgspec

from service.hosting.advancing import Step, advance
from service.hosting.changes import Created
from service.hosting.committing import Outcome, commit, own_request
from service.hosting.create_game import NewGame, new_game
from service.hosting.game import GameOptions, GameSeat
from service.hosting.host import Host
from service.hosting.ladders.values import Ladder, LadderSettings, Pairing
from service.store.errors import Conflict
from service.store.players import Player

_NOBODY = Player("", "")


def options_of(settings: LadderSettings, *, rated: bool) -> GameOptions:
    """The options of a ladder's games: seats as paired, and a flag forfeits."""
    return GameOptions(
        visibility="public",
        seating="as_given",
        rated=rated,
        time_control=settings.time_control,
        target_prestige=settings.target_prestige,
        reserved_cards=settings.reserved_cards,
        max_rounds=settings.max_rounds,
        ai_on_flag="",
    )


def begin_game(host: Host, ladder: Ladder, game_id: str, pairing: Pairing) -> bool:
    """Creates the game of a pairing, if it is not there yet. False where one of its players is gone."""
    people = [entry for entry, ai_player in zip(pairing.seats, pairing.ai_players, strict=True) if not ai_player]
    found = host.players.get_many(people) if people else []
    if None in found:
        return False
    players = {player.id: player for player in found if player is not None}
    order = NewGame((), options_of(ladder.settings, rated=pairing.counts))
    game = new_game(host.lifetimes, _NOBODY, order, game_id, host.games.now(game_id))
    seats = tuple(
        GameSeat("ai", ai_player=ai_player) if ai_player else GameSeat("player", entry, players[entry].name)
        for entry, ai_player in zip(pairing.seats, pairing.ai_players, strict=True)
    )
    step = advance(msgspec.structs.replace(game, ladder=ladder.id), Created(seats))
    _commit(host, step)
    return True


def _commit(host: Host, step: Step) -> Outcome | None:
    try:
        return commit(host, None, step, "free", own_request("ladder"))
    except Conflict:
        return None  # it is there, and has been played in
