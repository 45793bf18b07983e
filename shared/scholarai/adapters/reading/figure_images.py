"""Draws the pictures of figures, tables and equations, from a PDF's pages or a project's files; runs inside the reading process."""

from __future__ import annotations

import posixpath
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from scholarai.adapters.reading.archives import unpack
from scholarai.adapters.reading.companions import archived_pdf
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.adapters.reading.pdf import load_pymupdf, open_document
from scholarai.adapters.reading.sniff import HEAD_BYTES, sniff
from scholarai.domain.content import Box, Equation, Figure, PaperContent
from scholarai.domain.errors import PaperFaultError
from scholarai.domain.figure_images import ImageRegion, has_pages, image_regions
from scholarai.domain.formats import Archive
from scholarai.parsing.latex.project import Project

# Measured: 200 dots per inch show the small print of a figure; a larger scale adds bytes alone.
_MOST_SCALE = 200 / 72
# Measured: black letters on white can be read at 150 dots per inch, scripts too, and take a third of the time.
_TEXT_SCALE = 150 / 72
# A guess: axis labels stand beside what is painted, and a line of the caption or the next column does no harm.
_MARGIN_PT = 18.0
# Around an equation and its lines, which have nothing else beside them: the next line or column begins soon after.
_TEXT_MARGIN_PT = 3.0
# Each try has half as many dots as the one before.
_SCALES = (1.0, 0.7, 0.5)
# What MuPDF draws, in the order in which TeX looks for a name without ending.
_DRAWN = (".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif")
# Guesses: several files are as high as a small figure, and a row is as wide as a page.
_HEIGHT_PT = 240.0
_WIDEST_PT = 720.0
_APART_PT = 12.0


class _Picture(NamedTuple):
    """What MuPDF has drawn of a page, and the part of it that is shown; text is shown without colours."""

    drawn: Any
    box: Box
    is_text: bool = False


_Draw: TypeAlias = Callable[[], _Picture | None]


def render_images(path: Path, content: PaperContent, limits: ReadLimits) -> Iterator[tuple[int, bytes]]:
    """Yield index and PNG of each region of the content, page by page, until the time is over.

    What cannot be rendered, or stays larger than `limits.image_bytes`, is left out.
    """
    regions = image_regions(content)
    if not regions:
        return
    pymupdf: Any = load_pymupdf()
    failures = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, TypeError, AttributeError, IndexError)
    deadline = time.monotonic() + limits.images_s
    try:
        drawn = _cut(pymupdf, path, regions) if has_pages(content) else _files(pymupdf, path, regions)
    except (*failures, PaperFaultError):
        return
    for index, draw in drawn:
        if time.monotonic() >= deadline:
            return
        try:
            picture = draw()
            png = _png(pymupdf, picture, limits) if picture is not None else None
        except failures:
            continue
        if png is not None:
            yield index, png


def _cut(pymupdf: Any, path: Path, regions: Sequence[ImageRegion]) -> Iterator[tuple[int, _Draw]]:
    """Return for each region what draws its part of the page; a page is loaded with the first of its regions."""
    pdf = archived_pdf(path)
    document = open_document(pymupdf, path if pdf is None else pdf)

    placed = [
        (r.page_number, r.index, r.box, isinstance(r.item, Equation))
        for r in regions
        if r.page_number is not None and r.box is not None
    ]
    # The images of pages before are dropped; fonts, which most pages of text share, are loaded anew after that.
    pictured = {page_number for page_number, _, _, is_text in placed if not is_text}

    @lru_cache(maxsize=1)
    def page_of(page_number: int) -> tuple[Any, tuple[float, ...]]:
        if page_number in pictured:
            pymupdf.TOOLS.store_shrink(100)
        page = document.load_page(page_number - 1)
        return page.get_displaylist(annots=0), tuple(page.rect)

    def draw(page_number: int, box: Box, is_text: bool) -> _Picture:
        drawn, area = page_of(page_number)
        return _Picture(drawn, _within(box, area, _TEXT_MARGIN_PT if is_text else _MARGIN_PT), is_text)

    return ((index, partial(draw, page_number, box, is_text)) for page_number, index, box, is_text in sorted(placed))


