"""A conversation as a Word file, with headings, quotes and a bibliography in Word's own styles."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from scholarai.domain.marking import PLAIN, marked, verdict_on
from scholarai.domain.visible import visible
from scholarai.exporting.collected import Talk
from scholarai.exporting.styles import STYLES, bibliography, style_named
from scholarai.exporting.talk import Document, Turn, document_of, marks

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
    for sentence in turn.sentences:
        if sentence.part:
            file.add_heading(_clean(sentence.part), 2)
        paragraph = file.add_paragraph(_clean(sentence.text))
        paragraph.add_run(marks(sentence.numbers)).font.superscript = True
        for note in sentence.notes:
            paragraph.add_run(f" [{_clean(note)}]").italic = True
    for quote in turn.quotes:
        paragraph = file.add_paragraph(style="Quote")
        paragraph.add_run(f"[{quote.number}] ").bold = True
        paragraph.add_run(_clean(marked(quote.citation, PLAIN)))
        paragraph.add_run(f" — {_clean(quote.source)}, {_clean(quote.citation.label)} ({verdict_on(quote.citation)})")


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
