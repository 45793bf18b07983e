"""Numbers by which spans become rows, and rows lines and columns in the order in which they are read.

Units stand in the names: `_pt` points, `_ems` type sizes of the rows at hand, `_share` a ratio, `_rows`, `_pages` and
`_characters` counts. A value without another source is a guess; `benchmarks/sensitivity.py` moves each of them and
prints which ones change the scores of `benchmarks/extraction.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RowThresholds:
    """How spans and parts are put together into rows."""

    cell_gap_ems: float = 1.3
    """Words further apart stand in different cells: the widest stretched space of a justified line takes about 1, the
    narrowest gap of a table about 1.5."""
    space_gap_ems: float = 0.12
    raised_size_share: float = 1.1
    """What is raised is smaller than the rest; where it is larger, the rest is an index."""
    index_size_share: float = 0.85
    mostly_raised_share: float = 0.5
    mostly_share: float = 0.8
    """A row is bold or italic when so much of it is."""
    half_blank_ems: float = 0.5
    """Full-width punctuation leaves its right half white."""


@dataclass(frozen=True, slots=True)
class LineThresholds:
    """Which parts of a column stand on one printed line."""

    short_characters: int = 4
    """Parts of so few characters may be indices, marks or numbers beside a line."""
    same_line_share: float = 0.5
    index_overlap_share: float = 0.35
    index_gap_ems: float = 0.5
    baseline_drift_ems: float = 0.25
    reach_pt: float = 40.0
    same_baseline_ems: float = 0.08
    last_lines: int = 4
    far_pt: float = 60.0
    far_weight: float = 6.0
    """So many points to the side count as one in height."""
    print_over_ems: float = 0.5
    stacked_ems: float = 1.5
    stacked_share: float = 0.4
    cell_overlap_share: float = 0.7


@dataclass(frozen=True, slots=True)
class GutterThresholds:
    """What white strip parts two columns of text."""

    width_pt: float = 7.0
    """IEEE sets 12 points between columns, some journals 10, a cramped newsletter 8."""
    stretched_space_ems: float = 1.05
    stretched_space_pt: float = 9.0
    """A space this wide is still one between words: LaTeX's own gutter is 10 points."""
    filled_share: float = 0.8
    """A row fills its column when it is at least this share as wide; short ones end paragraphs or stand in tables."""
    filled_rows: int = 5
    filled_characters: int = 12
    widest_rows: int = 2
    """So many rows, and a tenth of all, may be wider than what is usual."""
    aligned_pt: float = 12.0
    """How far from a known gutter's edge a column's rows begin: an indent at most."""
    least_characters: int = 2
    crossing_share: float = 0.22
    crossing_rows: int = 2
    text_parts: int = 6
    """If the text's width is divided into this many parts, no gutter is in the first or the last one."""
    beside_pt: float = 2.0
    across_pt: float = 5.0
    across_share: float = 0.6
    aligned_share: float = 0.4
    column_pt: float = 100.0


@dataclass(frozen=True, slots=True)
class SidebarThresholds:
    """What column of notes stands beside a text."""

    width_share: float = 0.45
    size_share: float = 0.95
    rows: int = 4
    small_share: float = 0.8
    across_rows: int = 1
    prose_characters: int = 40
    prose_rows: int = 3
    text_share: float = 2.0


@dataclass(frozen=True, slots=True)
class ColumnThresholds:
    """In which order rows beside one another are read."""

    smaller_share: float = 0.94
    """Smaller text at the foot of both columns is read after them."""
    foot_drift_pt: float = 26.0
    least_column_pt: float = 100.0
    scrap_characters: int = 6
    """Pieces of a formula are no longer."""
    cut_beyond_pt: float = 20.0
    cut_gap_share: float = 0.8
    cut_gap_ems: float = 0.9
    cut_middle_pt: float = 2.0
    title_size_share: float = 1.2
    same_size_pt: float = 0.3
    next_line_least_ems: float = 0.5
    next_line_most_ems: float = 1.35
    next_line_left_pt: float = 1.5
    next_line_right_ems: float = 2.0
    edge_rows: int = 4
    usual_characters: int = 20
    usual_share: float = 0.1
    crossing_pt: float = 8.0
    crossing_share: float = 0.08
    same_baseline_pt: float = 1.0
    overlap_pt: float = 1.0
    neighbour_gap_ems: float = 1.6
    start_baseline_pt: float = 1.5
    full_share: float = 1.2
    last_line_ems: float = 1.45
    last_line_baseline_pt: float = 2.0
    last_line_edge_pt: float = 2.5
    band_gap_ems: float = 0.3
    inner_rows: int = 20
    usual_gutter_pt: float = 4.0
    """Gutters of two pages whose middles round to the same multiple of this are one."""
    usual_pages: int = 2
    short_paper_pages: int = 3


@dataclass(frozen=True, slots=True)
class FurnitureThresholds:
    """What a page repeats or counts."""

    zone_share: float = 0.125
    """Running heads and feet stand in the outer eighth of the page."""
    number_zone_share: float = 0.2
    """Page numbers follow where the text block ends early, as in TeX's article class on tall paper."""
    drift_pt: float = 3.0
    place_pt: float = 4.0
    body_characters: int = 40
    """Text beyond a running head is the paper's when it is longer than a date or a notice."""
    near_pages: int = 4
    """Running heads alternate between left and right pages and skip those that begin a chapter or hold a plate."""
    few_pages: int = 5
    head_pages: int = 2
    label_pages: int = 3
    head_characters: int = 2
    often_pages: int = 3
    often_share: float = 0.5
    band_pages: int = 2
    band_share: float = 0.2
    band_words: int = 2
    band_pt: float = 1.5
    larger_share: float = 1.1
    overlap_ems: float = 0.5
    apart_ems: float = 0.25


@dataclass(frozen=True, slots=True)
class LineNumberThresholds:
    """What tells the line numbers of a draft from other numbers."""

    rows: int = 5
    full_page_rows: int = 20
    numbered_pages_share: float = 0.5
    same_edge_pt: float = 4.0
    gap_ems: float = 0.6
    counting_share: float = 0.7
    apart_ems: float = 4.5
    through_pt: float = 1.0
    through_share: float = 0.1


@dataclass(frozen=True, slots=True)
class MetricThresholds:
    """What is usual in a paper, where it does not tell."""

    leading_ems: float = 1.22
    least_leading_pt: float = 0.5
    least_size_pt: float = 1.0
    least_leading_ems: float = 1.0
    most_leading_ems: float = 1.35
    prose_size_share: float = 0.06
    prose_words: int = 4
    prose_width_share: float = 0.55
    prose_letters_share: float = 0.7
    size_pt: float = 10.0
    body_size_pt: float = 0.3
    same_size_pt: float = 0.15
    step_least_ems: float = 0.7
    step_most_ems: float = 3.2
    steps: int = 6
    neighbour_weight: float = 0.5


@dataclass(frozen=True, slots=True)
class PageThresholds:
    """How a page stands."""

    direction_share: float = 0.6
    descent_ems: float = 0.2
    leftward_share: float = 0.5


ROWS = RowThresholds()
LINES = LineThresholds()
GUTTERS = GutterThresholds()
SIDEBARS = SidebarThresholds()
COLUMNS = ColumnThresholds()
FURNITURE = FurnitureThresholds()
LINE_NUMBERS = LineNumberThresholds()
METRICS = MetricThresholds()
PAGES = PageThresholds()
