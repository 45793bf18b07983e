"""Finds the rows with which a table goes on in the next column of text, or on the next page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.strips import Strip, StripLine, extents_of_cells, goes_on_narrow, strip_lines
from scholarai.parsing.pdf.structure.table_rows import (
    lines_outward,
    notes_below,
)
from scholarai.parsing.pdf.structure.table_rules import whole_rules
from scholarai.parsing.pdf.structure.thresholds import TABLES
from scholarai.parsing.pdf.text.labels import CAPTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuations:
    """What is needed to follow a table.

    Attributes:
        columns: The columns of text from left to right.
        rows: The rows of each page outside figures and their captions.
        rules: The horizontal rules of each page.
        metrics: The body's type.
    """

    columns: Sequence[Strip]
    rows: Mapping[int, Sequence[Row]]
    rules: Mapping[int, Sequence[Rule]]
    metrics: Metrics

    def of(self, table: Sequence[Row], caption: Sequence[Row], taken: set[Row]) -> list[Row]:
        """Return the rows with which a table goes on, part by part, none if it ends where it stands.

        Args:
            table: Its rows so far, none where nothing but its caption is at the foot of a column.
            caption: The rows of its caption.
            taken: The rows of all tables.
        """
        part = table or caption
        found: list[Row] = []
        start = column_of(part, self.columns)
        for page_number, strip in _strips_after(start, part[0].page_number, self.columns):
            known = [*table, *found]
            after = self._part(page_number, strip, taken) if self._is_at_foot(part, taken) else []
            if after and self._belongs(after, known, strip.left - start.left):
                part = after
                found += part
            elif known or page_number > part[0].page_number:
                break
        return found

    def _part(self, page_number: int, strip: Strip, taken: set[Row]) -> list[Row]:
        """Return the rows of a table that begins at the top of a strip, with its notes."""
        rows = [row for row in self.rows.get(page_number, ()) if row not in taken]
        rules = whole_rules(self.rules.get(page_number, ()))
        found = self._at_top(rows, rules, strip)
        part = [row for line in found for row in line.rows]
        return [*part, *notes_below(part, [row for row in rows if strip.touches(row)], self.metrics)] if part else []

    def _at_top(self, rows: Sequence[Row], rules: Sequence[Rule], strip: Strip) -> list[StripLine]:
        lines = strip_lines((row for row in rows if strip.holds(row)), self.metrics, self.columns)
        lines = _below_drawings(list(takewhile(_is_no_caption, lines)))
        if not lines:
            return []
        end = lines[-1].bottom + TABLES.rule_beside_pt
        own = [rule for rule in rules if strip.touches_rule(rule) and rule.y < end]
        found = lines_outward(lines, lines[0].top, own, self.metrics, self.columns)
        return found if found and found[0] is lines[0] else []

    def _belongs(self, part: Sequence[Row], known: Sequence[Row], shift: float) -> bool:
        """Tell whether a part has the columns of a table, or looks like one where only its caption is known."""
        lines = strip_lines(part, self.metrics, self.columns)
        tabular = [line for line in lines if line.tabular]
        if not known:
            whole = sum(not goes_on_narrow(line, tabular, self.columns) for line in lines)
            return len(tabular) > 1 and len(tabular) > TABLES.tabular_share * whole
        ends = [extent for row in known for extent in extents_of_cells(row)]
        cells = [
            (low - shift, high - shift) for line in tabular for row in line.rows for low, high in extents_of_cells(row)
        ]
        aligned = sum(any(_is_aligned(cell, other) for other in ends) for cell in cells)
        return bool(cells) and aligned > TABLES.aligned_share * len(cells)

    def _is_at_foot(self, part: Sequence[Row], taken: set[Row]) -> bool:
        """Tell whether nothing but notes is below a part of a table."""
        below = self._below(part)
        least = TABLES.note_size_share * self.metrics.size
        return not any((row.size > least and row not in taken) or CAPTION.match(row.text) for row in below)

    def _below(self, part: Sequence[Row]) -> list[Row]:
        bottom = max(row.y1 for row in part)
        strip = Strip(column_of(part, self.columns).left, max(row.x1 for row in part))
        return [row for row in self.rows[part[0].page_number] if row.y0 > bottom and strip.touches(row)]


def text_columns(rows: Iterable[Row]) -> list[Strip]:
    """Return where the paper's running text is printed, from left to right."""
    weights: Counter[tuple[int, int]] = Counter()
    for row in rows:
        if row.right - row.left > 0 and row.x1 - row.x0 > TABLES.full_row_share * (row.right - row.left):
            weights[round(row.left), round(row.right)] += len(row.text)
    columns: list[Strip] = []
    most = max(weights.values(), default=0)
    for (left, right), weight in weights.most_common():
        if weight > TABLES.column_share * most:
            near = [one for one in columns if right > one.left and left < one.right]
            if not near:
                columns.append(Strip(left, right))
            elif right - left < TABLES.indented_column * (near[0].right - near[0].left) and len(near) == 1:
                columns[columns.index(near[0])] = Strip(min(left, near[0].left), max(right, near[0].right))
    return sorted(columns)


def column_of(rows: Sequence[Row], columns: Sequence[Strip]) -> Strip:
    """Return the column of text that rows are in, all of them together if they are in several."""
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    slack = TABLES.beyond_column_pt
    within = (one for one in columns if one.left - slack < left and right < one.right + slack)
    return next(
        within, Strip(min([left, *(one.left for one in columns)]), max([right, *(one.right for one in columns)]))
    )


def _strips_after(strip: Strip, page_number: int, columns: Sequence[Strip]) -> Iterator[tuple[int, Strip]]:
    """Yield the pages and strips in which a table may go on, in reading order."""
    order = columns if strip in columns else [strip]
    at = order.index(strip)
    for _ in range(TABLES.most_parts):
        at += 1
        yield page_number + at // len(order), order[at % len(order)]


def _below_drawings(lines: list[StripLine]) -> list[StripLine]:
    """Return lines without the labels of a drawing above them, such as the name of its axis."""
    for index, (above, line) in enumerate(pairwise(lines), 1):
        if above.tabular or above.ends or line.top - above.bottom > TABLES.label_gap_ems * above.size:
            return lines if above.tabular or above.ends else lines[index:]
    return lines


def _is_no_caption(line: StripLine) -> bool:
    return line.tabular or CAPTION.match(line.rows[0].text) is None


def _is_aligned(cell: tuple[float, float], other: tuple[float, float]) -> bool:
    low, high = cell[0] - other[0], cell[1] - other[1]
    return min(abs(low), abs(high), abs(low + high) / 2) < TABLES.aligned_pt
