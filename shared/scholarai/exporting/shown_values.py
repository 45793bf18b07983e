"""What any value looks like on a terminal, as Markdown, and in a notebook: its own parts, or the fields that say something."""

from __future__ import annotations

import functools
import html
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec.structs import fields, replace

from scholarai.domain.answer_text import joined
from scholarai.domain.chat import Answer, Citation, Evidence, TextSection, place_label
from scholarai.domain.checked_text import CheckedReferences, CheckedText, FoundSource, NearPassage, QuoteInText
from scholarai.domain.checking import Brief, CheckedQuote
from scholarai.domain.content import Block, Equation, Figure, PaperContent, Reference, Section, Table
from scholarai.domain.escaping import escape_markdown
from scholarai.domain.ids import PaperId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.plurals import counted
from scholarai.domain.quote_markup import HTML, MARKDOWN, PLAIN, Markup, marked, verdict_on
from scholarai.domain.values import Value
from scholarai.exporting.checked_texts import as_html, as_markdown, citation_of, with_left_off
from scholarai.exporting.conversation import Turn, turn_of
from scholarai.exporting.conversation_text import html_turn, markdown_turn

# Guesses of what is an overview: sections of a paper, rows of a table, values of a list, characters of a text and of a value's name.
_SECTIONS, _ROWS, _VALUES = 60, 60, 10
_TEXT, _NAME = 600, 60

Rows = Sequence[Sequence[str]]


class _Form(Protocol):
    """How a kind of document writes a heading, a line, and a table.

    `marks` are those of quotes, `cell` the most characters of a table's cell; None where all of a table is written, which is then
    exported rather than shown.
    """

    marks: Markup
    cell: int | None

    def strong(self, text: str) -> str: ...

    def line(self, marked: str, depth: int = 0) -> str:
        """Return a line, `depth` levels in, of a text that is escaped already."""

    def table(self, rows: Rows, header: int) -> str: ...


class _Text:
    marks = PLAIN
    cell: int | None = 40

    def strong(self, text: str) -> str:
        return text

    def line(self, marked: str, depth: int = 0) -> str:
        return f"    {'  ' * depth}{marked}"

    def table(self, rows: Rows, header: int) -> str:
        """Return columns of equal width, with a line below the header."""
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        lines[header:header] = ["  ".join("-" * width for width in widths)] if header else []
        return "\n".join(f"    {line}" for line in lines)


class _Markdown:
    marks = MARKDOWN
    cell: int | None = None

    def strong(self, text: str) -> str:
        return f"**{escape_markdown(text)}**"

    def line(self, marked: str, depth: int = 0) -> str:
        return f"{'  ' * depth}- {marked}"

    def table(self, rows: Rows, header: int) -> str:
        """Return a table with pipes, whose first row is its only header."""
        head, *body = ([""] * len(rows[0]), *rows) if not header else rows
        lines = (head, ["---"] * len(head), *body)
        return "\n" + "\n".join(f"| {' | '.join(map(escape_markdown, line))} |" for line in lines)


class _Html:
    marks = HTML
    cell: int | None = 200

    def strong(self, text: str) -> str:
        return f"<div><b>{html.escape(text)}</b></div>"

    def line(self, marked: str, depth: int = 0) -> str:
        return f'<div style="margin-left:{depth + 1}em">{marked}</div>'

    def table(self, rows: Rows, header: int) -> str:
        lines = (
            "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row)
            for row, tag in zip(rows, ["th"] * header + ["td"] * len(rows), strict=False)
        )
        return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def value_as_text(value: Value) -> str:
    return _shown(value, _Text())


def value_as_markdown(value: Value) -> str:
    return f"{_shown(value, _Markdown())}\n"


def value_as_html(value: Value) -> str:
    return f"{_shown(value, _Html())}\n"


def _shown(value: Value, form: _Form) -> str:
    return visible("\n".join(_parts(value, form)))


@functools.singledispatch
def _parts(value: Value, form: _Form) -> Iterator[str]:
    """Yield what is shown of a value, its name first: the fields that differ from their defaults."""
    title = _title(value)
    yield form.strong(title)
    for field in fields(type(value)):
        found = getattr(value, field.name)
        named = isinstance(found, str) and _one_line(found) in title
        if not named and found not in (None, (), {}) and found != field.default:
            yield form.line(form.marks.escaped(f"{field.name}: {_in_short(found)}"))


@_parts.register
def _content(content: PaperContent, form: _Form) -> Iterator[str]:
    """Yield title, authors, counts and the headings of sections."""
    yield form.strong(_one_line(content.title) or "A paper without a title")
    yield from _lines(form, _about(content))
    parts = (
        (content.pages, "page"),
        (content.sections, "section"),
        (content.figures, "figure"),
        (content.tables, "table"),
        (content.equations, "equation"),
        (content.references, "reference"),
        (content.notes, "note"),
    )
    yield from _lines(form, [", ".join(counted(len(found), name) for found, name in parts if found)])
    for section in content.sections[:_SECTIONS]:
        yield form.line(form.marks.escaped(_title(section)), depth=max(0, section.level - 1))
    yield from _more(form, len(content.sections) - _SECTIONS)


