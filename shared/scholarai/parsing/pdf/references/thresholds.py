"""Thresholds that split a bibliography into entries, and find citations.

Units stand in the names: `_pt` points, `_ems` type sizes, `_share` a ratio, `_rows` and `_entries` counts. A value
without another source is a guess; `benchmarks/sensitivity.py` moves each of them and prints which ones change the scores
of `benchmarks/extraction.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntryThresholds:
    """Where one entry ends and the next begins."""

    hanging_pt: float = 4.0
    least_entries: int = 8
    """A numbered list of this many entries near a paper's end, in the form of a bibliography, is one."""
    most_rows: int = 8
    dated_share: float = 0.6
    mark_size_share: float = 0.8
    mark_characters: int = 3
    lost_labels: int = 3
    """The most consecutive labels that may be missing; a number that jumps further is part of an entry's text."""
    rows_before: int = 4
    least_labels: int = 4
    label_rows: int = 12
    """The most rows per label."""
    label_edge_ems: float = 1.8
    alphabetic_rows: int = 10
    hanging_share: float = 0.2
    hanging_rows: int = 12
    spaced_share: float = 1.15
    spaced_rows: int = 10
    indented_share: float = 0.7
    short_ems: float = 2.0
    family_share: float = 0.7


@dataclass(frozen=True, slots=True)
class CitationThresholds:
    """Which markers in the text cite an entry."""

    most_range_entries: int = 60
    numbered_share: float = 0.5
    raised_size_share: float = 0.8
    begin_characters: int = 160
    """The length of an entry's start in which its authors are searched."""
    first_author_characters: int = 25


ENTRIES = EntryThresholds()
CITATIONS = CitationThresholds()
