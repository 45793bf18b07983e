"""Frees the claims of papers and reviews whose process has ended, before their lease runs out."""

from __future__ import annotations

import functools
import os
import sqlite3
import sys
from pathlib import Path

from msgspec.structs import replace

from scholarai.adapters.system import to_us
from scholarai.domain.leases import Record

_PROC = Path("/proc")
# In /proc/PID/stat behind the name in brackets, which may hold blanks: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
_STATE = 0
_START_TIME = 19


def without_lost_claim(tx: sqlite3.Connection, name: str, record: Record | None) -> Record | None:
    """Return a stored record without its claim, if the process that claimed it has ended. The next claim's epoch fences its last writes."""
    if record is None or record.claim is None:
        return record
    row = tx.execute("SELECT holder FROM leases WHERE name = ?", (name,)).fetchone()
    epoch, _, process = ("" if row is None else str(row[0])).partition(" ")
    is_lost = epoch == str(record.claim.epoch) and is_gone(process)
    return replace(record, claim=None) if is_lost else record


def note_holder(tx: sqlite3.Connection, name: str, before: Record | None, after: Record | None) -> None:
    """Store which process has made the claim of a record, or forget it once the claim is released."""
    held = None if before is None else before.claim
    claim = None if after is None else after.claim
    if claim is None:
        if held is not None:
            tx.execute("DELETE FROM leases WHERE name = ?", (name,))
    elif (held is None or held.epoch != claim.epoch) and (process := this_process()):
        tx.execute(
            "INSERT OR REPLACE INTO leases (name, holder, expires_us) VALUES (?, ?, ?)",
            (name, f"{claim.epoch} {process}", to_us(claim.lease_expires_at)),
        )


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
