"""The glyphs and bars of a page as MuPDF draws them, with the names that their fonts give the glyphs; the page is interpreted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from scholarai.parsing.pdf.equations import Bands, Glyph, Marks, Rule

# Fraction bars of TeX are .4 pt at 10 pt.
_MOST_RULE_PT = 1.5
_LEAST_RULE_PT = 1.5
_MOST_RULES = 2_000
_STRAIGHT = 0.999
_INVISIBLE = 3
# Collections of papers have some hundreds, each up to a MB; papers have some dozens.
_MOST_FONTS = 40
# MuPDF keeps 31 characters of a font's name.
_MOST_NAME = 31
# How far outside of the bands MuPDF looks for text: a span's box is higher than its ink. A guess.
_MARGIN_PT = 30.0
_FAR_PT = 20_000.0

_Ink = tuple[float, float, float, float]
_Rectangle = tuple[float, float, float, float]


class GlyphReader:
    """Reads the marks of pages of one open document; what is known of a font is kept."""

    def __init__(self, pymupdf: ModuleType, document: Any) -> None:
        self._pymupdf = pymupdf
        self._document = document
        self._fonts: dict[int, _Font] = {}

    def marks(self, page: Any, bands: Bands) -> Marks | None:
        """Return the painted marks of a page that touch the bands, or None if the page is rotated."""
        if page.rotation:
            return None
        if len(self._fonts) > _MOST_FONTS:
            self._fonts.clear()
        fonts: dict[str, _Named] = defaultdict(_Named)
        for xref, extension, _, name, *_ in page.get_fonts():
            if extension != "n/a" and xref not in self._fonts:
                self._fonts[xref] = _Font(self._pymupdf, self._document, xref)
            if xref in self._fonts:
                fonts[_shown_name(name)].fonts.append(self._fonts[xref])
        painting = Painting(self._pymupdf, page)
        top_pt, bottom_pt = min(band[0] for band in bands), max(band[1] for band in bands)
        within = (-_FAR_PT, top_pt - _MARGIN_PT, _FAR_PT, bottom_pt + _MARGIN_PT)
        apart = _merged(bands)
        glyphs: list[Glyph] = []
        for span in painting.text_trace(within):
            _, top, _, bottom = span["bbox"]
            near = any(y0 < bottom and top < y1 for y0, y1 in apart)
            if near and span["dir"][0] > _STRAIGHT and span["type"] != _INVISIBLE:
                glyphs += _glyphs(span, fonts[span["font"]])
        return Marks(tuple(glyphs), tuple(_rules(painting.boxes(within))))


def _merged(bands: Bands) -> list[tuple[float, float]]:
    """Return the bands with overlapping ones merged."""
    merged: list[tuple[float, float]] = []
    for y0, y1 in sorted(bands):
        if merged and y0 < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], y1))
        else:
            merged.append((y0, y1))
    return merged


def _shown_name(name: str) -> str:
    """Return a font's name as the trace prints it: truncated, without the prefix of a subset."""
    name = name[:_MOST_NAME]
    return name.partition("+")[2] or name


class _Font:
    """An embedded font: the names of its glyphs, and their ink at 1 pt."""

    def __init__(self, pymupdf: ModuleType, document: Any, xref: int) -> None:
        self._mupdf = pymupdf.mupdf
        data = document.extract_font(xref)[3]
        self._font = pymupdf.Font(fontbuffer=data).this if data else None
        self._known: dict[int, tuple[str, _Ink]] = {}

    def glyph(self, index: int) -> tuple[str, _Ink]:
        """Return a glyph's name, empty if unknown, and its ink relative to its origin, y down."""
        if index not in self._known:
            self._known[index] = self._looked_up(index)
        return self._known[index]

    def _looked_up(self, index: int) -> tuple[str, _Ink]:
        if self._font is None:
            return "", (0.0, 0.0, 0.0, 0.0)
        mupdf = self._mupdf
        path = mupdf.fz_outline_glyph(self._font, index, mupdf.FzMatrix())
        box = mupdf.fz_bound_path(path, mupdf.FzStrokeState(None), mupdf.FzMatrix())
        return mupdf.fz_get_glyph_name2(self._font, index), (box.x0, -box.y1, box.x1, -box.y0)


