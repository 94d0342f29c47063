"""Ladders over HTTP."""
