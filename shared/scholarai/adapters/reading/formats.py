"""One file to content, by its format; runs inside the reading process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.content import Note, PaperContent
from scholarai.parsing.layout import PageLayout

OnPage = Callable[[int, int | None], None]

_PAGE_MESSAGE_INTERVAL_S = 0.2


def read_file(path: Path, filename: str, limits: ReadLimits, on_page: OnPage) -> PaperContent:
    """Return what the file says, whatever format its bytes show.

    Raises:
        PaperFaultError: When this file can never be read.
    """
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if not head:
        raise fault("empty_file")
    match sniff(head, filename):
        case "pdf":
            return _read_pdf(path, limits, on_page)
        case "zip" | "tar" | "gzip" as kind:
            return _read_archive(path, kind)
        case "latex":
            return _read_latex({"main.tex": path.read_bytes()}, "main.tex")
        case "markdown":
            return _read_markdown(path.read_bytes(), {})
        case "unknown":
            raise fault("unsupported_format")


def _read_pdf(path: Path, limits: ReadLimits, on_page: OnPage) -> PaperContent:
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.parsing.pdf import read_pdf

    pdf = PdfFile(path)
    if pdf.page_count > limits.pages:
        raise fault("too_many_pages", f"The file has {pdf.page_count} pages; at most {limits.pages} are read.")
    notes: list[Note] = []
    layouts = list(_pages(pdf.pages(), pdf.page_count, limits, on_page, notes))
    if not layouts:
        raise fault("damaged")
    content = read_pdf(layouts, info=pdf.info(), graphics=lambda number: pdf.graphics(number - 1), notes=notes)
    if not content.blocks:
        raise fault("no_usable_text")
    return content


def _pages(
    pages: Iterator[PageLayout | None], count: int, limits: ReadLimits, on_page: OnPage, notes: list[Note]
) -> Iterator[PageLayout]:
    characters, told = 0, 0.0
    for number, layout in enumerate(pages, 1):
        if layout is None:
            notes.append(
                Note(code="page_unreadable", detail="The page is damaged and was left out.", page_number=number)
            )
        else:
            characters += sum(len(span.text) for line in layout.lines for span in line.spans)
            if characters > limits.characters:
                raise fault("too_complex")
            yield layout
        if number == count or time.monotonic() - told >= _PAGE_MESSAGE_INTERVAL_S:
            told = time.monotonic()
            on_page(number, count)


def _read_archive(path: Path, kind: Literal["zip", "tar", "gzip"]) -> PaperContent:
    from scholarai.adapters.reading.archives import unpack

    files = unpack(path, kind)
    if any(name.endswith((".tex", ".ltx", ".latex")) for name in files):
        return _read_latex(files, None)
    papers = [name for name in files if name.lower().endswith((".md", ".markdown"))]
    if not papers:
        raise fault("no_main_file")
    chosen = min(papers, key=lambda name: (not name.lower().endswith("paper.md"), name.count("/"), -len(files[name])))
    bibliographies = {name: data.decode("utf-8", "replace") for name, data in files.items() if name.endswith(".bib")}
    return _read_markdown(files[chosen], bibliographies)


def _read_latex(files: dict[str, bytes], main: str | None) -> PaperContent:
    from scholarai.parsing.latex import read_latex

    content = read_latex(files, main=main)
    return _with_text(content)


def _read_markdown(data: bytes, bibliographies: dict[str, str]) -> PaperContent:
    from scholarai.parsing.markdown import read_markdown

    return _with_text(read_markdown(data.decode("utf-8-sig", "replace"), bibliographies=bibliographies))


def _with_text(content: PaperContent) -> PaperContent:
    if not content.blocks:
        raise fault("no_usable_text", "The file holds no readable text.")
    return content
