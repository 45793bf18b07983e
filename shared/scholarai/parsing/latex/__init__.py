"""Turns a LaTeX project into PaperContent."""

from scholarai.parsing.latex.reader import read_latex

__all__ = ["read_latex"]
