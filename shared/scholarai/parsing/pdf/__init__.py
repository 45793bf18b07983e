"""Turns the layout of PDF pages into PaperContent, without I/O."""

from __future__ import annotations

from scholarai.parsing.pdf.layout.page import PreparedPage, prepare
from scholarai.parsing.pdf.read import read_pages, read_pdf

__all__ = ["PreparedPage", "prepare", "read_pages", "read_pdf"]
