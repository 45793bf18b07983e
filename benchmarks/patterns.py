"""Tries every regular expression with inputs made to be slow for it: `python benchmarks/patterns.py`."""

from __future__ import annotations

import heapq
import signal
import sys
import time
from collections import deque
from itertools import islice
from math import inf
from types import FrameType
from typing import Any

from pattern_inputs import Use, attacks, uses

CHARACTERS = 500
# A linear pattern takes 0.005 to 0.2 ms for so many characters, a quadratic one 0.5 to 5 ms; measured here.
SUSPECT_S = 0.0003
# Eight times the text costs a linear pattern eight times as much, and a quadratic one sixty-four times.
LONGER, MOST_GROWTH = 8, 28.0
# So many of the suspects with the highest cost are tried with the longer text.
TRIED = 3
# No further input is needed behind one that costs so much.
ENOUGH_S = 0.05
# An exponential pattern ends here instead of never; the engine looks for signals while it works.
MOST_S = 0.5


class _TooLongError(Exception):
    pass


def worst(use: Use) -> tuple[float, str]:
    """Return how the processor time of a pattern's worst input grows with the length of the text, and that input.

    0.0 for a pattern that no input made suspect, infinity for one that did not end.
    """
    suspects: list[tuple[float, int]] = []
    for at, text in enumerate(attacks(use.pattern, CHARACTERS)):
        cost = _cpu_s(use, text)
        if cost > SUSPECT_S:
            suspects = heapq.nlargest(TRIED, [*suspects, (cost, at)])
        if cost > ENOUGH_S:
            break
    return max((_growth(use, at) for _, at in suspects), default=(0.0, ""))


def _growth(use: Use, at: int) -> tuple[float, str]:
    short, long = (next(islice(attacks(use.pattern, size), at, None)) for size in (CHARACTERS, CHARACTERS * LONGER))
    before, after = (min(_cpu_s(use, text) for _ in range(3)) for text in (short, long))
    return (after / before if before < MOST_S else inf), repr(short[:40])


def _cpu_s(use: Use, text: Any) -> float:
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_S)
    started = time.thread_time()
    try:
        _apply(use, text)
    except _TooLongError:
        return inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.thread_time() - started


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise _TooLongError


def _apply(use: Use, text: Any) -> None:
    if use.method in {"match", "fullmatch", "search"}:
        getattr(use.pattern, use.method)(text)
    else:
        deque(use.pattern.finditer(text), maxlen=0)


def main() -> int:
    found, slow = uses("scholarai"), 0
    for use in found:
        growth, text = worst(use)
        if growth > MOST_GROWTH:
            slow += 1
            print(
                f"{use.where} ({use.method}): {LONGER} times the text, {growth:.1f} times the work, as for {text}",
                flush=True,
            )
    print(f"{len(found)} patterns, {slow} worse than linear")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
