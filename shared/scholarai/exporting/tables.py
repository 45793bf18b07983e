"""Exports tables of papers by questions as CSV, Markdown and Excel files, with the quotes that prove their cells."""

from __future__ import annotations

import csv
import html
import io
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from scholarai.domain.chat import Citation
from scholarai.domain.escaping import csv_cell, escape_markdown
from scholarai.domain.invisible_characters import visible
from scholarai.domain.quote_markup import HTML, MARKDOWN, PLAIN, marked, verdict_on
from scholarai.domain.quote_wording import named_doubts
from scholarai.domain.table_spec import AskedColumn
from scholarai.domain.tables import ShownCell, ShownRow, ShownTable
from scholarai.domain.values import Value
from scholarai.exporting.styles import page_head

# Characters of a sheet's columns. A guess: a cell has fourteen words.
_WIDE, _NARROW = 40, 16
# What Excel takes in a cell, https://support.microsoft.com/office/excel-specifications-and-limits.
_CELL_CHARACTERS = 32_767
_NOTHING = "no passage found"
_QUOTE_HEADS = ("Paper", "Column", "Place", "Verdict", "Quote", "Not covered")


class _Quote(Value, frozen=True, kw_only=True):
    """A citation behind a cell, and the number that the cell refers to it by."""

    number: int
    row: ShownRow
    column: AskedColumn
    cell: ShownCell
    citation: Citation


def as_csv(table: ShownTable) -> bytes:
    """Return a line per paper, with a column of quotes after each column that papers were asked for."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    head = ["paper", "title", "year"]
    for column in table.spec.columns:
        head += [column.name] if column.kind == "computed" else [column.name, f"{column.name} (quotes)"]
    writer.writerow(map(csv_cell, head))
    for row in table.rows:
        line = [row.label, row.title, str(row.year or "")]
        for column, cell in zip(table.spec.columns, row.cells, strict=True):
            line += [cell.value] if column.kind == "computed" else [_value(column, cell), _quotes_of(cell)]
        writer.writerow(map(csv_cell, line))
    return text.getvalue().encode("utf-8-sig")  # spreadsheets recognise UTF-8 by its byte order mark


def as_markdown(table: ShownTable) -> bytes:
    """Return a table with pipes; its cells refer to the quotes below by number."""
    quotes = list(_quotes(table))
    numbers: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for one in quotes:
        numbers[one.row.paper_id, one.column.id].append(one.number)
    head = ["Paper", *(column.name for column in table.spec.columns)]
    lines = [f"# {_plain(table.review.title or '')}", ""]
    lines += [line for notice in table.review.notices for line in (f"*{_plain(notice.detail)}*", "")]
    lines += [_line(map(_plain, head)), _line("---" for _ in head)]
    for row in table.rows:
        cells = [
            _plain(_value(column, cell)) + "".join(f" [{number}]" for number in numbers[row.paper_id, column.id])
            for column, cell in zip(table.spec.columns, row.cells, strict=True)
        ]
        lines.append(_line([_plain(row.label), *cells]))
    lines += ["", "## Quotes", ""] if quotes else []
    for one in quotes:
        place = ", ".join(filter(None, (_plain(one.row.label), _plain(one.citation.label), verdict_on(one.citation))))
        said = "" if one.cell.state == "candidate" else f"{marked(one.citation, MARKDOWN)} "  # the cell has the words
        lines.append(f"{one.number}. {said}({place})")
    return ("\n".join(lines) + "\n").encode()


def table_as_text(table: ShownTable) -> str:
    """Return a line per cell, below the papers' names."""
    lines = [table.review.title or ""]
    for row in table.rows:
        lines += ["", row.label]
        for column, cell in zip(table.spec.columns, row.cells, strict=True):
            lines.append(f"    {column.name}: {_value(column, cell)}")
    return visible("\n".join(lines).strip())


def table_as_markdown(table: ShownTable) -> str:
    return as_markdown(table).decode()


def table_as_html(table: ShownTable) -> str:
    """Return a table of HTML, whose cells refer to the quotes below by number."""
    caption = f"<caption>{_safe(table.review.title or '')}</caption>"
    rows, places = _html_rows(table, " <sup>[{}]</sup>"), "".join(_html_places(table, "<li>"))
    return visible(f"{_html_notices(table)}<table>\n{caption}\n{rows}</table>\n<ol>\n{places}</ol>\n")


def table_as_page(table: ShownTable) -> bytes:
    """Return a page of HTML that loads nothing and runs nothing: the table, the quotes behind its cells, and its papers."""
    rows = _html_rows(table, ' <sup><a href="#q{0}">[{0}]</a></sup>')
    places = "".join(_html_places(table, '<li id="q{}">'))
    papers = "".join(f"<li>{_safe(f'{row.label} {row.title}')}</li>\n" for row in table.rows)
    return visible(
        f"{page_head(table.review.title or '')}<h1>{_safe(table.review.title or '')}</h1>\n{_html_notices(table)}"
        f"<table>\n{rows}</table>\n"
        + (f"<h2>Quotes</h2>\n<ol>\n{places}</ol>\n" if places else "")
        + f"<h2>Papers</h2>\n<ul>\n{papers}</ul>\n</body>\n</html>\n"
    ).encode()


def table_as_word(table: ShownTable) -> bytes:
    from scholarai.exporting.word import as_word  # loads python-docx, which only this form needs

    return as_word(table_as_page(table), table.review.updated_at)


def _html_notices(table: ShownTable) -> str:
    return "".join(f"<p><em>{_safe(notice.detail)}</em></p>\n" for notice in table.review.notices)


