"""Fields for requests (strict) and replies (open): JSON types are never converted into each other."""

import re
from collections.abc import Collection, Sequence
from typing import Any

import marshmallow as ma
from marshmallow import fields, validate

from service.api.names import InvalidName, clean_name

ID_PATTERN = "^[A-Za-z0-9_-]{8,64}$"
_DIGITS = re.compile(r"-?[0-9]{1,18}", re.ASCII)


def _text(description: str, example: Any = None, **metadata: Any) -> dict[str, Any]:
    if example is not None:
        metadata["example"] = example
    return {"description": description, **metadata}


class Int(fields.Integer):
    """A whole number within bounds: 1.0, true and "1" are none."""

    def __init__(self, description: str, minimum: int, maximum: int, example: int | None = None, **kwargs: Any) -> None:
        limits = validate.Range(minimum, maximum)
        # Without it generators of typed clients take 32 bits for all.
        width = "int32" if maximum < 2**31 else "int64"
        super().__init__(validate=limits, metadata=_text(description, example, format=width), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise ma.ValidationError("Not an integer.")
        return value


class QueryInt(Int):
    """A whole number in a query string."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if not _DIGITS.fullmatch(value):
            raise ma.ValidationError("Not an integer.")
        return int(value)


class Share(fields.Float):
    """A number from 0 to 1 in a reply."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        super().__init__(validate=validate.Range(0, 1), metadata=_text(description, 0.5, format="double"), **kwargs)


class Bool(fields.Boolean):
    """true or false, nothing that looks like it."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        super().__init__(metadata=_text(description), **kwargs)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if type(value) is not bool:
            raise ma.ValidationError("Not true or false.")
        return value


class QueryBool(Bool):
    """true or false in a query string: a boolean in the document, so that clients have no enumeration of two words."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if value not in ("true", "false"):
            raise ma.ValidationError("Not true or false.")
        return bool(value == "true")


class Choice(fields.String):
    """One of a closed list: for requests."""

    def __init__(self, description: str, values: Sequence[str], **kwargs: Any) -> None:
        super().__init__(validate=validate.OneOf(values), metadata=_text(description), **kwargs)


class Tag(Choice):
    """The required `type` of a variant: a string with one possible value."""

    def __init__(self, value: str) -> None:
        super().__init__(f"Always `{value}`.", [value], required=True)


class OpenChoice(fields.String):
    """One of a list that may grow: for replies, documented as a plain string."""

    def __init__(self, description: str, values: Sequence[str], **kwargs: Any) -> None:
        known = ", ".join(f"`{value}`" for value in values)
        text = f"{description} Known values: {known}; there may be more."
        super().__init__(metadata=_text(text, x_extensible_enum=list(values)), **kwargs)


class Whole(validate.Regexp):
    """The whole text has to match; Python's `$` alone would let a newline through at its end."""

    def __init__(self, pattern: str) -> None:
        self._whole = re.compile(pattern, re.ASCII)
        super().__init__(self._whole)

    def __call__(self, value: Any) -> Any:
        if self._whole.fullmatch(value) is None:
            raise ma.ValidationError("Does not have the form that is asked for.")
        return value


class Text(fields.String):
    """A string of a stated length, in code points, or of a stated form."""

    def __init__(
        self, description: str, longest: int = 0, example: str | None = None, pattern: str = "", **kwargs: Any
    ) -> None:
        limits: list[validate.Validator] = [validate.Length(max=longest)] if longest else []
        if pattern:
            limits.append(Whole(pattern))
        super().__init__(validate=limits, metadata=_text(description, example), **kwargs)


class Id(fields.String):
    """An opaque id."""

    def __init__(self, description: str, example: str | None = None, **kwargs: Any) -> None:
        super().__init__(validate=Whole(ID_PATTERN), metadata=_text(description, example), **kwargs)


_FEW = 12
"""A list that is not longer is told to whoever asks for something that it does not have."""


class KnownId(fields.String):
    """An id of the catalogue. One that is well-formed, but that the catalogue does not have, is refused here too."""

    def __init__(self, description: str, known: Collection[str], example: str | None = None, **kwargs: Any) -> None:
        self._known = known
        super().__init__(metadata=_text(description, example), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if text not in self._known:
            raise ma.ValidationError(self._refusal())
        return text

    def _refusal(self) -> str:
        if len(self._known) > _FEW:
            return "Not an id of the catalogue."
        return f"Not an id of the catalogue, which has: {', '.join(self._known)}."


def list_of(schema: Any, description: str, required: bool = False) -> fields.List[Any]:
    """A list of things of one form."""
    return fields.List(fields.Nested(schema), required=required, metadata={"description": description})


class Hex(fields.String):
    """Lower-case hex digits, `digits` of them."""

    def __init__(self, description: str, digits: int, **kwargs: Any) -> None:
        super().__init__(validate=Whole(rf"^[0-9a-f]{{{digits}}}$"), metadata=_text(description), **kwargs)


class Instant(fields.String):
    """An instant in a reply: RFC 3339, UTC, with milliseconds."""

    def __init__(self, description: str, **kwargs: Any) -> None:
        super().__init__(metadata=_text(description, "2027-01-31T12:00:00.000Z", format="date-time"), **kwargs)


class Name(fields.String):
    """A name that people see, cleaned by service.api.names."""

    def __init__(self, description: str, longest: int, example: str | None = None, **kwargs: Any) -> None:
        self._longest = longest
        text = (
            f"{description} 1 to {longest} code points after normalisation to NFC and trimming; "
            "no control, format, invisible or unassigned characters."
        )
        super().__init__(metadata=_text(text, example, minLength=1, maxLength=longest), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        try:
            return clean_name(text, self._longest)
        except InvalidName as error:
            raise ma.ValidationError(str(error)) from None
