"""Gives fonts that measure their glyphs in pixels a size in points, as most papers that TeX made until about 2003 have them.

dvips put the bitmaps of a printer into PostScript, which became Type 3 fonts whose unit is a pixel. Their size is said to be 0.24 or
0.12 points, so that every kern is wider than a space, and MuPDF parts words and lines there. Here a font's matrix is divided by the
height of its type in pixels, and sizes and kerns in the contents are changed so that each glyph stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

from scholarai.adapters.reading.faces import differences

# Heights of letters in ems, as most fonts of text have them.
_HEIGHTS = {0.43: "acemnorsuvwxz", 0.68: "bdfhklABCDEFGHIKLMNOPRSTUVWXYZ", 0.65: "0123456789"}
_HEIGHT_OF = {letter: height for height, letters in _HEIGHTS.items() for letter in letters}
# A font whose size is wrong by less has unusual letters.
_WRONG = 2.0
_MOST_GLYPHS = 300
# Contents of more bytes together are no paper's.
_MOST_BYTES = 64 << 20
_NUMBER = rb"[-+]?+(?:\d++\.?\d*+|\.\d++)"
# What the program of a glyph begins with: its width, 0, and its box.
_GLYPH_BOX = re.compile(rb"\s*+" + rb"\s++".join([rb"(" + _NUMBER + rb")"] * 6) + rb"\s++d1\b")
_GLYPH = re.compile(r"/([^\s/\[\]()<>{}%]++)\s++(\d++)\s++0\s++R")
# What contents are made of; of strings, those within one another to the second level.
_TOKEN = re.compile(
    rb"%[^\r\n]*+"
    rb"|\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+\)|<<|>>|<[^<>]*+>|\[|\]"
    rb"|/[^\s/\[\]()<>{}%]*+|" + _NUMBER + rb"|[A-Za-z'\"][A-Za-z0-9*]*+",
    re.DOTALL,
)
_OPERATOR = re.compile(rb"[A-Za-z'\"]")
_IS_NUMBER = re.compile(_NUMBER)
_END_OF_IMAGE = re.compile(rb"\sEI\b")


class PixelFonts:
    """Changes an open document whose fonts say another size than they have."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._seen: set[int] = set()
        self._is_changed = False
        self.scales: dict[int, float] = {}
        """How much larger than they say the fonts were that were changed, by their xref."""

    def rescale(self, xrefs: Iterable[int]) -> bool:
        """Change the document if one of these fonts of a page has such a size; tell whether the page must be loaded anew.

        All pages are changed at once, since they share their fonts; what a page draws as a form is not.
        """
        new = set() if self._is_changed else set(xrefs) - self._seen
        self._seen |= new
        if all(self._scale(xref) == 1.0 for xref in new):
            return False
        self._is_changed = True
        scales: dict[int, float] = {}
        changed: dict[int, bytes] = {}
        for number in range(self._document.page_count):
            page = self._document.load_page(number)
            fonts = page.get_fonts(full=True)
            scales |= {font[0]: self._scale(font[0]) for font in fonts if font[0] not in scales}
            named = {font[4].encode(): scales[font[0]] for font in fonts}
            if any(scale != 1.0 for scale in named.values()):
                changed[number] = rescaled(page.read_contents(), named)
            if sum(map(len, changed.values())) > _MOST_BYTES:
                return False
        for number, contents in changed.items():
            self._document.load_page(number).set_contents(self._added(contents))
        self.scales = {xref: scale for xref, scale in scales.items() if scale != 1.0}
        for xref, scale in self.scales.items():
            self._divide(xref, scale)
        return True

    def _added(self, contents: bytes) -> int:
        xref = self._document.get_new_xref()
        self._document.update_object(xref, "<<>>")
        self._document.update_stream(xref, contents)
        return int(xref)

    def _scale(self, xref: int) -> float:
        """Return how much larger a font is than it says, 1 if about as large."""
        if self._document.xref_get_key(xref, "Subtype")[1] != "/Type3":
            return 1.0
        size = abs(self._matrix(xref)[0]) * _height_of_type(
            self._glyph_boxes(xref), differences(self._value(xref, "Encoding"))
        )
        return size if size > _WRONG or 0 < size < 1 / _WRONG else 1.0

    def _divide(self, xref: int, scale: float) -> None:
        """Make a font's unit smaller, and its box that of its glyphs: programs that wrote such fonts often left it out."""
        matrix = [number / scale for number in self._matrix(xref)]
        boxes = self._glyph_boxes(xref).values()
        lows, highs = [box[:2] for box in boxes], [box[2:] for box in boxes]
        around = [*map(min, zip(*lows, strict=True)), *map(max, zip(*highs, strict=True))]
        self._document.xref_set_key(xref, "FontMatrix", f"[{' '.join(f'{number:.8f}' for number in matrix)}]")
        self._document.xref_set_key(xref, "FontBBox", f"[{' '.join(map(str, around))}]")

    def _matrix(self, xref: int) -> list[float]:
        """Return a font's matrix; where it has none, glyphs are as large as they say."""
        numbers = _IS_NUMBER.findall(self._value(xref, "FontMatrix").encode())
        return [float(number) for number in numbers] or [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]

    def _glyph_boxes(self, xref: int) -> dict[str, list[float]]:
        """Return the boxes of a font's glyphs by name, in its units."""
        found = {}
        for name, number in _GLYPH.findall(self._value(xref, "CharProcs"))[:_MOST_GLYPHS]:
            box = _GLYPH_BOX.match(self._document.xref_stream(int(number)) or b"")
            if box:
                found[name] = [float(edge) for edge in box.groups()[2:]]
        return found

    def _value(self, xref: int, key: str) -> str:
        kind, value = self._document.xref_get_key(xref, key)
        return str(self._document.xref_object(int(value.split()[0]), compressed=True) if kind == "xref" else value)


