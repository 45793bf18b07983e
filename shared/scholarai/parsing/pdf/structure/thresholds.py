"""Thresholds that sort rows into paragraphs, headings, floats, equations and notes.

Units stand in the names: `_pt` points, `_ems` type sizes, `_leadings` usual distances of baselines, `_share` a ratio,
`_rows`, `_words` and `_characters` counts. A value without another source is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaptionThresholds:
    """What distinguishes a caption from a sentence that begins with the name of a figure."""

    apart_leadings: float = 1.1
    continued_characters: int = 40
    """The most of a row such as "Table 2 (continued)"."""
    margin_pt: float = 4.0
    """The most that a figure or table extends horizontally beyond its caption."""


@dataclass(frozen=True, slots=True)
class FigureThresholds:
    """Where a figure ends and running text begins; sizes are the body's."""

    near_ems: float = 4.0
    """The greatest distance of a picture from its caption."""
    over_share: float = 0.25
    """The least share of the narrower of a caption and a picture that the one is above the other."""
    parts_apart_ems: float = 5.0
    """The greatest gap between two parts of one figure."""
    label_size_share: float = 0.9
    label_characters: int = 25
    labels_rows: int = 12
    """The least number of short small rows on a page with a picture but no caption."""
    title_size_share: float = 0.88
    title_characters: int = 5
    title_indent_ems: float = 2.0
    font_letters: int = 6
    """Fonts belong to one family if this many first letters of their names agree."""
    beside_pt: float = 6.0
    label_width_share: float = 0.5
    framed_words: int = 6
    framed_lines: int = 2
    framed_share: float = 0.5
    line_words: int = 5
    """The least number of words of a row that reads like text in whatever size."""
    line_letters_share: float = 0.7
    lines_between: int = 3
    """The most such rows between the parts of a figure, as under its panels."""
    paragraph_lines: int = 3
    """The least number of wide lines in a picture that are text, such as a note or a listing, even if none ends a sentence."""
    inside_x_pt: float = 8.0
    inside_y_pt: float = 4.0
    same_size_share: float = 0.06
    white_inset_x_pt: float = 4.0
    white_inset_y_pt: float = 2.0
    touching_pt: float = 1.0
    between_pt: float = 2.0


@dataclass(frozen=True, slots=True)
class TableThresholds:
    """Which rows near a caption belong to its table; sizes are the body's."""

    gap_ems: float = 3.4
    """The greatest vertical gap inside a table."""
    same_edge_pt: float = 4.0
    """The greatest distance between the ends of rules of one table."""
    head_rule_pt: float = 3.0
    head_rule_ems: float = 0.6
    """The greatest gap between a head and the rule below it: text above a table is further from its first rule."""
    beyond_caption_pt: float = 2.0
    on_rule_pt: float = 2.0
    wide_share: float = 0.6
    sentence_words: int = 4
    larger_share: float = 1.05
    at_edge_pt: float = 2.0
    rule_side_pt: float = 1.0
    rules_apart_ems: float = 4.0
    prose_rows: int = 1
    prose_words: int = 5
    """The least number of words in each of two columns of running text that are read as one row."""
    same_line_ems: float = 0.35
    """The greatest distance of the middles of two rows of one line."""
    same_size_pt: float = 0.4
    beside_share: float = 0.6
    """A table is as wide as the rows beside a larger share of its lines."""
    most_widenings: int = 3
    """How often rows beside a table are looked for again in the wider one: cells of its last columns stand beside those."""
    line_above_ems: float = 1.0
    """The greatest gap between a row beside a table's first line and the row of the same column above it."""
    rule_beside_pt: float = 14.0
    """The greatest distance of a table's outer rules from its text."""
    names_lines: int = 4
    """The most lines without cells between two lines of cells."""
    narrow_share: float = 0.3
    """The greatest share of a column of text that the next words of a narrow cell fill. A guess."""
    inner_cell_ems: float = 3.0
    """The least indent of a cell that is not the first of its row: a paragraph's first line is indented by less."""
    inner_share: float = 0.5
    """The same as `narrow_share` for such a cell."""
    same_start_pt: float = 1.0
    full_row_share: float = 0.85
    column_share: float = 0.1
    """The least share of the text of the fullest column that another column has."""
    indented_column: float = 1.25
    """How much wider a column is than the indented lists in it."""
    label_gap_ems: float = 1.0
    """The least gap between the labels of a drawing and the table below it."""
    beyond_column_pt: float = 8.0
    """The most that a table extends beyond its column of text."""
    most_parts: int = 24
    """The most columns or pages over which a table goes on."""
    tabular_share: float = 0.3
    """The share of the lines of a table at the top of a column that have several cells."""
    aligned_share: float = 0.5
    aligned_pt: float = 3.0
    same_height_pt: float = 0.6
    note_size_share: float = 0.96
    """The greatest size of the notes below a table."""
    note_gap_ems: float = 0.9
    piece_gap_pt: float = 1.5
    """The greatest gap between two pieces of one rule; rules below cells over several columns are further apart."""


