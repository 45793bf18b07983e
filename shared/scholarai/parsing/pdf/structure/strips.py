"""Groups the rows of a strip of a page by baseline, whichever columns of text they were read in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.groups import starts_item
from scholarai.parsing.pdf.structure.thresholds import TABLES
from scholarai.parsing.pdf.text.labels import CAPTION


class Strip(NamedTuple):
    """The part of a page between two x coordinates, such as a column of text."""

    left: float
    right: float

    def touches(self, row: Row) -> bool:
        """Tell whether a row of upright text is in it, if only in part."""
        return not row.vertical and row.x1 > self.left and row.x0 < self.right

    def holds(self, row: Row) -> bool:
        """Tell whether the middle of a row of upright text is in it."""
        return not row.vertical and self.left < (row.x0 + row.x1) / 2 < self.right

    def touches_rule(self, rule: Rule) -> bool:
        """Tell whether a rule is in it, if only in part."""
        return rule.x1 > self.left and rule.x0 < self.right


@dataclass(frozen=True, slots=True, eq=False)
class StripLine:
    """The rows on one baseline; `tabular` tells whether they are cells, `ends` whether no table holds such a line."""

    rows: Sequence[Row]
    top: float
    bottom: float
    tabular: bool
    ends: bool

    @property
    def size(self) -> float:
        return max(row.size for row in self.rows)


def strip_lines(rows: Iterable[Row], metrics: Metrics, columns: Sequence[Strip]) -> list[StripLine]:
    """Return rows line by line, from top to bottom; `columns` are those of running text."""
    lines: list[list[Row]] = []
    middle = 0.0
    for row in sorted(rows, key=lambda row: row.y0 + row.y1):
        here = (row.y0 + row.y1) / 2
        if not lines or here - middle > TABLES.same_line_ems * row.size:
            lines.append([])
            middle = here
        lines[-1].append(row)
    return [_line(line, metrics, columns) for line in lines]


def least_width(columns: Iterable[Strip]) -> float:
    """Return the width of the narrowest column of running text, 0 if there are none."""
    return min((one.right - one.left for one in columns), default=0.0)


def goes_on_narrow(line: StripLine, others: Iterable[StripLine], columns: Iterable[Strip]) -> bool:
    """Tell whether a line is no more than the next words of a narrow cell: it stands below or above the start of another's cell.

    Args:
        line: The line.
        others: The lines before it.
        columns: The columns of running text; those of a table may have been taken for some.
    """
    (row, *more) = line.rows
    inner = row.x0 > row.left + TABLES.inner_cell_ems * row.size
    share = TABLES.inner_share if inner else TABLES.narrow_share
    if more or row.x1 - row.x0 > share * max(row.right - row.left, least_width(columns)):
        return False
    starts = [low for other in others for one in other.rows for low, _ in extents_of_cells(one)]
    return any(abs(row.x0 - start) < TABLES.same_start_pt for start in starts)


def extents_of_cells(row: Row) -> Iterator[tuple[float, float]]:
    """Yield the extent of each cell of a row."""
    starts = [0, *(row.text.count(" ", 0, offset) for offset in row.cells), len(row.extents) // 2]
    for first, end in pairwise(starts):
        yield row.extents[2 * first], row.extents[2 * end - 1]


def _line(rows: Sequence[Row], metrics: Metrics, columns: Sequence[Strip]) -> StripLine:
    tabular = _is_tabular(rows, metrics, columns)
    ends = not tabular and any(_ends_table(row, metrics) for row in rows)
    return StripLine(rows, min(row.y0 for row in rows), max(row.y1 for row in rows), tabular, ends)


def _is_tabular(rows: Sequence[Row], metrics: Metrics, columns: Sequence[Strip]) -> bool:
    """Tell whether a line has cells; running text in two columns and items of a list have none."""
    if len(rows) == 1 and starts_item(rows[0]) and len(rows[0].cells) < 2:
        return False
    if all(CAPTION.match(row.text) and len(row.cells) < 2 for row in rows):
        return False
    if any(_is_prose_beside(row, metrics) for row in rows):
        return False
    return any(row.cells for row in rows) or (
        len(rows) > 1 and not any(metrics.is_prose(row) and is_in_column(row, columns) for row in rows)
    )


def is_in_column(row: Row, columns: Sequence[Strip]) -> bool:
    """Tell whether a row begins at the edge of a column of running text."""
    return any(abs(row.x0 - column.left) < TABLES.same_edge_pt for column in columns)


def _is_prose_beside(row: Row, metrics: Metrics) -> bool:
    """Tell whether a row is running text of several columns."""
    parts = [row.text[start:end] for start, end in pairwise([0, *row.cells, len(row.text)])]
    words = [text.count(" ") for part in parts if (text := part.strip())]
    in_body = not row.bold and abs(row.size - metrics.size) < TABLES.same_size_pt
    return in_body and sum(count >= TABLES.prose_words for count in words) > 1


def _ends_table(row: Row, metrics: Metrics) -> bool:
    if row.cells:
        return False
    if CAPTION.match(row.text):
        return True
    wide = row.x1 - row.x0 > TABLES.wide_share * (row.right - row.left)
    heading = row.bold and row.x0 <= row.left + TABLES.at_edge_pt
    sentence = wide and row.text.count(" ") > TABLES.sentence_words
    return sentence or row.size > TABLES.larger_share * metrics.size or heading
