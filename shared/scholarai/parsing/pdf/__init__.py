"""Papers from printed pages: layout values in, content out, nothing else touched."""

from __future__ import annotations

from scholarai.parsing.pdf.layout.page import PreparedPage, prepare
from scholarai.parsing.pdf.read import read_pages, read_pdf

__all__ = ["PreparedPage", "prepare", "read_pages", "read_pdf"]
