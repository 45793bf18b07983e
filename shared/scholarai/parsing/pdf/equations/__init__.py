"""Reads displayed equations as LaTeX from the glyphs and bars that print them."""

from scholarai.parsing.pdf.equations.marks import Glyph, Marks, Rule
from scholarai.parsing.pdf.equations.reading import Bands, with_latex

__all__ = ["Bands", "Glyph", "Marks", "Rule", "with_latex"]
