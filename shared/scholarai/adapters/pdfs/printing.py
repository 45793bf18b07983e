"""Sets the HTML of an export as a PDF: upright and wide pages, links, an outline, and page numbers.

MuPDF lays it out with fonts of its own, which have Latin, Greek, Cyrillic, mathematics, Chinese, Japanese, Korean, Arabic, Hebrew,
Indic scripts and Thai.
"""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pymupdf
from lxml.html import HtmlElement, fromstring, tostring

from scholarai.adapters.reading.faults import fault
from scholarai.exporting.sheets import Sheets, sheets_of

_STYLE = (
    "body{font-family:serif;font-size:10.5pt;line-height:1.4;overflow-wrap:break-word}"
    "h1{font-size:20pt;line-height:1.2}h2{font-size:14pt;line-height:1.25}h3{font-size:12pt}h4{font-size:10.5pt}"
    "h1,h2,h3,h4{page-break-after:avoid}"
    ".notice,.tldr,.memory{color:#555}"
    "table{border-collapse:collapse;width:100%;font-size:8.5pt;line-height:1.3}"
    "td,th{border:0.5pt solid #999;padding:3pt;text-align:left;vertical-align:top}"
    "sup{font-size:70%;vertical-align:super;line-height:1}sub{font-size:70%;vertical-align:sub;line-height:1}"
    "blockquote{margin:3pt 0 6pt 16pt}pre{white-space:pre-wrap;font-size:8.5pt}"
    "del{text-decoration:line-through}ins{font-weight:bold;text-decoration:none}"
)
_MARGIN_PT, _FOOT_PT, _FOOT_SIZE_PT = 54.0, 30.0, 8.0
_GREY = (0.4, 0.4, 0.4)
# MuPDF makes a column as wide as its longest word, and cuts off a row that is higher than a page: words get places to break at, and
# a cell's text goes on in another row. Guesses: a column's width; a third of a wide page's height in a narrow column.
_WORD, _CELL = 16, 600
# A guess: more pages are read by nobody, and take more than the process's time.
_MOST_PAGES = 2_000
_WORDS = re.compile(r"\s*\S+\s*|\s+")
# A space of no width: MuPDF does not break at every `<wbr>`.
_BREAK = "\\g<0>\u200b"
_LONG = re.compile(rf"\S{{{_WORD}}}(?=\S)")
# A glyph or a range of them, and a first character above U+FFFF.
_BEYOND = re.compile(rb"<([0-9a-f]{4})> (?:<([0-9a-f]{4})> )?<([0-9a-f]{5,6})>")


def as_pdf(page: bytes, most_pages: int = _MOST_PAGES) -> bytes:
    """Return a page of HTML as a PDF on A4.

    Raises:
        PaperFaultError: `too_complex` if it would have more than `most_pages` pages.
    """
    title, parts = sheets_of(page)
    written = io.BytesIO()
    writer = pymupdf.DocumentWriter(written)
    positions: list[Any] = []
    pages = 0
    for part in parts:
        for _ in _placed(part, writer, positions, pages):
            pages += 1
            if pages > most_pages:
                raise fault("too_complex")
    if not pages:  # a writer without a page cannot be closed
        writer.begin_page(pymupdf.paper_rect("a4"))
        writer.end_page()
    writer.close()
    with pymupdf.Document("pdf", written) as document:
        _add_links(document, positions)
        document.set_toc(_outline(parts, positions))
        for number, sheet in enumerate(document, start=1):
            foot = pymupdf.Point(sheet.rect.width - _MARGIN_PT - 30, sheet.rect.height - _FOOT_PT)
            sheet.insert_text(foot, f"{number} / {len(document)}", fontsize=_FOOT_SIZE_PT, color=_GREY)
        document.set_metadata({"title": title, "creator": "ScholarAI"})
        document.subset_fonts()
        _mend_characters(document)
        return bytes(document.tobytes(garbage=3, deflate=True, use_objstms=1))


def _placed(part: Sheets, writer: Any, positions: list[Any], before: int) -> Iterator[None]:
    """Write what stands on sheets of one form, and yield after each."""
    story = pymupdf.Story(html="".join(map(_as_html, part.elements)), user_css=_STYLE)
    paper = pymupdf.paper_rect("a4-l" if part.wide else "a4")
    room = pymupdf.Rect(_MARGIN_PT, _MARGIN_PT, paper.x1 - _MARGIN_PT, paper.y1 - _MARGIN_PT)
    more, number = True, before

    def keep(position: Any) -> None:  # PyMuPDF takes functions of Python alone
        positions.append(position)

    while more:
        number += 1
        device = writer.begin_page(paper)
        more, _ = story.place(room)
        story.element_positions(keep, {"page_num": number})
        story.draw(device)
        writer.end_page()
        yield


