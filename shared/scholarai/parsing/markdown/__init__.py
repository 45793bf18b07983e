"""Turns a Markdown paper, plain or in the style of JOSS, into PaperContent."""

from scholarai.parsing.markdown.reader import read_markdown

__all__ = ["read_markdown"]
