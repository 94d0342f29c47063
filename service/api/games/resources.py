"""The operations on games, in the order of the document."""

from service.api.games import endings, lifecycle, lobby, past, playing, sandbox

blueprints = (
    lifecycle.blueprint,
    lobby.blueprint,
    playing.blueprint,
    endings.blueprint,
    past.blueprint,
    sandbox.blueprint,
)
