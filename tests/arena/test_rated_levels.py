"""What ratings make of the built-in players is what matches between them make of it."""

from bench.ladders.levels import contenders, ranked
from splendor.ai import PLAYERS

LEVELS = ["expert", "skilled", "casual", "beginner"]


def test_ratings_order_players_as_direct_matches_do() -> None:
    """All that are set by simulations: games and ratings are the same on every machine."""
    texts = [text for text in contenders(1) if "@" not in text]
    assert len(texts) == len(PLAYERS) - 1
    found = list(ranked(texts, seats=2, games=16, deals=6))
    assert [one.name for one in found if one.name not in {"random", "greedy"}] == [
        "expert",
        "skilled",
        "casual",
        "beginner",
    ]
    assert not any(one.contradicted for one in found)
    assert all(one.match and one.match.share > 0.5 for one in found[:3])