def _files(pymupdf: Any, path: Path, regions: Sequence[ImageRegion]) -> Iterator[tuple[int, _Draw]]:
    """Return for each region what draws the files of its figure."""
    figures = [(region.index, region.item) for region in regions if isinstance(region.item, Figure)]
    files = _FigureFiles(path, {name for _, figure in figures for name in figure.files})

    def draw(figure: Figure) -> _Picture | None:
        page = files.sheet(pymupdf, figure.files)
        return _Picture(page.get_displaylist(annots=0), Box(*page.rect)) if page is not None else None

    return ((index, partial(draw, figure)) for index, figure in figures)


def _within(box: Box, area: tuple[float, ...], margin_pt: float) -> Box:
    x0, y0, x1, y1 = box
    return Box(
        max(x0 - margin_pt, area[0]),
        max(y0 - margin_pt, area[1]),
        min(x1 + margin_pt, area[2]),
        min(y1 + margin_pt, area[3]),
    )


def _png(pymupdf: Any, picture: _Picture, limits: ReadLimits) -> bytes | None:
    box = picture.box
    longest_pt = max(box.x1 - box.x0, box.y1 - box.y0)
    if min(box.x1 - box.x0, box.y1 - box.y0) <= 0:
        return None
    # One dot less: a rectangle between two dots takes both of them.
    scale = min((limits.image_pixels - 1) / longest_pt, _TEXT_SCALE if picture.is_text else _MOST_SCALE)
    colours = pymupdf.csGRAY if picture.is_text else pymupdf.csRGB
    for part in _SCALES:
        matrix = pymupdf.Matrix(scale * part, scale * part)
        pixels = picture.drawn.get_pixmap(matrix=matrix, colorspace=colours, alpha=0, clip=pymupdf.Rect(*box))
        png: bytes = pixels.tobytes("png")
        if len(png) <= limits.image_bytes:
            return png
    return None


class _FigureFiles:
    """The pictures of an archive that figures name."""

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        """Unpack the figure files.

        Raises:
            PaperFaultError: If they are too much.
        """
        with path.open("rb") as stream:
            kind = sniff(stream.read(HEAD_BYTES), "")
        stems = {_stem(name) for name in names}
        self._project = Project(
            unpack(path, kind.name, lambda name: name.lower().endswith(_DRAWN) and _stem(name) in stems)
            if isinstance(kind, Archive)
            else {}
        )

    def sheet(self, pymupdf: Any, names: Sequence[str]) -> Any:
        """Return a page with the files of these names that are there, None if none is.

        Raises MuPDF's errors for files that cannot be drawn.
        """
        documents = [_document(pymupdf, self._project.data(path), _ending(path)) for path in self._paths(names)]
        return _side_by_side(pymupdf, documents) if len(documents) > 1 else documents[0][0] if documents else None

    def _paths(self, names: Sequence[str]) -> list[str]:
        return [path for name in names if (path := self._project.find(name, ("",), _DRAWN)) is not None]


def _ending(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _stem(name: str) -> str:
    base = posixpath.basename(name.strip().strip('"')).lower()
    return base.removesuffix(next((ending for ending in _DRAWN if base.endswith(ending)), ""))


def _document(pymupdf: Any, data: bytes, ending: str) -> Any:
    """Return a picture as a PDF."""
    opened = open_document(pymupdf, data, ending.removeprefix("."))
    return opened if opened.is_pdf else open_document(pymupdf, opened.convert_to_pdf())


def _side_by_side(pymupdf: Any, documents: Sequence[Any]) -> Any:
    places = []
    x = y = right = 0.0
    for document in documents:
        width = document[0].rect.width * _HEIGHT_PT / document[0].rect.height
        if x and x + width > _WIDEST_PT:
            x, y = 0.0, y + _HEIGHT_PT + _APART_PT
        places.append(pymupdf.Rect(x, y, x + width, y + _HEIGHT_PT))
        x += width + _APART_PT
        right = max(right, x - _APART_PT)
    page = pymupdf.open().new_page(width=right, height=y + _HEIGHT_PT)
    for place, document in zip(places, documents, strict=True):
        page.show_pdf_page(place, document, 0)
    return page
