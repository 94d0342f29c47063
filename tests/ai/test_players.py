"""The registry, what an answer must be, and how `random` draws."""

import hmac
from collections import Counter

import pytest

from splendor.ai import PLAYERS, AiPlayer, BadChoice, ask, player
from splendor.engine.actions import Pass, ReturnTokens, TakeTokens
from splendor.engine.legal import legal_actions
from splendor.engine.state import RETURN_TOKENS, Options
from splendor.engine.view import view
from tests.ai.drawn import drawn
from tests.ai.positions import dealt


def test_players_by_name():
    assert list(PLAYERS) == ["random", "beginner", "greedy", "casual", "skilled", "expert", "master"]
    for name, one in PLAYERS.items():
        assert player(name) is one
        assert one.name == name
        assert one.version >= 1
        assert one.description.endswith(".")
        assert 0 < one.typical_ms <= one.budget_ms
        assert one.think_ms <= one.budget_ms / 1.2, "it answers before it is interrupted"
        assert one.quick is (one.typical_ms < 50)
    assert [one.level for one in PLAYERS.values()] == sorted(one.level for one in PLAYERS.values())
    with pytest.raises(KeyError):
        player("nobody")


def answering(answer):
    """A player that always answers this, or raises it."""

    class Stubborn(AiPlayer):
        name = "stubborn"
        version = 1

        def choose(self, *_):
            if isinstance(answer, Exception):
                raise answer
            return answer

    return Stubborn()


@pytest.mark.parametrize("rubbish", [None, "pass", 0, Pass(), TakeTokens((5, 0, 0, 0, 0, 0)), ReturnTokens((1,) * 6)])
def test_b14_rubbish_is_refused(rubbish):
    state = dealt(0, Options(2))
    seen = view(state, 0)
    with pytest.raises(BadChoice, match="stubborn 1"):
        ask(answering(rubbish), seen, legal_actions(state), 0, seen)


def test_b14_what_a_player_raises_goes_through():
    state = dealt(0, Options(2))
    seen = view(state, 0)
    with pytest.raises(ZeroDivisionError):
        ask(answering(ZeroDivisionError()), seen, legal_actions(state), 0, seen)


def test_an_equal_action_is_taken_as_the_listed_one():
    state = dealt(0, Options(2))
    seen, actions = view(state, 0), legal_actions(state)
    assert ask(answering(TakeTokens((1, 1, 1, 0, 0, 0))), seen, actions, 0, seen) is actions[0]


def draws(actions, seeds, state):
    """What `random` chooses for each seed."""
    seen = view(state, state.to_act)
    return [player("random").choose(seen, actions, seed, seen) for seed in seeds]


@pytest.mark.parametrize("state", [dealt(3, Options(3)), drawn(3, RETURN_TOKENS)], ids=["action", "return_tokens"])
def test_random_is_uniform(state):
    """Chi-squared against the 99.99 % quantile, on fixed seeds: it fails for a skewed draw, never by chance."""
    actions = legal_actions(state)
    expected = 400
    counted = Counter(actions.index(action) for action in draws(actions, range(expected * len(actions)), state))
    assert len(counted) == len(actions) > 10
    squares = sum((count - expected) ** 2 / expected for count in counted.values())
    free = len(actions) - 1
    # Wilson and Hilferty's approximation of the quantile.
    assert squares < free * (1 - 2 / (9 * free) + 3.72 * (2 / (9 * free)) ** 0.5) ** 3


def test_random_hangs_on_the_seed_alone():
    """Neither position nor number of seats plays a part; the numbers are those of docs/ai.md."""
    state, other = dealt(0, Options(2)), dealt(1, Options(4))
    numbered = list(range(57))
    seeds = [0, 1, 2**64 - 1, 2**256 - 1]
    assert draws(numbered, seeds, state) == draws(numbered, seeds, other) == [by_hand(seed, 57) for seed in seeds]


def by_hand(seed, n):
    """The definition again, with the hash spelled out: HMAC-SHA256 blocks cut into big-endian pairs of bytes."""
    for counter in range(9):
        text = f"splendor-host stream v1|ai random 1|{counter}"
        block = hmac.new(seed.to_bytes(32, "big"), text.encode(), "sha256").digest()
        for high, low in zip(block[::2], block[1::2], strict=True):
            if 256 * high + low < 65536 - 65536 % n:
                return (256 * high + low) % n
    raise AssertionError("not after 144 draws")
