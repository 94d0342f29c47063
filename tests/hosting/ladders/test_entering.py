"""Ladders are laid down, entered and left."""

from typing import Any

import pytest

from service.hosting.delete_player import delete_player
from service.hosting.errors import TooMany
from service.hosting.ladders.entering import (
    enter_ai,
    find_entry,
    join_ladder,
    leave_all_ladders,
    leave_ladder,
    pause_entry,
    resume_entry,
)
from service.hosting.ladders.errors import (
    EntryNotFound,
    LadderClosed,
    LadderFixed,
    LadderMoved,
    LadderNotFound,
    NotEligible,
)
from service.hosting.ladders.finding import CHANGEABLE, change_ladder, create_ladder, find_ladder, list_ladders
from service.hosting.ladders.standings import names_of, table
from service.hosting.ladders.values import PEOPLE_LADDER, LadderSettings
from service.services import Services
from service.store.ladder_keys import PEOPLE, new_ladder_id
from service.store.players import Player
from tests.hosting.hosts import new_player, see_off
from tests.hosting.ladders.table_of import new_bot, new_ladder

FIXED = sorted(set(LadderSettings.__struct_fields__) - CHANGEABLE)


def test_ladder_is_laid_down_once(host: Services) -> None:
    ladder_id = new_ladder_id()
    made = create_ladder(host, ladder_id, "Bots", LadderSettings())
    assert create_ladder(host, ladder_id, "Bots", LadderSettings()) == made == find_ladder(host, ladder_id)
    with pytest.raises(LadderMoved):
        create_ladder(host, ladder_id, "Others", LadderSettings())
    assert list_ladders(host) == [PEOPLE_LADDER, made]
    with pytest.raises(LadderNotFound):
        find_ladder(host, new_ladder_id())


@pytest.mark.parametrize("name", FIXED)
def test_a21_what_a_rating_means_never_changes(host: Services, name: str) -> None:
    """A21"""
    ladder = new_ladder(host)
    with pytest.raises(LadderFixed, match=name):
        change_ladder(host, ladder.id, **{name: getattr(ladder.settings, name)})


@pytest.mark.parametrize(
    "change", [{"name": "Other"}, {"status": "paused"}, {"games_at_once": 7}, {"rest_ms": 9, "error_share": 0.25}]
)
def test_what_else_there_is_changes(host: Services, change: dict[str, Any]) -> None:
    ladder = new_ladder(host)
    after = change_ladder(host, ladder.id, **change)
    assert after.revision == ladder.revision + 1
    assert after == find_ladder(host, ladder.id) == change_ladder(host, ladder.id, **change)
    for name, value in change.items():
        assert getattr(after, name, None) == value or getattr(after.settings, name) == value


def test_ladder_that_is_closed_stays_so(host: Services) -> None:
    ladder = new_ladder(host)
    change_ladder(host, ladder.id, status="closed")
    for verb in (
        lambda: change_ladder(host, ladder.id, status="open"),
        lambda: enter_ai(host, ladder.id, "greedy"),
        lambda: join_ladder(host, ladder.id, Player("p", "Bot", "bot")),
    ):
        with pytest.raises(LadderClosed):
            verb()


def test_ladder_of_people_is_there_and_nobody_s_to_change_or_enter(host: Services) -> None:
    assert find_ladder(host, PEOPLE) == PEOPLE_LADDER
    for verb in (
        lambda: change_ladder(host, PEOPLE, name="Ours"),
        lambda: enter_ai(host, PEOPLE, "greedy"),
        lambda: join_ladder(host, PEOPLE, Player("p", "Ada")),
    ):
        with pytest.raises(LadderFixed):
            verb()


