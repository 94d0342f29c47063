"""What event streams cost, and how fast they are."""
