"""The export formats of one table of a paper. A new one is a row here and its renderer.

The API, the command line and the page are made from this table.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Iterator

from scholarai.domain.content import CellSpan, Table
from scholarai.domain.escaping import csv_cell, escape_markdown
from scholarai.domain.invisible_characters import visible
from scholarai.domain.values import Value


class TableExport(Value, frozen=True, kw_only=True):
    """One form: its name in the API, its label on the page, the ending of its files, and what makes its text."""

    name: str
    label: str
    ending: str
    media_type: str
    render: Callable[[Table], str]


def table_as_csv(table: Table) -> str:
    """Return the cells as RFC 4180 has them; a cell over several places stands in the first."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([csv_cell(cell) for cell in row] for row in table.rows)
    return text.getvalue()


def table_as_markdown(table: Table) -> str:
    """Return a table with pipes below its caption, its notes below it; the rows of its head are joined to one."""
    head = table.rows[: table.header_rows] or ((("",) * len(table.rows[0])),) if table.rows else ()
    joined = [" ".join(filter(None, column)) for column in zip(*head, strict=True)]
    lines = [joined, ["---"] * len(joined), *table.rows[table.header_rows :]] if joined else []
    rows = [f"| {' | '.join(line if line == '---' else _plain(line) for line in cells)} |" for cells in lines]
    parts = [_plain(table.caption), "\n".join(rows), *map(_plain, table.notes)]
    return "\n\n".join(filter(None, parts)) + "\n"


def table_as_html(table: Table) -> str:
    """Return a table with its caption, head, spans and notes; text of the paper cannot become markup."""
    spans = {(span.row, span.column): span for span in table.spans}
    covered = {place for span in table.spans for place in _covered(span)}
    rows = [_html_row(table, row, spans, covered) for row in range(len(table.rows))]
    head, body = rows[: table.header_rows], rows[table.header_rows :]
    caption = f"<caption>{html.escape(visible(table.caption))}</caption>\n" if table.caption else ""
    notes = "".join(f"<p>{html.escape(visible(note))}</p>\n" for note in table.notes)
    thead = f"<thead>\n{''.join(head)}</thead>\n" if head else ""
    return f"<table>\n{caption}{thead}<tbody>\n{''.join(body)}</tbody>\n</table>\n{notes}"


TABLE_EXPORTS = (
    TableExport(name="csv", label="CSV", ending=".csv", media_type="text/csv", render=table_as_csv),
    TableExport(name="md", label="Markdown", ending=".md", media_type="text/markdown", render=table_as_markdown),
    TableExport(name="html", label="HTML", ending=".html", media_type="text/html", render=table_as_html),
)


def table_export(name: str) -> TableExport | None:
    """Return the form of this name, None where there is none."""
    return next((export for export in TABLE_EXPORTS if export.name == name), None)


def _plain(text: str) -> str:
    return escape_markdown(" ".join(visible(text).split()))


def _covered(span: CellSpan) -> Iterator[tuple[int, int]]:
    places = ((span.row + down, span.column + right) for down in range(span.rows) for right in range(span.columns))
    return (place for place in places if place != (span.row, span.column))


def _html_row(table: Table, row: int, spans: dict[tuple[int, int], CellSpan], covered: set[tuple[int, int]]) -> str:
    tag = "th" if row < table.header_rows else "td"
    cells = []
    for column, text in enumerate(table.rows[row]):
        if (row, column) not in covered:
            span = spans.get((row, column), CellSpan(row, column, 1, 1))
            over = f' colspan="{span.columns}"' if span.columns > 1 else ""
            down = f' rowspan="{span.rows}"' if span.rows > 1 else ""
            cells.append(f"<{tag}{over}{down}>{html.escape(visible(text))}</{tag}>")
    return f"<tr>{''.join(cells)}</tr>\n"
