"""How much one player may have going on at a time.

The counts come from the lists of games, which follow each commit by a moment: of several requests at the same time one
or two more may pass.
"""

from service.hosting.errors import InvitationRefused, TooMany
from service.hosting.game import CODEC, Game
from service.hosting.host import Host
from service.hosting.reading import Table
from service.store.indexes import HIDDEN

MOST_LOBBY_CHANGES = 500
"""How often the seats of one game may change before its start; its log is read with each of them."""


def check_lobby_length(table: Table) -> None:
    """Raises TooMany where the seats of a game have been changed too often to be changed or taken again."""
    if table.game.status == "open" and table.stored.version >= MOST_LOBBY_CHANGES:
        raise TooMany("The seats of this game have changed too often; create another one.")


def check_quota(host: Host, player_id: str, *, with_ai: bool, more: int = 1) -> None:
    """Raises TooMany where the player has as many running AI games as are allowed, or no room for `more` open ones."""
    counts = host.indexes.counts(player_id)
    ai_games = _sum(counts, "playing-ai")
    if with_ai and ai_games >= host.quotas.ai_games:
        raise TooMany(f"You have {ai_games} running games with AI players; more are not allowed at a time.")
    games = _sum(counts, "open", "playing") + ai_games
    if games + more > host.quotas.open_games:
        raise TooMany(f"You have {games} games that are open or run; more are not allowed at a time.")


def check_invitations(host: Host, player_id: str, more: int) -> None:
    """Raises TooMany where `more` further invitations would be too many unanswered ones."""
    entries = host.indexes.page(player_id, ("open", "open" + HIDDEN), None, host.quotas.open_games)
    found = host.games.read_each([entry.game_id for entry in entries])
    sent = sum(_sent(CODEC.decode(stored.blob), player_id) for stored in found if stored is not None)
    if sent + more > host.quotas.invitations:
        raise TooMany(f"{sent} of your invitations are unanswered; {host.quotas.invitations} are allowed at a time.")


def check_invited(host: Host, player_ids: list[str]) -> None:
    """Raises InvitationRefused where somebody has too many invitations to answer already."""
    if any(host.indexes.counts(player_id)["invited"] >= host.quotas.invited for player_id in player_ids):
        raise InvitationRefused("A player you named cannot be invited.")


def _sent(game: Game, creator: str) -> int:
    return sum(seat.type == "invited" for seat in game.seats) if game.creator == creator else 0


def _sum(counts: dict[str, int], *names: str) -> int:
    return sum(counts[name] + counts[name + HIDDEN] for name in names)
