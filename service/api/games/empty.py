"""A body that says nothing."""

from service.api.schema import Schema


class Empty(Schema):
    """No members."""
