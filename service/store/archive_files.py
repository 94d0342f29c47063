"""Files by their path below an address. The one place that knows fsspec."""

import os
import secrets
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from .errors import ArchiveUnavailable

T = TypeVar("T")
Absent = (FileNotFoundError, NotADirectoryError)


class Files:
    """The files below a folder or an address; nothing is opened before the first use, so a process may fork."""

    def __init__(self, url: str) -> None:
        self._url = url

    def read(self, path: str) -> bytes | None:
        """What a file holds, None where there is none. Raises ArchiveUnavailable, as all methods do."""
        return _tried(lambda: bytes(self._system.cat_file(self._at(path))), None)

    def there(self, path: str) -> bool:
        """Whether there is such a file."""
        return _tried(lambda: self._system.info(self._at(path)) is not None, absent=False)

    def write(self, path: str, data: bytes) -> None:
        """Write a whole file, so that a reader sees the former one or this one; it is on the disk when this returns.

        Object stores do that by themselves.
        """
        put = _put_local if self._is_local else self._system.pipe_file
        _tried(lambda: put(self._at(path), data), None)

    def remove(self, path: str) -> None:
        """Remove a file, if there is one."""
        _tried(lambda: self._system.rm_file(self._at(path)), None)

    def names(self, folder: str) -> list[str]:
        """The names of what is in a folder; none for no folder."""
        found: list[str] = _tried(lambda: self._system.ls(self._at(folder), detail=False), [])
        return [str(path).rstrip("/").rpartition("/")[2] for path in found]

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}"

    @property
    def _system(self) -> Any:
        return self._opened[0]

    @property
    def _root(self) -> str:
        return self._opened[1]

    @property
    def _is_local(self) -> bool:
        protocol = self._system.protocol
        return "file" in ((protocol,) if isinstance(protocol, str) else protocol)

    @cached_property
    def _opened(self) -> tuple[Any, str]:
        # Only what archives needs it, and it takes a while to import.
        from fsspec.core import url_to_fs  # noqa: PLC0415

        # Listings that a file system remembers would not show what other processes write.
        system, root = url_to_fs(self._url, use_listings_cache=False)
        return system, str(root).rstrip("/")


def _tried(call: Callable[[], T], absent: T) -> T:
    """What a call gives, `absent` where there is no such file.

    Each file system has errors of its own; whichever it is, the archive is of no use at present.
    """
    try:
        return call()
    except Absent:
        return absent
    except Exception as error:
        raise ArchiveUnavailable(f"{type(error).__name__}: {error}") from error


def _put_local(path: str, data: bytes) -> None:
    """By another name first: who reads meanwhile, or is killed, finds no half of a file."""
    folder, name = Path(path).parent, Path(path).name
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)
    passing = folder / f".{name}.{secrets.token_hex(4)}"
    with passing.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    passing.replace(path)
    _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """A name is on the disk once its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
