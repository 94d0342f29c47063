"""The Lua scripts beside this module. Each begins with `#!lua` and touches declared keys only."""

from hashlib import sha1
from importlib.resources import files
from typing import NamedTuple


class Script(NamedTuple):
    """One script: its text, and the digest by which the server knows it once it was sent."""

    name: str
    text: str
    sha: str


def load(name: str) -> Script:
    text = files(__package__).joinpath("scripts", f"{name}.lua").read_text("utf-8")
    return Script(name, text, sha1(text.encode(), usedforsecurity=False).hexdigest())
