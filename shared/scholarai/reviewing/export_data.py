"""A report's papers as BibTeX with what is quoted from them, and its tables as CSV with what proves their cells."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence

from scholarai.domain.bibtex import entry, imprint_fields, tex, verbatim, whole_name
from scholarai.domain.chat import Citation
from scholarai.domain.escaping import csv_cell
from scholarai.domain.marking import PLAIN, marked, verdict_on
from scholarai.domain.quoting import named_doubts
from scholarai.domain.review import ComparisonTable, Report, Review, ReviewedPaper
from scholarai.domain.visible import visible
from scholarai.reviewing.numbering import number_citations


def review_as_bibtex(_: Review, report: Report) -> str:
    return to_bibtex(report)


def review_as_csv(_: Review, report: Report) -> str:
    return to_csv(report)


def to_bibtex(report: Report) -> str:
    """Return an entry per cited paper, in the report's order; keys are unique. `annote` holds its quotes."""
    keys: set[str] = set()
    quotes = number_citations(report).citations
    entries = (_entry(paper, [c for c in quotes if c.paper_id == paper.paper_id], keys) for paper in report.papers)
    return "\n\n".join(entries) + ("\n" if report.papers else "")


def to_csv(report: Report) -> str:
    """Return all tables under each other: a line with the title, the header, the rows, an empty line between.

    Below each table stand the quotes behind its cells, a line each, and what of a cell they do not carry.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    for index, section in enumerate(section for section in report.sections if section.table is not None):
        table = section.table
        if table is None:
            continue
        if index:
            writer.writerow([])
        writer.writerow([csv_cell(table.title)])
        writer.writerow(["paper", *(csv_cell(column.name) for column in table.columns)])
        writer.writerows([csv_cell(row.label), *(csv_cell(cell.value) for cell in row.cells)] for row in table.rows)
        quotes = list(_quotes(table))
        if quotes:
            writer.writerows([[], ["paper", "column", "place", "verdict", "quote", "not covered"], *quotes])
    return text.getvalue()


def _quotes(table: ComparisonTable) -> Iterator[list[str]]:
    for row in table.rows:
        for column, cell in zip(table.columns, row.cells, strict=True):
            for citation in cell.citations:
                shown = (citation.label, verdict_on(citation), marked(citation, PLAIN), named_doubts(cell.doubts))
                yield [csv_cell(text) for text in (row.label, column.name, *shown)]


def _entry(paper: ReviewedPaper, quotes: Sequence[Citation], keys: set[str]) -> str:
    return entry("article" if paper.venue else "misc", _key(paper, keys), _fields(paper, quotes))


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


def _key(paper: ReviewedPaper, keys: set[str]) -> str:
    ascii_only = unicodedata.normalize("NFKD", paper.label).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", ascii_only)
    stem = "".join([words[0].lower(), *words[-1:]] if len(words) > 1 else words) or "paper"
    key = next(name for name in (stem, *(f"{stem}{n}" for n in range(2, len(keys) + 3))) if name not in keys)
    keys.add(key)
    return key
