"""All operations on players."""

from service.api.players import blocks, bots, profiles, tokens

blueprints = (profiles.blueprint, tokens.blueprint, bots.blueprint, blocks.blueprint)