def _height_of_type(boxes: Mapping[str, list[float]], names: Mapping[int, str]) -> float:
    """Return the em of a font in its units: by the heights of its letters, or where it has none from the lowest to the highest point."""
    letters = ((_HEIGHT_OF.get(chr(code)), boxes.get(name)) for code, name in names.items())
    ems = [(box[3] - box[1]) / height for height, box in letters if height and box]
    if ems:
        return median(ems)
    edges = [edge for _, bottom, _, top in boxes.values() for edge in (bottom, top)]
    return max(edges, default=0.0) - min(edges, default=0.0)


def rescaled(contents: bytes, scales: Mapping[bytes, float]) -> bytes:
    """Return a page's contents with the sizes of fonts multiplied, and the kerns in their text divided, by what each is to be scaled.

    Args:
        contents: Operators and their operands.
        scales: The scale of each font by its name in the page's resources.
    """
    pieces: list[bytes] = []
    operands: list[int] = []  # places of their pieces
    scale, kept = 1.0, []
    end = 0
    while token := _TOKEN.search(contents, end):
        pieces += [contents[end : token.start()], token[0]]
        end = token.end()
        if not _OPERATOR.match(token[0]):
            operands.append(len(pieces) - 1)
            continue
        if token[0] == b"Tf" and len(operands) > 1:
            scale = scales.get(pieces[operands[-2]][1:], 1.0)
            _multiply(pieces, operands[-1:], scale)
        elif token[0] == b"TJ":
            _multiply(pieces, operands, 1 / scale)
        elif token[0] == b"q":
            kept.append(scale)
        elif token[0] == b"Q" and kept:
            scale = kept.pop()
        elif token[0] == b"ID":
            image = _END_OF_IMAGE.search(contents, end)
            if image is None:
                break
            pieces.append(contents[end : image.end()])
            end = image.end()
        operands.clear()
    return b"".join([*pieces, contents[end:]])


def _multiply(pieces: list[bytes], places: Iterable[int], factor: float) -> None:
    for place in places:
        if factor != 1.0 and _IS_NUMBER.fullmatch(pieces[place]):
            pieces[place] = b"%.6f" % (float(pieces[place]) * factor)
