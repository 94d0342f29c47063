"""Compiled code on disk, put in the place of numba's own files.

Those notice no change of a function that another one calls, may mix up two signatures that two processes compile at the
same time, raise where a file was cut off, and need a folder that can be written to. Here each function and signature has
a file of its own, in a folder for this version of all sources, and what cannot be read or written is only slower.
"""

import inspect
import logging
import pickle
import secrets
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.serialize import dumps

from splendor.ai.core.folders import FRESH, folder_for, note_lack, note_load

log = logging.getLogger(__name__)


class KeptCode(FunctionCache):
    """The kept code of one function: what numba asks before it compiles a signature, and gives to what it has compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Touches no file. The base class would look for a folder that can be written to, so it is not asked."""
        self._py_func = function
        self._name = repr(function)
        self._impl = _Form(function)
        source = Path(inspect.getfile(function))
        name = function.__qualname__.replace("<", "").replace(">", "")
        self._files = _Files(folder_for(source.parent), f"{source.stem}.{name}")
        self._cache_file: Any = self._files
        self.enable()

    @property
    def cache_path(self) -> str:
        """The folder, for those who look into a function's statistics."""
        return str(self._files.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kept code; None where there is none that can be used. It is compiled then, and kept anew."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001  # a file that was cut off can raise anything
            log.warning("kept code of %s cannot be used: %r", self._name, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps code; where that cannot be done the next process compiles it again."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _cannot_keep(self._files.folder, error)


class _Form(CompileResultCacheImpl):
    """How code is put into a form that can be kept, which is numba's own affair; it gives no folder and no name."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = SimpleNamespace(_py_file=inspect.getfile(function), ensure_cache_path=lambda: None)


class _Files:
    """The files of one function, one for each signature."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self._name = folder, name

    def flush(self) -> None:
        """Removes them."""
        for path in self.folder.glob(f"{self._name}-*.code"):
            path.unlink(missing_ok=True)

    def save(self, key: object, data: object) -> None:
        """Writes a signature's code, whole or not at all. Raises OSError."""
        content = dumps((str(key), data))
        self.folder.mkdir(parents=True, exist_ok=True)
        fresh = self.folder / f".{secrets.token_hex(8)}{FRESH}"
        try:
            fresh.write_bytes(content)
            fresh.replace(self._path(key))
        finally:
            fresh.unlink(missing_ok=True)

    def load(self, key: object) -> object:
        """A signature's code; None where none is kept. Raises what a file raises that is not whole."""
        try:
            content = self._path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        note_load(self.folder)
        written, data = pickle.loads(content)  # noqa: S301  # nobody but us writes there
        return data if written == str(key) else None

    def _path(self, key: object) -> Path:
        return self.folder / f"{self._name}-{sha256(str(key).encode()).hexdigest()[:16]}.code"


def _cannot_keep(folder: Path, error: OSError) -> None:
    """Says it once for each folder."""
    if note_lack(folder):
        log.warning("compiled code cannot be kept in %s, so the next start compiles again: %s", folder, error)
