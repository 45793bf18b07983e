"""Thresholds that turn groups into the flow of a paper, and lists of names into names.

Units stand in the names: `_pt` points, `_ems` type sizes, `_leadings` usual distances of baselines, `_share` a ratio,
`_rows`, `_pages` and `_characters` counts. A value without another source is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlowThresholds:
    """Which groups continue the paragraph before them, and the kinds of the others."""

    rotated_characters: int = 120
    """Shorter rotated text is a label."""
    next_numbers: int = 2
    """The most by which the number of an entry exceeds that of the entry before."""
    resumed_entries: int = 2
    """The least entries of a bibliography that other text may interrupt."""
    dated_groups: int = 4
    """One of so many groups below the name of a bibliography has a year."""
    early_parts: int = 4
    """A bibliography never begins in the first of this many equal parts of a paper."""
    paragraph_rows: int = 2
    body_size_pt: float = 0.4
    indent_least_ems: float = 0.6
    indent_most_ems: float = 4.0
    indented_share: float = 0.3
    code_share: float = 0.85
    code_leadings: float = 4.0
    same_size_share: float = 0.08
    full_ems: float = 2.5
    edge_ems: float = 0.5
    long_characters: int = 60


@dataclass(frozen=True, slots=True)
class NameThresholds:
    """What is too long for a list of names, or for a name."""

    list_characters: int = 4_000
    characters: int = 60
    words: int = 7
    east_asian_words: int = 3
    east_asian_characters: int = 10
    """Of names in Chinese, Japanese or Korean signs, by which lines of text are no names. Guesses."""


FLOW = FlowThresholds()
NAMES = NameThresholds()
