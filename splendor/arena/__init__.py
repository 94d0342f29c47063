"""Games of AI players without a service: series between them, what is found out about the game, and pictures of both.

Whoever hosts games knows nothing of it. It loads the compiler where the players need that, so each command that uses it
is a process of its own.
"""
