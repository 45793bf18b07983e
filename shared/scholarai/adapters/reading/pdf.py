"""Reads a PDF with PyMuPDF into plain layout values, one page at a time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.fonts import FontRepairs
from scholarai.adapters.reading.glyphs import GlyphReader
from scholarai.adapters.reading.layouts import has_unknown_signs, page_layout
from scholarai.adapters.reading.pixel_fonts import PixelFonts
from scholarai.parsing.layout import DocumentInfo, PageLayout, RawLine
from scholarai.parsing.pdf.equations import Bands, Marks

# MuPDF keeps fonts and images it may need again; emptying that too often loads every font again. What fewer pages than these
# leave is kept until the process ends.
_SHRINK_EVERY = 64
# MuPDF asks the system for each 4 kB of a file on its way, a twentieth of the time; what is larger is not read into memory.
_MOST_BYTES_HELD = 8 << 20
# Tracing a page keeps more, at the time when most of a paper is in memory.
_SHRINK_EVERY_TRACED = 4
_LOST = "\ufffd"
# What a symbol font of Elsevier and Wiley gives as letters; one by one they stand where no word of any language has them.
_SUSPECT = re.compile(f"[¼ðÞþÀÆÂ{_LOST}]")
_SIGNS = (
    (re.compile(r"(?<![^\W\d_])ð(?=[^ðÞ]*Þ)"), "("),
    (re.compile(r"Þ(?![^\W\d_])"), ")"),
    (
        re.compile(r"(?<=[^\W\d_] )¼(?= [-+\u2212\u2013À(]?\.?\d)|(?<=[^\W\d_])¼(?=[-\u2212À.\d])|(?<=[)\]] )¼(?= )"),
        "=",
    ),
    (re.compile(r"(?<![^\W\d_])þ(?![^\W\d_])"), "+"),
    (re.compile(r"(?<![^\W_])À(?=\.?\d)"), "\u2212"),
    (re.compile(r"(?<=\d )Æ(?= \.?\d)|(?<=\d)Æ(?=\d)"), "±"),
    (re.compile(r"(?<=\d )Â(?= \d)|(?<=\d)Â(?=\d)"), "×"),
)
# A word that its font breaks by a character that it lacks, such as a mark of width 0.
_BROKEN = re.compile(rf"(?<![^\W\d_])[^\W\d_]++(?:{_LOST}[^\W\d_]++)++")


def load_pymupdf() -> ModuleType:
    """Return PyMuPDF without what 2.x imports beside it: its layout model costs 0.3 s and 100 MB at import."""
    if "pymupdf" not in sys.modules:
        for extra in ("pymupdf.layout", "pymupdf4llm"):
            sys.modules.setdefault(extra, None)  # type: ignore[arg-type]  # None makes `import` raise ImportError
    import pymupdf

    module: Any = pymupdf
    module.TOOLS.mupdf_display_errors(False)
    module.TOOLS.mupdf_display_warnings(False)
    # It keeps every message; nobody reads them, and some files bring about thousands.
    module.mupdf.fz_set_error_callback(None)
    module.mupdf.fz_set_warning_callback(None)
    return module  # type: ignore[no-any-return]  # PyMuPDF has no types


def open_document(pymupdf: Any, file: Path | bytes, filetype: str = "pdf") -> Any:
    """Open a file in PyMuPDF without loading its bookmarks: we do not use them, and deeply nested ones overflow the C stack."""

    class Document(pymupdf.Document):  # type: ignore[misc]  # PyMuPDF has no types
        def _loadOutline(self) -> None:  # noqa: N802  - PyMuPDF's name; there is no public way
            return None

    if isinstance(file, Path):
        return Document(str(file), filetype=filetype)
    return Document(stream=file, filetype=filetype)


class PdfFile:
    """An open PDF, its pages dropped as they are read."""

    def __init__(self, file: Path | bytes) -> None:
        self._pymupdf = load_pymupdf()
        # MuPDF's own errors share no base with Python's; the wrapper around them raises Python's.
        self._failures = (
            self._pymupdf.mupdf.FzErrorBase,
            RuntimeError,
            ValueError,
            TypeError,
            AttributeError,
            IndexError,
        )
        try:
            if isinstance(file, Path) and file.stat().st_size <= _MOST_BYTES_HELD:
                file = file.read_bytes()
            self._document = open_document(self._pymupdf, file)
            if self._document.needs_pass:
                raise fault("encrypted")
            self.page_count = int(self._document.page_count)
        except (
            RuntimeError,
            ValueError,
            TypeError,
            AttributeError,
        ) as error:  # every error class of MuPDF is one of these
            raise _translated(error) from error
        if self.page_count < 1:
            raise fault("damaged", "The PDF has no pages.")
        self.is_long = self.page_count >= _SHRINK_EVERY
        self._fonts = FontRepairs(self._pymupdf, self._document, self._failures)
        self._pixel_fonts = PixelFonts(self._document)
        self._glyphs = GlyphReader(self._pymupdf, self._document)

    def info(self) -> DocumentInfo:
        """Return the metadata of the file, empty where it is unreadable."""
        try:
            metadata = self._document.metadata or {}
        except self._failures:
            metadata = {}
        values = {name: str(metadata.get(name) or "") for name in ("title", "author", "keywords", "subject")}
        return DocumentInfo(**values, repaired=bool(self._document.is_repaired))

    def page(self, index: int) -> PageLayout | None:
        """Return one page, None when it cannot be read."""
        try:
            page = self._load(index)
            if self._fonts.examine(page):
                page = self._document.load_page(index)
            layout = page_layout(self._pymupdf, page, index + 1)
            if has_unknown_signs(layout) and self._fonts.recover(page):
                layout = page_layout(self._pymupdf, self._document.load_page(index), index + 1)
            if index % _SHRINK_EVERY == _SHRINK_EVERY - 1:
                self._pymupdf.TOOLS.store_shrink(100)
        except self._failures as error:
            if _out_of_memory(error):
                raise fault("read_memory") from error
            return None
        return with_signs(layout)

    def _load(self, index: int) -> Any:
        page = self._document.load_page(index)
        try:
            if not self._pixel_fonts.rescale(self._fonts.xrefs(page)):
                return page
            self._fonts.name_as_tex(self._pixel_fonts.scales)
        except self._failures:  # fonts that cannot be examined are read as they are
            return self._document.load_page(index)
        self._pymupdf.TOOLS.store_shrink(100)
        return self._document.load_page(index)

    def marks(self, page_number: int, bands: Bands) -> Marks | None:
        """Return the glyphs and bars of a page that touch some bands, None when they cannot be had."""
        try:
            if self.is_long and page_number % _SHRINK_EVERY_TRACED == 0:
                self._let_go()
            return self._glyphs.marks(self._load(page_number - 1), bands)
        except self._failures as error:
            if _out_of_memory(error):
                raise fault("read_memory") from error
            return None

    def picture(self, index: int, dpi: int, *, grey: bool) -> Any:
        """Return a page as a pixmap, None when it cannot be drawn."""
        try:
            space = self._pymupdf.csGRAY if grey else self._pymupdf.csRGB
            return self._document.load_page(index).get_pixmap(dpi=dpi, colorspace=space, alpha=0)
        except self._failures as error:
            if _out_of_memory(error):
                raise fault("read_memory") from error
            return None

    def pages(self) -> Iterator[PageLayout | None]:
        for index in range(self.page_count):
            yield self.page(index)

    def close(self) -> None:
        """Close the file, and release MuPDF's memory if the file is long: 40 MB after 921 pages."""
        if self._document.is_closed:
            return
        self._document.close()
        if self.is_long:
            self._let_go()

    def _let_go(self) -> None:
        """Return to the system what MuPDF keeps and does not need."""
        self._pymupdf.TOOLS.store_shrink(100)
        if sys.platform == "linux":
            import ctypes

            # glibc keeps what is freed in small pieces, unless it is asked.
            trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
            if trim is not None:
                trim(0)


