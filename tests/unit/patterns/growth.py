"""How the time of a regular expression grows on inputs made to be slow for it."""

from __future__ import annotations

import heapq
import signal
import time
from collections import deque
from itertools import islice
from math import inf
from types import FrameType
from typing import Any

from unit.patterns.pattern_inputs import Use, attacks

CHARACTERS = 500
# Measured: a linear pattern takes 0.005 to 0.2 ms for 500 characters, a quadratic one 0.1 to 5 ms.
SUSPECT_S = 0.00005
# For eight times the text, a linear pattern takes eight times as long and a quadratic one sixty-four times.
LONGER, MOST_GROWTH = 8, 28.0
# The slowest suspects that are tried with the longer text.
TRIED = 3
# An input this slow ends the search for suspects.
ENOUGH_S = 0.05
# The thread clock of some machines does not tell shorter times from none.
CLOCK_S = 0.000001
# Stops an exponential pattern; the regular expression engine checks for signals while it matches.
MOST_S = 0.5


class _TooLongError(Exception):
    pass


def worst(use: Use) -> tuple[float, str]:
    """Return the growth of CPU time from short to long text for a pattern's worst input, and that input.

    The growth is 0.0 if no input is suspect, and infinite if one hit the time limit.
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
    return (after / max(before, CLOCK_S) if before < MOST_S else inf), repr(short[:40])


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
