"""Ladders: laid down by administrators, entered by bots and people, read by everybody."""
