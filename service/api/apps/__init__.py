"""Apps, and the players that they make for their own users."""
