"""The encoding of a game's state, over releases."""

import msgspec
import pytest

from service.store.codec import Codec
from service.store.errors import Unreadable


class Old(msgspec.Struct, array_like=True):
    name: str


class New(msgspec.Struct, array_like=True):
    name: str
    round: int


def from_old(data: bytes) -> New:
    return New(msgspec.msgpack.decode(data, type=Old).name, 0)


def to_old(value: New) -> bytes:
    return msgspec.msgpack.encode(Old(value.name))


def test_a_value_comes_back() -> None:
    codec = Codec(New, version=2)
    blob = codec.encode(New("Zoë", 7))
    assert blob[0] == 2
    assert codec.decode(blob) == New("Zoë", 7)


def test_the_layout_before_is_read_and_can_be_written_until_all_read_the_new() -> None:
    before = Codec(Old, version=1)
    rolling = Codec(New, version=2, older={1: from_old}, write=(1, to_old))
    after = Codec(New, version=2, older={1: from_old})
    assert after.decode(before.encode(Old("Zoë"))) == New("Zoë", 0)
    assert before.decode(rolling.encode(New("Zoë", 7))) == Old("Zoë")
    assert rolling.decode(after.encode(New("Zoë", 7))) == New("Zoë", 7)


@pytest.mark.parametrize(
    "blob", [b"", b"\x01", b"\x02", b"\x02\xff", b"\x07" + msgspec.msgpack.encode(["a", 1]), b"\x02\x93"]
)
def test_what_is_unknown_or_damaged_is_told(blob: bytes) -> None:
    with pytest.raises(Unreadable):
        Codec(New, version=2).decode(blob)
