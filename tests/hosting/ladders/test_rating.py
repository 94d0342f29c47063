"""A ladder of AI players: it is paired, played, rated, and adds up."""

import pytest

from service.hosting.game import CODEC, Game
from service.hosting.ladders.entering import join_ladder
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import VALIDATION
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page, table
from service.services import Services
from tests.hosting.ladders.table_of import flag, new_bot, new_ladder, only_game, play_games, play_out


def test_ladder_of_ai_players_plays_and_adds_up(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    assert play_games(host, ladder, 4) == 4
    rows = table(host, ladder.id)
    assert [row.id for row in rows] == ["greedy", "random"]
    assert [row.standing.games for row in rows] == [4, 4]
    assert rows[0].standing.won + rows[1].standing.won - rows[0].standing.shared == 4
    assert [row.standing.places["2-0"][0] for row in rows] == [2, 2], "each begins as often as the other"
    found = recompute(host, ladder.id)
    assert (found.games, found.sound) == (4, True), found
    assert len(ledger_page(host, ladder.id, "greedy")) == 4


def test_its_games_are_public_and_rated_and_say_to_whom_they_belong(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    (game_id,) = pair_ladder(host, ladder.id)
    stored = host.games.read(game_id)
    assert stored is not None
    game: Game = CODEC.decode(stored.blob)
    assert (game.ladder, game.creator, game.options.rated, game.options.visibility) == (ladder.id, "", True, "public")
    play_out(host)


def test_owner_is_told_by_whoever_has_settled_the_game(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who computes the same and comes too late leaves it to the one that was faster."""
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    told: list[str] = []
    monkeypatch.setattr("service.hosting.ladders.rating.tell_owner", lambda _host, _ladder, entry: told.append(entry))
    settle = host.ladders.settle
    flag(host, only_game(host, ladder))
    with monkeypatch.context() as late:
        late.setattr(host.ladders, "settle", lambda *order: [settle(*order) for _ in range(2)][1])
        assert [(one.noted, one.ours) for one in play_out(host)] == [(VALIDATION, False)]
    assert told == []
    join_ladder(host, ladder.id, bot)
    flag(host, only_game(host, ladder))
    assert [one.ours for one in play_out(host)] == [True]
    assert told == [bot.id]