@_parts.register
def _paper(paper: Paper, form: _Form) -> Iterator[str]:
    """Yield what is known of a paper, how far it is read, and its owner's marks."""
    yield form.strong(_title(paper))
    yield from _lines(form, _about(paper.metadata))
    state = paper.failure.message if paper.failure is not None else paper.status
    pages = counted(paper.counts.pages, "page") if paper.counts.pages else ""
    yield from _lines(form, [", ".join(filter(None, (paper.filename, pages, state, f"id {paper.id}")))])
    yield from _lines(form, [" ".join(f"#{tag}" for tag in paper.marks.tags)])


@_parts.register
def _table(table: Table, form: _Form) -> Iterator[str]:
    yield form.strong(_title(table))
    if table.rows:
        rows = table.rows if form.cell is None else table.rows[:_ROWS]
        yield form.table([[_cut(_one_line(cell), form.cell) for cell in row] for row in rows], table.header_rows)
        yield from _more(form, len(table.rows) - len(rows))
    yield from _lines(form, table.notes)


@_parts.register
def _citation(citation: Citation, form: _Form) -> Iterator[str]:
    yield form.strong(f"[{citation.number}] {verdict_on(citation)}{_in_brackets(citation.label)}")
    yield from _marked_quote(citation, form)


@_parts.register
def _checked_quote(checked: CheckedQuote, form: _Form) -> Iterator[str]:
    """Yield the verdict, and the quote with the words that differ beside the paper's own."""
    if checked.error is not None:
        yield form.strong(f"{checked.error.code}: {checked.error.detail}")
        return
    quote = QuoteInText(
        start=0, end=len(checked.quote), quote=checked.quote, checked=checked, paper_id=checked.paper_id
    )
    citation = citation_of(quote)
    label = citation.label if any(place.page for place in checked.places) else ""
    found = checked.title if checked.verdict != "not_found" else ""
    yield form.strong(f"{verdict_on(citation)}{_in_brackets(label, _one_line(found))}")
    yield from _marked_quote(citation, form)


@_parts.register
def _evidence(evidence: Evidence, form: _Form) -> Iterator[str]:
    place = place_label(evidence.section_path, evidence.page_numbers)
    yield form.strong(f"[{evidence.number}] {place}{_in_brackets(_one_line(evidence.title))}")
    yield form.line(form.marks.escaped(_one_line(evidence.text)))


@_parts.register
def _near(near: NearPassage, form: _Form) -> Iterator[str]:
    yield form.strong(f"{_one_line(near.title)}, {place_label(near.section_path, near.page_numbers)}")
    yield form.line(form.marks.escaped(_one_line(near.text)))


@_parts.register
def _source(found: FoundSource, form: _Form) -> Iterator[str]:
    yield form.strong(_title(found))
    for source in found.papers:
        yield from _inside(replace(source.checked, title=source.title), form)
    for near in found.nearest if not found.papers else ():
        yield from _inside(near, form)


@_parts.register
def _brief(brief: Brief, form: _Form) -> Iterator[str]:
    yield form.strong("What it is about")
    yield from _lines(form, [sentence.text for sentence in brief.sentences])
    yield form.strong("Questions to ask first")
    yield from _lines(form, [question.question for question in brief.questions])


@_parts.register
def _references(checked: CheckedReferences, form: _Form) -> Iterator[str]:
    yield form.strong(f"{counted(len(checked.references), 'reference')}, looked for in {', '.join(checked.looked)}")
    for reference in checked.references[:_ROWS]:
        differs = "; ".join(f"{field.field}: {field.known}" for field in reference.differs)
        yield from _lines(form, [f"{reference.found}: {_title(reference.reference)}{_in_brackets(differs)}"])
    yield from _more(form, len(checked.references) - _ROWS)
    yield from _lines(form, checked.notes)


def _inside(value: Value, form: _Form) -> Iterator[str]:
    """Yield a value's parts as lines of another one."""
    return (form.line(part.strip(), depth=min(at, 1)) for at, part in enumerate(_parts(value, form)))


def _marked_quote(citation: Citation, form: _Form) -> Iterator[str]:
    quote = with_left_off(citation, form.marks) if citation.verdict == "cut" else marked(citation, form.marks)
    if quote:
        yield form.line(quote)


def _lines(form: _Form, texts: Collection[str] | Iterator[str]) -> Iterator[str]:
    return (form.line(form.marks.escaped(_cut(_one_line(text), _TEXT))) for text in texts if text)


