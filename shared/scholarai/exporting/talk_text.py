"""A conversation as Markdown, and as a page of HTML: every sentence with its quotes, every quote with its page."""

from __future__ import annotations

import html
from collections.abc import Iterator

from scholarai.domain.escaping import escape_markdown as _plain
from scholarai.domain.marking import HTML, MARKDOWN, marked, verdict_on
from scholarai.domain.visible import visible
from scholarai.exporting.bibliographies import page_head
from scholarai.exporting.collected import Talk
from scholarai.exporting.styles import STYLES, bibliography, style_named
from scholarai.exporting.talk import Document, Quote, Sentence, Turn, document_of, marks


def as_markdown(talk: Talk) -> Iterator[bytes]:
    """Yield the conversation as Markdown; text of papers, models and users cannot become markup."""
    document = document_of(talk)
    yield f"# {_plain(document.title)}\n\n*{_plain(document.about)}*\n".encode()
    for turn in document.turns:
        yield visible("\n".join(_markdown_turn(turn)) + "\n").encode()
    if document.works:
        yield b"\n## Bibliography\n\n"
        for _, entry in bibliography(document.works, style_named(talk.style) or STYLES[0], "text"):
            yield f"- {_plain(entry)}\n".encode()


def as_html(talk: Talk) -> Iterator[bytes]:
    """Yield the conversation as a page that loads nothing and runs nothing."""
    document = document_of(talk)
    yield visible(page_head(document.title)).encode()
    yield visible(f'<h1>{_safe(document.title)}</h1>\n<p class="notice">{_safe(document.about)}</p>\n').encode()
    for turn in document.turns:
        yield visible("\n".join(_html_turn(turn)) + "\n").encode()
    yield from _html_bibliography(document, talk.style)
    yield b"</body>\n</html>\n"


def _markdown_turn(turn: Turn) -> Iterator[str]:
    yield f"\n## {_plain(turn.question)}\n"
    for remark in turn.remarks:
        yield f"*{_plain(remark)}*\n"
    for sentence in turn.sentences:
        if sentence.part:
            yield f"### {_plain(sentence.part)}\n"
        numbers = f" {_plain(marks(sentence.numbers))}" if sentence.numbers else ""
        notes = "".join(f" *\\[{_plain(note)}\\]*" for note in sentence.notes)
        yield f"{_plain(sentence.text)}{numbers}{notes}\n"
    for quote in turn.quotes:
        yield f"> **\\[{quote.number}\\]** {marked(quote.citation, MARKDOWN)}"
        yield f"> — {_plain(_place(quote))}\n"


def _html_turn(turn: Turn) -> Iterator[str]:
    yield f"<h2>{_safe(turn.question)}</h2>"
    for remark in turn.remarks:
        yield f'<p class="notice">{_safe(remark)}</p>'
    for sentence in turn.sentences:
        if sentence.part:
            yield f"<h3>{_safe(sentence.part)}</h3>"
        yield f"<p>{_html_sentence(sentence)}</p>"
    for quote in turn.quotes:
        said = marked(quote.citation, HTML)
        yield f'<blockquote id="q{quote.number}"><b>[{quote.number}]</b> {said}<br>— {_safe(_place(quote))}</blockquote>'


def _html_sentence(sentence: Sentence) -> str:
    numbers = "".join(f'<sup><a href="#q{number}">[{number}]</a></sup>' for number in sentence.numbers)
    notes = "".join(f' <span class="notice">[{_safe(note)}]</span>' for note in sentence.notes)
    return f"{_safe(sentence.text)}{numbers}{notes}"


def _html_bibliography(document: Document, style: str) -> Iterator[bytes]:
    if not document.works:
        return
    yield b'<h2>Bibliography</h2>\n<div class="bibliography">\n'
    for work, entry in bibliography(document.works, style_named(style) or STYLES[0], "html"):
        link = f' <a href="{_safe(work.url)}" rel="noreferrer">Open</a>' if work.url else ""
        yield f"<p>{entry}{link}</p>\n".encode()
    yield b"</div>\n"


def _place(quote: Quote) -> str:
    return f"{quote.source}, {quote.citation.label} ({verdict_on(quote.citation)})"


def _safe(text: str) -> str:
    return html.escape(text)
