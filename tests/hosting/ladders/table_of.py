"""Ladders on a host whose jobs are noted down, in few words."""

from typing import Any

import msgspec

from service.hosting.committing import own_request
from service.hosting.flag_clock import flag_clock
from service.hosting.ladders.entering import enter_ai, join_ladder
from service.hosting.ladders.finding import create_ladder
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.ranks import kept_rank
from service.hosting.ladders.rating import Settling, rate_game
from service.hosting.ladders.standings import ledger_page
from service.hosting.ladders.values import Cause, Ladder, LadderSettings, LedgerEntry, Standing, encode, entry_of
from service.hosting.reading import Table, load_table
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.keys import new_game_id
from service.store.ladder_keys import new_ladder_id
from service.store.ladders import EntryChange, SettledSeat, Settlement
from service.store.players import Player
from splendor.engine.legal import legal_actions
from splendor.engine.turn import Turn
from splendor.ratings.rating import UNIT
from tests.hosting.hosts import NotedJobs, new_player, run_jobs, store_client
from tests.store.commits import age


def new_ladder(host: Services, *ai_players: str, **settings: Any) -> Ladder:
    """A ladder that these AI players have entered."""
    ladder = create_ladder(host, new_ladder_id(), "Open air", LadderSettings(**settings))
    for name in ai_players:
        enter_ai(host, ladder.id, name)
    return ladder


def new_bot(host: Services, ladder: Ladder, name: str = "Bot", owner: str = "", *, validated: bool = True) -> Player:
    """A bot of a new owner, or of `owner`, that has entered, and is there."""
    owner = owner or new_player(host, Player("", "Ada")).id
    made = new_player(host, Player("", name, "bot", owner))
    bot = host.players.get(made.id)
    assert bot is not None
    join_ladder(host, ladder.id, bot)
    host.presence.see(bot.id)
    if validated:
        validate(host, ladder, bot.id)
    return bot


def validate(host: Services, ladder: Ladder, bot_id: str) -> None:
    """Lets a bot be active without its first game."""
    record = host.ladders.entries(ladder.id, [bot_id])[0]
    after = msgspec.structs.replace(entry_of(record), status="active", validated=True)
    assert host.ladders.set_entry(ladder.id, EntryChange(bot_id, record, encode(after)))


def play_out(host: Services) -> list[Settling]:
    """Runs the moves of AI players, and settles what is over; what came of that."""
    run_jobs(host)
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    games, noted.ratings = noted.ratings, []
    return [settled for game_id in games if (settled := rate_game(host, game_id))]


def play_games(host: Services, ladder: Ladder, games: int) -> int:
    """Pairs and plays until so many games have been settled."""
    done = 0
    while done < games:
        assert pair_ladder(host, ladder.id)
        done += len(play_out(host))
    return done


def table_of(host: Services, game_id: str, player_id: str = "") -> Table:
    """A game as a player sees it now."""
    return load_table(host, game_id, player_id)


def only_game(host: Services, ladder: Ladder) -> str:
    """The one game that a ladder begins now."""
    (game_id,) = pair_ladder(host, ladder.id)
    return game_id


def play_as(host: Services, game_id: str, player_id: str) -> None:
    """Plays a game to its end, of the player the first legal action at each turn of its own."""
    run_jobs(host)
    while (table := table_of(host, game_id, player_id)).game.status == "playing":
        action = Turn(legal_actions(table.game.running)[0])
        submit_action(host, table, action, own_request())
        run_jobs(host)


def flag(host: Services, game_id: str) -> None:
    """Lets the time of the seat to act run out."""
    age(store_client(host), game_id, 1_000_000)
    assert flag_clock(host, game_id, table_of(host, game_id).stored.version)
    run_jobs(host)


def ends_in(host: Services, ladder: Ladder, bot_id: str) -> LedgerEntry:
    """What the newest game of an entry came to, after settling."""
    play_out(host)
    return ledger_page(host, ladder.id, bot_id)[0].entry


def cause_in(entry: LedgerEntry, entry_id: str) -> tuple[Cause, int]:
    """How it ended for one of its seats, and at which place."""
    (found,) = [seat for seat in entry.seats if seat.entry == entry_id]
    return found.cause, found.place


def begin(host: Services, ladder: Ladder, bot: Player) -> str:
    """A game of the bot in which it is to move."""
    game_id = only_game(host, ladder)
    run_jobs(host)
    assert table_of(host, game_id, bot.id).game.player_to_act == bot.id
    return game_id


def standing(mean: float, deviation: float = 2.0, games: int = 9) -> Standing:
    """Where somebody stands; mean and deviation in units."""
    return Standing(mean=round(mean * UNIT), deviation=round(deviation * UNIT), games=games)


def let_stand(host: Services, ladder_id: str, standings: dict[str, Standing]) -> None:
    """Lets entries stand so, by a game of all of them."""
    now = host.ladders.standings(ladder_id, list(standings))
    seats = tuple(
        SettledSeat(one, before.revision, encode(after), held=False, rank=kept_rank(ladder_id, after))
        for (one, after), before in zip(standings.items(), now, strict=True)
    )
    assert host.ladders.settle(ladder_id, Settlement(new_game_id(), seats, b"[]", paired=False))[0] == "done"
