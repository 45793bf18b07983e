"""Restricts the reading process before it opens a file: no root, no new privileges, no network, no other programs.

Nothing here needs privileges, and nothing here is fatal: a platform that lacks one of these restrictions still has the
others, and the process reports which it lacks.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

# linux/prctl.h, linux/seccomp.h, linux/filter.h, linux/sched.h
_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_SECCOMP_MODE_FILTER = 2
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # the latter with EPERM
_LOAD, _EQUALS, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_CLONE_NEWUSER_AND_NEWNET = 0x10000000 | 0x40000000
# Numbers of calls from this on are those of the x32 ABI, another way to the same calls.
_X32 = 0x40000000
# Of the calls below by machine: name of the architecture in linux/audit.h, numbers in asm/unistd.h.
_REFUSED = {
    "x86_64": (0xC000003E, (41, 42, 49, 53, 59, 62, 101, 310, 311, 322, 425)),
    "aarch64": (0xC00000B7, (198, 199, 200, 203, 221, 129, 117, 270, 271, 281, 425)),
}
# socket, socketpair, bind and connect; execve and execveat; kill; ptrace, process_vm_readv and process_vm_writev;
# io_uring_setup, which is another way to most of them.

# Users that systemd gives to services while they run (DynamicUser): no file belongs to them.
_FIRST_USER, _USERS = 61_184, 4_000


# What a reading process cannot be kept from, by system, where that is known before it runs.
_LACKING = {
    "win32": "its memory and processor time are not limited, and it may use the network",
    "darwin": "its memory is not limited, and it may use the network",
}


def lacking_here() -> str:
    """Return what this system does not let a reading process give up, as the end of a sentence; empty on Linux."""
    return "" if sys.platform == "linux" else _LACKING.get(sys.platform, "it may use the network")


def take_own_user(path: Path, needed: Iterable[str]) -> tuple[Path, list[str]]:
    """If root, drop to an unprivileged uid; return the path it can read.

    A file that this user may not read is copied into memory first. A process whose `needed` files it may not read
    stays what it is.

    Returns:
        The path, and what could not be done.
    """
    if sys.platform == "win32":
        return path, ["own_user"]
    if os.geteuid() != 0:
        return path, []
    user = _FIRST_USER + os.getpid() % _USERS
    try:
        if not all(_reads(user, place) for place in needed):
            return path, ["own_user"]
        if not _reads(user, str(path)):
            path = _copied(path)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        return path, ["own_user"]
    # A process that changes its user hides its files from itself, the copy too.
    _prctl(_PR_SET_DUMPABLE, 1)
    return path, []


def imported_files() -> Iterator[str]:
    """Yield a file of each place from which the reading process imports."""
    yield os.__file__
    for name in ("scholarai", "pymupdf"):
        spec = find_spec(name)
        yield spec.origin if spec is not None and spec.origin else "/"


def refuse_privileges_and_network() -> list[str]:
    """Let this process, whatever code runs in it, open no connection, start no program and signal no other process.

    Returns:
        What could not be done.
    """
    if sys.platform != "linux":
        return ["privileges", "network"]
    lacking = [] if _prctl(_PR_SET_NO_NEW_PRIVS, 1) else ["privileges"]
    if not _refuse_calls() and ctypes.CDLL(None).unshare(_CLONE_NEWUSER_AND_NEWNET) != 0:
        lacking.append("network")
    return lacking


def _reads(user: int, path: str) -> bool:
    os.seteuid(user)
    try:
        return os.access(path, os.R_OK, effective_ids=True)
    finally:
        os.seteuid(0)


def _copied(path: Path) -> Path:
    copy = os.memfd_create("paper", 0)
    with path.open("rb") as source:
        while os.sendfile(copy, source.fileno(), None, 1 << 30):
            pass
    return Path(f"/proc/self/fd/{copy}")


def _prctl(option: int, value: int) -> bool:
    return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def _refuse_calls() -> bool:
    machine = platform.machine()
    if machine not in _REFUSED or sys.maxsize < 1 << 32:
        return False
    code = _filter(*_REFUSED[machine])
    memory = ctypes.create_string_buffer(code)
    program = _Program(len(code) // 8, ctypes.addressof(memory))
    return bool(ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0)


def _filter(architecture: int, refused: tuple[int, ...]) -> bytes:
    """Return a filter program: each instruction is a code, where to jump if true and if false, and a value."""
    count = len(refused)
    program = [
        (_LOAD, 0, 0, 4),  # the architecture
        (_EQUALS, 0, count + 3, architecture),
        (_LOAD, 0, 0, 0),  # the number of the call
        (_AT_LEAST, count + 1, 0, _X32),
        *((_EQUALS, count - index, 0, number) for index, number in enumerate(refused)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)
