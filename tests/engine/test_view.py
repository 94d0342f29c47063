"""What a view shows and hides (M4, V4, H1), and that it lists its members and no others."""

from random import Random

import pytest

from splendor.engine.action_json import Json
from splendor.engine.actions import ReserveFromDeck
from splendor.engine.cards import CARDS
from splendor.engine.errors import IllegalAction
from splendor.engine.exits import flag, resign
from splendor.engine.nobles import NOBLES
from splendor.engine.position import start_from
from splendor.engine.preview import veil
from splendor.engine.setup import deal
from splendor.engine.state import OVER, RESERVED_CARDS_MODES, Options, State
from splendor.engine.steps import step_events, take_step
from splendor.engine.turn import Turn, play
from splendor.engine.view import CARD_JSON, NOBLE_JSON, legal_view, result_view, view
from tests.engine.builders import buy, frozen, reserve, seat, table, take, tok
from tests.engine.games import random_game

SEED = bytes(32)
CARD_MEMBERS = {"id", "level", "bonus", "prestige", "cost"}


def with_mode(state: State, mode: str) -> State:
    return state._replace(options=state.options._replace(reserved_cards=mode))


def hand(state: State, owner: int, viewer: int | None, over: bool = False) -> list[str]:
    """A seat's reserved cards as the viewer has them: an id, or "level 2"."""
    reserved = view(state, viewer, over)["seats"][owner]["reserved"]
    return [f"level {entry['level']}" if entry["hidden"] else entry["card"]["id"] for entry in reserved]


HANDS = table(seat(reserved="L1-01 L2-01? L3-01"), seat(reserved="L1-02?"), seat())


@pytest.mark.parametrize(
    ("mode", "others"),
    [
        ("blind_hidden", ["L1-01", "L3-01", "level 2"]),
        ("hidden", ["level 1", "level 2", "level 3"]),
        ("open", ["L1-01", "L2-01", "L3-01"]),
    ],
)
def test_reserved_cards_by_option(mode: str, others: list[str]) -> None:
    """V4: the owner sees its cards, the others what the option allows, a spectator what any other seat does."""
    state = with_mode(HANDS, mode)
    assert hand(state, 0, 0) == ["L1-01", "L2-01", "L3-01"]
    assert hand(state, 0, 1) == others
    assert hand(state, 0, 2) == others
    assert hand(state, 0, None) == others
    assert hand(state, 0, 1, over=True) == ["L1-01", "L2-01", "L3-01"]


def test_a_hidden_card_has_nothing_but_its_level() -> None:
    """M4, V4."""
    assert view(HANDS, 1)["seats"][0]["reserved"][2] == {"level": 2, "hidden": True}


def test_the_order_of_hidden_cards_does_not_show() -> None:
    """M4: from it one could tell which of two cards of a level is purchased."""
    state = table(seat(reserved="L3-01? L2-01 L1-01?"), seat(reserved="L1-02? L2-02 L3-02?"))
    assert hand(state, 0, 1) == ["L2-01", "level 1", "level 3"]
    assert hand(state, 1, 0) == ["L2-02", "level 1", "level 3"]
    assert hand(state, 0, 0) == ["L3-01", "L2-01", "L1-01"]


def test_cards_of_a_seat_that_went_out_stay_hidden_until_the_end() -> None:
    """H1, V4."""
    out = flag(HANDS, 0)
    shown = view(out, 1)["seats"][0]
    assert shown["status"] == "flagged"
    assert set(shown["tokens"].values()) == {0}
    assert hand(out, 0, 1) == ["L1-01", "L3-01", "level 2"]
    over = resign(out, 2)
    assert over.phase == OVER
    assert hand(over, 0, 1) == ["L1-01", "L2-01", "L3-01"]


