"""Thresholds that turn spans into rows, and rows into lines and columns in reading order.

Units stand in the names: `_pt` points, `_ems` type sizes of the rows, `_share` a ratio, `_rows`, `_pages` and
`_characters` counts. A value without another source is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.parsing.hidden_text import TINY_PT


@dataclass(frozen=True, slots=True)
class RowThresholds:
    """How spans and parts are joined into rows."""

    cell_gap_ems: float = 1.3
    """The least gap between words of different cells: the widest space of a justified line is about 1, the narrowest gap of
    a table about 1.5."""
    space_gap_ems: float = 0.12
    shift_ems: float = 0.1
    """How far a raised or lowered part stands at least from the baseline, as in MuPDF."""
    index_size_share: float = 0.9
    """The type of a lowered part, and that of a raised digit, is smaller."""
    mostly_share: float = 0.8
    """The least share of bold or italic characters in a bold or italic row."""
    half_blank_ems: float = 0.5
    """The blank right half of full-width punctuation."""
    least_height_share: float = 0.4
    """A row with a lower box, as a share of its type size, is in a font that states no height."""
    most_height_share: float = 4.0
    """Cambria states 5.6 times its size, since it shares its file with a font of mathematics."""
    most_above_ems: float = 2.0
    """MuPDF has a font drawn by programs whose only glyph is a raised one end 4.4 ems above its baseline."""
    ascent_ems: float = 0.8


@dataclass(frozen=True, slots=True)
class LineThresholds:
    """Which parts of a column form one printed line."""

    short_characters: int = 4
    """The most characters of a part that may be an index, a mark or a number beside a line."""
    same_line_share: float = 0.5
    index_overlap_share: float = 0.35
    index_gap_ems: float = 0.5
    baseline_drift_ems: float = 0.25
    reach_pt: float = 40.0
    same_baseline_ems: float = 0.08
    last_lines: int = 4
    far_pt: float = 60.0
    far_weight: float = 6.0
    """Horizontal distance that counts as much as one point of vertical distance."""
    far_size_share: float = 0.6
    """Text smaller than this share of the type far beside it is not on the same line."""
    print_over_ems: float = 0.5
    stacked_ems: float = 1.5
    stacked_share: float = 0.4
    cell_overlap_share: float = 0.7
    initial_share: float = 1.8
    """How much larger a drop capital is than the text behind it."""
    initial_letters: int = 2
    most_initials: int = 12
    """A page with more letters in large type has a figure or a table of letters, not drop capitals."""
    initial_lines: int = 2
    """The fewest lines beside a drop capital."""
    initial_gap_ems: float = 0.25
    """How far right of a drop capital, or above its top, a line beside it may begin, as a share of the capital's size."""


@dataclass(frozen=True, slots=True)
class GutterThresholds:
    """Which white strip separates two columns of text."""

    width_pt: float = 7.0
    """IEEE has 12 points between columns, some journals 10, a cramped newsletter 8."""
    stretched_space_ems: float = 1.05
    stretched_space_pt: float = 9.0
    """The widest space between words: LaTeX's default gutter has 10 points."""
    filled_share: float = 0.8
    """The least share of its column's width that a full row covers; short rows end paragraphs or are in tables."""
    filled_rows: int = 5
    filled_characters: int = 12
    widest_rows: int = 2
    """The number of rows, beside one of the equal parts of all, that may be wider than usual."""
    widest_parts: int = 10
    flat_parts: int = 4
    """In a white strip, a fourth more rows than the fewest, and at least one more, may cross."""
    aligned_pt: float = 12.0
    """The greatest distance of a column's rows from a known gutter's edge: an indent."""
    hanging_pt: float = 28.0
    """The same for the rows below labels: a list's own indent and the width of its labels."""
    list_share: float = 0.8
    """The least share of a column's rows that begin at a list's indent where none begins at the column's edge."""
    labels: int = 3
    """The least number of labels in a list beside which a white strip is no gutter."""
    least_characters: int = 2
    crossing_share: float = 0.22
    crossing_rows: int = 2
    text_parts: int = 6
    """No gutter is in the first or last of this many equal parts of the text's width."""
    beside_pt: float = 2.0
    across_pt: float = 5.0
    across_share: float = 0.6
    aligned_share: float = 0.4
    foot_rows: int = 2
    column_pt: float = 100.0
    widest_pt: float = 40.0
    """The widest gutter between justified lines. A wider strip holds a portrait, or the labels of a list."""
    justified_characters: int = 30
    """The fewest characters of a justified line of text. Labels in figures and cells of tables have fewer."""


