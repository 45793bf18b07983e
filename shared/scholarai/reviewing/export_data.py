"""Exports a report's papers as BibTeX with the quotes from them, and its tables as one CSV with those behind the cells."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from scholarai.domain.bibtex import entry, imprint_fields, tex, verbatim, whole_name
from scholarai.domain.chat import Citation
from scholarai.domain.escaping import csv_cell
from scholarai.domain.marking import PLAIN, marked, verdict_on
from scholarai.domain.quoting import named_doubts
from scholarai.domain.review import ComparisonTable, Report, Review, ReviewedPaper, TableCell, TableRow
from scholarai.domain.visible import visible
from scholarai.reviewing.numbering import number_citations


def review_as_bibtex(_: Review, report: Report) -> str:
    return to_bibtex(report)


def review_as_csv(_: Review, report: Report) -> str:
    """Return the tables as one, with the byte order mark by which spreadsheets recognise UTF-8."""
    text = to_csv(report)
    return f"\ufeff{text}" if text else ""


def to_bibtex(report: Report) -> str:
    """Return an entry per cited paper, in the report's order; keys are unique. `annote` holds its quotes."""
    quotes = number_citations(report).citations
    keys: set[str] = set()
    entries = []
    for paper in report.papers:
        key = _key(paper, keys)
        keys.add(key)
        entries.append(_entry(paper, [c for c in quotes if c.paper_id == paper.paper_id], key))
    return "\n\n".join(entries) + ("\n" if entries else "")


def to_csv(report: Report) -> str:
    """Return all tables of the report as one, with a line per paper and, after each column, one of the quotes behind its cells.

    A column name that several tables have is preceded by the title of its table. The text is empty without tables.
    """
    tables = [section.table for section in report.sections if section.table is not None]
    if not tables:
        return ""
    lines = {row.paper_id: [row.label] for table in tables for row in table.rows}
    for table in tables:
        cells = {row.paper_id: _with_quotes(row) for row in table.rows}
        for paper_id, line in lines.items():
            line.extend(cells.get(paper_id, [""] * (2 * len(table.columns))))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    writer.writerows(map(csv_cell, line) for line in (["paper", *_heads(tables)], *lines.values()))
    return text.getvalue()


def _heads(tables: Sequence[ComparisonTable]) -> Iterator[str]:
    """Yield the name of each column, and that of its quotes."""
    named = Counter(column.name for table in tables for column in table.columns)
    for table in tables:
        for column in table.columns:
            name = column.name if named[column.name] == 1 else f"{table.title}: {column.name}"
            yield from (name, f"{name} (quotes)")


def _with_quotes(row: TableRow) -> list[str]:
    return [text for cell in row.cells for text in (cell.value, _quotes(cell))]


def _quotes(cell: TableCell) -> str:
    quotes = [f"{marked(one, PLAIN)} ({one.label}, {verdict_on(one)})" for one in cell.citations]
    return "; ".join([*quotes, *([f"not covered: {named_doubts(cell.doubts)}"] if cell.doubts else [])])


def _entry(paper: ReviewedPaper, quotes: Sequence[Citation], key: str) -> str:
    return entry("article" if paper.venue else "misc", key, _fields(paper, quotes))


def _fields(paper: ReviewedPaper, quotes: Sequence[Citation]) -> Iterator[tuple[str, str]]:
    """Yield the fields as BibTeX writes them."""
    yield "title", tex(paper.title)
    if names := [whole_name(name) for name in paper.authors if visible(name).strip()]:
        yield "author", " and ".join(names)
    for name, value in (("journal", paper.venue), ("year", paper.year)):
        if value:
            yield name, tex(str(value))
    publisher = paper.publisher if paper.publisher != paper.venue else None
    told = (paper.volume, paper.issue, paper.page_range, publisher, paper.issn)
    yield from ((name, value) for name, value in imprint_fields(*(one or "" for one in told)) if value)
    if paper.doi:
        yield "doi", verbatim(paper.doi)
    said = [f"{c.label} [{verdict_on(c)}]: {quote}" for c in quotes if (quote := marked(c, PLAIN))]
    if said:
        yield "annote", tex("; ".join(said))


def _key(paper: ReviewedPaper, taken: Collection[str]) -> str:
    """Return a key made of the paper's label that is not among the taken ones."""
    ascii_only = unicodedata.normalize("NFKD", paper.label).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", ascii_only)
    stem = "".join([words[0].lower(), *words[-1:]] if len(words) > 1 else words) or "paper"
    return next(name for name in (stem, *(f"{stem}{n}" for n in range(2, len(taken) + 3))) if name not in taken)
