"""Reads and writes the command line's files: JSON lines, outputs that are written atomically, and their names."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

T = TypeVar("T")
# Stands for the standard input or the standard output.
STDIO = Path("-")
_LAST = 3  # index of the last level in `_name`


class LinesError(ValueError):
    """A file of lines is malformed; the message names the file and the line."""


def read_lines(file: Path, parse: Callable[[Any], T], expected: str) -> list[T]:
    """Return what `parse` makes of each line's JSON; empty lines are skipped. `-` is the standard input.

    Args:
        file: One object per line.
        parse: Raises ValueError, KeyError or TypeError for an object of another form.
        expected: Ends the message "expected an object with …".

    Raises:
        LinesError: If a line is not JSON, or not what is expected.
        OSError: If the file cannot be read.
    """
    found: list[T] = []
    # Bytes, since lines of a str also end at U+2028 and the like, which JSON allows in strings.
    given = sys.stdin.buffer.read() if file == STDIO else file.read_bytes()
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
    """Yield the file to write lines to: stdout (also for `-`), or a draft that replaces `output` when the body ends.

    It replaces `output` after an interruption, too, with the finished lines: they may have been paid for.

    Raises:
        OSError: If the file cannot be written; raised before the body runs where possible.
    """
    if output is None or output == STDIO:
        yield sys.stdout
        return
    with _draft_of(output) as draft, draft.open("w", encoding="utf-8") as file:
        try:
            yield file
        except KeyboardInterrupt:
            file.close()
            draft.replace(output)
            raise


def write_whole(output: Path, data: str | bytes | Iterable[bytes]) -> None:
    """Write a file atomically.

    Raises:
        OSError: If it cannot be written.
    """
    whole = data.encode() if isinstance(data, str) else data
    with _draft_of(output) as draft, draft.open("wb") as file:
        file.writelines((whole,) if isinstance(whole, bytes) else whole)


@contextmanager
def _draft_of(output: Path) -> Iterator[Path]:
    """Yield the path of a draft that replaces `output` when the body ends, and is removed if it raises.

    Raises:
        OSError: If the draft cannot be written; the error names `output`, since users do not know the draft.
    """
    if output.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(output))
    draft = output.with_name(f".{output.name}.{os.getpid()}.draft")
    try:
        yield draft
        draft.replace(output)
    except OSError as error:
        if error.filename is not None and Path(error.filename) == draft:
            error.filename = str(output)
        raise
    finally:
        draft.unlink(missing_ok=True)


def output_names(papers: Sequence[Path]) -> Mapping[Path, str]:
    """Return a name without ending for each paper's output: its stem, where no other paper has the same one.

    Papers that share a stem get their folder's name before it (`smith2020-main`); those of one folder keep their ending
    (`smith2020-main.tex`); a digest of the path tells the rest apart. Case does not count, since some disks ignore it.
    """
    levels = dict.fromkeys(papers, 0)
    while True:
        names = {path: _name(path.resolve(), level) for path, level in levels.items()}
        counts = Counter(name.casefold() for name in names.values())
        shared = [path for path in papers if counts[names[path].casefold()] > 1 and levels[path] < _LAST]
        if not shared:
            return names
        for path in shared:
            levels[path] += 1


def _name(path: Path, level: int) -> str:
    digest = hashlib.sha256(str(path).encode()).hexdigest()[:8]
    return (
        path.stem,
        f"{path.parent.name}-{path.stem}",
        f"{path.parent.name}-{path.name}",
        f"{path.parent.name}-{path.name}-{digest}",
    )[level]