def _as_html(element: HtmlElement) -> str:
    for table in element.iter("table"):
        _make_printable(table)
    return str(tostring(element, encoding="unicode"))


def _make_printable(table: HtmlElement) -> None:
    """Give long words places to break at, and cells with much text further rows."""
    for row in list(table.iter("tr")):
        cells = [(cell.tag, _pieces(cell)) for cell in row]
        rows = []
        for at in range(max((len(pieces) for _, pieces in cells), default=0)):
            texts = (f"<{tag}>{pieces[at] if at < len(pieces) else ''}</{tag}>" for tag, pieces in cells)
            rows.append(f"<tr>{''.join(texts)}</tr>")
        body = fromstring(f"<table>{''.join(rows)}</table>")
        place, at = row.getparent(), row.getparent().index(row)
        place[at : at + 1] = list(body.iter("tr"))


def _pieces(cell: HtmlElement) -> list[str]:
    """Return a cell's content as HTML, in pieces of at most about `_CELL` characters."""
    pieces, room = [""], _CELL
    for word, tags in _words(cell, ()):
        if len(word) > room and room < _CELL:
            pieces.append("")
            room = _CELL
        room -= len(word)
        opened = "".join(f"<{tag}{_written(attributes)}>" for tag, attributes in tags)
        closed = "".join(f"</{tag}>" for tag, _ in reversed(tags))
        pieces[-1] += f"{opened}{html.escape(_LONG.sub(_BREAK, word))}{closed}"
    return pieces


def _words(
    element: HtmlElement, tags: tuple[tuple[str, Mapping[str, str]], ...]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the words of an element with the elements in which they stand."""
    for word in _WORDS.findall(element.text or ""):
        yield word, tags
    for child in element:
        yield from _words(child, (*tags, (child.tag, child.attrib)))
        for word in _WORDS.findall(child.tail or ""):
            yield word, tags


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())


def _add_links(document: Any, positions: list[Any]) -> None:
    """Link numbers with their quotes, and works with their addresses; what points nowhere, or is drawn nowhere, is left out."""
    known = {position.id for position in positions if position.id}

    def leads(one: Any) -> bool:
        return one.rect[2] > one.rect[0] and (not one.href.startswith("#") or one.href[1:] in known)

    pymupdf.Story.add_pdf_links(document, [position for position in positions if not position.href or leads(position)])


def _mend_characters(document: Any) -> None:
    """Write which character a glyph is in UTF-16, as PDF asks: MuPDF writes 1d53c for 𝔼, which is read as another letter when copied."""
    maps = {document.xref_get_key(font[0], "ToUnicode") for sheet in document for font in sheet.get_fonts()}
    for kind, reference in maps:
        if kind == "xref":
            number = int(reference.split()[0])
            document.update_stream(number, _BEYOND.sub(_in_utf16, document.xref_stream(number)))


def _in_utf16(entry: re.Match[bytes]) -> bytes:
    first, last = int(entry[1], 16), int(entry[2] or entry[1], 16)
    characters = (chr(int(entry[3], 16) + at).encode("utf-16-be").hex() for at in range(last - first + 1))
    written = " ".join(f"<{character}>" for character in characters).encode()
    # In a range only the last byte counts up, so its characters are listed.
    return b"<%b> <%b> [%b]" % (entry[1], entry[2], written) if entry[2] else b"<%b> %b" % (entry[1], written)


def _outline(parts: Sequence[Sheets], positions: Sequence[Any]) -> list[list[Any]]:
    """Return the headings as levels, texts and pages; a level begins at most one below the one before."""
    headings = (one for part in parts for element in part.elements for one in element.iter("h1", "h2", "h3", "h4"))
    pages = (position.page_num for position in positions if position.heading and position.open_close & 1)
    entries: list[list[Any]] = []
    for heading, page in zip(headings, pages, strict=True):
        if text := " ".join(heading.text_content().split()):
            below = entries[-1][0] if entries else 0
            entries.append([min(int(heading.tag[1]), below + 1), text, page])
    return entries
