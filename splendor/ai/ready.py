"""Getting ready to play at full speed. Whoever does not has the compiler run in the middle of the first choice."""

import subprocess
import sys
import time
from importlib.util import find_spec

COMPILES = find_spec("numba") is not None
"""False on machines that the compiler has no package for: AI players that need it do not exist there."""


def make_ready() -> float:
    """Loads the compiled code of the AI players, which is compiled first where that has not been done; the seconds it took.

    It loads numpy and numba too, some 150 MB, so it is for processes that compute moves. The compiler runs in a process
    of its own: what it takes besides, several hundred MB, would never be given back.
    """
    if not COMPILES:
        return 0.0
    from splendor.ai.core import folders  # noqa: PLC0415  # see above
    from splendor.ai.core.warm import warm  # noqa: PLC0415

    began = time.monotonic()
    if not folders.is_kept() and folders.can_keep():
        subprocess.run([sys.executable, "-m", "splendor.ai.core.warm"], check=False)
    warm()
    return time.monotonic() - began