@dataclass(frozen=True, slots=True)
class SidebarThresholds:
    """Which column beside the text holds notes."""

    width_share: float = 0.45
    first_width_share: float = 0.6
    """Notes on the first page may be wider: the Royal Society's are .54."""
    size_share: float = 0.95
    rows: int = 4
    page_rows: int = 16
    """A page with fewer rows has no column of notes."""
    small_share: float = 0.8
    across_rows: int = 1
    prose_characters: int = 40
    prose_rows: int = 3
    text_share: float = 2.0
    inset_share: float = 0.15
    wide_share: float = 0.5
    beside_rows: int = 3


@dataclass(frozen=True, slots=True)
class ColumnThresholds:
    """In which order rows beside one another are read."""

    smaller_share: float = 0.94
    """Smaller text at the foot of both columns is read after them."""
    foot_drift_pt: float = 26.0
    least_column_pt: float = 100.0
    fragment_characters: int = 6
    """The most characters of a fragment of a formula."""
    cut_beyond_pt: float = 20.0
    cut_gap_share: float = 0.8
    cut_gap_ems: float = 0.9
    cut_middle_pt: float = 2.0
    box_size_share: float = 0.6
    """The largest type in a box beside a title, as a share of the title's: SAGE sets journal, issue and DOI there."""
    title_size_share: float = 1.2
    last_title_page: int = 2
    """The last page that may have title and authors: a cover may come before it."""
    same_size_pt: float = 0.3
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
    # Of two columns, the gutter is in the middle; of three, it is a sixth of the text's width beside it. A guess between.
    off_centre_share: float = 0.1
    usual_gutter_pt: float = 4.0
    """Gutters of two pages are the same if their middles round to the same multiple of this."""
    usual_pages: int = 2
    short_paper_pages: int = 3


@dataclass(frozen=True, slots=True)
class FurnitureThresholds:
    """Which rows are page furniture."""

    zone_share: float = 0.125
    """Running heads and feet are in the outer eighth of the page."""
    number_zone_share: float = 0.2
    """Page numbers are further inside if the text block ends early, as in TeX's article class on tall paper."""
    drift_pt: float = 3.0
    place_pt: float = 4.0
    body_characters: int = 40
    """The least length of text of the paper outside a running head; dates and notices are shorter."""
    near_pages: int = 4
    """Running heads alternate between left and right pages, and skip first pages of chapters and full-page figures."""
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
    number_digits: int = 4
    numbered_share: float = 0.5
    """The least share of pages with a number, between the first and the last that have one."""
    outside_rows: int = 3
    """The most rows on a page number's side of the text: short last lines are there, too."""
    text_rows: int = 3
    """The least number of long rows that show where the text of a page is."""
    varying_share: float = 0.4
    """The least share of pages with a running head at one place, whatever it says."""
    varying_apart_ems: float = 0.8
    """The least gap between such a head and the text: lines of text have about 0.2."""
    beside_ems: float = 2.0
    """The greatest gap between words of one line, which a PDF may give in pieces."""
    same_words: int = 3
    same_words_share: float = 0.75
    """The least share of a row's words that a running head has, too."""


@dataclass(frozen=True, slots=True)
class LineNumberThresholds:
    """What distinguishes the line numbers of a draft from other numbers."""

    least: int = 3
    lines: int = 10
    """The fewest lines that the numbers of a paper count."""
    full_page_rows: int = 20
    pages_share: float = 0.5
    """The least share of full pages with line numbers."""
    same_edge_pt: float = 4.0
    gap_ems: float = 0.6
    counting_share: float = 0.7
    """The least share of numbers that follow the one before by the usual step."""
    leading_share: float = 0.2
    """The most by which two numbers are nearer or further than the lines that they count."""
    text_characters: int = 20
    through_pt: float = 1.0
    through_share: float = 0.1


