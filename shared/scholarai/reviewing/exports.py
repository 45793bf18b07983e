"""Exports a report as Markdown, as a page of HTML or a Word file, and its tables as CSV."""

from __future__ import annotations

import csv
import html
import io
import re
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from scholarai.domain.chat import Citation, TextSection
from scholarai.domain.depth import OPINION_WORDS
from scholarai.domain.discovery import Beyond, BeyondState, BeyondWork
from scholarai.domain.escaping import csv_cell
from scholarai.domain.escaping import escape_markdown as _plain
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.plurals import counted
from scholarai.domain.quote_markup import HTML, MARKDOWN, PLAIN, marked, verdict_on
from scholarai.domain.quote_wording import doubts_in_words, named_doubts
from scholarai.domain.review import (
    EXTRACTIVE,
    ComparisonTable,
    Notice,
    Report,
    Review,
    ReviewedPaper,
    ReviewSection,
    TableCell,
)
from scholarai.reviewing.report import Numbered, number_citations

MEMORY = "model memory"
UNSUPPORTED = "no quote stands behind this"
NOT_QUOTED = "Not quoted"
# Line breaks that Markdown needs: before a new paragraph, an item of a list, or a row of a table.
_BREAK = re.compile(r"\n(?=[ \t]*\n|- |\d{1,2}[.)] |\|)")
BEYOND = "Beyond the library"
_STATES: Mapping[BeyondState, str] = {
    "reviewed": "read for this review",
    "there": "in the library, not read for this review",
    "record": "in the library without a file",
    "open": "not read: add its open PDF",
    "closed": "not read: no open PDF known",
}


def review_as_markdown(review: Review, report: Report) -> bytes:
    return to_markdown(report, review.notices).encode()


def review_as_html(review: Review, report: Report) -> bytes:
    return to_html(report, review.notices).encode()


def review_as_word(review: Review, report: Report) -> bytes:
    from scholarai.exporting.word import as_word  # loads python-docx, which only this form needs

    return as_word(review_as_html(review, report), review.updated_at)


def to_markdown(report: Report, notices: Sequence[Notice] = ()) -> str:
    """Return the report as Markdown; text of papers and models cannot become markup."""
    return visible("\n".join(_markdown_lines(report, notices)) + "\n")


