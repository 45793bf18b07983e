"""Recognises glyphs by their drawings, which are compared with those of MuPDF's own fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import log
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# What is drawn of a glyph, in dots: an em, the picture, and where in it the glyph's origin stands.
_EM = 64
_WIDTH, _HEIGHT = 224, 144
_ORIGIN_X, _ORIGIN_Y = 48, 96
_INK = 96
_GRID = 16
# How much a difference of the proportions, by their logarithm, and of the place above the line, in em, counts beside the ink.
_PROPORTION_WEIGHT = 0.12
_PLACE_WEIGHT = 0.35
# Bars: thin, full, and longer than they are thick. A minus sign is as wide as a plus sign of its font; where there is none, dashes
# fill their width.
_BAR_HEIGHT_EM, _BAR_INK, _BAR_LENGTH = 0.16, 0.7, 2.2
_DASH_FILLS = 0.93
_HYPHEN_EM, _EN_DASH_EM, _MINUS_EM = 0.42, 0.75, 0.4
_HIGHEST_DASH_EM, _SAME_ADVANCE_EM = 0.5, 0.02

_REFERENCES = ("tiro", "helv", "tiit", "heit", "tibo", "hebo", "symb")
# Signs that papers print and that can be told from one another; of those that look alike one.
SIGNS = (
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+,./:;<=>?@[]{}\\|^~"
    "±×÷µ≤≥≠≈°′″·“”‘’†‡§©®ßæœøåäöüéèαβγδεζηθικλνξπρστφχψωΓΔΘΛΞΠΣΦΨΩ∂∇∫√∈∝→←⇒∞⊂⊆∩∪⊕⊗"
)

_Picture = NDArray[np.float32]


class Shape(NamedTuple):
    """The ink of a glyph stretched to a square, and its measures in em: its advance, and its edges from its origin, y up."""

    ink: _Picture
    advance: float
    left: float
    bottom: float
    right: float
    top: float

    @property
    def proportion(self) -> float:
        return log((self.right - self.left) / (self.top - self.bottom))


class Shapes:
    """Draws glyphs, and recognises them."""

    def __init__(self, pymupdf: ModuleType) -> None:
        self._pymupdf = pymupdf
        self._mupdf = pymupdf.mupdf
        self._grey = self._mupdf.FzColorspace(self._mupdf.FzColorspace.Fixed_GRAY)

    def shape(self, font: Any, glyphs: Sequence[int], em: float = 1.0, *, above: bool = False) -> Shape | None:
        """Return glyphs of a font set beside one another, None where they leave no ink.

        Args:
            font: MuPDF's font.
            glyphs: Their numbers.
            em: How many of the font's units are an em, negative where its glyphs are drawn upside down.
            above: Whether only what stands above the line counts.
        """
        mupdf = self._mupdf
        text = mupdf.FzText()
        scale, up = _EM / abs(em), -_EM / em
        at = 0.0
        for glyph in glyphs:
            matrix = mupdf.FzMatrix(scale, 0, 0, up, _ORIGIN_X + at * scale, _ORIGIN_Y)
            mupdf.fz_show_glyph(text, font, matrix, glyph, ord("A"), 0, 0, mupdf.FZ_BIDI_LTR, 0)
            at += mupdf.fz_advance_glyph(font, glyph, 0)
        area = mupdf.FzIrect(0, 0, _WIDTH, _HEIGHT)
        drawn = mupdf.FzPixmap(self._grey, area, mupdf.FzSeparations(), 0)
        mupdf.fz_clear_pixmap_with_value(drawn, 255)
        device = mupdf.fz_new_draw_device(mupdf.FzMatrix(), drawn)
        mupdf.fz_fill_text(device, text, mupdf.FzMatrix(), self._grey, [0.0], 1.0, mupdf.FzColorParams())
        mupdf.fz_close_device(device)
        grey = np.frombuffer(mupdf.fz_pixmap_samples_memoryview(drawn), np.uint8).reshape(_HEIGHT, _WIDTH)
        return _shape(255 - grey[: _ORIGIN_Y if above else _HEIGHT], at / abs(em))

    def best(self, shape: Shape, characters: Sequence[str] = SIGNS) -> list[tuple[float, str]]:
        """Return how much a glyph looks like each of some characters, at most 1, in the reference font closest to it; best first.

        Several characters in one string are set beside one another, as in a ligature.
        """
        known = self._references(characters)
        ink = np.abs(known.inks - shape.ink.ravel()).mean(axis=1)
        place = np.abs(known.places - (shape.bottom, shape.top)).sum(axis=1)
        scores = 1 - ink - _PROPORTION_WEIGHT * np.abs(known.proportions - shape.proportion) - _PLACE_WEIGHT * place
        found: dict[str, float] = {}
        for score, character in zip(scores.tolist(), known.characters, strict=True):
            found[character] = max(score, found.get(character, -1.0))
        return sorted(((score, character) for character, score in found.items()), reverse=True)

    def dash(self, shape: Shape, plus: float = 0.0) -> str:
        """Return the dash or minus sign that a glyph is, empty for none of these; `plus` is the advance of the font's plus sign."""
        return _dash(shape, plus)

    def same(self, one: Shape, other: Shape) -> float:
        """Return how much a glyph looks like another, at most 1."""
        ink = float(np.abs(one.ink - other.ink).mean())
        place = abs(one.bottom - other.bottom) + abs(one.top - other.top)
        return 1 - ink - _PROPORTION_WEIGHT * abs(one.proportion - other.proportion) - _PLACE_WEIGHT * place

    def _references(self, characters: Sequence[str]) -> _References:
        known = _references.get(characters)
        if known is None:
            shapes = [(c, shape) for c in characters for shape in self._drawn(c)]
            known = _references[characters] = _References(
                [c for c, _ in shapes],
                np.array([shape.ink for _, shape in shapes], np.float32).reshape(-1, _GRID * _GRID),
                np.array([(shape.bottom, shape.top) for _, shape in shapes]).reshape(-1, 2),
                np.array([shape.proportion for _, shape in shapes]),
            )
        return known

    def _drawn(self, text: str) -> Iterable[Shape]:
        for name in _REFERENCES:
            font = _reference_font(self._pymupdf, name)
            glyphs = [self._mupdf.fz_encode_character(font, ord(character)) for character in text]
            shape = self.shape(font, glyphs) if all(glyphs) else None
            if shape is not None:
                yield shape


