"""A font of a PDF: what it says its codes mean, the glyphs that it has for them, and their names."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from scholarai.parsing.symbol_fonts import PRIVATE, SYMBOL
from scholarai.parsing.tex_encodings import SYMBOLS

if TYPE_CHECKING:
    from scholarai.adapters.reading.glyph_shapes import Shape, Shapes


_CODES = 256
# Codes of a font with more are not looked through one by one.
_MOST_CODES = 70_000
_NOTHING = "\ufffd"
_HEX = re.compile(rb"<\s*+([0-9A-Fa-f\s]*+)>")
_SECTION = re.compile(rb"beginbf(char|range)((?:(?!beginbf|endbf).)*+)endbf", re.DOTALL)
_RANGE = re.compile(rb"<\s*([0-9A-Fa-f]+)\s*>\s*<\s*([0-9A-Fa-f]+)\s*>\s*(?:<\s*([0-9A-Fa-f\s]+)>|\[([^][]*+)\])")
_UNKNOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufffd-\uffff\ue000-\uf8ff]|^$")

# Glyphs of TeX's extension fonts, which come in sizes and in parts.
_SIZED = re.compile(r"(?:big|Big|bigg|Bigg|text|display|wide|wider|widest|v)$")
_BASES = {
    "summation": "∑", "product": "∏", "coproduct": "∐", "integral": "∫", "contintegral": "∮", "union": "⋃",
    "intersection": "⋂", "unionmulti": "⨄", "logicaland": "⋀", "logicalor": "⋁", "circledot": "⨀", "circleplus": "⨁",
    "circlemultiply": "⨂", "unionsq": "⨆", "radical": "√", "radicalvertex": "√", "radicalbt": "√", "radicaltp": "√",
    "parenleft": "(", "parenright": ")", "bracketleft": "[", "bracketright": "]", "braceleft": "{", "braceright": "}",
    "floorleft": "⌊", "floorright": "⌋", "ceilingleft": "⌈", "ceilingright": "⌉", "angbracketleft": "⟨",
    "angbracketright": "⟩", "slash": "/", "backslash": "\\", "vextendsingle": "|", "vextenddouble": "‖", "hat": "ˆ",
    "tilde": "˜", "arrowvertexdbl": "‖", "bracehtipdownleft": "⏞", "bracehtipdownright": "⏞", "bracehtipupleft": "⏟",
    "bracehtipupright": "⏟", "hyphenminus": "-", "mapsto": "|",
}  # fmt: skip
# Ticks and crosses of Zapf Dingbats, whose names other fonts have for any glyph.
_TICKS = dict(zip(("a19", "a20", "a21", "a22", "a23", "a24"), "✓✔✕✖✗✘", strict=True))
# Mathematical Pi and its kin name their glyphs by numbers, which some maps take for those of characters.
_NUMBERED = {
    11001: "+", 11002: "\u2212", 11003: "×", 11004: "÷", 11005: "=", 11006: "±", 11007: "∓", 11011: "~", 11015: "≈",
    11021: "<", 11022: ">", 11032: "′", 11033: "″", 11034: "°", 11349: "≤", 11350: "≥", 9004: "Δ",
} | dict(enumerate("αβγδεζηθικλμνξοπρσςτυφχψω", 9251))  # fmt: skip
_NUMBER = re.compile(r"H(\d{4,5})$")
# Two fonts name signs by their codes in TeX's symbol font, CMSY: one in papers of Elsevier and PLOS, one in a paper of PubMed Central.
_TEX_SIGN = re.compile(r"C(\d{1,2})$")
_TEX_FONT = re.compile(r"(?:AdvP4C4E74|TeX_CM_Maths_Symbols)$")
# The codes that were seen in papers; what it has at others is not known.
_TEX_CODES = frozenset((0, 1, 2, 3, 4, 6, 7, 14, 15, 17, 20, 21, 24, 25, 28, 29, 32, 33, 47, 49, 50))
# The parts of large brackets, which Adobe's list of glyphs has in the private area, from F8E5.
_PARTS = dict(enumerate("⎷|⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⌠⎞⎟⎠⎤⎥⎦⎫⎬⎭", 0xF8E5))
_LEAST_INK_EM = 0.01
# What ascenders and descenders together take of an em.
_GLYPHS_EM = 0.93
# Fonts that set signs, whose maps and names are often those of other characters. Springer's have six letters more before their names;
# AdvSPRING has digits in circles, the publisher's mark.
SIGN_FONT = re.compile(
    r"\b(?:[a-z]{6})?adv(?!spring)|mathematicalpi|mathpi|mathpack|newswithcommpi|symbol(?!s)|maths_symbols|mtsy|mtextra|math[abcx]\d",
    re.IGNORECASE,
)
_SYMBOL_FONT = re.compile(r"symbol(?!s)", re.IGNORECASE)


def is_unknown(text: str) -> bool:
    """Tell whether what a font says of a glyph is no character that text has."""
    return _UNKNOWN.search(text) is not None


class Face:
    """A font in use on a page; `em` is the number of its units in an em, or 0 to estimate that from its glyphs.

    Raises:
        ValueError: If the font's encoding is none in which codes are the numbers of its characters.
    """

    def __init__(
        self, pymupdf: ModuleType, document: Any, xref: int, shapes: Callable[[], Shapes], em: float = 0.0
    ) -> None:
        self._mupdf = mupdf = pymupdf.mupdf
        self._shapes = shapes
        self._stated_em = em
        pdf = pymupdf._as_pdf_document(document)  # noqa: SLF001  - there is no public way
        self._object = mupdf.pdf_load_object(pdf, xref)
        encoding = document.xref_get_key(xref, "Encoding")
        kind = document.xref_get_key(xref, "Subtype")[1]
        self.is_composite = kind == "/Type0"
        self.is_drawn = kind == "/Type3"
        # The codes of a font without an encoding are numbers of its glyphs, which may be those of other letters.
        self.states_encoding = encoding[0] != "null"
        if self.is_composite and not encoding[1].startswith("/Identity"):
            raise ValueError(encoding[1])
        # A font drawn by programs looks for what these use in its own resources, and crashes without any.
        own = mupdf.pdf_dict_gets(self._object, "Resources")
        self._resources = own if mupdf.pdf_is_dict(own) else mupdf.pdf_new_dict(pdf, 1)
        stack = mupdf.pdf_resource_stack()
        stack.next, stack.resources = None, self._resources.m_internal
        listed = value_of(document, xref, "Encoding")
        # The names that its encoding lists, by code.
        self.listed = differences(listed)
        # TeX lists the glyphs that a paper uses, and no others.
        self._is_listed = bool(self.listed) and "/BaseEncoding" not in listed
        self._loaded = mupdf.ll_pdf_load_font(pdf.m_internal, stack, self._object.m_internal)
        # Old programs draw glyphs upside down, and turn them on the page.
        self._flipped = self.is_drawn and _turns(document.xref_get_key(xref, "FontMatrix")[1])
        if self.is_drawn:
            mupdf.ll_pdf_load_type3_glyphs(pdf.m_internal, self._loaded)
        self.font = mupdf.FzFont(mupdf.ll_fz_keep_font(self._loaded.font))
        self.base = document.xref_get_key(xref, "BaseFont")[1]
        self.is_symbol = _SYMBOL_FONT.search(self.base) is not None
        self.is_of_signs = SIGN_FONT.search(self.base) is not None
        self._first, self._last = (_number(document.xref_get_key(xref, key)[1]) for key in ("FirstChar", "LastChar"))
        self._last = self._last or _CODES
        mapped = document.xref_get_key(xref, "ToUnicode")
        stream = document.xref_stream(int(mapped[1].split()[0])) if mapped[0] == "xref" else None
        self.map = stream or b""
        self._shown: dict[int, Shape | None] = {}

    def close(self) -> None:
        self._mupdf.ll_pdf_drop_font(self._loaded)

    @cached_property
    def mapped(self) -> dict[int, str]:
        """The text of each code by the font's own map to Unicode."""
        found: dict[int, str] = {}
        for kind, body in _SECTION.findall(self.map):
            if kind == b"char":
                numbers = _HEX.findall(body)
                found |= {
                    int(code, 16): _text(to) for code, to in zip(numbers[::2], numbers[1::2], strict=False) if code
                }
            else:
                for low, high, first, each in _RANGE.findall(body):
                    found |= _range(int(low, 16), int(high, 16), first, each)
            if len(found) > _MOST_CODES:
                break
        return found

    @cached_property
    def _encoded(self) -> list[int]:
        """The character of each code by the names of the font's encoding."""
        length = min(self._loaded.cid_to_ucs_len, _CODES)
        if not length:
            return []
        return list(ctypes.cast(int(self._loaded.cid_to_ucs), ctypes.POINTER(ctypes.c_ushort))[:length])

    def encoded(self, code: int) -> str:
        """Return the character of a code in the font's encoding, one replacement character for none."""
        return chr(self._encoded[code]) if code < len(self._encoded) else _NOTHING

    def claim(self, code: int) -> str:
        """Return the text that the font gives a code, one replacement character for none."""
        text = self.mapped.get(code, "")
        return text if text and text != "\0" else self.encoded(code)

    def claims(self) -> dict[int, str]:
        """Return the text of each code for which there is a glyph and that the font says something of."""
        codes: Iterable[int] = self.mapped or self.codes()
        if not self.is_composite:
            codes = [c for c in codes if self._first <= c <= self._last and (c in self.listed or not self._is_listed)]
        claims = {code: self.claim(code) for code in codes}
        return {
            c: claim for c, claim in claims.items() if not is_unknown(claim) and (self.glyph(c) > 0 or self.is_drawn)
        }

    def codes(self, glyphs: Iterable[int] = ()) -> Iterator[int]:
        """Yield the codes for which a simple font has a glyph; of a composite one those of some glyphs."""
        if not self.is_composite:
            yield from (c for c in range(_CODES) if (self.advance(c) > 0 if self.is_drawn else self.glyph(c) > 0))
            return
        sought = set(glyphs)
        if not self._loaded.cid_to_gid_len:
            yield from sorted(glyph for glyph in sought if self.glyph(glyph) == glyph)
            return
        yield from (c for c in range(min(self._loaded.cid_to_gid_len, _MOST_CODES)) if self.glyph(c) in sought)

    def glyph(self, code: int) -> int:
        if self.is_drawn:
            return code
        return int(self._mupdf.ll_pdf_font_cid_to_gid(self._loaded, code))

    def name(self, code: int) -> str:
        """Return the name of a code's glyph, empty where the font has none."""
        name = self.listed.get(code) or str(self._mupdf.fz_get_glyph_name2(self.font, self.glyph(code)))
        return "" if name.isdigit() or name == ".notdef" else name

    def named(self, code: int) -> str:
        """Return the text that the name of a code's glyph stands for, empty if none."""
        name = self.name(code)
        sign = _TEX_SIGN.match(name) if _TEX_FONT.search(self.base) else None
        if sign and int(sign[1]) in _TEX_CODES:
            # The circle is raised and means degrees.
            return str(SYMBOLS[int(sign[1])]).replace("∘", "°")
        return self.text_of(name) or (_TICKS.get(name, "") if "Dingbats" in self.base else "")

    def text_of(self, name: str) -> str:
        """Return the text that a glyph's name stands for, empty if none."""
        if not name:
            return ""
        parts = name.split(".", maxsplit=1)[0].split("_")
        if len(parts) > 1:
            texts = [self.text_of(part) for part in parts]
            return "".join(texts) if all(texts) else ""
        numbered = _NUMBER.match(name)
        if numbered:
            return _NUMBERED.get(int(numbered[1]), "")
        number = self._mupdf.fz_unicode_from_glyph_name(name)
        character = _PARTS.get(number) or chr(number)
        if not is_unknown(character):
            return character
        base = _SIZED.sub("", name)
        return _BASES.get(base) or _BASES.get(name, "")

    def numbered(self, claim: str) -> str:
        """Return the sign of which a font's map has the number in place of the character, empty for none."""
        return _NUMBERED.get(ord(claim), "") if len(claim) == 1 and claim > "\u2422" else ""

    def symbol(self, code: int) -> str:
        """Return the character of a code in the encoding of the Symbol font, empty if none."""
        claim = self.claim(code)
        number = ord(claim) if len(claim) == 1 and claim != _NOTHING else code
        return SYMBOL.get(number - PRIVATE if number >= PRIVATE else number, "")

    def has_ink(self, code: int) -> bool:
        if self.is_drawn:
            return self.shape(code) is not None
        box = self._mupdf.fz_bound_glyph(self.font, self.glyph(code), self._mupdf.FzMatrix())
        return bool(box.x1 - box.x0 > _LEAST_INK_EM and box.y1 - box.y0 > _LEAST_INK_EM)

    def shape(self, code: int) -> Shape | None:
        """Return the drawing of a code's glyph, None where it leaves no ink."""
        if code not in self._shown:
            self._shown[code] = self.shape_of([code])
        return self._shown[code]

    def advance(self, code: int) -> float:
        return float(self._mupdf.fz_advance_glyph(self.font, self.glyph(code), 0))

    def shape_of(self, codes: Iterable[int], *, above: bool = False) -> Shape | None:
        """Return the drawing of the glyphs of several codes side by side, all of it or what stands above the line."""
        em = -self._em if self._flipped else self._em
        return self._shapes().shape(self.font, [self.glyph(code) for code in codes], em, above=above)

    @cached_property
    def _em(self) -> float:
        """How many of the font's units are an em. One drawn by programs may have any: its glyphs together take most of an em."""
        if not self.is_drawn or self._stated_em:
            return self._stated_em or 1.0
        box = self._mupdf.fz_font_bbox(self.font)
        trial = abs(box.y1 - box.y0) or max(map(self.advance, range(_CODES))) or 1.0
        shapes = [self._shapes().shape(self.font, [code], trial) for code in range(_CODES) if self.advance(code)]
        seen = [shape for shape in shapes if shape is not None]
        if not seen:
            return trial
        return trial * (max(shape.top for shape in seen) - min(shape.bottom for shape in seen)) / _GLYPHS_EM


