"""Numbers by which groups become the flow of a paper.

Units stand in the names: `_pt` points, `_ems` type sizes, `_leadings` usual distances of baselines, `_share` a ratio,
`_rows`, `_pages` and `_characters` counts. A value without another source is a guess; `benchmarks/sensitivity.py` moves
each of them and prints which ones change the scores of `benchmarks/extraction.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlowThresholds:
    """Which groups go on with the paragraph before them, and what kinds the others are."""

    sideways_characters: int = 120
    """Shorter sideways text labels something."""
    next_numbers: int = 2
    """The next entry of a bibliography counts on by at most so many."""
    early_parts: int = 4
    """No bibliography begins in the first of so many parts of a paper."""
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


FLOW = FlowThresholds()
