"""All operations on players."""

from service.api.players import blocks, bots, callback_schemas, callbacks, profiles, stream_tickets, tokens

blueprints = (
    profiles.blueprint,
    tokens.blueprint,
    bots.blueprint,
    callbacks.blueprint,
    blocks.blueprint,
    stream_tickets.blueprint,
)
outgoing = callback_schemas.OUTGOING
