"""Lists of games, and of invitations to them."""
