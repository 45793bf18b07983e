"""Thresholds of reading formulas, from TeX's own rules of setting them unless a comment says otherwise."""

from __future__ import annotations

from typing import NamedTuple


class _Joining(NamedTuple):
    piece_offset_pt: float = 2.0
    piece_gap_pt: float = 1.0
    # The parts of a long arrow overlap by .03 em; neighbouring signs are .14 em apart.
    overprint_ems: float = 0.03
    # Letters of a word in running text.
    letter_gap_ems: float = 0.1
    dot_drift_pt: float = 0.4
    dot_step_ems: float = 0.6
    # plain TeX raises the last of three diagonal dots by 1 pt at 10 pt.
    diagonal_raise_ems: float = 0.1


JOINING = _Joining()


class _Lines(NamedTuple):
    # The axis of TeX's symbol fonts: where fraction bars and large brackets are centred above the baseline.
    axis_ems: float = 0.25
    same_size_share: float = 0.03
    same_baseline_ems: float = 0.03
    bar_drift_ems: float = 0.07
    bracket_drift_ems: float = 0.25
    # Superscripts are raised by at least .289 em, subscripts lowered by at least .15 em.
    raised_ems: float = 0.2
    lowered_ems: float = 0.08
    # An accent or script stands at its letter; a guess above what slanted letters need.
    script_gap_ems: float = 0.35
    script_overlap_ems: float = 0.6
    overlap_ems: float = 0.3
    # Letters of a word; the thin space after a function comes to .2 em. TeX's smallest type is spaced more widely.
    letter_gap_ems: float = 0.15
    small_letter_gap_ems: float = 0.25
    small_pt: float = 6.0
    word_gap_ems: float = 0.22
    quad_ems: float = 0.9
    limit_gap_ems: float = 0.6
    limit_step_ems: float = 0.8
    accent_gap_ems: float = 0.4
    covered_share: float = 0.6
    undecided_ems: float = 0.12
    least_leading_ems: float = 0.95
    row_overlap_ems: float = 0.15


LINES = _Lines()


class _Rules(NamedTuple):
    bar_gap_ems: float = 0.7
    over_gap_ems: float = 0.22
    overhang_pt: float = 1.2
    off_center_ems: float = 0.25
    root_join_pt: float = 1.5
    # A root's degree is in TeX's smallest size: half of that of text, but as large as the indices of indices.
    index_size_share: float = 0.62
    index_text_pt: float = 8.5
    # A denominator is .82 em or more below the bar, less only below type of 8 pt, which is then left alone.
    below_ems: float = 0.805
    smallest_pt: float = 5.5


RULES = _Rules()


class _Grids(NamedTuple):
    # TeX parts columns of a matrix by 1 em, those of cases by more.
    column_gap_ems: float = 0.75
    edge_drift_ems: float = 0.2
    same_span_ems: float = 0.15


GRIDS = _Grids()


class _Numbers(NamedTuple):
    # An equation's number is further from it than its terms are from one another. A guess.
    gap_ems: float = 0.5


NUMBERS = _Numbers()
