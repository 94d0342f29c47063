"""Pairing over whole ladders of many kinds of entries: nobody starves, nothing forbidden happens, all is balanced.

Games last 15 to 45 s unless said otherwise, and pairing looks once a second, so those who end a game seldom find all others free.
"""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.ladders.simulated import Ladder, Player
from splendor.ratings.candidates import Candidate
from splendor.ratings.pairing import PATIENCE_MS, Pairing

GAME_MS = 30_000
LONGEST_MS = GAME_MS * 3 // 2
SEATS = [2, 3, 4]


class Watched(Ladder):
    """A ladder that checks every game, and knows how long each entry has waited at most."""

    def __init__(self, players: list[Player], seats: int, seed: int = 1) -> None:
        super().__init__(players, seats, seed)
        self.longest_ms = dict.fromkeys(self.players, 0)

    def candidates(self) -> list[Candidate]:
        found = super().candidates()
        for one in found:
            if one.room(self.now_ms) > 0:
                self.longest_ms[one.id] = max(self.longest_ms[one.id], self.now_ms - one.idle_since_ms)
        return found

    def _begin(self, pairing: Pairing) -> None:
        players = [self.players[id_] for id_ in pairing.seats]
        assert len(set(pairing.seats)) == self.seats
        assert all(friends(a, b) for a, b in combinations(players, 2))
        for one in players:
            assert one.there(self.now_ms) or one.owner is None
            assert self.running[one.id] < one.most
            assert self._rest_until_ms[one.id] <= self.now_ms
        super()._begin(pairing)

    @property
    def counts(self) -> list[int]:
        """How often each pair met."""
        return [self.together[frozenset(both)] for both in combinations(self.players, 2)]

    @property
    def uneven_seats(self) -> int:
        """By how much any entry has had one seat more often than another."""
        return max(max(had) - min(had) for had in self.by_seat.values())


def friends(a: Player, b: Player) -> bool:
    return not (
        (a.owner is not None and a.owner == b.owner) or {a.id, a.owner} & b.blocked or {b.id, b.owner} & a.blocked
    )


def alike(count: int, **given: object) -> list[Player]:
    return [
        Player(f"p{number:02}", owner=f"o{number:02}", game_ms=GAME_MS)._replace(**given) for number in range(count)
    ]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("count", [4, 5, 8, 12])
def test_equals_play_all_others_from_all_seats_and_hardly_wait(seats, count):
    ladder = Watched(alike(count), seats)
    ladder.play(60)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + 2 * LONGEST_MS
    assert max(ladder.finished.values()) <= 1.2 * min(ladder.finished.values())
    assert ladder.uneven_seats <= 3
    mean = sum(ladder.counts) / len(ladder.counts)
    assert max(ladder.counts) <= 2 * mean + 2
    if count <= 8:
        assert min(ladder.counts) >= mean / 5


@pytest.mark.parametrize("seats", SEATS)
def test_two_groups_far_apart_go_on_meeting(seats):
    """1200 points between the two: games between them tell little, but without them their distance would stay unknown."""
    ladder = Watched([one._replace(strength=1200.0 * (number % 2)) for number, one in enumerate(alike(24))], seats)
    ladder.play(60)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + LONGEST_MS
    assert ladder.uneven_seats <= 3
    groups = [{id_ for id_ in ladder.players if int(id_[1:]) % 2 == half} for half in (0, 1)]
    across = [ladder.together[frozenset((a, b))] for a in groups[0] for b in groups[1]]
    within = [ladder.together[frozenset(both)] for group in groups for both in combinations(group, 2)]
    assert sum(within) / len(within) > sum(across) / len(across) > 0.2 * sum(within) / len(within)


@pytest.mark.parametrize("seats", SEATS)
def test_an_owner_with_many_entries_gets_no_more_than_there_are_seats_for_them(seats):
    """Five of ten belong to one owner: only one of them can sit in a game, and they take turns in that."""
    ladder = Watched([one._replace(owner="one") if number < 5 else one for number, one in enumerate(alike(10))], seats)
    ladder.play(40)
    own = [ladder.finished[f"p{number:02}"] for number in range(5)]
    assert max(own) <= 1.25 * min(own)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + 5 * LONGEST_MS


@pytest.mark.parametrize("seats", SEATS)
def test_a_slow_entry_holds_up_nobody_but_those_it_plays_with(seats):
    """Its games last ten minutes; nine others play on, and it plays, too."""
    ladder = Watched(
        [one._replace(game_ms=20 * GAME_MS) if not number else one for number, one in enumerate(alike(10))], seats
    )
    ladder.play(40)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + 2 * LONGEST_MS
    assert ladder.finished["p00"] >= 2


