"""The operations on games, in the order of the document."""

from service.api.games import lifecycle, past, playing

blueprints = (lifecycle.blueprint, playing.blueprint, past.blueprint)
