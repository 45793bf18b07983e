"""One file to content, by its format; runs inside the reading process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.ocr import usable_engine
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.content import Note, PaperContent

if TYPE_CHECKING:
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.parsing.pdf import PreparedPage

OnPage = Callable[[int, int | None], None]

_PAGE_MESSAGE_INTERVAL_S = 0.2


def read_file(path: Path, filename: str, limits: ReadLimits, on_page: OnPage) -> PaperContent:
    """Return what the file says, whatever format its bytes show.

    Raises:
        PaperFaultError: When this file can never be read.
    """
    from scholarai.parsing.unhiding import without_hidden

    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if not head:
        raise fault("empty_file")
    return without_hidden(_read(head, path, filename, limits, on_page))


def _read(head: bytes, path: Path, filename: str, limits: ReadLimits, on_page: OnPage) -> PaperContent:
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
    from scholarai.adapters.reading.ranges import prepared_pages, worthwhile
    from scholarai.parsing.pdf import read_pages

    pdf = PdfFile(path)
    if pdf.page_count > limits.pages:
        raise fault("too_many_pages", f"The file has {pdf.page_count} pages; at most {limits.pages} are read.")
    info = pdf.info()
    notes: list[Note] = []
    if info.repaired:
        notes.append(Note(code="repaired", detail="The file is damaged; what could be recovered was read."))
    # Repairing a file twice would cost more than a helper gains.
    halves = worthwhile(pdf.page_count) and not info.repaired
    pages, unreadable = prepared_pages(path, pdf, limits, _now_and_then(pdf.page_count, on_page), halves=halves)
    notes += unreadable
    if not pages:
        raise fault("damaged")
    pages = _with_recognized(pages, pdf, limits, notes)
    pdf.close()
    return read_pages(pages, info=info, notes=notes)


def _now_and_then(page_count: int, on_page: OnPage) -> Callable[[int], None]:
    """Return what passes on how many pages are done: rarely, always more, and the last one."""
    most, told = 0, 0.0

    def tell(done: int) -> None:
        nonlocal most, told
        if done > most and (done == page_count or time.monotonic() - told >= _PAGE_MESSAGE_INTERVAL_S):
            most, told = done, time.monotonic()
            on_page(done, page_count)

    return tell


def _with_recognized(
    pages: list[PreparedPage], pdf: PdfFile, limits: ReadLimits, notes: list[Note]
) -> list[PreparedPage]:
    """Return the pages, those without a usable text layer recognised from their picture.

    Raises:
        PaperFaultError: `no_usable_text` when there is none then either.
    """
    from scholarai.parsing.pdf.layout.usable import PAGE_CHARACTERS, PAPER_CHARACTERS, own_characters

    counts = own_characters([page.layer for page in pages])
    pictures = [i for i, count in enumerate(counts) if count < PAGE_CHARACTERS and pages[i].layer.picture]
    if pictures:
        pages = _recognized(pages, pictures, pdf, limits, notes)
        counts = own_characters([page.layer for page in pages])
    if sum(counts) < PAPER_CHARACTERS:
        raise fault("no_usable_text")
    return pages


def _recognized(
    pages: list[PreparedPage], pictures: list[int], pdf: PdfFile, limits: ReadLimits, notes: list[Note]
) -> list[PreparedPage]:
    from scholarai.parsing.pdf import prepare

    engine = usable_engine(limits.ocr)
    if engine is None:
        notes.append(Note(code="ocr_unavailable", detail="Pages without text were not recognised: no language data."))
        return pages
    pages = list(pages)
    for index in pictures[: limits.ocr_pages]:
        number = pages[index].page_number
        layout = pdf.recognized(number - 1, engine)
        page = prepare(layout) if layout is not None else None
        if page is not None and page.layer.letters > pages[index].layer.letters:
            pages[index] = page
            notes.append(
                Note(code="recognized", detail="The page's text was recognised from its picture.", page_number=number)
            )
    if len(pictures) > limits.ocr_pages:
        notes.append(
            Note(code="ocr_stopped", detail=f"Only the first {limits.ocr_pages} pages without text were recognised.")
        )
    return pages


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
