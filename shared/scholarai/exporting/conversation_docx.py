"""A conversation as a Word file, with headings, quotes and a bibliography in Word's own styles."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from scholarai.domain.invisible_characters import visible
from scholarai.domain.quote_markup import PLAIN, marked, verdict_on
from scholarai.exporting.conversation import Document, Turn, document_of
from scholarai.exporting.export_content import Talk
from scholarai.exporting.markdown import parsed, pieces_of
from scholarai.exporting.styles import STYLES, bibliography, style_named

# A quarter of an inch, in the units of Word's files (914,400 an inch).
_INDENT = 228_600
# What XML 1.0 forbids and `visible` leaves.
_NOT_XML = re.compile("[\ufffe\uffff]")


def as_docx(talk: Talk) -> Iterator[bytes]:
    """Yield the whole file."""
    import docx

    document = document_of(talk)
    file: Any = docx.Document()
    about = file.core_properties
    about.title, about.author, about.comments = _clean(document.title)[:255], "ScholarAI", ""
    about.created = about.modified = talk.session.updated_at.replace(tzinfo=None)
    file.add_heading(_clean(document.title), 0)
    file.add_paragraph().add_run(_clean(document.about)).italic = True
    for turn in document.turns:
        _add_turn(file, turn)
    _add_bibliography(file, document, talk.style)
    written = io.BytesIO()
    file.save(written)
    yield written.getvalue()


def _add_turn(file: Any, turn: Turn) -> None:
    file.add_heading(_clean(turn.question), 1)
    for remark in turn.remarks:
        file.add_paragraph().add_run(_clean(remark)).italic = True
    for part in turn.parts:
        if part.title:
            file.add_heading(_clean(part.title), 2)
        _add_text(file, part.text)
    for mark in turn.marks:
        file.add_paragraph().add_run(_clean(mark)).italic = True
    for quote in turn.quotes:
        paragraph = file.add_paragraph(style="Quote")
        paragraph.add_run(f"[{quote.number}] ").bold = True
        paragraph.add_run(_clean(marked(quote.citation, PLAIN)))
        paragraph.add_run(f" — {_clean(quote.source)}, {_clean(quote.citation.label)} ({verdict_on(quote.citation)})")


def _add_text(file: Any, text: str) -> None:
    """Add Markdown: paragraphs, items indented behind their marks, tables, code."""
    marks: list[int | None] = []  # the next number of each open list, None where it has none
    rows: list[list[Any]] = []
    label = ""
    for token in parsed(text):
        match token.type:
            case "ordered_list_open" | "bullet_list_open":
                marks.append(int(token.attrs.get("start", 1)) if token.type[0] == "o" else None)
            case "ordered_list_close" | "bullet_list_close":
                marks.pop()
            case "list_item_open":
                number = marks[-1]
                label = "•\t" if number is None else f"{number}.\t"
                marks[-1] = None if number is None else number + 1
            case "tr_open":
                rows.append([])
            case "table_close":
                _add_table(file, rows)
                rows = []
            case "inline" if rows:
                rows[-1].append(token)
            case "inline" | "fence" | "code_block" | "math_block":
                paragraph = file.add_paragraph(label)
                paragraph.paragraph_format.left_indent = _INDENT * len(marks)
                paragraph.paragraph_format.first_line_indent = -_INDENT if label else None
                label = ""
                _add_runs(paragraph, token)
            case _:
                pass


def _add_table(file: Any, rows: list[list[Any]]) -> None:
    table = file.add_table(len(rows), max(map(len, rows)), style="Table Grid")
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, token in zip(cells.cells, row, strict=False):
            _add_runs(cell.paragraphs[0], token)
    file.add_paragraph()


def _add_runs(paragraph: Any, token: Any) -> None:
    """Add the words of a token with their emphasis, and the numbers of quotes raised."""
    opened: list[str] = []
    for child in token.children if token.type == "inline" else [token]:
        for piece in pieces_of(_words_of(child)):
            run = paragraph.add_run(f"[{piece}]" if isinstance(piece, int) else _clean(piece))
            run.font.superscript = isinstance(piece, int) or None
            run.bold, run.italic = "strong" in opened or None, "em" in opened or None
            run.font.name = "Courier New" if child.type in {"code_inline", "fence", "code_block"} else None
        if child.nesting > 0:
            opened.append(child.tag)
        elif child.nesting < 0:
            opened.pop()


def _words_of(token: Any) -> str:
    """Return what a token shows; a formula as it was written."""
    match token.type:
        case "hardbreak":
            return "\n"
        case "softbreak":
            return " "
        case "math_inline":
            return f"${token.content}$"
        case "math_inline_double" | "math_block":
            return f"$${token.content.strip()}$$"
        case _:
            return str(token.content)


def _add_bibliography(file: Any, document: Document, style: str) -> None:
    if not document.works:
        return
    file.add_heading("Bibliography", 1)
    for _, entry in bibliography(document.works, style_named(style) or STYLES[0], "html"):
        _Entry(file.add_paragraph()).feed(entry)


class _Entry(HTMLParser):
    """Adds the marked-up text of an entry to a paragraph."""

    def __init__(self, paragraph: Any) -> None:
        super().__init__(convert_charrefs=False)
        self._paragraph = paragraph
        self._open: list[str] = []

    def feed(self, data: str) -> None:
        super().feed(data)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append("small-caps" if tag == "span" and attrs else tag)

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  - as HTMLParser has it; entries are well-formed
        if self._open:
            self._open.pop()

    def handle_entityref(self, name: str) -> None:
        self.handle_data({"amp": "&", "lt": "<", "gt": ">"}.get(name, f"&{name};"))

    def handle_data(self, data: str) -> None:
        run = self._paragraph.add_run(_clean(data))
        run.italic = "i" in self._open or None
        run.bold = "b" in self._open or None
        run.underline = "u" in self._open or None
        run.font.superscript = "sup" in self._open or None
        run.font.subscript = "sub" in self._open or None
        run.font.small_caps = "small-caps" in self._open or None


def _clean(text: str) -> str:
    return _NOT_XML.sub("", visible(text))
