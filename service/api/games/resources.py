"""The operations on games, in the order of the document."""

from service.api.games import endings, lifecycle, lobby, past, playing

blueprints = (lifecycle.blueprint, lobby.blueprint, playing.blueprint, endings.blueprint, past.blueprint)
