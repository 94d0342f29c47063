"""How the weights of the AI players are made: games of self-play, learning, gating. Nothing of it is installed with the service.

`make train` sets up an environment of its own and runs `python -m train`; docs/ai.md says what came of it.
"""