@dataclass(frozen=True, slots=True)
class EquationThresholds:
    """What distinguishes displayed mathematics from running text."""

    inset_ems: float = 1.5
    prose_math_share: float = 0.25
    """The share of mathematics that running text never reaches."""
    sentence_rows_share: float = 0.25
    """A numbered group with a larger share of running text is a paragraph."""
    right_edge_ems: float = 2.5
    number_apart_ems: float = 1.0
    left_edge_ems: float = 1.5
    first_number_apart_ems: float = 1.5
    first_number_math_share: float = 0.2
    math_share: float = 0.55
    word_letters_share: float = 0.35
    some_math_share: float = 0.25
    some_math_letters_share: float = 0.2
    set_apart_ems: float = 1.2
    short_of_edge_ems: float = 4.0
    numbered_math_share: float = 0.3
    display_right_ems: float = 1.0
    near_ems: float = 0.7
    fragment_rows: int = 2
    fragment_characters: int = 60
    fragment_inside_share: float = 0.3
    """The share of its height that a numerator has in common with the row of its formula."""
    index_size_share: float = 0.85
    """TeX sets indices in .7 of the size of text, and of .8 in small sizes."""


@dataclass(frozen=True, slots=True)
class GroupThresholds:
    """Where one group of rows ends and the next begins."""

    new_group_leadings: float = 1.28
    """Larger than the leading of a column that TeX stretches by a tenth."""
    tall_leadings: float = 2.0
    """The greatest leading of a line with tall letters, such as a word in another script."""
    chapter_rows: int = 3
    chapter_leadings: float = 5.0
    chapter_size_share: float = 0.95
    caption_text_leadings: float = 1.8
    caption_text_least_share: float = 0.5
    """The least distance of a caption's text from the row above it, as a share of that row's height."""
    caption_parts_apart: int = 40
    """Among so many next groups are the parts of a caption that are read in another column."""
    label_end_characters: int = 2
    """The most characters, such as a stop, by which the type of a label ends beside it."""
    caption_text_size_share: float = 1.05
    upward_ems: float = 0.5
    indent_least_ems: float = 0.6
    indent_most_ems: float = 4.5
    size_change_share: float = 0.07
    same_size_share: float = 0.3
    """How much of a row must be in the size of the row above it for both to be in one paragraph."""
    flush_rows: int = 24
    """How many rows of a paragraph are looked at to tell it from a hanging item."""
    size_change_characters: int = 3
    weight_change_characters: int = 2
    bold_line_short_share: float = 0.2
    code_share: float = 0.8
    no_code_share: float = 0.2
    display_share: float = 0.9
    no_display_share: float = 0.2
    display_short_share: float = 0.15
    centered_inset_ems: float = 0.6
    centered_balance_ems: float = 1.5
    math_share: float = 0.4
    caption_leadings: float = 1.1
    caption_leadings_within: float = 1.2
    other_size_share: float = 0.04
    continued_size_share: float = 0.02
    """The same between a caption and what goes on with it in the next column."""
    continued_full_share: float = 0.15
    """A row that ends this near to its column's edge, as a share of the column's width, is full."""
    short_line_share: float = 0.15
    formula_fragment_share: float = 0.15
    hanging_ems: float = 0.6
    hanging_edge_pt: float = 1.5
    paragraph_shift_ems: float = 0.6
    paragraph_line_share: float = 0.3
    last_line_short_share: float = 0.12
    aligned_ems: float = 0.4


@dataclass(frozen=True, slots=True)
class FaceThresholds:
    """What distinguishes the font of headings from those of emphasis, captions, tables and labels."""

    titles: int = 3
    titles_share: float = 0.6
    """The least share of a font's rows of their own that stand as titles."""
    rows: int = 3
    size_share: float = 0.9
    sentence_words: int = 9
    """A text of so many words with a full stop at its end is a sentence, such as a tip in a type of its own."""
    apart_leadings: float = 1.2
    body_size_pt: float = 0.5
    body_share: float = 0.5


