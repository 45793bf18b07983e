"""Thresholds that split a bibliography into entries, and find citations.

Units stand in the names: `_pt` points, `_ems` type sizes, `_share` a ratio, `_rows`, `_words` and `_entries` counts. A
value without another source is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntryThresholds:
    """Where one entry ends and the next begins."""

    hanging_pt: float = 4.0
    same_size_pt: float = 0.4
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
    usual_parts: int = 4
    """The usual distance of rows is the one after the first of this many equal parts of all, in rising order."""
    spaced_share: float = 1.15
    spaced_rows: int = 10
    short_ems: float = 2.0
    family_share: float = 0.7


@dataclass(frozen=True, slots=True)
class FieldThresholds:
    """Where the authors, the title and the journal of an entry end."""

    abbreviation_letters: int = 4
    """The most letters of an abbreviation, such as "Proc.", "Phys." and "Natl."."""
    quoted_words: int = 3
    """The least length of a quoted title behind names: a quotation inside of a title is shorter."""
    words_behind_journal: int = 4
    """The most: an entry has its volume, its pages and little else there."""
    subtitle_words: int = 3
    """The least length of a title's second sentence."""
    group_words: int = 3
    """The least number of longer words in a group's name."""
    group_word_characters: int = 4
    """The least length of such a word: shorter ones, such as "of", are not capitalised in it."""
    journal_words: int = 8
    """The most words of a journal's name."""
    journal_first_words: int = 3
    """So many are enough to recognise a journal, as in "The American Journal of Physics"."""
    least_numbers: int = 2
    """A volume and a page, or a year and one of them."""


@dataclass(frozen=True, slots=True)
class CitationThresholds:
    """Which markers in the text cite an entry."""

    most_range_entries: int = 60
    numbered_share: float = 0.5
    habit_share: float = 0.15
    """The least share of the entries that raised or bracketed numbers name where they are the paper's way to cite."""
    mark_size_share: float = 0.8
    """The largest type of a mark, as a share of its row's: in a recognised scan, marks stand on the baseline."""
    word_letters: int = 3
    """The fewest letters of a word that a mark follows: shorter ones are units and symbols."""
    looked_back: int = 48
    """The characters before a mark that are looked at."""
    prose_characters: int = 150
    """The least length of a first paragraph without a heading."""
    read_characters: int = 600
    """The characters of a block that tell whether it is prose."""
    capitals_share: float = 0.6
    """The share of words that begin with a capital or digit, below which a text is prose: names and addresses have more."""
    in_step_share: float = 0.4
    """The least share of numbers in rising order: where fewer are, the paper does not count its entries as it cites them."""
    numbers_ahead: int = 3
    """How far a mark may be ahead of those before it, as in "3, 6" where 4 and 5 follow."""
    sorted_share: float = 0.85
    """The least share of neighbouring entries in the order of the alphabet in a list that is sorted by names."""
    begin_characters: int = 160
    """The length of an entry's start in which its authors are searched."""
    first_author_characters: int = 25


ENTRIES = EntryThresholds()
FIELDS = FieldThresholds()
CITATIONS = CitationThresholds()