def value_of(document: Any, xref: int, key: str) -> str:
    """Return what an object has for a key as it is written in the file, also where that is an object of its own."""
    kind, value = document.xref_get_key(xref, key)
    return str(document.xref_object(int(value.split()[0]), compressed=True) if kind == "xref" else value)


def differences(encoding: str) -> dict[int, str]:
    """Return the names that an encoding lists, by code."""
    names: dict[int, str] = {}
    code = 0
    listed = re.search(r"/Differences\s*+\[([^][]*+)\]", encoding)
    for number, name in re.findall(r"(?<!\d)(\d++)(?=[\s/\]])|/([^\s/\]]++)", f"{listed[1]} " if listed else ""):
        if name:
            names[code] = name
            code += 1
        else:
            code = int(number)
    return names


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _turns(matrix: str) -> bool:
    numbers = matrix.strip("[] ").split()
    return len(numbers) == 6 and numbers[3].startswith("-")


def _text(encoded: bytes) -> str:
    try:
        return bytes.fromhex(encoded.decode("ascii")).rjust(2, b"\0").decode("utf-16-be", "replace")
    except ValueError:
        return ""


def _range(low: int, high: int, first: bytes, each: bytes) -> dict[int, str]:
    high = min(high, low + _MOST_CODES)
    if not first:
        return {low + step: _text(to) for step, to in enumerate(_HEX.findall(each)) if low + step <= high}
    text = _text(first)
    if not text:
        return {}
    start = ord(text[-1])
    return {code: text[:-1] + chr(start + code - low) for code in range(low, high + 1) if start + code - low < 0x110000}