class _Named(dict[int, tuple[str, _Ink]]):
    """The glyphs of all fonts of one name on a page. The trace does not distinguish the fonts, so a glyph in which they differ is unknown."""

    def __init__(self) -> None:
        super().__init__()
        self.fonts: list[_Font] = []

    def __missing__(self, index: int) -> tuple[str, _Ink]:
        known = {font.glyph(index) for font in self.fonts}
        glyph = self[index] = known.pop() if len(known) == 1 else ("", (0.0, 0.0, 0.0, 0.0))
        return glyph


def _glyphs(span: dict[str, Any], known: _Named) -> list[Glyph]:
    font, size = span["font"], span["size"]
    found = []
    for _, index, (x, y), _ in span["chars"]:
        if index < 0:  # a further letter of a ligature
            continue
        name, (left, top, right, bottom) = known[index]
        ink = (x + size * left, y + size * top, x + size * right, y + size * bottom)
        found.append(_new(Glyph, (name, font, size, x, y, ink)))
    return found


# What NamedTuple's constructor does, without its call.
_new = tuple.__new__


def _rules(boxes: Iterable[tuple[str, _Ink]]) -> list[Rule]:
    """Return the thin horizontal bars; where there are too many to be those of formulas, none."""
    rules = [
        Rule(*box)
        for kind, box in boxes
        if kind in {"fill-path", "stroke-path", "fill-imgmask"}
        and box[3] - box[1] < _MOST_RULE_PT
        and box[2] - box[0] > _LEAST_RULE_PT
    ]
    return rules if len(rules) <= _MOST_RULES else []


class Painting:
    """The display list of a page without rotation."""

    def __init__(self, pymupdf: ModuleType, page: Any) -> None:
        self._pymupdf = pymupdf
        self._list, self._area = _recorded(pymupdf.mupdf, page)

    def text_trace(self, within: _Rectangle) -> list[dict[str, Any]]:
        """Return what `page.get_texttrace` would of the text operations that touch a rectangle."""
        trace: list[dict[str, Any]] = []
        device = self._pymupdf.extra.JM_new_texttrace_device(trace)
        # PyMuPDF turns y by the height of the page.
        device.ptm = self._pymupdf.mupdf.FzMatrix(1, 0, 0, -1, 0, self._area.y1)
        self._run(device, within)
        return trace

    def boxes(self, within: _Rectangle) -> list[tuple[str, _Rectangle]]:
        """Return what `page.get_bboxlog` would, but only for operations that touch a rectangle, and none of text."""
        boxes: list[tuple[str, _Rectangle]] = []
        device = self._pymupdf.JM_new_bbox_device(boxes, inc_layers=False)
        # Each operation that the device sees calls Python.
        device.use_virtual_fill_text(False)
        device.use_virtual_stroke_text(False)
        device.use_virtual_ignore_text(False)
        self._run(device, within)
        return boxes

    def _run(self, device: Any, within: _Rectangle) -> None:
        mupdf = self._pymupdf.mupdf
        mupdf.fz_run_display_list(self._list, device, mupdf.FzMatrix(), mupdf.FzRect(*within), mupdf.FzCookie())
        mupdf.fz_close_device(device)


def _recorded(mupdf: Any, page: Any) -> tuple[Any, Any]:
    """Return the display list of a page and its area."""
    area = mupdf.fz_bound_page(page.this)
    recorded = mupdf.FzDisplayList(area)
    device = mupdf.fz_new_list_device(recorded)
    mupdf.fz_enable_device_hints(device, mupdf.FZ_DONT_DECODE_IMAGES)
    mupdf.fz_run_page(page.this, device, mupdf.FzMatrix(), mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return recorded, area
