"""Glyphs and bars as TeX's fonts print them, for tests of reading formulas."""

from __future__ import annotations

from scholarai.parsing.pdf.equations import Glyph, Marks, Rule

# Width, height and depth of a glyph at 1 pt, roughly as in Computer Modern.
_SHAPES = {
    "summationdisplay": (1.4, 0.0, 1.4), "radical": (0.8, 0.04, 0.96), "parenleftbigg": (0.6, 0.04, 2.36),
    "parenrightbigg": (0.6, 0.04, 2.36), "braceleftbigg": (0.6, 0.04, 2.36), "minus": (0.6, 0.27, -0.23),
    "equal": (0.6, 0.37, -0.13), "circumflex": (0.3, 0.7, -0.5),
}  # fmt: skip
_PLAIN = (0.45, 0.45, 0.0)


def glyph(name: str, x: float, baseline: float = 100.0, *, size: float = 10.0, font: str = "CMMI10") -> Glyph:
    """Return a glyph whose ink begins at `x`."""
    width, height, depth = _SHAPES.get(name, _PLAIN)
    ink = (x, baseline - size * height, x + size * width, baseline + size * depth)
    return Glyph(name, font, size, x, baseline, ink)


def printed(*glyphs: Glyph, rules: tuple[Rule, ...] = ()) -> Marks:
    return Marks(glyphs, rules)


def line(text: str, x: float = 0.0, baseline: float = 100.0, *, size: float = 10.0) -> list[Glyph]:
    """Return letters, digits and signs side by side; letters are italic."""
    names = {
        "=": "equal",
        "-": "minus",
        "(": "parenleft",
        ")": "parenright",
        "1": "one",
        "2": "two",
        ",": "comma",
        "0": "zero",
    }
    fonts = {"-": "CMSY10", ",": "CMMI10"}
    return [
        glyph(names.get(sign, sign), x + index * 0.7 * size, baseline, size=size, font=fonts.get(sign, "CMR10" if sign in names else "CMMI10"))
        for index, sign in enumerate(text)
    ]  # fmt: skip
