"""The fast core of the AI players: the rules over arrays, the search and its evaluation, compiled.

It rests on `splendor.engine` alone, and only what is below this package knows numpy and numba. To import it takes a good
part of a second and some 100 MB, so it is imported by those who compute moves, at the moment they begin to.
"""
