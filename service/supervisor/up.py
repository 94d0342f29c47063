"""`splendor up`: claim the data folder, clear away what a killed run left, then run the parts."""

import os
from collections.abc import Callable
from pathlib import Path

from service.supervisor import layout, leftovers
from service.supervisor.embedded import NoServerError, stop_stranger
from service.supervisor.folder import Folder, FolderInUseError
from service.supervisor.supervisor import Supervisor

# A run that is just stopping gets this long to finish.
CLAIM_SECONDS = 5.0
TAKEOVER_SECONDS = 15.0


class CannotStartError(Exception):
    """The reason, for the one who called."""


def up(data_dir: Path, request: layout.Request, say: Callable[[str], None], *, with_parent: bool = False) -> int:
    """Run everything until asked to stop; the exit status. Raises CannotStartError before anything was started."""
    parent = os.getppid() if with_parent else 0
    try:
        folder = Folder(data_dir)
        folder.claim(CLAIM_SECONDS)
        take_over(folder, say)
        listener = layout.listen(request.host, request.port)
        parts = layout.parts(request, folder, listener)
    except (FolderInUseError, layout.PortInUseError, NoServerError, OSError) as error:
        raise CannotStartError(str(error)) from error
    port = listener.getsockname()[1]
    say("Starting ...")
    status = Supervisor(parts, folder, say, parent).run(lambda: say(layout.banner(request.host, port, folder)))
    say("Stopped.")
    return status


def take_over(folder: Folder, say: Callable[[str], None]) -> None:
    """End what still runs on this folder though its supervisor is gone. The folder must be claimed."""
    orphans = folder.roster.left()
    if orphans:
        say(f"Ending what a killed run left: {', '.join(entry.name for entry in orphans)}")
        leftovers.end(orphans, TAKEOVER_SECONDS)
    if not stop_stranger(folder, TAKEOVER_SECONDS):
        raise CannotStartError(f"A server that cannot be stopped answers on {folder.socket}")
