"""Ratings of players, what they say of two of them, and who is to play whom in a ladder. Pure: no clock, no store; chance is passed in."""
