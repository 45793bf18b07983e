"""Thresholds of reading formulas, from TeX's own rules of setting them unless a docstring says otherwise.

Units stand in the names: `_pt` points, `_ems` type sizes, `_share` a ratio, `_glyphs` and `_characters` counts.
`benchmarks/equations.py` counts the formulas that are read rightly with them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlaceThresholds:
    """Which glyphs of a page belong to an equation. All of these are guesses."""

    most_glyphs: int = 600
    band_pt: float = 40.0
    """How far above and below its block what belongs to an equation, or makes it uncertain, is looked for."""
    edge_pt: float = 0.6
    near_ems: float = 0.7
    """What stands this near above or below a formula, in small type, may be a limit that the block lacks."""
    small_share: float = 0.85
    beside_ems: float = 1.5
    """What stands this near on the same level goes on with the formula."""
    beside_paragraph_ems: float = 0.8
    """A paragraph that near is in the next column: spaces between words are narrower, gutters wider."""
    paragraph_characters: int = 60
    script_across_ems: float = 2.0
    """How far a script may be from its letter."""
    script_down_ems: float = 0.6
    script_glyphs: int = 6
    """How many glyphs come between a letter and its script in the file."""


@dataclass(frozen=True, slots=True)
class JoiningThresholds:
    """Which glyphs are pieces of one sign."""

    piece_offset_pt: float = 2.0
    piece_gap_pt: float = 1.0
    overprint_ems: float = 0.03
    """The parts of a long arrow overlap by .03 em; neighbouring signs are .14 em apart."""
    letter_gap_ems: float = 0.1
    """Between letters of a word in running text."""
    dot_drift_pt: float = 0.4
    dot_step_ems: float = 0.6
    diagonal_raise_ems: float = 0.1
    """plain TeX raises the last of three diagonal dots by 1 pt at 10 pt."""


@dataclass(frozen=True, slots=True)
class LineThresholds:
    """What stands on a line of a formula, and what beside, above and below it."""

    axis_ems: float = 0.25
    """The axis of TeX's symbol fonts: where fraction bars and large brackets are centred above the baseline."""
    same_size_share: float = 0.03
    same_baseline_ems: float = 0.03
    bar_drift_ems: float = 0.07
    bracket_drift_ems: float = 0.25
    raised_ems: float = 0.2
    """Superscripts are raised by at least .289 em."""
    lowered_ems: float = 0.08
    """Subscripts are lowered by at least .15 em."""
    script_gap_ems: float = 0.35
    """An accent or script stands at its letter; a guess above what slanted letters need."""
    script_overlap_ems: float = 0.6
    overlap_ems: float = 0.3
    script_drift_ems: float = 0.3
    """How far from the height of a script a part of still smaller type belongs to it. A guess."""
    slack_pt: float = 0.5
    """By so much, parts that only touch may overlap. A guess."""
    letter_gap_ems: float = 0.15
    """Between letters of a word; the thin space after a function comes to .2 em."""
    small_letter_gap_ems: float = 0.25
    """The same in type up to `small_pt`: TeX's smallest is spaced more widely."""
    small_pt: float = 6.0
    word_gap_ems: float = 0.22
    quad_ems: float = 0.9
    limit_gap_ems: float = 0.6
    accent_gap_ems: float = 0.4
    covered_share: float = 0.6
    undecided_ems: float = 0.12
    least_leading_ems: float = 0.95
    row_overlap_ems: float = 0.15


@dataclass(frozen=True, slots=True)
class RuleThresholds:
    """Which rules are bars of fractions, of roots and over letters."""

    bar_gap_ems: float = 0.7
    over_gap_ems: float = 0.22
    overhang_pt: float = 1.2
    off_center_ems: float = 0.25
    root_join_pt: float = 1.5
    index_size_share: float = 0.62
    """A root's degree is in TeX's smallest size: half of that of text, but as large as the indices of indices."""
    index_text_pt: float = 8.5
    below_ems: float = 0.805
    """A denominator is .82 em or more below the bar, less only below type of 8 pt, which is then left alone."""
    smallest_pt: float = 5.5


@dataclass(frozen=True, slots=True)
class GridThresholds:
    """Where the columns of matrices and cases are."""

    column_gap_ems: float = 0.75
    """TeX parts columns of a matrix by 1 em, those of cases by more."""
    edge_drift_ems: float = 0.2
    same_span_ems: float = 0.15


@dataclass(frozen=True, slots=True)
class WholeThresholds:
    """What is a whole equation, and what is its number."""

    least_signs: int = 12
    """Without a number and a relation, fewer signs are more likely a piece of a formula, or indices of running text. A guess."""
    number_gap_ems: float = 0.5
    """An equation's number is further from it than its terms are from one another. A guess."""


PLACES = PlaceThresholds()
JOINING = JoiningThresholds()
LINES = LineThresholds()
RULES = RuleThresholds()
GRIDS = GridThresholds()
WHOLE = WholeThresholds()
