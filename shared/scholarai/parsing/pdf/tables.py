"""Builds the table value of a float, and joins the parts of a table that goes on over pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import takewhile

from msgspec.structs import replace

from scholarai.domain.content import Box, CellBox, Note, Table
from scholarai.parsing.coordinates import tenths_box
from scholarai.parsing.grids import group_rows
from scholarai.parsing.pdf.layout.page import PageRows, displayed
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.structure.continued_tables import column_of, text_columns
from scholarai.parsing.pdf.structure.table_parts import Area, Part, areas
from scholarai.parsing.pdf.structure.tables import read_table

_CONTINUED = re.compile(r"\W*+(?:cont(?:inued|inuation|'?d)?\b|fortsetzung|suite\b|continua)", re.IGNORECASE)
# A rule that is set as a row of full stops, as the Royal Society's journals do.
_DOTTED = re.compile(r"(?:\.\s?){10,}")

# What arithmetic on the boxes of a broken or hostile page raises.
_BROKEN = (ArithmeticError, LookupError, RecursionError, ValueError)


def with_cells(table: Table, rows: Sequence[Row], pages: Mapping[int, PageRows]) -> tuple[Table, Note | None]:
    """Return a table with its cells; without them, and a note, if its print is so broken that they cannot be read."""
    try:
        return _read(table, rows, pages), None
    except _BROKEN:
        detail = f"The cells of {table.label} could not be read; its text is kept as it is printed."
        return table, Note(code="table_unreadable", detail=detail, page_number=table.page_number)


def _read(table: Table, rows: Sequence[Row], pages: Mapping[int, PageRows]) -> Table:
    """Return a table with the cells that its printed rows hold, which may be in several columns of text or on several pages."""
    dotted = {row for row in rows if _DOTTED.fullmatch(row.text)}
    divided = _parts([row for row in rows if row not in dotted])
    columns = text_columns(row for page in pages.values() for row in page.rows) if len(divided) > 1 else []
    parts = [Part(part, _rules(pages[part[0].page_number], dotted), column_of(part, columns).left) for part in divided]
    cells = [_with_cells(table, area, pages) for area in areas(parts)]
    return reduce(_joined, cells) if cells else table


def _rules(page: PageRows, dotted: Iterable[Row]) -> list[Rule]:
    """Return the rules of a page from top to bottom, with those that are rows of dots."""
    more = [Rule(row.x0, row.baseline, row.x1) for row in dotted if row.page_number == page.page_number]
    return sorted([*page.regions.rules, *more], key=lambda rule: rule.y)


def _parts(rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows by column of text and page; a part begins above the end of the part before it."""
    parts: list[list[Row]] = []
    for row in rows:
        last = parts[-1][-1] if parts else None
        if last is None or row.page_number != last.page_number or row.y1 < last.y0:
            parts.append([])
        parts[-1].append(row)
    return parts


def _with_cells(table: Table, area: Area, pages: Mapping[int, PageRows]) -> Table:
    printed = read_table(area)
    return replace(
        table,
        rows=printed.rows,
        header_rows=printed.header_rows,
        group_rows=group_rows(printed.rows, printed.header_rows),
        spans=printed.spans,
        notes=printed.notes,
        cell_boxes=tuple(_cell_box(row, column, area, box, pages) for row, column, box in printed.boxes),
    )


def _cell_box(row: int, column: int, area: Area, box: Box, pages: Mapping[int, PageRows]) -> CellBox:
    part, own = area.printed(box)
    page = pages[area.parts[part].lines[0].page_number]
    return CellBox(row, column, page.page_number, tenths_box(displayed(own, page)))


def continued(tables: Iterable[Table]) -> tuple[Table, ...]:
    """Return tables with those joined whose caption says that they go on, as "Table 2 (continued)" does."""
    whole: list[Table] = []
    for table in tables:
        if whole and _goes_on(whole[-1], table):
            whole[-1] = _joined(whole[-1], table)
        else:
            whole.append(table)
    return tuple(whole)


def _goes_on(above: Table, table: Table) -> bool:
    rest = table.caption[len(table.label) :].strip(" .:")
    same = above.label.casefold().rstrip(".") == table.label.casefold().rstrip(".")
    return same and (not rest or _CONTINUED.match(rest) is not None or table.caption == above.caption)


def _joined(above: Table, below: Table) -> Table:
    """Return two parts of one table; a head that is printed again counts once."""
    if not above.rows or not below.rows:
        return above if above.rows else replace(below, caption=above.caption, block_id=above.block_id)
    repeated = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(above.rows, below.rows, strict=False)))
    width = max(len(above.rows[0]), len(below.rows[0]))
    rows = tuple((*row, *[""] * (width - len(row))) for row in (*above.rows, *below.rows[repeated:]))
    down = len(above.rows) - repeated
    return replace(
        above,
        rows=rows,
        group_rows=group_rows(rows, above.header_rows),
        spans=(*above.spans, *(one._replace(row=one.row + down) for one in below.spans if one.row >= repeated)),
        notes=(*above.notes, *below.notes),
        cell_boxes=(
            *above.cell_boxes,
            *(one._replace(row=one.row + down) for one in below.cell_boxes if one.row >= repeated),
        ),
    )