def to_html(report: Report, notices: Sequence[Notice] = ()) -> str:
    """Return the report as a page that loads nothing and runs nothing."""
    title = html.escape(report.title)
    body = "\n".join(_html_lines(report, notices))
    return visible(
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
        "<style>body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif}"
        ".wide{overflow-x:auto}table{border-collapse:collapse}"
        "td,th{min-width:7rem;border:1px solid #999;padding:.3rem .5rem;text-align:left;vertical-align:top}"
        ".tldr,.memory,.notice{color:#555}sup a{text-decoration:none}</style>\n"
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def report_as_text(report: Report) -> str:
    return to_markdown(report)


def report_as_markdown(report: Report) -> str:
    return to_markdown(report)


def report_as_html(report: Report) -> str:
    """Return what stands on the page, for a notebook."""
    return visible("\n".join(_html_lines(report, ())) + "\n")


def _remarks(report: Report, notices: Sequence[Notice]) -> list[str]:
    """Return what stands before the report: how it was made and what is missing."""
    incomplete = [] if report.complete else ["This report is not complete."]
    return incomplete + [notice.detail + (f" ({notice.count} times)" if notice.count > 1 else "") for notice in notices]


def further_papers(report: Report) -> list[str]:
    """Return how many more papers have nothing than are listed, as a line; none where all are."""
    return [f"and {report.unlisted} more papers of the library"] if report.unlisted else []


def _markdown_lines(report: Report, notices: Sequence[Notice]) -> Iterator[str]:
    numbered = number_citations(report)
    labels = _labels(report)
    yield f"# {_plain(report.title)}"
    for line in _remarks(report, notices):
        yield f"\n*{_plain(line)}*"
    for section in report.sections:
        yield f"\n## {_plain(_titled(section, labels))}\n"
        if _is_reading_list(section):
            yield from (f"- {_plain(_passage(part))}" for part in section.text)
            continue
        yield f"{_markdown_lead(section, numbered)}\n"
        sentences = [_markdown_sentence(part, labels, numbered) for part in section.text]
        listed = _is_bulleted(section)
        yield "\n".join(f"- {sentence}" for sentence in sentences) if listed else " ".join(sentences).lstrip("\n")
        if section.table is not None:
            yield ""
            yield from _markdown_table(section, numbered)
    if not all(map(_is_reading_list, report.sections)):
        yield "\n## Quotes\n"
        yield from (_markdown_quote(report, citation, numbered, labels) for citation in numbered.citations)
    yield "\n## Papers\n"
    yield from map(_markdown_paper, report.papers)
    if report.silent:
        yield f"\n## {NOT_QUOTED}\n"
        yield from (f"- {_plain(f'{paper.label} {paper.title}')}{_deleted(paper)}" for paper in report.silent)
        yield from (f"- {further}" for further in further_papers(report))
    if report.beyond is not None:
        yield f"\n## {BEYOND}\n"
        yield from (f"- {_plain(line)}" for line in beyond_lines(report.beyond))


def _markdown_paper(paper: ReviewedPaper) -> str:
    details = ", ".join(filter(None, (", ".join(paper.authors), paper.venue, paper.doi)))
    return f"- {_plain(paper.label)} {_plain(paper.title)}{'. ' + _plain(details) if details else ''}{_deleted(paper)}"


def _markdown_quote(report: Report, citation: Citation, numbered: Numbered, labels: Mapping[PaperId, str]) -> str:
    label = _plain(f"{labels.get(citation.paper_id, '')} {citation.label}".strip())
    cites = _plain(_cites(report, citation))
    quote = marked(citation, MARKDOWN)
    quoted = f" \\[{_plain(verdict_on(citation))}\\]: {quote}{cites}" if quote else ""
    return f"{numbered.of(citation)}. {label}{quoted}"


def _markdown_lead(section: ReviewSection, numbered: Numbered) -> str:
    """Return the summary; to stay short, it names no papers beside the numbers of its quotes."""
    summary = " ".join(_markdown_sentence(part, {}, numbered) for part in section.summary)
    return f"{f'**TLDR:** {summary} ' if summary else ''}({_sources(section)})"


def _markdown_sentence(part: TextSection, labels: Mapping[PaperId, str], numbered: Numbered) -> str:
    marks = "".join(f"[{number}]" for number in _numbers(part.citations, numbered))
    sources = "".join(f" {source}" for source in (_plain(_labels_of(part, labels)), _escaped(marks)) if source)
    notes = "".join(f" *[{_plain(note)}]*" for note in _notes(part))
    return _with_breaks(part.text, _plain, "\n") + sources + notes


def _markdown_table(section: ReviewSection, numbered: Numbered) -> Iterator[str]:
    table = section.table
    if table is None:
        return
    yield "| Paper | " + " | ".join(_plain(column.name) for column in table.columns) + " |"
    yield "| --- " * (len(table.columns) + 1) + "|"
    for row in table.rows:
        cells = (_markdown_cell(cell, numbered) for cell in row.cells)
        yield f"| {_plain(row.label)} | " + " | ".join(cells) + " |"


def _markdown_cell(cell: TableCell, numbered: Numbered) -> str:
    marks = _escaped("".join(f"[{number}]" for number in _numbers(cell.citations, numbered)))
    doubts = f"*[{_plain(doubts_in_words(cell.doubts))}]*" if cell.doubts else ""
    return " ".join(filter(None, (_plain(_one_line(cell.value)), marks, doubts)))


def _html_lines(report: Report, notices: Sequence[Notice]) -> Iterator[str]:
    numbered = number_citations(report)
    labels = _labels(report)
    yield f"<h1>{html.escape(report.title)}</h1>"
    for line in _remarks(report, notices):
        yield f'<p class="notice">{html.escape(line)}</p>'
    for section in report.sections:
        yield f'<h2 id="{html.escape(section.id)}">{html.escape(_titled(section, labels))}</h2>'
        if _is_reading_list(section):
            yield "<ul>" + "".join(f"<li>{html.escape(_passage(part))}</li>" for part in section.text) + "</ul>"
            continue
        yield f'<p class="tldr">{_html_lead(section, numbered)}</p>'
        sentences = [_html_sentence(part, labels, numbered) for part in section.text]
        if _is_bulleted(section):
            yield "<ul>" + "".join(f"<li>{sentence}</li>" for sentence in sentences) + "</ul>"
        else:
            yield f"<p>{' '.join(sentences)}</p>"
        yield from _html_table(section, numbered)
    if not all(map(_is_reading_list, report.sections)):
        quotes = "\n".join(_html_quote(report, citation, numbered, labels) for citation in numbered.citations)
        yield f"<h2>Quotes</h2>\n<ol>\n{quotes}\n</ol>"
    yield "<h2>Papers</h2>\n<ul>"
    for paper in report.papers:
        details = html.escape(". ".join(filter(None, (paper.title, ", ".join(paper.authors), paper.venue))))
        yield f"<li>{html.escape(paper.label)} {details}{_linked(paper.doi)}{_deleted(paper)}</li>"
    yield "</ul>"
    if report.silent:
        named = [html.escape(f"{paper.label} {paper.title}") + _deleted(paper) for paper in report.silent]
        items = "".join(f"<li>{item}</li>" for item in (*named, *further_papers(report)))
        yield f"<h2>{NOT_QUOTED}</h2>\n<ul>{items}</ul>"
    if report.beyond is not None:
        items = "".join(f"<li>{html.escape(line)}</li>" for line in beyond_lines(report.beyond))
        yield f"<h2>{BEYOND}</h2>\n<ul>{items}</ul>"


def _html_quote(report: Report, citation: Citation, numbered: Numbered, labels: Mapping[PaperId, str]) -> str:
    label = html.escape(f"{labels.get(citation.paper_id, '')} {citation.label}".strip())
    cites = html.escape(_cites(report, citation))
    quote = marked(citation, HTML)
    quoted = f" ({html.escape(verdict_on(citation))}): {quote}{cites}" if quote else ""
    return f'<li id="q{numbered.of(citation)}">{label}{quoted}</li>'


def _html_lead(section: ReviewSection, numbered: Numbered) -> str:
    summary = " ".join(_html_sentence(part, {}, numbered) for part in section.summary)
    return f"{f'<b>TLDR:</b> {summary} ' if summary else ''}({_sources(section)})"


def _html_sentence(part: TextSection, labels: Mapping[PaperId, str], numbered: Numbered) -> str:
    named = html.escape(_labels_of(part, labels))
    sources = f"{named and f' {named}'}{_html_marks(part.citations, numbered)}"
    notes = "".join(map(_html_note, _notes(part)))
    return _with_breaks(part.text, html.escape, "<br>") + sources + notes


def _html_table(section: ReviewSection, numbered: Numbered) -> Iterator[str]:
    if section.table is None:
        return
    names = "".join(f"<th>{html.escape(column.name)}</th>" for column in section.table.columns)
    yield f'<div class="wide">\n<table>\n<tr><th>Paper</th>{names}</tr>'
    for row in section.table.rows:
        cells = "".join(f"<td>{_html_cell(cell, numbered)}</td>" for cell in row.cells)
        yield f"<tr><th>{html.escape(row.label)}</th>{cells}</tr>"
    yield "</table>\n</div>"


def _html_cell(cell: TableCell, numbered: Numbered) -> str:
    doubts = _html_note(doubts_in_words(cell.doubts)) if cell.doubts else ""
    return f"{html.escape(_one_line(cell.value))}{_html_marks(cell.citations, numbered)}{doubts}"


def _html_note(note: str) -> str:
    return f' <span class="memory">[{html.escape(note)}]</span>'


def _html_marks(citations: Sequence[Citation], numbered: Numbered) -> str:
    return "".join(f'<sup><a href="#q{n}">[{n}]</a></sup>' for n in _numbers(citations, numbered))


def _cites(report: Report, citation: Citation) -> str:
    """Return what a quote cites itself, those that the library has named as such."""
    works = [
        f"{work.name} [in the library]" if work.paper_id else work.name
        for item in report.followed
        if (item.paper_id, item.start, item.end) == (citation.paper_id, citation.start, citation.end)
        for work in item.works
    ]
    return f" (cites: {'; '.join(works)})" if works else ""


def _linked(doi: str | None) -> str:
    """Return a DOI as a link to its work, as the end of a list of details."""
    if not doi:
        return ""
    address = f"https://doi.org/{urllib.parse.quote(doi, safe='/:;()')}"
    return f'. <a href="{html.escape(address)}" rel="noreferrer">{html.escape(doi)}</a>'


def _deleted(paper: ReviewedPaper) -> str:
    return " (deleted from the library)" if paper.deleted else ""


def _labels(report: Report) -> dict[PaperId, str]:
    return {paper.paper_id: paper.label for paper in report.papers}


def _notes(part: TextSection) -> list[str]:
    """Return what a reader must know of a sentence: that no quote stands behind it, and what its quotes do not say."""
    without = [UNSUPPORTED if part.citations else MEMORY] if part.uncited else []
    doubts = doubts_in_words(part.doubts)
    opinion = part.second_opinion
    silent_on = f', not "{part.silent_on}"' if part.silent_on else ""
    second = [f"second reading: {OPINION_WORDS[opinion]}{silent_on}"] if opinion and opinion != "supported" else []
    return [*without, *([doubts] if doubts else []), *second]


def _labels_of(part: TextSection, labels: Mapping[PaperId, str]) -> str:
    return " ".join(dict.fromkeys(labels.get(citation.paper_id, "") for citation in part.citations)).strip()


def _numbers(citations: Sequence[Citation], numbered: Numbered) -> list[int]:
    return list(dict.fromkeys(map(numbered.of, citations)))


def _sources(section: ReviewSection) -> str:
    if not section.sources:
        return MEMORY
    return counted(section.sources, "source")


def _escaped(marks: str) -> str:
    return marks.replace("[", "\\[").replace("]", "\\]")


def _is_reading_list(section: ReviewSection) -> bool:
    """Tell whether a section is a paper of a reading list with its passages, each beside its place."""
    return section.model == EXTRACTIVE and not section.tldr and section.table is None


def _titled(section: ReviewSection, labels: Mapping[PaperId, str]) -> str:
    """Return a section's title, of a paper of a reading list with its label."""
    named = _labels_of(section.text[0], labels) if _is_reading_list(section) and section.text else ""
    return f"{section.title} {named}".strip()


def _passage(part: TextSection) -> str:
    places = "; ".join(citation.label for citation in part.citations)
    return f"{_one_line(part.text)}{f' ({places})' if places else ''}"


def _is_bulleted(section: ReviewSection) -> bool:
    """Tell whether each sentence becomes a list item; items that the model marked itself stay as they are."""
    return section.model == EXTRACTIVE or (
        section.format == "list" and not any(_BREAK.search(part.text) for part in section.text)
    )


def _with_breaks(text: str, escape: Callable[[str], str], end: str) -> str:
    """Return a sentence on one line, and what its text begins or separates as a paragraph, item or table row on lines of their own."""
    lines = []
    for piece in _BREAK.split(text.rstrip()):
        line = escape(_one_line(piece))
        line = line.replace("\\|", "|") if piece.startswith("|") else line
        lines.append(end + line if piece.startswith("\n") else line)
    return end.join(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def beyond_lines(beyond: Beyond) -> Iterator[str]:
    """Yield a line per work, then one for all, then one for each service that gave nothing."""
    for work in beyond.works:
        yield _beyond_line(work)
    if not beyond.works:
        yield "No works were found."
    elif beyond.total > len(beyond.works):
        yield f"{beyond.total} works were found, of which these fit best."
    for answer in beyond.services:
        if answer.state in {"failed", "late"}:
            yield f"{answer.service} was asked in vain: {answer.detail}"


def _beyond_line(work: BeyondWork) -> str:
    authors = f"{work.authors[0]}{' et al.' if len(work.authors) > 1 else ''}" if work.authors else ""
    details = [str(part) for part in (work.title, authors, work.year, work.venue, work.add) if part]
    warned = f"; {work.warning}" if work.warning else ""
    return f"{'. '.join(details)} [{_STATES[work.state]}{warned}]"


def review_as_csv(_: Review, report: Report) -> bytes:
    """Return the tables as one, with the byte order mark by which spreadsheets recognise UTF-8."""
    text = to_csv(report)
    return text.encode("utf-8-sig") if text else b""


def to_csv(report: Report) -> str:
    """Return all tables of the report as one, with a line per paper and, after each column, one of the quotes behind its cells.

    A column name that several tables have is preceded by the title of its table. The text is empty without tables.
    """
    tables = [section.table for section in report.sections if section.table is not None]
    if not tables:
        return ""
    lines = {row.paper_id: [row.label] for table in tables for row in table.rows}
    for table in tables:
        cells = {
            row.paper_id: [text for cell in row.cells for text in (cell.value, _quotes(cell))] for row in table.rows
        }
        for paper_id, line in lines.items():
            line.extend(cells.get(paper_id, [""] * (2 * len(table.columns))))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")  # RFC 4180
    writer.writerows(map(csv_cell, line) for line in (["paper", *_heads(tables)], *lines.values()))
    return text.getvalue()


def _heads(tables: Sequence[ComparisonTable]) -> Iterator[str]:
    """Yield the header of each column, and of the column with its quotes."""
    named = Counter(column.name for table in tables for column in table.columns)
    for table in tables:
        for column in table.columns:
            name = column.name if named[column.name] == 1 else f"{table.title}: {column.name}"
            yield from (name, f"{name} (quotes)")


def _quotes(cell: TableCell) -> str:
    quotes = [f"{marked(citation, PLAIN)} ({citation.label}, {verdict_on(citation)})" for citation in cell.citations]
    return "; ".join([*quotes, *([f"not covered: {named_doubts(cell.doubts)}"] if cell.doubts else [])])