def test_members_of_a_running_game() -> None:
    shown = view(HANDS, None)
    assert set(shown) == {"seats", "supply", "market", "nobles", "last_round", "turn"}
    assert shown["turn"] == {"seat": 0, "phase": "action", "number": 1, "round": 1}
    assert shown["last_round"] is False
    assert set(shown["seats"][0]) == {
        "seat",
        "status",
        "tokens",
        "bonuses",
        "prestige",
        "purchased",
        "reserved",
        "nobles",
    }
    assert [row["level"] for row in shown["market"]] == [1, 2, 3]
    assert all(set(row) == {"level", "deck_count", "slots"} for row in shown["market"])
    assert all(set(slot["card"]) == CARD_MEMBERS for row in shown["market"] for slot in row["slots"])


def test_a_seat_in_full() -> None:
    state = table(seat(tok(w=1, gold=2), "L1-01 L2-06", nobles_held="N03"), seat())
    shown = view(state, None)["seats"][0]
    assert shown["tokens"] == {"white": 1, "blue": 0, "green": 0, "red": 0, "black": 0, "gold": 2}
    assert shown["bonuses"] == {"white": 2, "blue": 0, "green": 0, "red": 0, "black": 0}
    assert shown["prestige"] == CARDS[45].prestige + 3
    assert [card["id"] for card in shown["purchased"]] == ["L1-01", "L2-06"]
    assert shown["nobles"] == [
        {"id": "N03", "prestige": 3, "demand": {"white": 3, "blue": 3, "green": 3, "red": 0, "black": 0}}
    ]


def test_an_empty_slot_is_an_empty_object() -> None:
    """C2."""
    rows = view(frozen(2), 0)["market"]
    assert [row["slots"] for row in rows] == [[{}] * 4] * 3
    assert [row["deck_count"] for row in rows] == [0, 0, 0]


def test_cards_and_nobles_are_shown_as_they_are() -> None:
    for card, shown in zip(CARDS, CARD_JSON, strict=True):
        assert (shown["id"], shown["level"], shown["prestige"]) == (card.id, card.level, card.prestige)
        assert tuple(shown["cost"].values()) == card.cost
        assert list(shown["cost"])[card.bonus] == shown["bonus"]
    for noble, shown in zip(NOBLES, NOBLE_JSON, strict=True):
        assert (shown["id"], shown["prestige"]) == (noble.id, noble.prestige)
        assert tuple(shown["demand"].values()) == noble.demand


def test_a_game_that_is_over_has_a_result_and_no_turn() -> None:
    over = resign(table(seat(), seat()), 0)
    shown = view(over, None)
    assert "turn" not in shown
    assert shown["result"] == {
        "reason": "resignation",
        "winners": [1],
        "ranking": [
            {"seat": 1, "place": 1, "prestige": 0, "purchased_count": 0},
            {"seat": 0, "place": 2, "prestige": 0, "purchased_count": 0},
        ],
    }


def test_no_result_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        result_view(HANDS)


@pytest.mark.parametrize("mode", RESERVED_CARDS_MODES)
def test_shared_cards_are_never_written_to(mode: str) -> None:
    before = repr(CARD_JSON), repr(NOBLE_JSON)
    start = deal(Options(3, 10, mode), SEED)
    for step in random_game(start, Random(1)):
        assert "None" not in repr(view(step.after, 0))
    assert (repr(CARD_JSON), repr(NOBLE_JSON)) == before


def test_legal_actions_are_for_the_seat_to_act_alone() -> None:
    """A lone pass or a purchase would tell of hidden cards, so would the length of the list."""
    own, other, nobody = (legal_view(HANDS, viewer) for viewer in (0, 1, None))
    assert own["complete"] is True
    assert {"take_tokens", "reserve_from_deck"} & {item["action"]["type"] for item in own["actions"]}
    assert other == nobody == {"seat": 0, "phase": "action", "actions": [], "complete": False}


