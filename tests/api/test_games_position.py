"""Games from a given position: what is filled up, what is refused, and that none of it is shown."""

from typing import Any

import pytest

from tests.api.games_api import GREEDY, ME, TAKE, Json, Site, found, is_sentence, problem

ROWS = [[f"L{level}-{number:02}" for number in range(1, 5)] for level in (1, 2, 3)]
DECKS = [[f"L{level}-{number:02}" for number in range(5, 8)] for level in (1, 2, 3)]


def start(site: Site, position: Json, *others: Json, **options: Any) -> Json:
    """The view of a game of one person against AI players."""
    reply = site.create(site.person(), ME, *(others or (GREEDY,)), position=position, **options)
    assert reply.status_code == 201, reply.text
    return reply.json


def faults(site: Site, position: Any, **options: Any) -> list[str]:
    """The pointers of everything that is wrong with a position."""
    reply = site.create(site.person(), ME, GREEDY, position=position, **options)
    assert reply.status_code == 422, reply.text
    return [error["pointer"] for error in reply.json["errors"]]


def test_a_whole_position_is_shown_as_given(site: Site) -> None:
    position = {
        "seats": [
            {
                "tokens": {"white": 1, "gold": 2},
                "purchased": ["L1-08", "L2-08"],
                "reserved": [{"card_id": "L3-08"}, {"card_id": "L2-09", "hidden": True}],
                "nobles": ["N03"],
            },
            {"tokens": {"black": 3}},
        ],
        "market": ROWS,
        "decks": DECKS,
        "nobles": ["N01", "N02"],
        "seat_to_act": 1,
        "round": 7,
    }
    game = start(site, position)
    mine, other = game["seats"]
    assert mine["tokens"] == {"white": 1, "blue": 0, "green": 0, "red": 0, "black": 0, "gold": 2}
    assert [card["id"] for card in mine["purchased"]] == ["L1-08", "L2-08"]
    assert [card["card"]["id"] for card in mine["reserved"]] == ["L3-08", "L2-09"]
    assert mine["prestige"] == 1 + 1 + 3
    assert mine["bonuses"] == {"white": 1, "blue": 1, "green": 0, "red": 0, "black": 0}
    assert other["tokens"]["black"] == 3
    assert [[slot["card"]["id"] for slot in row["slots"]] for row in game["market"]] == ROWS
    assert [row["deck_count"] for row in game["market"]] == [3, 3, 3]
    assert [noble["id"] for noble in game["nobles"]] == ["N01", "N02"]
    assert game["supply"] == {"white": 3, "blue": 4, "green": 4, "red": 4, "black": 1, "gold": 3}
    assert (game["turn"]["seat"], game["turn"]["round"], game["turn"]["number"]) == (1, 7, 14)
    assert (game["marks"], game["fairness"]) == (["from_position"], {})


def test_what_is_left_out_is_filled_up(site: Site) -> None:
    game = start(site, {"seats": [{"purchased": ["L1-01"], "nobles": ["N01"]}, {}]})
    assert [row["deck_count"] for row in game["market"]] == [35, 26, 16]
    assert len(game["nobles"]) == 2
    assert "N01" not in [noble["id"] for noble in game["nobles"]]
    assert (game["turn"]["seat"], game["turn"]["round"], game["last_round"]) == (0, 1, False)


def test_the_market_comes_from_the_deck_tops_and_the_decks_in_the_order_of_the_seed(site: Site) -> None:
    assert [row["slots"][0]["card"]["id"] for row in start(site, {"seats": [{}, {}], "decks": DECKS})["market"]] == [
        "L1-05",
        "L2-05",
        "L3-05",
    ]
    position = {"seats": [{"reserved": [{"card_id": "L1-01"}]}, {}]}
    first, second, third = (start(site, position, seed=seed * 64)["market"] for seed in "001")
    assert first == second != third


def test_a_given_seed_marks_the_game_too(site: Site) -> None:
    assert start(site, {"seats": [{}, {}]}, seed="0" * 64)["marks"] == ["seeded", "from_position"]


