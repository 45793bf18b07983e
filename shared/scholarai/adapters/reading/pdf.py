"""PyMuPDF's view of a file as plain layout values, one page at a time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from scholarai.adapters.reading.faults import fault
from scholarai.adapters.reading.ocr import DPI, LANGUAGE, OcrName, language_data
from scholarai.domain.content import Box
from scholarai.parsing.layout import DocumentInfo, Graphic, PageLayout, RawLine, Span, Style
from scholarai.parsing.pdf.regions import LEAST_PT, THIN_PT, painted_areas

# The cosine of a text direction beyond which it counts as along or across the page; between them it is slanted.
_STRAIGHT = 0.98
_MAX_COORDINATE_PT = 20_000
_VECTOR = 3
# MuPDF keeps fonts and images it may need again; emptying that too often loads every font anew.
_SHRINK_EVERY = 64
# Only pages that may hold a caption need their pictures' areas.
_CAPTION_LIKE = re.compile(r"\s*(?:supp|extended|online|fig|tab|alg|list|scheme|chart|plate|box|abb)", re.IGNORECASE)
_MOST_GRAPHICS = 20_000
_SCAN_CHARACTERS = 200
_NEAR_WHITE = 0xF2F2F2
# A long paper has a million word ends at a few thousand places; equal ones are one object.
_seen: dict[float, float] = {}
_shared = _seen.setdefault
_SUPERSCRIPT, _ITALIC, _MONO, _BOLD = 1, 2, 8, 16
_FILLED, _STROKED = 16, 32
_BOLD_NAMES = (
    "bold",
    "black",
    "heavy",
    "semib",
    "demi",
    "medi",
    "cmbx",
    "cmssbx",
    "cmbsy",
    "cmmib",
    "-bd",
    "sfbx",
    "sfsx",
)
_BOLD_EXCEPT = ("medium-", "cmmi")
_SMALL_CAPS_NAMES = ("csc", "smallcap", "-sc", "caps")
_ITALIC_NAMES = (
    "ital",
    "obli",
    "slant",
    "cmti",
    "cmsl",
    "cmssi",
    "cmbxti",
    "cmitt",
    "ecti",
    "ecbi",
    "ecso",
    "sfti",
    "-it",
)
_MONO_NAMES = ("mono", "cmtt", "courier", "typewriter", "consol", "lmtt", "nimbusmonl", "sftt", "menlo", "code")


def load_pymupdf() -> ModuleType:
    """Return PyMuPDF without what 2.x imports beside it: its layout model costs 0.3 s and 100 MB at import."""
    if "pymupdf" not in sys.modules:
        for extra in ("pymupdf.layout", "pymupdf4llm"):
            sys.modules.setdefault(extra, None)  # type: ignore[arg-type]  # None makes `import` raise ImportError
    import pymupdf

    module: Any = pymupdf
    module.TOOLS.mupdf_display_errors(False)
    module.TOOLS.mupdf_display_warnings(False)
    return module  # type: ignore[no-any-return]


class PdfFile:
    """An open PDF, its pages dropped as they are read."""

    def __init__(self, path: Path) -> None:
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
            self._document = self._pymupdf.open(str(path), filetype="pdf")
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

    def info(self) -> DocumentInfo:
        """Return what the file says of itself; nothing where that is unreadable."""
        try:
            metadata = self._document.metadata or {}
        except self._failures:
            metadata = {}
        values = {name: str(metadata.get(name) or "") for name in ("title", "author", "keywords", "subject")}
        return DocumentInfo(**values, repaired=bool(self._document.is_repaired))

    def page(self, index: int) -> PageLayout | None:
        """Return one page, None when it cannot be read."""
        try:
            page = self._document.load_page(index)
            layout = _page_layout(self._pymupdf, page, index + 1)
            if index % _SHRINK_EVERY == _SHRINK_EVERY - 1:
                self._pymupdf.TOOLS.store_shrink(100)
        except self._failures as error:
            if _out_of_memory(error):
                raise fault("read_memory") from error
            return None
        return layout

    def recognized(self, index: int, engine: OcrName) -> PageLayout | None:
        """Return a page with its text recognised from its picture, None when that fails."""
        try:
            page = self._document.load_page(index)
            if engine == "rapidocr":
                return self._recognized_by_models(page, index + 1)
            text_page = page.get_textpage_ocr(dpi=DPI, full=True, language=LANGUAGE, tessdata=language_data())
            return _page_layout(self._pymupdf, page, index + 1, text_page)._replace(recognized=True)
        except self._failures as error:
            if _out_of_memory(error):
                raise fault("read_memory") from error
            return None

    def _recognized_by_models(self, page: Any, page_number: int) -> PageLayout:
        from scholarai.adapters.reading.rapid import recognized_lines

        picture = page.get_pixmap(dpi=DPI, colorspace=self._pymupdf.csRGB, alpha=0)
        lines = recognized_lines(picture, 72 / DPI)
        return PageLayout(page_number, round(page.rect.width, 1), round(page.rect.height, 1), lines, recognized=True)

    def pages(self) -> Iterator[PageLayout | None]:
        for index in range(self.page_count):
            yield self.page(index)

    def close(self) -> None:
        """Let go of the file, and of the memory that MuPDF used: 40 MB of it after 921 pages."""
        self._document.close()
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


def _page_layout(pymupdf: ModuleType, page: Any, page_number: int, text_page: Any = None) -> PageLayout:
    # Ligatures come expanded without TEXT_PRESERVE_LIGATURES; without a clip, off-page text is seen and can be noted.
    # Painted paths come in the same pass; images do not, since the dictionary would decode them.
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE | _vector_flags(pymupdf)
    width, height = page.rect.width, page.rect.height
    rotation = tuple(page.rotation_matrix) if page.rotation else None
    text_page = text_page or page.get_textpage(flags=flags)
    extents = _word_extents(text_page.extractWORDS())
    lines = []
    vectors = []
    number = -1  # of the text block: words count those alone
    for block in text_page.extractDICT()["blocks"]:
        if block["type"] == _VECTOR:
            vectors.append(block)
            continue
        number += 1
        for line_number, line in enumerate(block.get("lines", ())):
            raw = _raw_line(line, extents.get((number, line_number), ()))
            if raw is not None:
                lines.append(_turned(raw, rotation) if rotation else raw)
    graphics = _graphics(page, vectors, lines)
    if rotation:
        graphics = tuple(graphic._replace(box=_turned_box(graphic.box, rotation)) for graphic in graphics)
    links = _links(page, page_number, rotation)
    return PageLayout(page_number, round(width, 1), round(height, 1), tuple(lines), graphics, links=links)


def _vector_flags(pymupdf: ModuleType) -> int:
    return int(pymupdf.TEXT_COLLECT_VECTORS) | int(getattr(pymupdf, "TEXT_LAZY_VECTORS", 0))


def _word_extents(words: list[tuple[Any, ...]]) -> dict[tuple[int, int], list[tuple[float, float, float, float]]]:
    extents: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}
    for word in words:
        extents.setdefault((word[5], word[6]), []).append(word[:4])
    return extents


def _raw_line(line: dict[str, Any], words: Any) -> RawLine | None:
    x0, y0, x1, y1 = line["bbox"]
    # Broken files place text at infinity; comparisons with NaN fail as well.
    if not (
        -_MAX_COORDINATE_PT < x0 <= x1 < _MAX_COORDINATE_PT and -_MAX_COORDINATE_PT < y0 <= y1 < _MAX_COORDINATE_PT
    ):
        return None
    spans = tuple(
        Span(
            span["text"],
            _style(
                span["font"], round(span["size"], 1), span["flags"], span["char_flags"], span["color"], span["alpha"]
            ),
            span["bbox"],
            round(span["origin"][1], 1),
            span["flags"] & _SUPERSCRIPT == _SUPERSCRIPT,
        )
        for span in line["spans"]
        if span["text"]
    )
    if not spans:
        return None
    across, down = line["dir"]
    low, high = (1, 3) if abs(down) > abs(across) else (0, 2)
    extents = tuple([_shared(value, value) for word in words for value in (round(word[low], 1), round(word[high], 1))])
    return RawLine(
        spans, Box(round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1)), extents, _direction(across, down)
    )


def _direction(across: float, down: float) -> tuple[int, int]:
    if across > _STRAIGHT:
        return (1, 0)
    if abs(down) > _STRAIGHT:
        return (0, 1 if down > 0 else -1)
    return (-1, 0) if across < -_STRAIGHT else (0, 0)


@lru_cache(maxsize=4096)
def _style(font: str, size: float, flags: int, char_flags: int, color: int, alpha: int) -> Style:
    name = font.lower()
    bold = bool(flags & _BOLD) or (any(part in name for part in _BOLD_NAMES) and not name.startswith(_BOLD_EXCEPT))
    return Style(
        font,
        size,
        bold=bold,
        italic=bool(flags & _ITALIC) or any(part in name for part in _ITALIC_NAMES),
        mono=bool(flags & _MONO) or any(part in name for part in _MONO_NAMES),
        small_caps=any(part in name for part in _SMALL_CAPS_NAMES),
        color=color,
        alpha=alpha,
        painted=bool(char_flags & (_FILLED | _STROKED)),
    )


def _box(rectangle: tuple[float, float, float, float]) -> Box:
    x0, y0, x1, y1 = rectangle
    return Box(round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))


def _turned(line: RawLine, matrix: tuple[float, ...]) -> RawLine:
    """MuPDF gives text as if the page were not rotated; the displayed page is."""
    spans = tuple(span._replace(box=_turned_box(Box(*span.box), matrix)) for span in line.spans)
    a, b, c, d, *_ = matrix
    across, down = line.direction
    direction = (round(across * a + down * c), round(across * b + down * d))
    vertical = line.vertical
    ends = []
    for low, high in zip(line.extents[::2], line.extents[1::2], strict=True):
        word = Box(line.box.x0, low, line.box.x1, high) if vertical else Box(low, line.box.y0, high, line.box.y1)
        box = _turned_box(word, matrix)
        ends += [box.y0, box.y1] if direction[0] == 0 else [box.x0, box.x1]
    if direction[0]:
        spans = tuple(span._replace(baseline_pt=span.box[3] - 0.2 * span.style.size_pt) for span in spans)
    return RawLine(spans, _turned_box(line.box, matrix), tuple(ends), direction)


def _turned_box(box: Box, matrix: tuple[float, ...]) -> Box:
    a, b, c, d, e, f = matrix
    xs = sorted((box.x0 * a + box.y0 * c + e, box.x1 * a + box.y1 * c + e))
    ys = sorted((box.x0 * b + box.y0 * d + f, box.x1 * b + box.y1 * d + f))
    return _box((xs[0], ys[0], xs[1], ys[1]))


def _links(page: Any, page_number: int, rotation: tuple[float, ...] | None) -> tuple[tuple[Box, str], ...]:
    """Return the web links of the title page: ORCID iDs and DOIs are often links under an icon."""
    if page_number > 1:
        return ()
    links = [(_box(tuple(link["from"])), str(link["uri"])) for link in page.get_links() if link.get("uri")]
    return tuple((_turned_box(box, rotation), uri) for box, uri in links) if rotation else tuple(links)


def _graphics(page: Any, vectors: list[dict[str, Any]], lines: list[RawLine]) -> tuple[Graphic, ...]:
    """Return what is painted on a page: rules and coloured grounds always, pictures where a caption may name them."""
    graphics = []
    wanted = any(_CAPTION_LIKE.match(line.spans[0].text) for line in lines)
    for vector in vectors:
        x0, y0, x1, y1 = vector["bbox"]
        if y1 - y0 <= THIN_PT and x1 - x0 >= LEAST_PT:
            graphics.append(Graphic(_box((x0, y0, x1, y1))))
        elif x1 - x0 >= LEAST_PT and y1 - y0 > THIN_PT:
            fill = None if vector["stroked"] else vector["color"]
            graphics.append(Graphic(_box((x0, y0, x1, y1)), fill=fill))
    if _needs_images(lines):
        graphics += [Graphic(_box(tuple(image["bbox"])), image=True) for image in page.get_image_info()]
    if not wanted or len(graphics) > _MOST_GRAPHICS:
        return tuple(graphics[:_MOST_GRAPHICS])
    areas = painted_areas((vector["bbox"] for vector in vectors), page.rect.width, page.rect.height)
    return (*graphics, *map(Graphic, areas))


def _needs_images(lines: list[RawLine]) -> bool:
    """Where images stand costs ten times the text; it matters for scans and for white text, which an image may carry."""
    spans = [span for line in lines for span in line.spans]
    return sum(len(span.text) for span in spans) < _SCAN_CHARACTERS or any(
        span.style.color >= _NEAR_WHITE for span in spans
    )