def test_legal_actions_with_all_payments() -> None:
    """P4."""
    state = table(seat(tok(u=1, g=1, r=1, k=1, gold=1), reserved="L1-02"), seat())
    listed = {payments: legal_view(state, 0, payments)["actions"] for payments in ("default", "all")}
    bought = [item["notation"] for item in listed["all"] if item["notation"].startswith("P102")]
    assert bought == ["P102:ugrk", "P102:ugrj", "P102:ugkj", "P102:urkj", "P102:grkj"]
    assert [item for item in listed["default"] if item["notation"].startswith("P102")] == [
        item for item in listed["all"] if item["notation"] == "P102:ugrk"
    ]


def test_nothing_is_listed_once_the_game_is_over() -> None:
    """Nobody can act any more, so everyone is told what those are told who may not act."""
    over = resign(table(seat(), seat()), 0)
    for viewer in (0, 1, None):
        assert legal_view(over, viewer) == {"actions": [], "complete": False}


class TestPreviews:
    """A preview is `play(veil(state), turn)`, seen by the seat to act."""

    def preview(self, state: State, turn: Turn) -> Json:
        return view(play(veil(state), turn)[-1].after, state.to_act)

    def test_a_replacement_is_unknown(self) -> None:
        shown = self.preview(HANDS._replace(to_act=1), Turn(reserve("L2-03")))
        row = shown["market"][1]
        before = view(HANDS, 1)["market"][1]
        assert row["slots"][1] == {"hidden": True, "level": 2}
        assert row["deck_count"] == before["deck_count"] - 1

    def test_a_blind_card_is_unknown_to_its_owner_too(self) -> None:
        state = table(seat(), seat())
        shown = self.preview(state, Turn(ReserveFromDeck(3)))
        assert shown["seats"][0]["reserved"] == [{"hidden": True, "level": 3}]

    def test_nothing_is_drawn(self) -> None:
        state = table(seat(), seat())
        before = repr(state)
        self.preview(state, Turn(ReserveFromDeck(1)))
        assert repr(state) == before

    @pytest.mark.parametrize(
        ("mode", "known"),
        [("blind_hidden", ["L1-02", "level 2"]), ("hidden", ["level 1", "level 2"]), ("open", ["L1-02", "L2-03"])],
    )
    def test_an_end_in_a_preview_opens_no_hand(self, mode: str, known: list[str]) -> None:
        """V4: the hands open when the game is over, and by a preview it is not."""
        own = seat(purchased="L3-04 L3-08 L3-12 L2-01")
        state = with_mode(table(seat(reserved="L1-02 L2-03?"), own, to_act=1, last_round=True), mode)
        turn = Turn(take(u=1, g=1, r=1))
        over = play(veil(state), turn)[-1].after
        assert over.phase == OVER
        assert hand(over, 0, 1) == known
        assert hand(play(state, turn)[-1].after, 0, 1) == ["L1-02", "L2-03"]
        told = step_events(take_step(veil(state), turn), 1)[-1]
        assert told["type"] == "game_finished"
        assert [entry["hidden"] for entry in told["reserved"][0]] == ["level" in name for name in known]

    def test_a_refusal_is_that_of_the_game(self) -> None:
        with pytest.raises(IllegalAction) as caught:
            self.preview(HANDS, Turn(buy("L2-30")))
        assert caught.value.rule == "P1"


def test_a_position_views_as_it_was_given() -> None:
    given = {
        "seats": [
            {"tokens": {"red": 3}, "reserved": [{"card_id": "L3-02", "hidden": True}]},
            {"purchased": ["L1-01"], "nobles": ["N05"]},
        ],
        "nobles": ["N01", "N02"],
        "seat_to_act": 1,
        "round": 4,
    }
    shown = view(start_from(given, Options(2), SEED), None)
    assert shown["turn"] == {"seat": 1, "phase": "action", "number": 8, "round": 4}
    assert shown["supply"]["red"] == 1
    assert shown["seats"][0]["reserved"] == [{"level": 3, "hidden": True}]
    assert [noble["id"] for noble in shown["nobles"]] == ["N01", "N02"]