@dataclass(frozen=True, slots=True)
class MetricThresholds:
    """How metrics are measured, and their defaults."""

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
    text_share: float = 0.5
    """A larger size with at least this share of the letters of the most frequent one is the body's."""
    body_size_pt: float = 0.3
    same_size_pt: float = 0.15
    step_least_ems: float = 0.7
    step_most_ems: float = 3.2
    steps: int = 6
    step_pt: float = 0.5
    """Distances of baselines are counted by the nearest multiple of this."""
    neighbour_weight: float = 0.5
    code_weight: float = 0.5
    """A manual may hold more code than text, and is set in the type of its text."""


@dataclass(frozen=True, slots=True)
class PageThresholds:
    """The orientation of a page."""

    direction_share: float = 0.6
    descent_ems: float = 0.2
    right_to_left_share: float = 0.5
    title_pages: int = 3
    """A paper's own title page is one of the first pages: covers come before it."""


@dataclass(frozen=True, slots=True)
class HiddenThresholds:
    """Which text is too small to be read, and which pages are scans with an invisible text layer."""

    tiny_pt: float = TINY_PT
    tiny_height_share: float = 1.5
    """The height of a line of such type, as a share of `tiny_pt`."""
    tiny_width_share: float = 0.9
    """The width of each of its letters, likewise."""
    letter_area: float = 0.5
    """The least area of a visible letter, in square points: an "i" of 2.4 pt has 2."""
    layer_share: float = 0.8
    """The text layer of a scan is entirely invisible; hidden text is the exception on its page."""


@dataclass(frozen=True, slots=True)
class RegionThresholds:
    """Which painted areas are rules, pictures and backgrounds."""

    cell_pt: float = 6.0
    """Cell size for connecting painted areas: parts of one plot are closer than columns, whose gutters have at least 7 pt."""
    thin_pt: float = 2.5
    """The greatest height of a rule."""
    least_pt: float = 18.0
    """The least width of a rule or a figure."""
    whole_page_share: float = 0.85
    """An area of a larger share of the page is its background."""


@dataclass(frozen=True, slots=True)
class TextLayerThresholds:
    """Which pages and files have text of their own; characters are letters and digits."""

    page_characters: int = 25
    """A page with fewer characters of its own is a picture with a stamp."""
    paper_characters: int = 20
    """A file with fewer characters is not a paper."""
    sparse_characters: int = 400
    """A page with this many characters has a text layer, even if other pages repeat it."""
    repeated_share: float = 0.6
    """A line on this share of the sparse pages is not the text of any of them."""
    picture_share: float = 0.1
    """Images and paths on a smaller share of a page are logos or rules, not a scan."""
    unknown_share: float = 0.5
    """Signs that their fonts do not name, as a share of the letters: with more of them a page has no text."""
    judged_letters: int = 300
    """Fewer Latin letters do not tell whether they are a language's."""
    broken_share: float = 0.03
    """Words with signs between their letters: .05 to .38 of the words in poor text layers, .01 at most in a good one (14 pages)."""
    frequent_share: float = 0.5
    """The most frequent letters of Latin scripts are .62 or more of a page's letters (551 pages), and .4 where maps are false."""
    single_share: float = 0.6
    """Words of one letter are .5 of the words at most on pages of mathematics (424 pages), and all where each letter is set apart."""


ROWS = RowThresholds()
LINES = LineThresholds()
GUTTERS = GutterThresholds()
SIDEBARS = SidebarThresholds()
COLUMNS = ColumnThresholds()
FURNITURE = FurnitureThresholds()
LINE_NUMBERS = LineNumberThresholds()
METRICS = MetricThresholds()
PAGES = PageThresholds()
HIDDEN = HiddenThresholds()
REGIONS = RegionThresholds()
TEXT_LAYERS = TextLayerThresholds()
