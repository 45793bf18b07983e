"""Shows how far long work is: as a line on a terminal, as a bar in a notebook."""

from __future__ import annotations

import html
import importlib
import sys
import threading
import time
import uuid
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TextIO

from scholarai.domain.invisible_characters import visible

_WIDTH = 30
_EVERY_S = 0.1
_CLEAR_LINE = "\r\x1b[2K"
# Papers that were read before take less. A guess.
_PATIENCE_S = 0.5


def shown_progress(shown: bool | None) -> ProgressLine:
    """Return what shows progress to the user of Python: None where somebody looks, on a terminal and in a notebook; False nowhere."""
    if shown is not False and (display := _display_of_notebook()) is not None:
        return NotebookBar(display)
    return ProgressLine(shown=shown, patience_s=_PATIENCE_S)


class ProgressLine:
    """Shows the progress of several steps on a terminal, nothing in a pipe; several threads may call it.

    `shown` decides it otherwise. What is over before `patience_s` is not shown.
    """

    def __init__(
        self, total: int = 0, stream: TextIO | None = None, *, shown: bool | None = None, patience_s: float = 0.0
    ) -> None:
        self._total = total
        self._stream = stream or sys.stderr  # looked up late, since a test or a calling program may replace it
        self._shown = self._stream.isatty() if shown is None else shown
        self._is_drawn = False
        self._lock = threading.Lock()
        self._done = 0.0
        self._counted = 0
        self._fractions: dict[str, float] = {}
        self._next_at = time.monotonic() + patience_s
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

    def percent(self, step: str) -> Callable[[int], None]:
        """Return what takes a step's progress from 0 to 100."""
        return lambda done: self.advance(step, done, 100)

    def count(self, step: str) -> None:
        """Report that one more step has begun, where their number is not known."""
        self._counted += 1
        self.advance(f"step {self._counted}: {step}", 0, None)

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
        if not self._shown or now < self._next_at:
            return
        self._next_at = now + _EVERY_S
        share = min(1.0, (self._done + sum(self._fractions.values())) / max(1, self._total))
        # Steps count where there are several: "3 of 12".
        count = f"{min(self._total, int(self._done) + 1)} of {self._total} " if self._total > 1 else ""
        self._show(share, f"{count}{visible(step[:60])}")

    def _show(self, share: float, text: str) -> None:
        bar = "#" * round(_WIDTH * share)
        self._is_drawn = True
        print(f"{_CLEAR_LINE}[{bar:<{_WIDTH}}] {share:4.0%} {text}", end="", file=self._stream, flush=True)

    def clear(self) -> None:
        """Remove the line, so that something else can be written in its place."""
        if self._is_drawn:
            self._is_drawn = False
            print(_CLEAR_LINE, end="", file=self._stream, flush=True)


class NotebookBar(ProgressLine):
    """Shows the progress below a notebook's cell, and leaves nothing there."""

    def __init__(self, display: Any) -> None:
        """Show progress with IPython's `display`."""
        super().__init__(shown=True, patience_s=_PATIENCE_S)
        self._display = display
        self._id = ""

    def _show(self, share: float, text: str) -> None:
        bar = f'<progress value="{share:.2f}"></progress> {html.escape(text)}'
        self._put({"text/html": bar, "text/plain": f"{share:.0%} {text}"})

    def clear(self) -> None:
        if self._id:
            self._put({"text/html": "", "text/plain": ""})

    def _put(self, shown: dict[str, str]) -> None:
        is_there, self._id = bool(self._id), self._id or uuid.uuid4().hex
        self._display(shown, raw=True, display_id=self._id, update=is_there)


def _display_of_notebook() -> Any | None:
    """Return the `display` of IPython if this is a notebook's kernel, which has no terminal."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if not hasattr(shell, "kernel"):
        return None
    return importlib.import_module("IPython.display").display
