"""The operations on ladders, by what they are about."""

from service.api.ladders import entries, laying_down, results

blueprints = (laying_down.blueprint, entries.blueprint, results.blueprint)
