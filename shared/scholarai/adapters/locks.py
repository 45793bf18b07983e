"""Locks on open files; the system releases them when their process ends, however it ends."""

from __future__ import annotations

import sys


def take_lock(descriptor: int) -> bool:
    """Lock an open file and tell whether that could be done; the lock ends when the file is closed.

    On Windows, which cannot share a lock with a child, children of the process do not hold it.
    """
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