def _html_rows(table: ShownTable, mark: str) -> str:
    """Return the rows of a table; `mark` is the form of a quote's number."""
    numbers: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for quote in _quotes(table):
        numbers[quote.row.paper_id, quote.column.id].append(quote.number)
    head = "".join(f"<th>{_safe(name)}</th>" for name in ("Paper", *(column.name for column in table.spec.columns)))
    body = ""
    for row in table.rows:
        cells = "".join(
            f"<td>{_safe(_value(column, cell))}{''.join(map(mark.format, numbers[row.paper_id, column.id]))}</td>"
            for column, cell in zip(table.spec.columns, row.cells, strict=True)
        )
        body += f"<tr><th>{_safe(row.label)}</th>{cells}</tr>\n"
    return f"<tr>{head}</tr>\n{body}"


def _html_places(table: ShownTable, item: str) -> Iterator[str]:
    for quote in _quotes(table):
        place = ", ".join(filter(None, (quote.row.label, quote.citation.label)))
        yield f"{item.format(quote.number)}{marked(quote.citation, HTML)} ({_safe(place)}, {_safe(verdict_on(quote.citation))})</li>\n"


def records(table: ShownTable) -> Iterator[dict[str, Any]]:
    """Yield a dict per paper; a column that papers were asked for has two more, of its pages and its quotes."""
    for row in table.rows:
        record: dict[str, Any] = {"paper": row.label, "title": row.title, "year": row.year}
        for column, cell in zip(table.spec.columns, row.cells, strict=True):
            numeric = column.kind in {"computed", "number"} and cell.number is not None
            record[column.name] = cell.number if numeric else cell.value
            if column.kind != "computed":
                pages = sorted({page.page_number for citation in cell.citations for page in citation.pages})
                record[f"{column.name} (pages)"] = ", ".join(map(str, pages))
                record[f"{column.name} (quotes)"] = _quotes_of(cell)
        yield record


def as_xlsx(table: ShownTable) -> bytes:
    """Return a workbook: a sheet with the cells, whose computed ones are numbers, and one with the quotes."""
    from xlsxwriter import Workbook  # takes 30 ms, and only this form needs it

    data = io.BytesIO()
    workbook = Workbook(data, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    formats = _Formats(
        head=workbook.add_format({"bold": True, "text_wrap": True}),
        cell=workbook.add_format({"text_wrap": True, "valign": "top"}),
    )
    _write_cells(workbook.add_worksheet("Table"), table, formats)
    _write_quotes(workbook.add_worksheet("Quotes"), table, formats)
    workbook.close()
    return data.getvalue()


class _Formats(NamedTuple):
    """How a workbook shows heads and cells; the types are the library's."""

    head: Any
    cell: Any


def _write_cells(sheet: Any, table: ShownTable, formats: _Formats) -> None:
    sheet.freeze_panes(1, 1)
    sheet.set_column(0, 0, _NARROW)
    sheet.set_column(1, 1, _WIDE)
    sheet.set_column(3, 2 + max(1, len(table.spec.columns)), _WIDE)
    for at, name in enumerate(("Paper", "Title", "Year", *(column.name for column in table.spec.columns))):
        sheet.write_string(0, at, _cell(name), formats.head)
    for at, row in enumerate(table.rows, start=1):
        sheet.write_string(at, 0, _cell(row.label), formats.cell)
        sheet.write_string(at, 1, _cell(row.title), formats.cell)
        if row.year is not None:
            sheet.write_number(at, 2, row.year, formats.cell)
        for place, (column, cell) in enumerate(zip(table.spec.columns, row.cells, strict=True), start=3):
            if column.kind == "computed" and cell.number is not None:
                sheet.write_number(at, place, cell.number, formats.cell)
            else:
                sheet.write_string(at, place, _cell(_value(column, cell)), formats.cell)


def _write_quotes(sheet: Any, table: ShownTable, formats: _Formats) -> None:
    sheet.freeze_panes(1, 0)
    sheet.set_column(0, 3, _NARROW)
    sheet.set_column(4, 4, 2 * _WIDE)
    for at, name in enumerate(_QUOTE_HEADS):
        sheet.write_string(0, at, name, formats.head)
    for at, one in enumerate(_quotes(table), start=1):
        for place, text in enumerate(_quote_row(one)):
            sheet.write_string(at, place, _cell(text), formats.cell)


def _value(column: AskedColumn, cell: ShownCell) -> str:
    """Return what a cell shows; an export has no colours by which a candidate is told from an answer."""
    if column.kind == "computed":
        return cell.value
    return _NOTHING if cell.state == "not_found" else f"{'Candidate: ' * (cell.state == 'candidate')}{cell.value}"


def _quotes(table: ShownTable) -> Iterator[_Quote]:
    number = 0
    for row in table.rows:
        for column, cell in zip(table.spec.columns, row.cells, strict=True):
            for citation in cell.citations:
                number += 1
                yield _Quote(number=number, row=row, column=column, cell=cell, citation=citation)


def _quote_row(one: _Quote) -> tuple[str, ...]:
    shown = (one.citation.label, verdict_on(one.citation), marked(one.citation, PLAIN), named_doubts(one.cell.doubts))
    return (one.row.label, one.column.name, *shown)


def _quotes_of(cell: ShownCell) -> str:
    return "; ".join(
        f"{marked(citation, PLAIN)} ({citation.label}, {verdict_on(citation)})" for citation in cell.citations
    )


def _cell(text: str) -> str:
    return visible(text)[:_CELL_CHARACTERS]


def _plain(text: str) -> str:
    return escape_markdown(" ".join(visible(text).split()))


def _safe(text: str) -> str:
    return html.escape(" ".join(text.split()))


def _line(cells: Iterator[str] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"
