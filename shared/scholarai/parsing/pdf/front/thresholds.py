"""Thresholds that separate a title page into title, authors, abstract and keywords.

Units stand in the names: `_pt` points, `_ems` type sizes, `_leadings` usual distances of baselines, `_share` a ratio,
`_groups`, `_lines`, `_words` and `_characters` counts. A value without another source is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TitleThresholds:
    """Which groups of the first page are the title."""

    stated_words: int = 2
    """The least number of words of a trusted title in the file's metadata."""
    words_in_a_line: int = 5
    """The least number of words of a stated title that is looked for within a line; journals' names are shorter. A guess."""
    letters: int = 6
    characters: int = 400
    sentence_characters: int = 120
    display_pt: float = 14.0
    """Sentences in larger type are a title's."""
    text_characters: int = 200
    """So much running text below the largest type is no longer part of the front matter."""
    largest_pt: float = 0.4
    masthead_sizes: float = 2.5
    """White above the title, in sizes of the type above it, that sets it apart from the name of the journal."""
    second_size_share: float = 0.75
    second_words: int = 2
    second_commas: int = 3
    printed_characters: int = 8
    printed_share: float = 0.7
    """The least share of a stated title that a printed one has."""
    same_begin_characters: int = 40
    same_next_characters: int = 20
    same_next_share: float = 0.8
    """How much of the stated title's next characters a row must have to go on with it: recognised letters may be wrong. A guess."""
    same_size_pt: float = 0.3
    apart_leadings: float = 1.9
    size_pt: float = 11.0
    mark_size_share: float = 0.75
    mark_characters: int = 2
    beside_characters: int = 6
    row_size_share: float = 0.7


@dataclass(frozen=True, slots=True)
class AbstractThresholds:
    """Where the abstract begins and ends."""

    characters: int = 280
    """The least length of a set-off paragraph that is the abstract, if none has a heading."""
    inset_characters: int = 80
    most_characters: int = 6_000
    pages_of_notices: int = 3
    run_in_characters: int = 40
    introduction_groups: int = 7
    later_headings: int = 3
    heading_characters: int = 100
    note_leadings: float = 1.4
    note_size_share: float = 0.93
    note_characters: int = 250
    mark_size_share: float = 0.8
    mark_characters: int = 3
    same_size_pt: float = 0.35
    apart_leadings: float = 2.3
    below_ems: float = 1.8
    unnamed_groups: int = 14
    """So many groups, those of places aside, may stand between the title and an abstract without a name."""
    body_size_pt: float = 0.25
    inset_ems: float = 1.2
    lower_case_share: float = 0.55
    following_groups: int = 3
    paragraphs: int = 3


@dataclass(frozen=True, slots=True)
class AuthorThresholds:
    """Which rows between title and abstract name people."""

    full_pt: float = 320.0
    """A row of names at least this wide continues on the next row; a narrower one is complete."""
    name_gap_ems: float = 0.8
    mark_size_share: float = 0.8
    """Type smaller than this share of its row's type is a mark."""
    mark_characters: int = 2
    place_mark_characters: int = 3
    row_drift_pt: float = 3.0
    icon_pt: float = 14.0
    """The most that an icon may begin left of the end of its name."""
    same_size_pt: float = 0.3
    list_size_share: float = 0.2
    """The most by which the sizes of two rows of names differ."""
    row_ems: float = 2.6
    list_characters: int = 6_000
    place_characters: int = 400
    same_people_share: float = 0.5
    initials_characters: int = 4
    place_times: int = 3
    listed_names: int = 2
    small_capitals: int = 2
    """The least number of such pieces in a row of names."""
    beside_ems: float = 0.5


@dataclass(frozen=True, slots=True)
class CreditThresholds:
    """Where the front matter ends, and what its keywords are."""

    paragraph_characters: int = 1_500
    keyword_groups: int = 60
    least_characters: int = 3
    most_characters: int = 800
    repeated_rows: int = 4
    later_headings: int = 2
    """The least number of later headings in the look of one on the title page that make it a section's."""


@dataclass(frozen=True, slots=True)
class CoverThresholds:
    """Tells a cover from a title page: the page after a cover repeats the title."""

    larger_share: float = 1.15
    title_share: float = 0.95
    """The least size of a title, as a share of the largest type on its page."""
    title_characters: int = 15
    smaller_share: float = 0.5
    """The least size of a title, as a share of the largest type on its cover."""
    notice_characters: int = 500
    """Longer text on a page is its own, and names no title of another one."""
    page_characters: int = 1_200
    """A page of no more text, without anything that may be a title, holds a notice alone."""
    same_characters: int = 60
    """So many first letters of a title are compared: a cover may shorten it."""


@dataclass(frozen=True, slots=True)
class IdentifierThresholds:
    """Where a paper prints its own DOI, year and venue."""

    notice_characters: int = 200
    """A paper's own DOI is in a shorter notice; longer text with a DOI is an entry of the bibliography."""
    title_characters: int = 20
    """A text with volume and DOI cites the paper itself if it holds its title, of at least so many letters and digits."""
    paragraph_characters: int = 400
    """Longer text may name the year of another paper."""
    notice_words: int = 3
    """A notice with more words in lower case before the DOI is a sentence, which may name other works."""
    handled_characters: int = 30
    """A year so soon behind `Received` or `Accepted` is not that of publication."""
    venue_letters: int = 4
    venue_characters: int = 120
    groups_of_source: int = 3
    source_characters: int = 600
    """A cover says where the paper appeared in so many groups of text behind the words that begin it, and in so many characters."""
    first_lines: int = 12
    """So many lines at the top of the title page may name the venue."""
    last_lines: int = 8
    """The same at its foot."""


TITLES = TitleThresholds()
ABSTRACTS = AbstractThresholds()
AUTHORS = AuthorThresholds()
CREDITS = CreditThresholds()
COVERS = CoverThresholds()
IDENTIFIERS = IdentifierThresholds()
