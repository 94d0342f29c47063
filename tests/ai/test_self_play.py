"""What self-play leaves to learn from. (The learning itself needs PyTorch, which only `make train` installs.)"""

from itertools import pairwise

import numpy as np
import pytest

from splendor.ai.core.codes import CODE_MASK
from splendor.ai.core.layout import PHASE, SEATS, TO_ACT, TURN
from splendor.ai.core.legal import legal_actions
from splendor.ai.core.net import new_net
from splendor.ai.core.rng import new_rng
from splendor.ai.core.tree import new_tree
from splendor.engine.state import OVER
from train import games
from train.samples import Samples, new_samples, read, write

ROOM = 400
BY_HAND, BY_SEARCH = True, False


def played(by_hand: bool, seed: int = 1) -> Samples:
    """The samples of some games; search by the hand-made evaluation, so that no weights have a part in it."""
    samples = new_samples(ROOM + games.LONGEST_GAME)
    assert games.play_games(samples, new_net(None), new_tree(200), new_rng(seed), by_hand) > 0
    return samples


@pytest.fixture(scope="module", params=[BY_HAND, BY_SEARCH], ids=["by hand", "by search"])
def samples(request: pytest.FixtureRequest) -> Samples:
    return played(request.param)


def test_every_sample_is_a_choice_among_legal_actions(samples: Samples) -> None:
    listed = np.zeros(128, np.int32)
    for i in range(int(samples.count[0])):
        state, codes = samples.states[i], samples.codes[i]
        n = int((codes >= 0).sum())
        assert n > 1
        assert state[PHASE] != OVER
        assert set(codes[:n].tolist()) <= set((listed[: legal_actions(state, listed)] & CODE_MASK).tolist())
        assert (samples.policy[i, n:] == 0).all()
        assert samples.policy[i].sum() == pytest.approx(1, abs=1e-5)


def test_shares_are_told_in_the_order_of_turns_and_add_up_to_a_victory(samples: Samples) -> None:
    for i in range(int(samples.count[0])):
        seats = samples.states[i, SEATS]
        for shares in (samples.won[i], samples.expected[i]):
            assert shares.sum() == pytest.approx(1, abs=1e-5)
            assert (shares[seats:] == 0).all()


def test_all_samples_of_a_game_tell_of_the_same_winner(samples: Samples) -> None:
    """From one sample to the next the seat to act changes, and with it the order in which shares are told."""
    told = [
        (
            samples.states[i, TURN],
            np.roll(samples.won[i, : samples.states[i, SEATS]], samples.states[i, TO_ACT]).tolist(),
        )
        for i in range(int(samples.count[0]))
    ]
    within = [(one, other) for one, other in pairwise(told) if other[0] > one[0]]
    assert len(within) > ROOM / 2
    assert all(one[1] == other[1] for one, other in within)
    assert (samples.left[: samples.count[0]] >= 0).all()


def test_equal_seeds_give_equal_games() -> None:
    one, same, other = played(BY_SEARCH), played(BY_SEARCH), played(BY_SEARCH, seed=2)
    assert all((a == b).all() for a, b in zip(one, same, strict=True))
    assert not (one.states[:50] == other.states[:50]).all()


def test_samples_are_kept_whole(tmp_path, samples: Samples) -> None:
    write(samples, tmp_path / "a.npz")
    write(samples, tmp_path / "b.npz")
    both, n = read([tmp_path / "a.npz", tmp_path / "b.npz"]), int(samples.count[0])
    assert both.count[0] == 2 * n
    assert (both.states[n:] == samples.states[:n]).all()
    assert np.abs(both.policy[:n] - samples.policy[:n]).max() < 1e-3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.npz", "b.npz"]
