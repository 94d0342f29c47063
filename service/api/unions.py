"""Requests that are one of several shapes, told apart by a member."""

from collections.abc import Mapping
from typing import Any, ClassVar

import marshmallow as ma


class OneOf(ma.Schema):
    """A request that is one of `variants` (tag to schema class), each closed and with its own required Tag.

    Occurs in requests only; it loads what the variant loads, the tag included.
    """

    discriminator: ClassVar[str] = "type"
    variants: ClassVar[Mapping[str, type[ma.Schema]]] = {}

    class Meta:
        unknown = ma.RAISE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._loaders = {tag: variant() for tag, variant in self.variants.items()}

    def load(self, data: Any, *, many: bool | None = None, **_: Any) -> Any:
        """The loaded variant. Raises ValidationError."""
        if self.many if many is None else many:
            raise TypeError("lists of variants are fields.List(fields.Nested(...))")
        if not isinstance(data, dict):
            raise ma.ValidationError(["Not an object."])
        tag = data.get(self.discriminator)
        loader = self._loaders.get(tag) if isinstance(tag, str) else None
        if loader is None:
            known = ", ".join(self._loaders)
            raise ma.ValidationError({self.discriminator: [f"Must be one of: {known}."]})
        return loader.load(data)
