"""A process that dies at its n-th step that outlives it, the way `kill -9` would end it."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

_CHANGES = frozenset({"os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.truncate"})
_NUMBER = re.compile(r"[0-9a-f]{8,}|\d+")
_TABLE = re.compile(r"(?:INTO|UPDATE|FROM) (\w+)")


def run_and_crash(
    folder: Path, at_point: int, work: Callable[[Callable[[str], None]], object]
) -> tuple[list[str], bool]:
    """Run `work` in a forked process that kills itself at point `at_point`, and return what it acknowledged.

    A point is before every step that changes what is stored below `folder`: a file is opened for writing, linked, made, moved,
    removed or synced, a transaction is committed, or a statement changes the database outside of one. What a transaction does
    before its commit, a kill undoes. `work` is handed a function that acknowledges. The second value tells whether the process
    came to its end.
    """
    return _in_a_child(lambda _: _die_at(folder, at_point), work)


def kinds_of_steps(folder: Path, work: Callable[[Callable[[str], None]], object]) -> list[str]:
    """Run `work` to its end, and return for each point what kind of step it is: the change, with its file or its tables."""
    kinds, ended = _in_a_child(lambda say: _watch(folder, say), lambda _: work(lambda _: None))
    assert ended
    return kinds


def _in_a_child(
    begin: Callable[[Callable[[str], None]], object], work: Callable[[Callable[[str], None]], object]
) -> tuple[list[str], bool]:
    """Run both in a forked process; return the lines that they say, and whether it came to its end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        begin(lambda line: _say(writing, line))
        try:
            work(lambda line: _say(writing, line))
            os._exit(0)
        except BaseException:  # noqa: BLE001  - the child's end: recorded on stderr
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
    return said, status == 0


def _say(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def _die_at(folder: Path, at_point: int) -> None:
    left = at_point

    def point(_kind: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    _watch(folder, point)


def _watch(folder: Path, point: Callable[[str], object]) -> None:
    """Call `point` with the kind of each step before it is done."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        changes = event in _CHANGES or (event == "open" and _writes(arguments))
        if changes and any(str(argument).startswith(str(folder)) for argument in arguments[:2]):
            point(f"{event} {_NUMBER.sub('#', str(arguments[0]).removeprefix(str(folder)))}")

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect_really(*arguments, **options)
        tables: set[str] = set()

        def statement(text: str) -> None:
            if text.startswith("COMMIT"):
                point(f"COMMIT {sorted(tables)}")
                tables.clear()
            elif connection.in_transaction:
                tables.update(() if text.startswith("SELECT") else _TABLE.findall(text)[:1])
            elif not text.startswith(("SELECT", "BEGIN")):
                point(_NUMBER.sub("#", text.splitlines()[0]))

        connection.set_trace_callback(statement)
        return connection

    def sync(descriptor: int) -> None:
        point("sync")
        sync_really(descriptor)

    connect_really, sync_really = sqlite3.connect, os.fsync
    sqlite3.connect = connect  # type: ignore[assignment]  # in this process, which does nothing else and dies
    os.fsync = sync  # type: ignore[assignment]  # nothing here hands it a file
    sys.addaudithook(hook)


def _writes(arguments: tuple[object, ...]) -> bool:
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