def test_bot_enters_once_and_begins_with_its_first_game(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    entry = find_entry(host, ladder.id, bot.id)
    assert (entry.kind, entry.status, entry.household) == ("bot", "validating", bot.owner)
    assert join_ladder(host, ladder.id, bot) == entry
    assert host.ladders.of_player(bot.id) == [ladder.id]


@pytest.mark.parametrize(
    ("open_to", "kind", "welcome"),
    [("bots", "bot", True), ("bots", "human", False), ("people", "bot", False), ("people", "human", True),
     ("all", "bot", True), ("all", "human", True)],
)  # fmt: skip
def test_ladder_is_for_those_it_names(host: Services, open_to: str, kind: Any, welcome: bool) -> None:
    ladder = new_ladder(host, open_to=open_to)
    person = new_player(host, Player("", "Zoë", kind))
    player = host.players.get(person.id)
    assert player is not None
    if welcome:
        assert join_ladder(host, ladder.id, player).status == ("validating" if kind == "bot" else "active")
    else:
        with pytest.raises(NotEligible):
            join_ladder(host, ladder.id, player)


def test_where_some_are_invited_nobody_else_enters(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder)
    change_ladder(host, ladder.id, invited=(bot.id,))
    assert join_ladder(host, ladder.id, bot).status == "active"
    with pytest.raises(NotEligible):
        new_bot(host, ladder)


def test_one_owner_has_only_so_many_entries(host: Services) -> None:
    ladder = new_ladder(host, owner_entries=2)
    owner = new_player(host, Player("", "Ada")).id
    first, _ = new_bot(host, ladder, owner=owner), new_bot(host, ladder, owner=owner)
    with pytest.raises(TooMany):
        new_bot(host, ladder, owner=owner)
    leave_ladder(host, ladder.id, first.id)
    assert new_bot(host, ladder, owner=owner)
    with pytest.raises(TooMany):
        join_ladder(host, ladder.id, first)


def test_who_has_left_may_come_again(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder)
    assert leave_ladder(host, ladder.id, bot.id).status == "left"
    assert leave_ladder(host, ladder.id, bot.id).status == "left"
    for verb in (pause_entry, resume_entry):
        with pytest.raises(EntryNotFound):
            verb(host, ladder.id, bot.id)
    assert join_ladder(host, ladder.id, bot).status == "validating"


def test_entry_pauses_and_goes_on(host: Services) -> None:
    ladder = new_ladder(host)
    bot, new = new_bot(host, ladder), new_bot(host, ladder, validated=False)
    for one, status in ((bot, "active"), (new, "validating")):
        assert pause_entry(host, ladder.id, one.id).status == "paused"
        assert join_ladder(host, ladder.id, one).status == "paused", "to enter again is not to go on"
        assert resume_entry(host, ladder.id, one.id).status == status
        assert resume_entry(host, ladder.id, one.id).status == status
    with pytest.raises(EntryNotFound):
        pause_entry(host, ladder.id, "nobody")


def test_what_an_operator_has_paused_an_operator_lets_go_on(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder)
    pause_entry(host, ladder.id, bot.id, "operator")
    pause_entry(host, ladder.id, bot.id)
    with pytest.raises(NotEligible):
        resume_entry(host, ladder.id, bot.id)
    assert resume_entry(host, ladder.id, bot.id, operator=True).status == "active"


def test_ai_players_enter_under_any_name_that_is_theirs(host: Services) -> None:
    ladder = new_ladder(host)
    assert enter_ai(host, ladder.id, "greedy") == enter_ai(host, ladder.id, "greedy")
    assert enter_ai(host, ladder.id, "greedy", "greedy-2").ai_player == "greedy"
    with pytest.raises(NotEligible):
        enter_ai(host, ladder.id, "random", "greedy-2")
    for name in ("Greedy", "a b", "a=b", "x" * 33, "p" + "a" * 21):
        with pytest.raises(ValueError, match="lower-case"):
            enter_ai(host, ladder.id, "greedy", name)
    with pytest.raises(EntryNotFound):
        enter_ai(host, ladder.id, "nobody")
    assert leave_ladder(host, ladder.id, "greedy").status == "left"
    assert enter_ai(host, ladder.id, "greedy").status == "active"


def test_ai_player_that_is_paused_stays_so_when_it_is_entered_again(host: Services) -> None:
    """By a script, say, that lays down everything anew."""
    ladder = new_ladder(host, "greedy")
    paused = pause_entry(host, ladder.id, "greedy", "operator")
    assert enter_ai(host, ladder.id, "greedy") == paused
    assert resume_entry(host, ladder.id, "greedy", operator=True).status == "active"


def test_b24_who_is_gone_has_left_all_ladders_and_keeps_no_name(host: Services) -> None:
    """B24"""
    ladders = [new_ladder(host), new_ladder(host)]
    bot = new_bot(host, ladders[0], "Rook")
    join_ladder(host, ladders[1].id, bot)
    delete_player(host, bot.id)
    see_off(host)
    assert [find_entry(host, ladder.id, bot.id).status for ladder in ladders] == ["left", "left"]
    assert host.ladders.of_player(bot.id) == []
    assert names_of(host, [bot.id, "greedy"]) == {bot.id: "Deleted player", "greedy": "greedy"}
    assert [row.place for row in table(host, ladders[0].id)] == [0]
    leave_all_ladders(host, bot.id)
