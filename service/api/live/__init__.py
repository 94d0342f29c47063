"""What happens to a player, in all games at once: the log and the inbox."""
