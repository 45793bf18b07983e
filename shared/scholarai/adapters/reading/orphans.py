"""Makes a process end with the one that started it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

# linux/prctl.h
_PR_SET_PDEATHSIG = 1


def dies_with(parent: int) -> bool:
    """Let this process be killed when its parent ends, however it ends; return whether that is still there.

    Elsewhere than on Linux the process ends with its next message, into a pipe that nobody reads, or at its limits.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == parent