def _more(form: _Form, count: int) -> Iterator[str]:
    return _lines(form, [f"and {count} more"] if count > 0 else [])


def _in_brackets(*texts: str) -> str:
    said = ", ".join(filter(None, texts))
    return f" ({said})" if said else ""


def _about(about: PaperContent | Metadata) -> Iterator[str]:
    """Yield authors, and where and when it appeared."""
    yield "; ".join(author if isinstance(author, str) else author.name for author in about.authors)
    doi, arxiv_id = about.doi and f"doi:{about.doi}", about.arxiv_id and f"arXiv:{about.arxiv_id}"
    yield ", ".join(filter(None, (about.venue, str(about.year or ""), doi, arxiv_id)))


# Of a value inside of another one, and the first line of its own: whatever names it best, on one line.
_TITLES: Mapping[type[Any], Callable[[Any], str]] = {
    Section: lambda section: f"{section.number or ''} {section.title}",
    Table: lambda table: table.caption or table.label,
    Figure: lambda figure: figure.caption or figure.label,
    Equation: lambda equation: equation.text,
    Block: lambda block: f"{block.kind} {block.id}: {block.text}",
    Reference: lambda reference: reference.raw,
    Paper: lambda paper: paper.metadata.title or paper.filename,
    CheckedQuote: lambda checked: f"{checked.verdict}: {checked.quote or checked.text}",
    Citation: lambda citation: f"[{citation.number}] {citation.verdict}: {citation.quote}",
    FoundSource: lambda found: found.sentence,
}
_NAMES = ("title", "name", "label", "text", "message", "detail", "question", "quote")


def _title(value: Value) -> str:
    if (titled := _TITLES.get(type(value))) is not None:
        return _cut(_one_line(titled(value)), _TEXT)
    names = (getattr(value, name, None) for name in _NAMES)
    said = next((name for name in names if isinstance(name, str) and name), "")
    return _cut(": ".join(filter(None, (type(value).__name__, _one_line(said)))), _TEXT)


def _in_short(found: Any) -> str:
    match found:
        case Value():
            return _cut(_title(found), _NAME)
        case datetime():
            return found.isoformat(sep=" ", timespec="minutes")
        case Mapping():
            return _in_short([f"{name}: {_in_short(one)}" for name, one in found.items()])
        case tuple() | list() | frozenset():
            more = f"; and {len(found) - _VALUES} more" if len(found) > _VALUES else ""
            return "; ".join(_in_short(one) for one in list(found)[:_VALUES]) + more
        case _:
            return _cut(_one_line(str(found)), _TEXT)


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _cut(text: str, most: int | None) -> str:
    return text if most is None or len(text) <= most else f"{text[: most - 1]}…"


def answer_text(answer: Answer) -> str:
    """Return what an answer says, with the numbers of its quotes."""
    if answer.refusal is not None:
        return visible(answer.refusal.message)
    if answer.kind == "answer":
        return visible(joined(answer.sections, _numbers).strip())
    return visible("\n\n".join(" ".join(section.text.split()) + _numbers(section) for section in answer.sections))


def answer_as_text(answer: Answer) -> str:
    """Return an answer with its remarks, and each quote with its place and verdict."""
    turn = _turn(answer)
    lines = [*turn.remarks, answer_text(answer) if answer.sections else "", *turn.marks]
    for quote in turn.quotes:
        citation = quote.citation
        place = ", ".join(filter(None, (quote.source, citation.label)))
        lines.append(f"[{citation.number}] {marked(citation, PLAIN)}\n    {place} ({verdict_on(citation)})")
    return visible("\n\n".join(filter(None, lines)))


def answer_as_markdown(answer: Answer) -> str:
    return visible("\n".join(markdown_turn(_turn(answer))).strip() + "\n")


def answer_as_html(answer: Answer) -> str:
    """Return an answer for a notebook; its numbers are no links, since a notebook shows many answers on one page."""
    return visible("\n".join(html_turn(_turn(answer), "<sup>[{0}]</sup>")) + "\n")


def checked_text_as_text(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_markdown(checked: CheckedText) -> str:
    return as_markdown(checked)


def checked_text_as_html(checked: CheckedText) -> str:
    """Return what stands on the page, for a notebook."""
    page = as_html(checked)
    return page[page.index("<body>") + len("<body>") : page.index("</body>")]


def _turn(answer: Answer) -> Turn:
    covered = answer.coverage.papers if answer.coverage is not None else ()
    titles: dict[PaperId, str] = {paper.paper_id: paper.title for paper in covered}
    return turn_of("", answer, lambda paper_id: titles.get(paper_id, ""))


def _numbers(section: TextSection) -> str:
    return "".join(f" [{number}]" for number in dict.fromkeys(citation.number for citation in section.citations))
