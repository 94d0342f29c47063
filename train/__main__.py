"""`python -m train FOLDER`: learns on from where the folder stands, for `--rounds` more rounds.

Round 0 learns from games of the hand-made evaluation; each later one plays games against itself with the weights of the
round before, and learns from those of the last rounds. The folder keeps samples, weights and what is needed to go on;
a round that is cut off is begun again. `settings.json` there says with what seed and settings it was made.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import torch

from train.rounds import Training
from train.settings import settings


def main() -> None:
    parser = argparse.ArgumentParser(description="learn the weights of the AI players")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2, help="that play at a time")
    parser.add_argument("--weights", type=Path, help="begin a new folder with these in place of the first games")
    given = parser.parse_args()
    torch.set_num_threads(2)
    torch.manual_seed(given.seed)
    given.folder.mkdir(parents=True, exist_ok=True)
    (given.folder / "settings.json").write_text(json.dumps({"seed": given.seed, **settings()}, indent=1))
    with ProcessPoolExecutor(given.processes, mp_context=get_context("spawn")) as players:
        training = Training(given.folder, given.seed, players)
        if given.weights and training.done < 0:
            training.begin_with(given.weights)
        for _ in range(given.rounds):
            training.round()


if __name__ == "__main__":
    main()
