"""A conversation as Markdown, and as a page of HTML: the answer with the numbers of its quotes, every quote with its page."""

from __future__ import annotations

import html
from collections.abc import Iterator

from scholarai.domain.escaping import escape_markdown as _plain
from scholarai.domain.invisible_characters import visible
from scholarai.domain.quote_markup import HTML, MARKDOWN, marked, verdict_on
from scholarai.exporting.conversation import Document, Quote, Turn, document_of
from scholarai.exporting.export_content import Talk
from scholarai.exporting.markdown import as_page, as_safe_markdown, numbered
from scholarai.exporting.styles import STYLES, bibliography, page_head, style_named

_LINKED = '<sup><a href="#q{0}">[{0}]</a></sup>'


def as_markdown(talk: Talk) -> Iterator[bytes]:
    """Yield the conversation as Markdown; of what papers, models and users wrote, nothing becomes HTML or a link."""
    document = document_of(talk)
    yield f"# {_plain(document.title)}\n\n*{_plain(document.about)}*\n".encode()
    for turn in document.turns:
        yield visible("\n".join(markdown_turn(turn)) + "\n").encode()
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
        yield visible("\n".join(html_turn(turn)) + "\n").encode()
    yield from _html_bibliography(document, talk.style)
    yield b"</body>\n</html>\n"


def markdown_turn(turn: Turn) -> Iterator[str]:
    """Yield the lines of a turn; without a question, of its answer alone."""
    if turn.question:
        yield f"\n## {_plain(turn.question)}\n"
    for remark in turn.remarks:
        yield f"*{_plain(remark)}*\n"
    for part in turn.parts:
        if part.title:
            yield f"### {_plain(part.title)}\n"
        yield numbered(as_safe_markdown(part.text.strip("\n")), r" \[{}\]".format) + "\n"
    if turn.marks:
        yield "\n".join(f"- *{_plain(mark)}*" for mark in turn.marks) + "\n"
    for quote in turn.quotes:
        yield f"> **\\[{quote.number}\\]** {marked(quote.citation, MARKDOWN)}"
        yield f"> — {_plain(_place(quote))}\n"


def html_turn(turn: Turn, number: str = _LINKED) -> Iterator[str]:
    """Yield the lines of a turn; without a question, of its answer alone. `number` is the form of a quote's number in the text."""
    if turn.question:
        yield f"<h2>{_safe(turn.question)}</h2>"
    for remark in turn.remarks:
        yield f'<p class="notice">{_safe(remark)}</p>'
    for part in turn.parts:
        if part.title:
            yield f"<h3>{_safe(part.title)}</h3>"
        yield numbered(as_page(part.text), number.format)
    if turn.marks:
        yield f'<ul class="notice">{"".join(f"<li>{_safe(mark)}</li>" for mark in turn.marks)}</ul>'
    for quote in turn.quotes:
        said = marked(quote.citation, HTML)
        yield f'<blockquote id="q{quote.number}"><b>[{quote.number}]</b> {said}<br>— {_safe(_place(quote))}</blockquote>'


def _html_bibliography(document: Document, style: str) -> Iterator[bytes]:
    if not document.works:
        return
    yield b'<h2>Bibliography</h2>\n<div class="bibliography">\n'
    for work, entry in bibliography(document.works, style_named(style) or STYLES[0], "html"):
        link = f' <a href="{_safe(work.url)}" rel="noreferrer">Open</a>' if work.url else ""
        yield f"<p>{entry}{link}</p>\n".encode()
    yield b"</div>\n"


def _place(quote: Quote) -> str:
    return f"{', '.join(filter(None, (quote.source, quote.citation.label)))} ({verdict_on(quote.citation)})"


def _safe(text: str) -> str:
    return html.escape(text)