def _translated(error: Exception) -> Exception:
    return (
        fault("read_memory") if _out_of_memory(error) else fault("damaged", "The PDF cannot be opened: it is damaged.")
    )


def _out_of_memory(error: Exception) -> bool:
    return any(word in str(error) for word in ("alloc", "out of memory"))


def with_signs(page: PageLayout) -> PageLayout:
    """Return a page with signs where a symbol font has letters, and with its broken words whole where it has them elsewhere."""
    texts = ["".join([span.text for span in line.spans]) for line in page.lines]
    whole = "\n".join(texts)
    if not _SUSPECT.search(whole):
        return page
    words = frozenset(re.findall(r"[^\W\d_]+", whole)) if _BROKEN.search(whole) else frozenset()
    lines = [
        _line(line, text, words) if _SUSPECT.search(text) else line
        for line, text in zip(page.lines, texts, strict=True)
    ]
    return page._replace(lines=tuple(lines))


def _line(line: RawLine, text: str, words: frozenset[str]) -> RawLine:
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    dropped = {
        match.start() + at
        for match in _BROKEN.finditer(text)
        if match[0].replace(_LOST, "") in words
        for at, character in enumerate(match[0])
        if character == _LOST
    }
    spans = []
    start = 0
    for span in line.spans:
        end = start + len(span.text)
        spans.append(span._replace(text="".join(text[at] for at in range(start, end) if at not in dropped)))
        start = end
    return line._replace(spans=tuple(spans))
