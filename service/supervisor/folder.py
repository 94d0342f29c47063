"""The data folder of a one-machine run: who owns it, and what lies where in it."""

import fcntl
import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from service.supervisor.leftovers import Roster, wait_until

# sun_path holds 104 bytes on macOS and 108 on Linux, with a zero at the end.
LONGEST_SOCKET_PATH = 100
LARGEST_LOG = 16 * 1024 * 1024


class FolderInUseError(Exception):
    """Another supervisor runs on this folder."""


class Folder:
    """A folder that one supervisor at a time works in; the lock goes with its process, however that ends."""

    def __init__(self, root: Path) -> None:
        """Create what is missing; nobody else may look in."""
        self.root = root.absolute()
        self.store = self.root / "store"
        self.logs = self.root / "logs"
        self.metrics = self.root / "metrics"
        self._lock = self.root / "lock"
        for path in (self.root, self.store, self.logs, self.metrics):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.roster = Roster(self.root / "running.json")
        self.socket = self._socket_path()

    def claim(self, patience: float) -> None:
        """Take the folder, waiting this many seconds for one that is just stopping; FolderInUseError after that.

        The lock lives as long as this process and is not inherited by the parts.
        """
        self._descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        if not wait_until(self._try_lock, patience):
            owner = self._lock.read_text().strip() or "unknown"
            raise FolderInUseError(f"The data folder {self.root} is in use by process {owner} (splendor up).")
        os.truncate(self._descriptor, 0)
        os.pwrite(self._descriptor, str(os.getpid()).encode(), 0)

    def log(self, name: str) -> Path:
        """Where a part's output goes."""
        return self.logs / f"{name}.log"

    def trim_logs(self) -> None:
        """Set a log aside that has grown too large. Its writer appends, so it goes on at the new start."""
        for log in self.logs.glob("*.log"):
            if log.stat().st_size > LARGEST_LOG:
                shutil.copyfile(log, log.with_suffix(".log.1"))
                os.truncate(log, 0)

    def last_words(self, name: str, lines: int = 8) -> str:
        """The end of a part's log, for a message about its death."""
        with self.log(name).open("rb") as log:
            with suppress(OSError):  # a log shorter than that
                log.seek(-4096, os.SEEK_END)
            return "\n".join(log.read().decode(errors="replace").splitlines()[-lines:])

    def _try_lock(self) -> bool:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _socket_path(self) -> Path:
        path = self.root / "store.sock"
        if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
            return path
        mark = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        shorter = Path(tempfile.gettempdir()) / f"splendor-{os.getuid()}-{mark}"
        shorter.mkdir(mode=0o700, exist_ok=True)
        if shorter.stat().st_uid != os.getuid() or shorter.is_symlink():
            raise PermissionError(f"{shorter} belongs to somebody else")
        return shorter / "store.sock"
