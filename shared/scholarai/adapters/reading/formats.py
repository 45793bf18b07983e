"""Reads one file by its format; runs inside the reading process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from scholarai.adapters.reading.archives import unpack_zip
from scholarai.adapters.reading.companions import main_file, paper_in, pdf_of
from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff, unread
from scholarai.domain.content import Note, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.formats import Archive, format_of
from scholarai.domain.plugins import Format, load
from scholarai.parsing.aligning import NotTheSamePaperError, joined
from scholarai.parsing.hidden_characters import without_hidden
from scholarai.parsing.panels import with_panels

if TYPE_CHECKING:
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.parsing.pdf.layout.page import PreparedPage


# The readers below import their parsers themselves: a process reads one file, and need not load the libraries of other formats.
_PAGE_MESSAGE_INTERVAL_S = 0.2
# A page of a paper has 7,000 letters at most; a glyph takes some hundred bytes while equations are read.
_MOST_LETTERS = 20_000
_INSTEAD_OF_XML = "Upload the paper's PDF, its web page saved as HTML, or its JATS XML, which PubMed Central gives out."
_OnPage: TypeAlias = Callable[[int, int | None], None]


def read_file(path: Path, filename: str, limits: ReadLimits, on_page: _OnPage) -> PaperContent:
    """Return the content of the file, in the format that its bytes show.

    Raises:
        PaperFaultError: When this file can never be read.
    """
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if not head:
        raise fault("empty_file")
    kind = sniff(head, filename)
    if kind is None:
        other = unread(head)
        raise fault("unsupported_format", f"The file is {other.name}." if other else "", other.action if other else "")
    if isinstance(kind, Archive):
        return with_panels(_read_archive(path, kind, limits, on_page))
    files = {f"main{kind.endings[0]}": path.read_bytes()} if kind.is_text else {}
    return with_panels(
        _read(kind, _OpenedFile(path=path, files=files, from_archive=False, limits=limits, on_page=on_page))
    )


def _read(kind: Format, file: _OpenedFile) -> PaperContent:
    read: Callable[[_OpenedFile], PaperContent] = load(kind.reader)
    return without_hidden(read(file))


def _read_archive(path: Path, archive: Archive, limits: ReadLimits, on_page: _OnPage) -> PaperContent:
    """Read a paper's source, and join it with its PDF if the archive holds one."""
    paper = paper_in(path, archive)
    place = path if not paper.data else paper.data
    source = _read(
        paper.kind, _OpenedFile(path=place, files=paper.files, from_archive=True, limits=limits, on_page=on_page)
    )
    if paper.pdf is None:
        return source
    try:
        opened = _OpenedFile(
            path=pdf_of(path, archive, paper.pdf), files={}, from_archive=True, limits=limits, on_page=on_page
        )
        return _joined(source, _read(format_of("pdf"), opened))
    except PaperFaultError as error:
        if paper.is_named:
            raise
        # Nobody asked for it: a project may hold the PDF of an earlier version, or of a talk.
        return replace(source, notes=(*source.notes, Note(code="pdf_not_used", detail=error.detail)))


def _joined(source: PaperContent, pdf: PaperContent) -> PaperContent:
    try:
        return joined(source, pdf)
    except NotTheSamePaperError as error:
        raise fault("not_the_same_paper", f"The PDF is not that of the source: {error}.") from error


def read_pdf(file: _OpenedFile) -> PaperContent:
    """Read the pages of a PDF, those without text by OCR."""
    from scholarai.adapters.reading.ocr_lines import with_confidence
    from scholarai.adapters.reading.pdf import PdfFile
    from scholarai.adapters.reading.scans import with_recognized
    from scholarai.parsing.pdf.read import read_pages

    limits = file.limits
    pdf = PdfFile(file.path)
    if pdf.page_count > limits.pages:
        raise fault("too_many_pages", f"The file has {pdf.page_count} pages; at most {limits.pages} are read.")
    info = pdf.info()
    notes: list[Note] = []
    if info.repaired:
        notes.append(Note(code="repaired", detail="The file is damaged; what could be recovered was read."))
    pages, unreadable = _prepared(pdf, limits, _now_and_then(pdf.page_count, file.on_page))
    notes += unreadable
    if not pages:
        raise fault("damaged")
    scanned = with_recognized(pages, pdf, limits)
    if pdf.is_long:
        pdf.close()
    content = with_confidence(read_pages(scanned.pages, info=info, notes=[*notes, *scanned.notes]), scanned.words)
    letters = {page.page_number: page.layer.letters for page in pages}
    del pages, scanned  # 80 MB of a book of 921 pages
    if content.equations and not info.repaired:
        pdf = PdfFile(file.path) if pdf.is_long else pdf
        content = _with_formulas(content, pdf, letters)
    pdf.close()
    return content


