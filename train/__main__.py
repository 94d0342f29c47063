"""`python -m train FOLDER`: learns on from where the folder stands, for `--rounds` more rounds.

Round 0 learns from games of the hand-made evaluation; each later one plays games against itself with the weights of the
round before, and learns from those of the last rounds. The folder keeps samples, weights and what is needed to go on;
a round that is cut off is begun again. `settings.ndjson` there says with what seed and settings each was begun.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import torch

from train.begun import note_round
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
    made_with = {"seed": given.seed, **settings()}
    with ProcessPoolExecutor(given.processes, mp_context=get_context("spawn")) as players:
        training = Training(given.folder, given.seed, players)
        if given.weights and training.done < 0:
            note_round(given.folder, 0, made_with, weights=sha256(given.weights.read_bytes()).hexdigest())
            training.begin_with(given.weights)
        for _ in range(given.rounds):
            note_round(given.folder, training.done + 1, made_with)
            training.round()


if __name__ == "__main__":
    main()
