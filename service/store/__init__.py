"""What the service keeps: games, clocks, players and the requests already answered, in Redis or Valkey."""
