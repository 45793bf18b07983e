"""Makes temporary directories whose locks tell whether a process still uses them."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scholarai.adapters.locks import take_lock
from scholarai.domain.errors import TransientError

# Not only "scholarai-", which other things in the system's folder are called too.
_PREFIX = "scholarai-work-"
# A sweeper can remove a folder only between its making and its locking, which hardly happens so often in a row.
_TRIES = 10


@dataclass(frozen=True, slots=True)
class LockedTemporaryDirectories:
    """Implements `ports.temporary_directories.TemporaryDirectories` in `place`, which any number of processes may share.

    A process holds a lock on its folder that no child inherits. The kernel releases it however the process ends, so a folder
    whose lock can be taken was left by a dead process. A process sweeps before it takes a folder.
    """

    place: Path

    @classmethod
    def of_system(cls) -> LockedTemporaryDirectories:
        """Return those in the system's temporary folder, for what belongs to no store."""
        return cls(Path(tempfile.gettempdir()))

    @contextlib.contextmanager
    def folder(self) -> Iterator[Path]:
        try:
            self.place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.place.mkdir(exist_ok=True, mode=0o700)
            self.sweep()
            path, lock = self._taken()
        except OSError as error:
            raise TransientError("store_unavailable", f"there is no room to work: {error.strerror}") from error
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)  # what could not be removed is left to the next sweep
            _release(path, lock)

    def sweep(self) -> int:
        return sum(_removed(path) for path in self._folders())

    def left(self) -> Iterator[Path]:
        """Yield the folders of processes that have ended."""
        for path in self._folders():
            with _locked(path) as is_ours:
                if is_ours:
                    yield path

    def _folders(self) -> list[Path]:
        return sorted(self.place.glob(f"{_PREFIX}*"))

    def _taken(self) -> tuple[Path, int]:
        for _ in range(_TRIES):
            path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=self.place))
            with contextlib.suppress(FileNotFoundError):
                lock = _lock(path)
                if lock is not None and path.exists():
                    return path, lock
                if lock is not None:
                    _release(path, lock)
        raise TransientError("store_unavailable", "every folder to work in was swept away")


def _lock(path: Path) -> int | None:
    """Lock the folder and return the descriptor, None if another process holds it or another user owns it."""
    if sys.platform == "win32":  # which opens no folder: a file beside it stands for it, in the user's own place
        descriptor = os.open(_lock_file(path), os.O_RDWR | os.O_CREAT)
        is_own = True
    else:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        is_own = os.fstat(descriptor).st_uid == os.geteuid()
    if is_own and take_lock(descriptor):
        return descriptor
    os.close(descriptor)
    return None


def _release(path: Path, lock: int) -> None:
    os.close(lock)
    if sys.platform == "win32":
        with contextlib.suppress(OSError):  # somebody else has taken it meanwhile
            _lock_file(path).unlink()


def _lock_file(path: Path) -> Path:
    return path.with_name(f"lock-{path.name}")


def _removed(path: Path) -> bool:
    with _locked(path) as is_ours:
        if is_ours:
            shutil.rmtree(path, ignore_errors=True)
        return is_ours and not path.exists()


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Try to lock the folder while the body runs, and yield whether that could be done."""
    try:
        lock = _lock(path)
    except OSError:  # gone meanwhile, or not for us to look at
        lock = None
    try:
        yield lock is not None
    finally:
        if lock is not None:
            _release(path, lock)
