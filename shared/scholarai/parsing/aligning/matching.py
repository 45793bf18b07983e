"""Aligns two sequences of words: by runs that both have once, then by what lies between them (patience alignment)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

# Lengths of the runs that are looked for, with the most words that a gap may have for them: in long gaps, which are text
# that the other side lacks, short runs agree by chance. Guesses, checked on 35 sources beside their PDFs.
_RUNS = ((6, 1 << 40), (3, 4_000), (2, 600), (1, 200))
# A gap that has no such run is compared as it is when it is no larger than this; work stays linear in the paper's length.
_MOST_PAIRS = 20_000
# Each round at least halves a usual gap; what is left after so many is not worth more time.
_MOST_ROUNDS = 12


class Gap(NamedTuple):
    """A range of the one sequence and a range of the other that may correspond."""

    low: int
    high: int
    other_low: int
    other_high: int
    rounds: int = 0


def matched(words: Sequence[str], others: Sequence[str], gap: Gap | None = None) -> dict[int, int]:
    """Return which index of `words` is which of `others`; both only rise.

    Args:
        words: One sequence.
        others: The other one.
        gap: The part to look at; by default all.
    """
    found: dict[int, int] = {}
    gaps = [gap or Gap(0, len(words), 0, len(others))]
    while gaps:
        one, ends = _without_equal_ends(words, others, gaps.pop())
        found |= ends
        if one.low == one.high or one.other_low == one.other_high:
            continue
        anchors = _anchors(words, others, one) if one.rounds < _MOST_ROUNDS else []
        if anchors:
            between, runs = _between(one, anchors)
            gaps += between
            found |= runs
        elif (one.high - one.low) * (one.other_high - one.other_low) <= _MOST_PAIRS:
            found |= _compared(words, others, one)
    return found


def _without_equal_ends(words: Sequence[str], others: Sequence[str], gap: Gap) -> tuple[Gap, dict[int, int]]:
    """Return what is left of a gap between equal beginnings and ends, and these."""
    low, high, other_low, other_high, rounds = gap
    found: dict[int, int] = {}
    while low < high and other_low < other_high and words[low] == others[other_low]:
        found[low] = other_low
        low, other_low = low + 1, other_low + 1
    while low < high and other_low < other_high and words[high - 1] == others[other_high - 1]:
        high, other_high = high - 1, other_high - 1
        found[high] = other_high
    return Gap(low, high, other_low, other_high, rounds), found


def _anchors(words: Sequence[str], others: Sequence[str], gap: Gap) -> list[tuple[int, int, int]]:
    """Return the longest rising chain of runs that both sides have exactly once: their starts, and their length."""
    size = max(gap.high - gap.low, gap.other_high - gap.other_low)
    for length, most in _RUNS:
        if size > most:
            continue
        once = _once(words, gap.low, gap.high, length)
        other_once = _once(others, gap.other_low, gap.other_high, length)
        pairs = sorted((at, other_once[run]) for run, at in once.items() if run in other_once)
        if pairs:
            return [(at, other, length) for at, other in rising(pairs)]
    return []


def _once(words: Sequence[str], low: int, high: int, length: int) -> Mapping[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for at in range(low, high - length + 1):
        run = tuple(words[at : at + length])
        found[run] = -1 if run in found else at
    return {run: at for run, at in found.items() if at >= 0}


def rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of pairs, sorted by their first number, whose second numbers rise."""
    tops: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        place = bisect_left(tops, other)
        before.append(last[place - 1] if place else -1)
        tops[place : place + 1] = [other]
        last[place : place + 1] = [index]
    chain = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _between(gap: Gap, anchors: Sequence[tuple[int, int, int]]) -> tuple[list[Gap], dict[int, int]]:
    """Return the gaps before, between and after runs, and the words of the runs."""
    low, other_low = gap.low, gap.other_low
    gaps: list[Gap] = []
    found: dict[int, int] = {}
    for at, other, length in anchors:
        # Runs overlap: only what the one before left is new.
        if at >= low and other >= other_low:
            gaps.append(Gap(low, at, other_low, other, gap.rounds + 1))
        for step in range(length):
            if at + step >= low and other + step >= other_low:
                found[at + step] = other + step
                low, other_low = at + step + 1, other + step + 1
    return [*gaps, Gap(low, gap.high, other_low, gap.other_high, gap.rounds + 1)], found


def _compared(words: Sequence[str], others: Sequence[str], gap: Gap) -> dict[int, int]:
    ours, theirs = words[gap.low : gap.high], others[gap.other_low : gap.other_high]
    found: dict[int, int] = {}
    for at, other, length in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        found |= {gap.low + at + step: gap.other_low + other + step for step in range(length)}
    return found