@dataclass(frozen=True, slots=True)
class InitialThresholds:
    """How many lines stand beside a drop capital, and how small small capitals are."""

    lines: int = 4
    """The most lines beside a drop capital."""
    small_least_share: float = 0.65
    small_most_share: float = 0.92


@dataclass(frozen=True, slots=True)
class HeadingThresholds:
    """What distinguishes a heading from a sentence, a label or a theorem; sizes are shares of the body's."""

    characters: int = 220
    rows: int = 4
    larger_share: float = 1.07
    much_larger_share: float = 1.3
    displayed_share: float = 1.15
    """No theorem or example is in type this much larger than the body."""
    sentence_characters: int = 120
    sure_headings: int = 3
    """The least number of certain headings whose look makes an unsure one a heading."""
    math_in_title_share: float = 0.25
    tight_leadings: float = 1.12
    """Up to this distance, no space separates a row from the next one."""
    colon_words: int = 3
    small_print_share: float = 0.9
    smallest_share: float = 0.7
    panel_smaller_pt: float = 0.5
    small_capitals_share: float = 0.9
    """Smaller capitals are words of a diagram, unless a certain heading has their look."""
    code_share: float = 0.5
    math_row_share: float = 0.45
    letters_share: float = 0.55
    device_letters_share: float = 0.3
    """The least share of letters in the name of a device below a number, such as "PDP-11"."""
    stretched_ems: float = 0.15
    """The greatest difference of the gaps between words of one justified line."""
    stretched_edge_ems: float = 1.0
    set_off_leadings: float = 1.6
    set_off_pt: float = 0.2
    set_off_edge_ems: float = 0.5
    set_off_headings: int = 3
    """So many plain lines with white above and below them are headings."""
    alone_leadings: float = 1.2
    alone_rows: int = 2
    alone_short_ems: float = 3.0
    alone_characters: int = 100
    advertisement_characters: int = 1_000
    """A page with an advertisement and no more text than this holds nothing else."""
    contents_lines: int = 4
    size_steps: int = 10
    """Sizes that round to the same multiple of one in so many parts of the body's are one."""
    capitals_letters: int = 3
    capitals_share: float = 0.85
    small_caps_share: float = 0.8
    centered_inset_ems: float = 2.0
    centered_balance_ems: float = 2.5
    appendix_size_share: float = 1.1
    top_names: int = 2
    """The least number of common section names in the look of level 1."""
    numbered_share: float = 0.2
    """The least share of numbered headings in a paper that numbers its sections."""
    run_in_weight: float = 0.5
    """What a sequence of run-in headings weighs beside one of headings on rows of their own."""
    both_sides: int = 2
    """The least number of centred and of other headings of one look that are two levels."""


@dataclass(frozen=True, slots=True)
class RunInThresholds:
    """What distinguishes a run-in heading from emphasis."""

    least_gap_ems: float = 0.42
    """TeX puts half an em to one em after a run-in heading, which is wider than the spaces of the same row."""
    wider_share: float = 1.35
    title_words: int = 8
    stopped_words: int = 14
    characters: int = 130
    size_share: float = 0.12
    least_characters: int = 2
    least_letters: int = 3
    letters_share: float = 0.7
    rows: int = 3
    usual_space_ems: float = 0.33
    siblings: int = 3
    """So many bold phrases with a full stop in one look are headings though no gap follows them; fewer are emphasis."""


@dataclass(frozen=True, slots=True)
class FootnoteThresholds:
    """What distinguishes a footnote from small text in the body.

    Raised digits behind fewer than `word_letters` letters are a power, as in m².
    """

    smaller_share: float = 0.93
    below_leadings: float = 1.3
    marked_leadings: float = 1.35
    mark_size_share: float = 0.8
    mark_characters: int = 3
    word_letters: int = 3
    lower_half_share: float = 0.5
    body_size_share: float = 0.07


CAPTIONS = CaptionThresholds()
FIGURES = FigureThresholds()
TABLES = TableThresholds()
EQUATIONS = EquationThresholds()
GROUPS = GroupThresholds()
FACES = FaceThresholds()
HEADINGS = HeadingThresholds()
INITIALS = InitialThresholds()
RUN_IN = RunInThresholds()
FOOTNOTES = FootnoteThresholds()
