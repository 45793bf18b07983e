"""One file to content, by its format; runs inside the reading process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from scholarai.adapters.reading.archives import unpack
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.opened import OnPage, OpenedFile
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.content import Note, PaperContent
from scholarai.domain.dotted import load
from scholarai.domain.formats import FORMATS, Archive, Format, format_of

_PAGE_MESSAGE_INTERVAL_S = 0.2


def read_file(path: Path, filename: str, limits: ReadLimits, on_page: OnPage) -> PaperContent:
    """Return what the file says, whatever format its bytes show.

    Raises:
        PaperFaultError: When this file can never be read.
    """
    from scholarai.parsing.hidden_characters import without_hidden
    from scholarai.parsing.panels import with_panels

    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if not head:
        raise fault("empty_file")
    return with_panels(without_hidden(_read(head, path, filename, limits, on_page)))


def _read(head: bytes, path: Path, filename: str, limits: ReadLimits, on_page: OnPage) -> PaperContent:
    found = sniff(head, filename)
    files: Mapping[str, bytes] = {}
    match found:
        case None:
            raise fault("unsupported_format")
        case Archive():
            files = unpack(path, found.name)
            kind = _format_in(files)
        case Format():
            kind = found
            if kind.is_text:
                files = {f"main{kind.endings[0]}": path.read_bytes()}
    read: Callable[[OpenedFile], PaperContent] = load(kind.reader)
    from_archive = isinstance(found, Archive)
    return read(OpenedFile(path=path, files=files, from_archive=from_archive, limits=limits, on_page=on_page))


def _format_in(files: Mapping[str, bytes]) -> Format:
    names = [name.lower() for name in files]
    for kind in FORMATS:
        if kind.in_archives and any(name.endswith(kind.endings) for name in names):
            return kind
    raise fault("no_main_file")


def read_pdf(file: OpenedFile) -> PaperContent:
    """Read pages, recognising those without text from their pictures."""
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.adapters.reading.ranges import prepared_pages, worthwhile
    from scholarai.adapters.reading.recognized import with_confidence
    from scholarai.adapters.reading.scans import with_recognized
    from scholarai.parsing.pdf import read_pages

    limits = file.limits
    pdf = PdfFile(file.path)
    if pdf.page_count > limits.pages:
        raise fault("too_many_pages", f"The file has {pdf.page_count} pages; at most {limits.pages} are read.")
    info = pdf.info()
    notes: list[Note] = []
    if info.repaired:
        notes.append(Note(code="repaired", detail="The file is damaged; what could be recovered was read."))
    # Repairing a file twice would cost more than a helper gains.
    halves = worthwhile(pdf.page_count) and not info.repaired
    on_page = _now_and_then(pdf.page_count, file.on_page)
    pages, unreadable = prepared_pages(file.path, pdf, limits, on_page, halves=halves)
    notes += unreadable
    if not pages:
        raise fault("damaged")
    scanned = with_recognized(pages, pdf, limits)
    pdf.close()
    content = read_pages(scanned.pages, info=info, notes=[*notes, *scanned.notes])
    return with_confidence(content, scanned.words)


def _now_and_then(page_count: int, on_page: OnPage) -> Callable[[int], None]:
    """Return a throttled, monotonic progress callback that always reports the last page."""
    most, reported_at = 0, 0.0

    def tell(done: int) -> None:
        nonlocal most, reported_at
        if done > most and (done == page_count or time.monotonic() - reported_at >= _PAGE_MESSAGE_INTERVAL_S):
            most, reported_at = done, time.monotonic()
            on_page(done, page_count)

    return tell


def read_docx(file: OpenedFile) -> PaperContent:
    """Read a Word file; other programs' files of the same make are refused."""
    from scholarai.parsing.docx import PARTS, NotADocumentError
    from scholarai.parsing.docx import read_docx as read

    try:
        return _with_text(read(unpack(file.path, "zip", PARTS.__contains__)))
    except NotADocumentError as error:
        raise fault("unsupported_format", f"The file cannot be read as a Word document: {error}.") from error


def read_latex(file: OpenedFile) -> PaperContent:
    """Read a LaTeX project; the parser finds its main file."""
    from scholarai.parsing.latex import read_latex as read

    return _with_text(read(dict(file.files), main=None if file.from_archive else next(iter(file.files))))


def read_markdown(file: OpenedFile) -> PaperContent:
    """Read `paper.md`, else the Markdown file nearest to the root, the longest of several, with all bibliographies."""
    from scholarai.parsing.markdown import read_markdown as read

    files = file.files
    papers = [name for name in files if name.lower().endswith(format_of("markdown").endings)]
    chosen = min(papers, key=lambda name: (not name.lower().endswith("paper.md"), name.count("/"), -len(files[name])))
    bibliographies = {name: data.decode("utf-8", "replace") for name, data in files.items() if name.endswith(".bib")}
    return _with_text(read(files[chosen].decode("utf-8-sig", "replace"), bibliographies=bibliographies))


def read_jats(file: OpenedFile) -> PaperContent:
    """Read an article in JATS; of an archive, the one nearest to the root, the longest of several."""
    from scholarai.parsing.jats import NotAnArticleError
    from scholarai.parsing.jats import read_jats as read

    files = file.files
    articles = [name for name in files if name.lower().endswith(format_of("jats").endings)]
    chosen = min(articles, key=lambda name: (name.count("/"), -len(files[name])))
    try:
        return _with_text(read(files[chosen]))
    except NotAnArticleError as error:
        raise fault("damaged", f"The XML holds no article that can be read: {error}.") from error


def read_html(file: OpenedFile) -> PaperContent:
    """Read a web page."""
    from scholarai.parsing.html import NotAPageError
    from scholarai.parsing.html import read_html as read

    try:
        return _with_text(read(_alone(file)))
    except NotAPageError as error:
        raise fault("damaged", f"The page cannot be read: {error}.") from error


def read_text(file: OpenedFile) -> PaperContent:
    """Read plain text."""
    from scholarai.parsing.plain_text import read_plain_text

    return _with_text(read_plain_text(_alone(file)))


def _alone(file: OpenedFile) -> bytes:
    return next(iter(file.files.values()))


def _with_text(content: PaperContent) -> PaperContent:
    if not content.blocks:
        raise fault("no_usable_text", "The file holds no readable text.")
    return content
