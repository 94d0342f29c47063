"""Rounds of training and the folder that they leave: samples, weights, and what is needed to go on."""

import time
from concurrent.futures import Executor
from pathlib import Path
from typing import cast

import numpy as np
import torch

from splendor.ai.core.net import new_net
from splendor.ai.core.rng import new_rng
from splendor.ai.core.tree import new_tree
from train import games
from train.agreement import check
from train.learning import learn, new_average, new_optimizer
from train.model import Model
from train.samples import new_samples, read, write

FIRST_SAMPLES = 250_000
"""Of the hand-made evaluation, in each file; FIRST_FILES of them are some 100,000 games."""
FIRST_FILES = 7
SAMPLES, FILES = 150_000, 2
"""Of self-play in each round: so many in each of so many files."""
WINDOW = 6
"""Rounds that are learned from."""
FIRST_RATES, RATES = (2e-3, 5e-4), (5e-4, 5e-4)
FIRST_PASSES, PASSES = 2.0, 2.0


def play_file(path: Path, weights: dict[str, np.ndarray] | None, seed: int, most: int) -> int:
    """Plays games by the net, or without weights by the hand-made evaluation, until the file is full; how many games.

    A file that is there is left as it is.
    """
    if path.exists():
        return 0
    samples = new_samples(most + games.LONGEST_GAME)
    played = games.play_games(samples, new_net(weights), new_tree(400), new_rng(seed), weights is None)
    write(samples, path)
    return int(played)


class Training:
    """A folder and what is in it."""

    def __init__(self, folder: Path, seed: int, players: Executor) -> None:
        self.folder, self.seed, self.players = folder, seed, players
        self.model = Model()
        self.average = new_average(self.model)
        self.optimizer = new_optimizer(self.model)
        self.done = -1
        if self._state.exists():
            kept = torch.load(self._state)
            self.model.load_state_dict(kept["model"])
            self.average.load_state_dict(kept["average"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.done = kept["round"]

    def begin_with(self, weights: Path) -> None:
        """Goes on from these weights as if they came from the first games. For a folder without any round."""
        if self.done >= 0:
            raise ValueError("the folder has rounds of its own")
        with np.load(weights) as arrays, torch.no_grad():
            for name in arrays.files:
                getattr(self.model, name).copy_(torch.from_numpy(arrays[name]))
        self.average = new_average(self.model)
        self._keep(0)

    def round(self) -> None:
        """One more round."""
        number = self.done + 1
        began = time.monotonic()
        files = self._play(0, FIRST_FILES, FIRST_SAMPLES) if number == 0 else self._window(number)
        played = time.monotonic()
        rng = np.random.default_rng([self.seed, number])
        rates, passes = (FIRST_RATES, FIRST_PASSES) if number == 0 else (RATES, PASSES)
        samples = read(files)
        found = learn(self.model, self.average, self.optimizer, samples, passes, rates, rng)
        check(self._player, samples)
        self._keep(number)
        told = f"value {found.value:.4f} policy {found.policy:.4f} helpers {found.helper:.4f}"
        print(
            f"round {number}: {told}; played {played - began:.0f} s, learned {time.monotonic() - played:.0f} s",
            flush=True,
        )

    def _window(self, number: int) -> list[Path]:
        self._play(number, FILES, SAMPLES)
        oldest = max(1, number - WINDOW + 1)
        return [
            path for back in range(oldest, number + 1) for path in sorted(self.folder.glob(f"samples-{back:03}-*.npz"))
        ]

    def _play(self, number: int, files: int, samples: int) -> list[Path]:
        weights = self._player.weights() if number else None
        paths = [self.folder / f"samples-{number:03}-{part}.npz" for part in range(files)]
        seeds = [self.seed * 1_000_003 + number * 1009 + part for part in range(files)]
        games_played = self.players.map(play_file, paths, [weights] * files, seeds, [samples] * files)
        print(f"  round {number}: {sum(games_played)} games", flush=True)
        return paths

    def _keep(self, number: int) -> None:
        np.savez(self.folder / f"net-{number:03}.npz", **self._player.weights())
        fresh = self._state.with_suffix(".new")
        parts = {"model": self.model, "average": self.average, "optimizer": self.optimizer}
        torch.save({"round": number, **{name: part.state_dict() for name, part in parts.items()}}, fresh)
        fresh.replace(self._state)
        self.done = number

    @property
    def _player(self) -> Model:
        """What plays: the average."""
        return cast("Model", self.average.module)

    @property
    def _state(self) -> Path:
        return self.folder / "state.pt"
