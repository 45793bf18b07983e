"""Thresholds for the columns, rows and cells of a table; thresholds.py explains the units in the names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CellThresholds:
    """Where the columns of a table are."""

    white_ems: float = 0.75
    """The least gap between two cells, wider than a space in a ragged cell."""
    model_line_share: float = 0.7
    """Columns are found from lines with at least this share of the greatest number of cells."""
    same_line_ems: float = 0.35
    """The greatest distance of the middles of two parts of one line."""
    spanning_share: float = 0.5
    """A cell above or below two cells in a larger share of the lines is over several columns."""
    divided_lines: int = 3
    """The least number of lines whose words begin at one edge inside a column."""
    same_start_pt: float = 1.0
    second_gap_ems: float = 0.4
    """The least of the widest gaps before the second of two near columns: a space is about 0.3."""
    unlike_ems: float = 0.15
    """How much gaps before a column differ at least: spaces before one edge are alike."""
    widest_space_ems: float = 0.65
    """A space of type that is all one width has 0.6."""
    across_share: float = 0.5
    """The most of these lines, as a share, over which another line's text goes across the edge."""
    touching_pt: float = 2.0
    """The least overlap of a cell with a column that it is in."""
    aligned_pt: float = 2.5
    gap_share: float = 0.6
    """The share of the space between two columns that a cell centred over both covers."""
    beside_pt: float = 20.0
    """How far above and below its text a table's rules are looked for."""
    same_end_pt: float = 2.0
    edge_share: float = 0.6
    """The share of the rules at whose heights an edge of cells is drawn."""
    least_rules: int = 2
    note_cells_share: float = 0.34
    """A line below a table with a larger share of the greatest number of cells is a row."""
    note_words: int = 7
    full_rule_share: float = 0.8
    """The share of a table's width that a rule across it has."""
    long_rule_share: float = 0.5
    """A rule below part of a table's head is shorter; in the body a longer one divides rows."""
    centred_pt: float = 5.0
    head_share: float = 0.5
    """The most lines of a head, of those of its column below it, that stands aside of these."""
    head_lines: int = 8
    """The most lines of a head that no type and no rule tells."""
    grid_share: float = 0.3
    """A table with rules for a larger share of its lines has one below each row."""
    ragged_share: float = 0.7
    """The least share of the bands between rules whose first or last line lacks a cell, where each is a row of text."""
    text_values_share: float = 0.2
    """The largest share of values among the cells of a table of text."""
    least_bands: int = 3
    step_share: float = 0.15
    wrapped_share: float = 0.6
    """The cells of a table of running text that go on with the line above, as a share: few of its lines begin a row."""
    gaining_share: float = 0.1
    """The most lines of a row of running text that begin a cell, as a share. A guess."""
    step_jump: float = 1.15
    """How much further apart rows are than lines of one row, where white space divides them."""
    text_jump: float = 1.1
    """The same in a table of running text, in which lines of one row differ by less than a tenth."""
    leading_ems: float = 1.4
    """Lines of one cell are nearer to each other."""
    same_distance_share: float = 0.92
    half_line_ems: float = 0.8
    """Lines nearer than this stand beside each other, such as a name centred beside two lines of text."""
    space_ems: float = 0.2
    """A narrow space between words, as a share of a cell's height."""
    wrapped_ems: float = 1.6
    """The greatest distance of two lines of one cell."""
    same_columns_share: float = 0.5
    """The share of the cells of another part of a table that stand where cells of its first part do. A guess."""
    wrapped_cells: int = 4
    inner_share: float = 0.5
    """The most of a row's cells below which finished values stand in a next line of the same row. A guess."""
    wrapped_cells_share: float = 0.6
    """The most of a row's cells that go on in its next line, where values do."""


CELLS = CellThresholds()
