"""A process that dies at its n-th touch of a store, the way `kill -9` would end it."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any


def run_and_crash(
    folder: Path, at_point: int, work: Callable[[Callable[[str], None]], object]
) -> tuple[list[str], bool]:
    """Run `work` in a forked process that kills itself at point `at_point`, and return what it acknowledged.

    A point is every SQL statement and every opening, making, moving and removing of a file below `folder`. `work` is handed a
    function that acknowledges. The second value tells whether the process came to its end.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _die_at(folder, at_point)
        try:
            work(lambda line: _say(writing, line))
            os._exit(0)
        except BaseException:  # noqa: BLE001  - the child's end: recorded on stderr
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        acknowledged = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return acknowledged, status == 0


def _say(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def _die_at(folder: Path, at_point: int) -> None:
    left = at_point

    def point(_what: object = None) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event in {"open", "os.remove", "os.rename", "os.mkdir"} and str(arguments[0]).startswith(str(folder)):
            point()

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect_really(*arguments, **options)
        connection.set_trace_callback(point)
        return connection

    connect_really = sqlite3.connect
    sqlite3.connect = connect  # type: ignore[assignment]  # in this process, which does nothing else and dies
    sys.addaudithook(hook)