def test_where_a_seat_has_the_target_already_the_given_round_is_the_last(site: Site) -> None:
    rich = {"purchased": ["L3-04", "L3-08", "L3-12"]}
    game = start(site, {"seats": [rich, {}], "round": 9, "seat_to_act": 1})
    assert game["last_round"]
    assert not start(site, {"seats": [rich, {}]}, target_prestige=16)["last_round"]


@pytest.mark.parametrize(
    ("position", "pointer"),
    [
        ({"seats": [{"purchased": ["L1-01", "L1-01"]}, {}]}, "/position/seats/0/purchased/1"),
        ({"seats": [{"reserved": [{"card_id": "L1-01"}]}, {"purchased": ["L1-01"]}]}, "/position/seats/1/purchased/0"),
        ({"seats": [{"nobles": ["N01"]}, {"nobles": ["N01"]}]}, "/position/seats/1/nobles/0"),
        ({"seats": [{"nobles": ["N01"]}, {}], "nobles": ["N01"]}, "/position/nobles/0"),
        ({"seats": [{"purchased": ["L9-99"]}, {}]}, "/position/seats/0/purchased/0"),
        ({"seats": [{"reserved": [{"card_id": ""}]}, {}]}, "/position/seats/0/reserved/0/card_id"),
        ({"seats": [{"nobles": ["N11"]}, {}]}, "/position/seats/0/nobles/0"),
        ({"seats": [{}, {}], "market": [["L2-09", *ROWS[0][1:]], *ROWS[1:]]}, "/position/market/0/0"),
        ({"seats": [{}, {}], "decks": [["L3-20"], [], []]}, "/position/decks/0/0"),
        ({"seats": [{"tokens": {"white": 3}}, {"tokens": {"white": 2}}]}, "/position/seats/1/tokens/white"),
        ({"seats": [{"tokens": {"gold": 6}}, {}]}, "/position/seats/0/tokens/gold"),
        ({"seats": [{"tokens": {"white": 4, "blue": 4, "green": 3}}, {}]}, "/position/seats/0/tokens"),
        ({"seats": [{"reserved": [{"card_id": f"L1-0{n}"} for n in range(1, 5)]}, {}]}, "/position/seats/0/reserved"),
        ({"seats": [{}, {}], "market": [["", *ROWS[0][1:]], *ROWS[1:]]}, "/position/market/0/0"),
        ({"seats": [{}, {}], "nobles": ["N01", "N02", "N03", "N04"]}, "/position/nobles"),
        ({"seats": [{"nobles": ["N01", "N02", "N03", "N04"]}, {}]}, "/position/seats"),
        ({"seats": [{}]}, "/position/seats"),
        ({"seats": [{}, {}, {}]}, "/position/seats"),
        ({"seats": []}, "/position/seats"),
        ({"seats": [{}, {}], "seat_to_act": 2}, "/position/seat_to_act"),
        ({"seats": [{}, {}], "seat_to_act": -1}, "/position/seat_to_act"),
        ({"seats": [{}, {}], "round": 0}, "/position/round"),
        ({"seats": [{}, {}], "round": 101}, "/position/round"),
        ({"seats": [{}, {}], "market": ROWS[:2]}, "/position/market"),
        ({"seats": [{}, {}], "market": [ROWS[0][:3], *ROWS[1:]]}, "/position/market/0"),
        ({"seats": [{}, {}], "market": [[*ROWS[0], "L1-05"], *ROWS[1:]]}, "/position/market/0"),
        ({"seats": [{}, {}], "decks": DECKS[:2]}, "/position/decks"),
        ({}, "/position/seats"),
        ({"seats": [{}, {}], "supply": {}}, "/position/supply"),
        ({"seats": [{"prestige": 3}, {}]}, "/position/seats/0/prestige"),
        ({"seats": [{"tokens": {"white": 11}}, {}]}, "/position/seats/0/tokens/white"),
        ({"seats": [{"tokens": {"white": 1.0}}, {}]}, "/position/seats/0/tokens/white"),
        ({"seats": [{"reserved": [{"card_id": "L1-01", "hidden": 1}]}, {}]}, "/position/seats/0/reserved/0/hidden"),
        ({"seats": [{"reserved": ["L1-01"]}, {}]}, "/position/seats/0/reserved/0"),
        ({"seats": [{}, {}], "seat_to_act": None}, "/position/seat_to_act"),
        ({"seats": [None, {}]}, "/position/seats/0"),
        ([], "/position"),
        ("start", "/position"),
    ],
)
def test_a_fault_is_named_where_it_is(site: Site, position: Any, pointer: str) -> None:
    assert faults(site, position) == [pointer]


