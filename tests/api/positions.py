"""Positions that lead quickly to what is rare."""

from typing import Any

from tests.api.games_api import Json

FACE_UP = [
    ["L1-01", "L1-09", "L1-17", "L1-25"],
    ["L2-01", "L2-07", "L2-13", "L2-19"],
    ["L3-01", "L3-05", "L3-09", "L3-13"],
]
DOWN = [
    ["L1-02", "L1-10", "L1-18", "L1-26", "L1-33"],
    ["L2-02", "L2-08", "L2-14", "L2-20", "L2-25"],
    ["L3-02", "L3-06", "L3-10", "L3-14", "L3-17"],
]
NO_NOBLES: list[str] = []
TEN = {"white": 4, "blue": 4, "green": 2}
FIFTEEN = ["L3-04", "L3-08", "L3-12"]
"""Three purchased cards of 5 points."""
NEARLY_TWO_NOBLES = [f"L1-{number:02}" for number in (3, 4, 5, 6, 11, 12, 13, 19, 20, 21, 22)]
"""Four white, three blue, four green bonuses: with another blue one N01 and N06 come."""
FULL_HANDS = [["L3-18", "L3-19", "L3-20"], ["L3-03", "L3-07", "L3-11"]]


def position(*seats: Json, **members: Any) -> Json:
    """A position with everything in it known; two seats with nothing unless some are given."""
    given = {"market": FACE_UP, "decks": DOWN, "nobles": NO_NOBLES} | members
    return {"seats": list(seats) or [{}, {}], **given}


def two_nobles_in_reach() -> Json:
    """Seat 0 purchases L1-09 (three black): N01 and N06 are met at once."""
    return position({"tokens": {"black": 3}, "purchased": NEARLY_TWO_NOBLES}, {}, nobles=["N01", "N06", "N09"])


def one_noble_in_reach(**members: Any) -> Json:
    """The same with N01 alone on the table."""
    return two_nobles_in_reach() | {"nobles": ["N01"]} | members


def eleven_in_reach() -> Json:
    """Seat 0 holds ten tokens; whatever it takes is too much."""
    return position({"tokens": TEN}, {})


def stuck() -> Json:
    """Nobody can do anything (Q1): no gem in the supply, no card on the table, full hands of dear cards."""
    seats = [
        {"tokens": tokens, "reserved": [{"card_id": card} for card in hand]}
        for tokens, hand in zip(
            ({"white": 4, "blue": 4, "green": 2}, {"green": 2, "red": 4, "black": 4}), FULL_HANDS, strict=True
        )
    ]
    return position(*seats, market=[[""] * 4] * 3, decks=[[], [], []])


def last_turn(**members: Any) -> Json:
    """Seat 0 has the target; seat 1 is on the last turn of the last round."""
    return position({"purchased": FIFTEEN}, {}, **{"seat_to_act": 1} | members)
