"""Processes of our own that may die: quick to start, since everything is imported before they fork."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable

LIMIT_S = 120.0
AGAIN = 75
BROKEN = 70


class HungError(Exception):
    """The process did not end in time and was killed."""


def in_fork(task: Callable[[], int], *, kill_after_s: float | None = None) -> int:
    """Run `task` in a fork and return its exit code, or minus the signal that ended it.

    With `kill_after_s` it is killed then, unless it was faster. The caller must hold no threads, connections or channels that the fork would share.
    """
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = BROKEN
        try:
            code = task()
        except BaseException:  # noqa: BLE001  - the exit code tells it
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return _wait(pid, kill_after_s)


def _wait(pid: int, kill_after_s: float | None) -> int:
    started_s = time.monotonic()
    limit_s = LIMIT_S if kill_after_s is None else kill_after_s
    while time.monotonic() - started_s < limit_s:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if kill_after_s is None:
        raise HungError(f"a worker was still running after {LIMIT_S:.0f} s")
    return os.waitstatus_to_exitcode(status)