def test_every_fault_is_named(site: Site) -> None:
    position = {
        "seats": [
            {"tokens": {"white": 5, "gold": 6}, "purchased": ["L1-01", "L0-00"], "nobles": ["N01"]},
            {"reserved": [{"card_id": "L1-01"}], "nobles": ["N01", "N99"]},
            {},
        ],
        "market": [["L1-02", "L1-02", "L2-09", ""], ROWS[1], ROWS[2]],
        "seat_to_act": 5,
        "round": 1000,
    }
    reply = site.create(site.person(), ME, GREEDY, position=position)
    body = problem(reply, 422, "invalid-position")
    assert sorted(error["pointer"] for error in body["errors"]) == [
        "/position/market/0/1",
        "/position/market/0/2",
        "/position/market/0/3",
        "/position/round",
        "/position/seat_to_act",
        "/position/seats",
        "/position/seats/0/purchased/1",
        "/position/seats/0/tokens",
        "/position/seats/0/tokens/gold",
        "/position/seats/0/tokens/white",
        "/position/seats/1/nobles/0",
        "/position/seats/1/nobles/1",
        "/position/seats/1/reserved/0/card_id",
    ]
    messages = {error["pointer"]: error["message"] for error in body["errors"]}
    assert messages["/position/seats/1/nobles/0"] == "This is at /position/seats/0/nobles/0 already."
    assert messages["/position/market/0/1"] == "This is at /position/market/0/0 already."
    assert all(is_sentence(message) for message in messages.values()), messages


def test_faults_of_counts_are_named_with_all_others(site: Site) -> None:
    reserved = [{"card_id": "L1-01"}, {"card_id": "L1-01"}]
    pointers = faults(site, {"seats": [{"tokens": {"white": 11, "gold": 6}, "reserved": reserved}, {}, {}]})
    assert {pointer.split("/")[-1] for pointer in pointers} >= {"seats", "white", "gold", "card_id"}


def test_random_seating_and_a_position_do_not_go_together(site: Site) -> None:
    assert faults(site, {"seats": [{}, {}]}, seating="random") == ["/seating"]


def test_neither_seed_nor_position_is_shown_to_anyone_before_the_end(site: Site) -> None:
    position = {"seats": [{"reserved": [{"card_id": "L3-20", "hidden": True}]}, {}], "market": ROWS, "decks": DECKS}
    game = site.game(position=position, seed="5" * 64)
    for person in (None, *game.people):
        for suffix in ("", "/events", "/record", "/positions/2", "/legal-actions"):
            text = game.get(suffix, person).text
            assert "5" * 64 not in text
            assert not [card for row in DECKS for card in row if f'"{card}"' in text]
            assert ('"L3-20"' in text) == (person is game.people[0] and suffix in ("", "/events", "/positions/2"))
    ada, bea = game.people
    assert "5" * 64 not in game.submit(ada, TAKE).text
    over = found(game.post("/resignation", bea))["game"]
    assert over["fairness"]["seed"] == "5" * 64
    record = found(game.get("/record"))
    assert record["position"]["decks"] == DECKS
    assert record["fairness"] == {"seed": "5" * 64}


def test_all_open_cards_that_a_position_names_may_be_gone(site: Site) -> None:
    """C2: without decks and cards the rows are empty, and an empty slot is `{}`."""
    game = start(site, {"seats": [{}, {}], "market": [[""] * 4, ["L2-01", "", "", ""], ROWS[2]], "decks": [[], [], []]})
    assert game["market"][0] == {"level": 1, "deck_count": 0, "slots": [{}, {}, {}, {}]}
    assert game["market"][1]["slots"][1:] == [{}, {}, {}]