def _prepared(
    pdf: PdfFile, limits: ReadLimits, on_page: Callable[[int], None]
) -> tuple[list[PreparedPage], list[Note]]:
    """Return all readable pages, each layout dropped as soon as its rows are known, and notes on the others."""
    from scholarai.parsing.pdf.layout.page import prepare

    pages: list[PreparedPage] = []
    notes: list[Note] = []
    characters = 0
    for number, layout in enumerate(pdf.pages(), start=1):
        if layout is None:
            detail = "The page is damaged and was left out."
            notes.append(Note(code="page_unreadable", detail=detail, page_number=number))
        else:
            pages.append(prepare(layout))
            characters += pages[-1].layer.letters
        if characters > limits.characters:
            raise fault("too_complex")
        on_page(number)
    return pages, notes


def _with_formulas(content: PaperContent, pdf: PdfFile, letters: Mapping[int, int]) -> PaperContent:
    """Return a paper with the LaTeX of its equations."""
    from scholarai.parsing.pdf.equations import with_latex

    return with_latex(content, lambda page, bands: pdf.marks(page, bands) if letters[page] <= _MOST_LETTERS else None)


def _now_and_then(page_count: int, on_page: _OnPage) -> Callable[[int], None]:
    """Return a throttled, monotonic progress callback that always reports the last page."""
    most, reported_at = 0, 0.0

    def tell(done: int) -> None:
        nonlocal most, reported_at
        if done > most and (done == page_count or time.monotonic() - reported_at >= _PAGE_MESSAGE_INTERVAL_S):
            most, reported_at = done, time.monotonic()
            on_page(done, page_count)

    return tell


def read_docx(file: _OpenedFile) -> PaperContent:
    """Read a Word file; other files in Office Open XML are refused."""
    from scholarai.parsing import docx

    try:
        return _with_text(docx.read_docx(unpack_zip(file.path, docx.PARTS.__contains__)))
    except docx.NotADocumentError as error:
        raise fault("unsupported_format", f"The file cannot be read as a Word document: {error}.") from error


def read_latex(file: _OpenedFile) -> PaperContent:
    """Read a LaTeX project; the parser finds its main file."""
    from scholarai.parsing.latex import read_latex as read

    return _with_text(read(dict(file.files), main=None if file.from_archive else next(iter(file.files))))


def read_markdown(file: _OpenedFile) -> PaperContent:
    """Read a Markdown paper with all bibliographies."""
    from scholarai.parsing.markdown import read_markdown as read

    files = file.files
    chosen = main_file(files, format_of("markdown"))
    bibliographies = {name: data.decode("utf-8", "replace") for name, data in files.items() if name.endswith(".bib")}
    return _with_text(read(files[chosen].decode("utf-8-sig", "replace"), bibliographies=bibliographies))


def read_jats(file: _OpenedFile) -> PaperContent:
    """Read an article in JATS."""
    from scholarai.parsing import jats

    try:
        return _with_text(jats.read_jats(file.files[main_file(file.files, format_of("jats"))]))
    except jats.OtherDtdError as error:
        raise fault("unsupported_format", f"The XML is {error}, not an article in JATS.", _INSTEAD_OF_XML) from error
    except jats.NotAnArticleError as error:
        raise fault("damaged", f"The XML holds no article that can be read: {error}.") from error


def read_html(file: _OpenedFile) -> PaperContent:
    """Read a web page."""
    from scholarai.parsing import html

    try:
        return _with_text(html.read_html(_alone(file)))
    except html.NotAPageError as error:
        raise fault("damaged", f"The page cannot be read: {error}.") from error


def read_text(file: _OpenedFile) -> PaperContent:
    """Read plain text."""
    from scholarai.parsing.plain_text import read_plain_text

    return _with_text(read_plain_text(_alone(file)))


def _alone(file: _OpenedFile) -> bytes:
    return next(iter(file.files.values()))


def _with_text(content: PaperContent) -> PaperContent:
    if not content.blocks:
        raise fault("no_usable_text", "The file holds no readable text.", "Upload the paper's PDF.")
    return content


class _OpenedFile(Struct, frozen=True, kw_only=True):
    """A file whose format is known.

    Attributes:
        path: The file, or the archive that holds it; its bytes, where it has been unpacked.
        files: Of a text or an archive, the text files by their path; a file on its own has the name `main` with the
            format's first ending. Empty for formats that are read from `path`.
        from_archive: Several files were unpacked, and the reader finds the paper among them.
        on_page: Called with the number of finished pages and of all pages.
    """

    path: Path | bytes
    files: Mapping[str, bytes]
    from_archive: bool
    limits: ReadLimits
    on_page: _OnPage
