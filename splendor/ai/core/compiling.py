"""How the core is compiled: `jit`, the one decorator for it. What was compiled is kept on disk (splendor.ai.core.shelf)."""

from collections.abc import Callable
from typing import Any, TypeVar, overload

from numba import njit

from splendor.ai.core.folders import cache_folder
from splendor.ai.core.shelf import KeptCode

__all__ = ["cache_folder", "jit"]

F = TypeVar("F", bound=Callable[..., Any])


@overload
def jit(function: F) -> F: ...
@overload
def jit(function: None = None, **options: object) -> Callable[[F], F]: ...
def jit(function: F | None = None, **options: object) -> F | Callable[[F], F]:
    """Has a function compiled when it is first called, or its kept code loaded; `options` are those of numba.njit.

    Other threads run while it does. A division by zero raises nothing and gives what IEEE 754 says. There is no
    `fastmath`: sums keep the order of the source, so that they are the same on every machine (library functions, such as
    exp, may still differ in the last bit). Arrays of a module become constants of the code, so they must be made from
    sources alone; whatever is read from a file, as weights are, has to be handed in.
    """
    if function is None:
        return lambda given: _compiled(given, options)
    return _compiled(function, options)


def _compiled(function: F, options: dict[str, Any]) -> F:
    compiled: Any = njit(nogil=True, error_model="numpy", **options)(function)
    if compiled is not function:  # which it is where numba is switched off
        compiled._cache = KeptCode(function)  # noqa: SLF001  # what cache=True does, with files of our own
    return compiled  # type: ignore[no-any-return]
