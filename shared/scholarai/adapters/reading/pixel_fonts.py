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

from scholarai.adapters.reading.faces import differences, value_of

# Heights of letters in ems, as most fonts of text have them.
_HEIGHTS = {0.43: "acemnorsuvwxz", 0.68: "bdfhklABCDEFGHIKLMNOPRSTUVWXYZ", 0.65: "0123456789"}
_HEIGHT_OF = {letter: height for height, letters in _HEIGHTS.items() for letter in letters}
# A font that seems wrong by less may have letters of unusual height.
_WRONG = 2.0
# The widest of TeX's signs take .78 to 1 em in text and .89 in exponents; from the widest of a font its size is told, unless it has
# only narrow ones, or large ones: such a font counts as large as is usual. The bounds are guesses.
_WIDEST_EM = 0.85
_LIKELY_SHARES = (0.45, 1.2)
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
    """Corrects the fonts of an open document that state a wrong size."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._seen: set[int] = set()
        self._is_done = False
        self.scales: dict[int, float] = {}
        """For each font that was changed, by xref: its true size as a multiple of the size that it stated."""

    def rescale(self, xrefs: Iterable[int]) -> bool:
        """Correct the document if one of these fonts of a page states a wrong size; tell whether the page must be loaded anew.

        All pages, and the forms that they draw, are corrected at once, since they share their fonts.
        """
        new = set() if self._is_done else set(xrefs) - self._seen
        self._seen |= new
        if not any(_is_wrong(self._size(xref)) for xref in new):
            return False
        self._is_done = True
        named: dict[int, dict[bytes, int]] = {}  # fonts by the names that a page, below zero, or a form has for them
        for number in range(self._document.page_count):
            for xref, _, kind, _, name, _, form in self._document.get_page_fonts(number, full=True):
                if kind == "Type3":
                    named.setdefault(form or -1 - number, {})[name.encode()] = xref
        scales = self._scales({xref for fonts in named.values() for xref in fonts.values()})
        changed: dict[int, bytes] = {}
        for place, fonts in named.items():
            contents = (
                self._document.load_page(-1 - place).read_contents() if place < 0 else self._document.xref_stream(place)
            )
            if sum(map(len, changed.values())) + len(contents) > _MOST_BYTES:
                return False
            changed[place] = rescaled(contents, {name: scales[xref] for name, xref in fonts.items() if xref in scales})
        for place, contents in changed.items():
            if place < 0:
                self._document.load_page(-1 - place).set_contents(self._added(contents))
            else:
                self._document.update_stream(place, contents)
        for xref, scale in scales.items():
            self._divide(xref, scale)
        self.scales = scales
        return True

    def _scales(self, xrefs: Iterable[int]) -> dict[int, float]:
        """Return by how much each font of wrong size is larger than it states, those of signs included that have the same unit."""
        sizes = {xref: self._size(xref) for xref in xrefs}
        scales = {xref: size for xref, size in sizes.items() if _is_wrong(size)}
        units = {self._matrix(xref)[0] for xref in scales}
        usual = median(scales.values()) if scales else 1.0
        low, high = (share * usual for share in _LIKELY_SHARES)
        for xref in (xref for xref, size in sizes.items() if size == 0 and self._matrix(xref)[0] in units):
            widest = max((width for width, *_ in self._glyphs(xref).values()), default=0.0)
            size = abs(self._matrix(xref)[0]) * widest / _WIDEST_EM
            scales[xref] = size if low <= size <= high else usual
        return scales

    def _size(self, xref: int) -> float:
        """Return the em of a Type 3 font by the heights of its letters, as a multiple of its stated size; 0 if it has no letters."""
        if self._document.xref_get_key(xref, "Subtype")[1] != "/Type3":
            return 0.0
        glyphs = self._glyphs(xref)
        names = differences(value_of(self._document, xref, "Encoding"))
        letters = ((_HEIGHT_OF.get(chr(code)), glyphs.get(name)) for code, name in names.items())
        ems = [(glyph[4] - glyph[2]) / height for height, glyph in letters if height and glyph]
        return abs(self._matrix(xref)[0]) * median(ems) if ems else 0.0

    def _divide(self, xref: int, scale: float) -> None:
        """Make a font's unit smaller, and its box that of its glyphs: programs that wrote such fonts often left it out."""
        matrix = [number / scale for number in self._matrix(xref)]
        self._document.xref_set_key(xref, "FontMatrix", f"[{' '.join(f'{number:.8f}' for number in matrix)}]")
        glyphs = self._glyphs(xref).values()
        if glyphs:
            _, x0, y0, x1, y1 = zip(*glyphs, strict=True)
            self._document.xref_set_key(xref, "FontBBox", f"[{min(x0)} {min(y0)} {max(x1)} {max(y1)}]")

    def _matrix(self, xref: int) -> list[float]:
        """Return a font's matrix, that of no change where it has none."""
        numbers = _IS_NUMBER.findall(value_of(self._document, xref, "FontMatrix").encode())
        return [float(number) for number in numbers] or [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]

    def _glyphs(self, xref: int) -> dict[str, tuple[float, ...]]:
        """Return the width and the box of a font's glyphs by name, in its units."""
        found = {}
        for name, number in _GLYPH.findall(value_of(self._document, xref, "CharProcs"))[:_MOST_GLYPHS]:
            begun = _GLYPH_BOX.match(self._document.xref_stream(int(number)) or b"")
            if begun:
                width, _, *box = map(float, begun.groups())
                found[name] = (width, *box)
        return found

    def _added(self, contents: bytes) -> int:
        xref = self._document.get_new_xref()
        self._document.update_object(xref, "<<>>")
        self._document.update_stream(xref, contents)
        return int(xref)


def _is_wrong(size: float) -> bool:
    return size > _WRONG or 0 < size < 1 / _WRONG


def rescaled(contents: bytes, scales: Mapping[bytes, float]) -> bytes:
    """Return a page's contents with the sizes of fonts multiplied, and the kerns in their text divided, by what each is to be scaled.

    Args:
        contents: Operators and their operands.
        scales: The scale of each font by its name in the page's resources.
    """
    pieces: list[bytes] = []
    operands: list[int] = []  # places of their pieces
    scale, outer = 1.0, []
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
            outer.append(scale)
        elif token[0] == b"Q" and outer:
            scale = outer.pop()
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
