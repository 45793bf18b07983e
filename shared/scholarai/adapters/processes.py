"""Identifies a process, so that another one can tell whether it has ended."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

_PROC = Path("/proc")
# In /proc/PID/stat behind the name in brackets, which may hold blanks: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
_STATE = 0
_START_TIME = 19


def this_process() -> str:
    """Return the name of this process, empty where the system does not tell enough (other than Linux)."""
    return _name_of(os.getpid())  # a child of a fork is another process


def is_gone(name: str) -> bool:
    """Tell whether the process of this name is known to have ended.

    False when it runs, and when it cannot be known from here: for another machine, another container, an empty name. A number
    that another process has by now does not deceive, as that one began at another time.
    """
    parts = name.split(" ")
    if not sys.platform.startswith("linux") or len(parts) != 4 or parts[:2] != list(_here()) or not parts[2].isdigit():
        return False
    pid = int(parts[2])
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # another user's: it runs, but whether it is the same one may be hidden
        pass
    state = _stat(pid)
    return bool(state) and (state[_START_TIME] != parts[3] or state[_STATE] in "ZX")


@functools.lru_cache(maxsize=1)
def _name_of(pid: int) -> str:
    state, here = _stat(pid), _here()
    return " ".join((*here, str(pid), state[_START_TIME])) if state and here else ""


def _here() -> tuple[str, ...]:
    """Return this start of the system and the namespace in which process numbers count, empty if unknown."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return boot, os.readlink(_PROC / "self/ns/pid")  # noqa: PTH115  - no path, a name such as pid:[4026531836]
    except OSError:
        return ()


def _stat(pid: int) -> list[str]:
    try:
        return (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
