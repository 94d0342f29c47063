"""Ladders put to the test: ratings and pairing on simulated players."""
