"""Finds where to cut a text that is longer than a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from scholarai.domain.sentences import Span

_CLAUSE_END = re.compile(r"[;:,]\s+")
_SPACE = re.compile(r"\s+")
_LEAST_SHARE = 2  # a clause end is taken only in the second half of what fits


def cut_points(text: str, start: int, end: int, limit: int, protected: Sequence[Span] = ()) -> list[int]:
    """Return where to cut `text[start:end]` so that no piece is longer than `limit`; nothing when it fits.

    Cuts fall behind a clause, else behind a word, else anywhere, but never inside a protected range. A protected range
    longer than `limit` stays whole.

    Args:
        text: The text that the ranges count in.
        start: Where the piece starts.
        end: Where the piece ends.
        limit: Most characters between two cuts, at least 1.
        protected: Sorted, disjoint ranges.
    """
    cuts: list[int] = []
    at = start
    while end - at > limit:
        cut = _cut(text, at, at + limit, protected)
        if cut >= end:
            break
        cuts.append(cut)
        at = cut
    return cuts


def _cut(text: str, start: int, end: int, protected: Sequence[Span]) -> int:
    for pattern, least in ((_CLAUSE_END, start + (end - start) // _LEAST_SHARE), (_SPACE, start + 1)):
        for match in reversed(list(pattern.finditer(text, least, end))):
            if match.end() > start and _protector(match.end(), protected) is None:
                return match.end()
    holder = _protector(end, protected)
    if holder is None:
        return end
    return holder[0] if holder[0] > start else holder[1]


def _protector(at: int, protected: Sequence[Span]) -> Span | None:
    k = bisect_right(protected, (at, -1)) - 1
    return protected[k] if k >= 0 and protected[k][0] < at < protected[k][1] else None
