"""What commands show on a terminal: exit codes, complaints, logs, and a progress line on stderr."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from types import TracebackType
from typing import NamedTuple, Self, TextIO

from scholarai.domain.errors import InvalidRequestError, NotFoundError, ScholarError
from scholarai.domain.invisible_characters import visible

# Exit codes, by the kind of what happened (docs/errors.md).
DONE, SOME_FAILED, USAGE = 0, 1, 2
# The command did its work, and the papers do not say it.
NOT_SAID = 3
# What was named by an id or a name is not in the library.
NOT_FOUND = 4
# A model, a service or the store is busy or away: the same command may work later.
TRY_AGAIN = 5
_WIDTH = 30
_EVERY_S = 0.1
_CLEAR_LINE = "\r\x1b[2K"


class Styles(NamedTuple):
    """How words are set off, as formats with a place for them."""

    struck: str = "~~{}~~"
    right: str = "**{}**"
    good: str = "{}"
    bad: str = "{}"
    faint: str = "{}"


_PLAIN = Styles()
_COLOURED = Styles(
    struck="\x1b[31;9m{}\x1b[0m",
    right="\x1b[32;1m{}\x1b[0m",
    good="\x1b[32m{}\x1b[0m",
    bad="\x1b[31;1m{}\x1b[0m",
    faint="\x1b[2m{}\x1b[0m",
)


def styles_of(stream: TextIO) -> Styles:
    """Return colours for a terminal that has them, unless NO_COLOR is set (https://no-color.org); else marks of Markdown."""
    able = stream.isatty() and os.environ.get("TERM", "") not in {"", "dumb"} and not os.environ.get("NO_COLOR")
    return _COLOURED if able else _PLAIN


def code_of(error: Exception) -> int:
    """Return the exit code of a command that an error ends."""
    if isinstance(error, ScholarError):
        if error.retryable:
            return TRY_AGAIN
        kinds = ((NotFoundError, NOT_FOUND), (InvalidRequestError, USAGE))
        return next((code for kind, code in kinds if isinstance(error, kind)), SOME_FAILED)
    return int(getattr(error, "exit_code", SOME_FAILED))


def complain(message: str, code: int) -> int:
    """Say on stderr what is wrong and return the exit code."""
    print(f"scholarai: {message}", file=sys.stderr)
    return code


def keep_logs_quiet() -> None:
    """Show warnings and errors only; SCHOLARAI_LOG=info shows everything."""
    logger = logging.getLogger("scholarai")
    if logger.handlers:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("scholarai: %(levelname)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if os.environ.get("SCHOLARAI_LOG") == "info" else logging.WARNING)
    logger.propagate = False


class ProgressLine:
    """Shows the progress of several steps on a terminal, nothing in a pipe; several threads may call it."""

    def __init__(self, total: int = 0, stream: TextIO | None = None) -> None:
        self._total = total
        self._stream = stream or sys.stderr  # looked up late, since a test or a calling program may replace it
        self._shown = self._stream.isatty()
        self._lock = threading.Lock()
        self._done = 0.0
        self._fractions: dict[str, float] = {}
        self._drawn_at = 0.0
        self.failures = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def expect(self, steps: int) -> None:
        """Add to the expected number of steps."""
        with self._lock:
            self._total += steps

    def advance(self, step: str, done: int, total: int | None) -> None:
        """Report a step's progress; `total` None: its length is not known yet."""
        with self._lock:
            self._fractions[step] = done / total if total else 0.0
            self._draw(step)

    def finish(self, step: str) -> None:
        """Report that a step has ended."""
        with self._lock:
            self._fractions.pop(step, None)
            self._done += 1
            self._draw(step)

    def say(self, line: str) -> None:
        """Write a permanent line."""
        with self._lock:
            self.clear()
            print(line, file=self._stream, flush=True)

    def fail(self, line: str) -> None:
        """Write a permanent line about an input that failed, and count it in `failures`."""
        self.failures += 1
        self.say(line)

    def _draw(self, step: str) -> None:
        now = time.monotonic()
        if not self._shown or now - self._drawn_at < _EVERY_S:
            return
        self._drawn_at = now
        share = min(1.0, (self._done + sum(self._fractions.values())) / max(1, self._total))
        bar = "#" * round(_WIDTH * share)
        # Steps count where there are several: "3 of 12".
        count = f"{min(self._total, int(self._done) + 1)} of {self._total} " if self._total > 1 else ""
        text = f"{_CLEAR_LINE}[{bar:<{_WIDTH}}] {share:4.0%} {count}{visible(step[:60])}"
        print(text, end="", file=self._stream, flush=True)

    def clear(self) -> None:
        """Remove the line, so that something else can be written in its place."""
        if self._shown:
            print(_CLEAR_LINE, end="", file=self._stream, flush=True)
