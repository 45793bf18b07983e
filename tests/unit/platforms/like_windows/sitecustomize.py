"""Takes from a Python process on Linux what Windows lacks; imported at its start where this folder is on `PYTHONPATH`.

Modules that libraries need are imported first, since only the product is tested. Folders cannot be opened, and an open
file can be neither removed nor renamed.
"""

# ruff: noqa: F401, ICN001  - imported for what their import does
from __future__ import annotations

import asyncio
import concurrent.futures
import fcntl
import multiprocessing
import os
import shutil
import signal
import ssl
import subprocess
import sys
import sysconfig
import tempfile
import types
import uuid
from typing import Any

import click
import flask
import mcp.client.stdio
import mcp.server.stdio
import numpy
import uvicorn
import werkzeug.serving

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog", "readline")
OF_OS = (
    *("fork", "killpg", "getpgid", "setpgid", "setsid", "getuid", "geteuid", "setgroups", "uname", "getloadavg"),
    *("fchmod", "mkfifo", "sched_getaffinity", "memfd_create", "O_DIRECTORY", "O_NOFOLLOW"),
)
OF_SIGNAL = ("SIGKILL", "SIGXCPU", "SIGHUP", "SIGUSR1", "SIGALRM")


def take_away() -> None:
    sysconfig.get_config_vars()  # kept from here on; looked for by the name of the system
    msvcrt = types.ModuleType("msvcrt")
    vars(msvcrt).update(LK_NBLCK=2, locking=lock)
    sys.modules["msvcrt"] = msvcrt
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]  # None refuses the import
    setattr(subprocess.Popen, "kill", lambda process: process.send_signal(9))  # noqa: B010  - typed as it is there
    kept = {name: getattr(os, name) for name in ("open", "unlink", "remove", "rename", "replace")}

    def opened(path: Any, *rest: Any, **more: Any) -> int:
        if not isinstance(path, int) and os.path.isdir(path):  # noqa: PTH112  - pathlib would open it
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return int(kept["open"](path, *rest, **more))

    def removed(path: Any, **more: Any) -> None:
        refuse_open(path)
        kept["unlink"](path, **more)

    def renamed(source: Any, target: Any, **more: Any) -> None:
        refuse_open(source)
        if os.path.lexists(target):
            raise FileExistsError(17, "File exists", os.fspath(target))
        kept["rename"](source, target, **more)

    def replaced(source: Any, target: Any, **more: Any) -> None:
        refuse_open(source)
        refuse_open(target)
        kept["replace"](source, target, **more)

    vars(os).update(open=opened, unlink=removed, remove=removed, rename=renamed, replace=replaced)
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    for place, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            delattr(place, name)
    sys.platform = "win32"


def lock(descriptor: int, _mode: int, _bytes: int) -> None:
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def refuse_open(path: Any) -> None:
    """Raise what Windows raises where this process has the file open."""
    try:
        wanted = os.stat(path)  # noqa: PTH116
    except OSError:
        return
    for descriptor in os.listdir("/proc/self/fd"):  # noqa: PTH208
        try:
            found = os.fstat(int(descriptor))
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino):
            raise PermissionError(32, "the file is used by another process", os.fspath(path))


take_away()
