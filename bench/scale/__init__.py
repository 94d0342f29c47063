"""A store with very many games beside one with few: memory, and what else would grow with them."""