class _References(NamedTuple):
    """Characters as they are drawn in the reference fonts."""

    characters: list[str]
    inks: _Picture
    places: NDArray[np.float64]
    proportions: NDArray[np.float64]


_references: dict[Sequence[str], _References] = {}


@cache
def _reference_font(pymupdf: ModuleType, name: str) -> Any:
    return pymupdf.Font(name).this


def _shape(ink: NDArray[np.uint8], advance: float) -> Shape | None:
    rows, columns = np.flatnonzero(ink.max(axis=1) > _INK), np.flatnonzero(ink.max(axis=0) > _INK)
    if not rows.size:
        return None
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    return Shape(
        _stretched(ink[top:bottom, left:right]),
        advance,
        (left - _ORIGIN_X) / _EM,
        (_ORIGIN_Y - bottom) / _EM,
        (right - _ORIGIN_X) / _EM,
        (_ORIGIN_Y - top) / _EM,
    )


def _stretched(ink: NDArray[np.uint8]) -> _Picture:
    height, width = ink.shape
    fine = 2 * _GRID
    rows = (np.arange(fine) * height // fine)[:, None]
    columns = (np.arange(fine) * width // fine)[None, :]
    sampled: _Picture = ink[rows, columns].astype(np.float32) / 255
    mean: _Picture = sampled.reshape(_GRID, 2, _GRID, 2).mean(axis=(1, 3))
    return mean


def _dash(shape: Shape, plus: float = 0.0) -> str:
    width, height = shape.right - shape.left, shape.top - shape.bottom
    if height > _BAR_HEIGHT_EM or width < _BAR_LENGTH * height or float(shape.ink.mean()) < _BAR_INK:
        return ""
    if shape.bottom < 0 or shape.bottom > _HIGHEST_DASH_EM:
        return "_" if shape.bottom < 0 else "\u00af"
    is_minus = abs(shape.advance - plus) < _SAME_ADVANCE_EM if plus else width < _DASH_FILLS * shape.advance
    if is_minus:
        return "\u2212" if width > _MINUS_EM else "-"
    return "-" if width < _HYPHEN_EM else "\u2013" if width < _EN_DASH_EM else "\u2014"