@pytest.mark.parametrize("seats", SEATS)
def test_who_wants_many_games_at_once_gets_them_and_others_still_meet_each_other(seats):
    ladder = Watched([one._replace(most=8) if number < 2 else one for number, one in enumerate(alike(12))], seats)
    ladder.play(40)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + LONGEST_MS
    assert min(ladder.finished["p00"], ladder.finished["p01"]) > 1.2 * ladder.finished["p05"]
    others = [
        ladder.together[frozenset(both)] for both in combinations([f"p{number:02}" for number in range(2, 12)], 2)
    ]
    assert sum(others) > 0.2 * len(ladder.games)


@pytest.mark.parametrize("seats", SEATS)
def test_newcomers_to_an_old_ladder_catch_up_without_starving_the_others(seats):
    players = [one._replace(from_ms=1_500_000) if number >= 8 else one for number, one in enumerate(alike(12))]
    ladder = Watched(players, seats)
    ladder.play(30)
    while ladder.now_ms < 1_500_000:
        ladder.tick()
    before = ladder.finished.copy()
    ladder.longest_ms = dict.fromkeys(ladder.players, 0)
    ladder.play(60)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + LONGEST_MS
    gained = [ladder.finished[id_] - before[id_] for id_ in ladder.players]
    assert min(gained[8:]) >= 0.9 * max(gained[:8])
    assert min(gained[:8]) >= 0.6 * max(gained)


@pytest.mark.parametrize("seats", SEATS)
def test_ai_players_that_are_always_there_keep_company_to_those_who_come_and_go(seats):
    coming = [
        one._replace(there_ms=300_000, away_ms=200_000, from_ms=70_000 * number) for number, one in enumerate(alike(5))
    ]
    ladder = Watched([*coming, *(Player(f"ai{number}", game_ms=GAME_MS) for number in range(4))], seats)
    ladder.play(60)
    assert max(ladder.longest_ms.values()) <= PATIENCE_MS + 2 * LONGEST_MS
    assert min(ladder.finished.values()) > 0.4 * max(ladder.finished.values())


def mixed(seed: int) -> tuple[list[Player], int]:
    """A ladder of 4 to 16 entries of all kinds, and its seats."""
    rng = Random(seed)
    count, seats = rng.randint(4, 16), rng.choice(SEATS)
    return [kind(number, count, rng) for number in range(count)], seats


def kind(number: int, count: int, rng: Random) -> Player:
    known = [f"{letter}{other:02}" for letter in "po" for other in range(count)]
    away = rng.random() < 0.3
    return Player(
        id=f"p{number:02}",
        strength=rng.choice([0, 0, 100, 1000]),
        owner=rng.choice([f"o{rng.randrange(count):02}", f"o{number:02}", None]),
        most=rng.choice([1, 1, 1, 2, 5]),
        game_ms=rng.choice([GAME_MS // 15, GAME_MS, GAME_MS, 3 * GAME_MS]),
        rest_ms=rng.choice([0, 0, 10_000]),
        blocked=frozenset(rng.sample(known, rng.choice([0, 0, 0, 2]))),
        there_ms=200_000 if away else 1,
        away_ms=100_000 if away else 0,
        from_ms=rng.choice([0, 0, 60_000]),
    )


def has_company(one: Player, players: list[Player], seats: int) -> bool:
    """Are there enough others who are always there, may meet it and may meet each other?"""
    others = [other for other in players if other.id != one.id and not other.away_ms and friends(one, other)]
    return any(all(friends(a, b) for a, b in combinations(group, 2)) for group in combinations(others, seats - 1))


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6).map(mixed))
def test_in_any_ladder_nobody_starves_and_nothing_forbidden_happens(ladder_of):
    players, seats = ladder_of
    ladder = Watched(players, seats)
    while ladder.now_ms < 40 * LONGEST_MS:
        ladder.tick()
    longest_game = max(one.game_ms for one in players) * 3 // 2
    for one in players:
        if has_company(one, players, seats):
            assert ladder.longest_ms[one.id] <= PATIENCE_MS + len(players) * longest_game
    assert ladder.uneven_seats <= 4


def test_the_same_seed_gives_the_same_ladder():
    runs = []
    for _ in range(2):
        ladder = Watched(mixed(7)[0], 2)
        ladder.play(5)
        runs.append(ladder.games)
    assert runs[0] == runs[1]
