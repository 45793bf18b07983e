"""Files with a JSON object per line, as the command line reads and writes them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

T = TypeVar("T")


class LinesError(ValueError):
    """A file of lines is malformed; the message names the file and the line."""


def read_lines(file: Path, parse: Callable[[Any], T], expected: str) -> list[T]:
    """Return what `parse` makes of each line's JSON; empty lines are skipped. `-` is the standard input.

    `parse` raises ValueError, KeyError or TypeError for what is not `expected`, the end of "expected an object with …".

    Raises:
        LinesError: If a line is not JSON, or not what is expected.
        OSError: If the file cannot be read.
    """
    found: list[T] = []
    # Bytes, since a text's lines end at U+2028 and its kin, too, which may stand in JSON's strings as they are.
    given = sys.stdin.buffer.read() if file == Path("-") else file.read_bytes()
    for number, line in enumerate(given.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(parse(json.loads(line.decode("utf-8"))))
        except (ValueError, KeyError, TypeError, RecursionError):
            raise LinesError(f"{file}:{number}: expected an object with {expected}") from None
    return found


@contextmanager
def opened(output: Path | None) -> Iterator[TextIO]:
    """Yield where lines go: stdout (also for `-`), or a temporary file that is renamed when it is complete.

    It is renamed after an interruption, too, with the finished lines: they may have been paid for.
    """
    if output is None or output == Path("-"):
        yield sys.stdout
        return
    draft = output.with_name(f".{output.name}.{os.getpid()}.draft")
    try:
        with draft.open("w", encoding="utf-8") as file:
            try:
                yield file
            except KeyboardInterrupt:
                file.close()
                draft.replace(output)
                raise
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(output: Path, data: str | bytes) -> None:
    """Write a file atomically."""
    draft = output.with_name(f".{output.name}.{os.getpid()}.draft")
    try:
        draft.write_bytes(data.encode() if isinstance(data, str) else data)
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
