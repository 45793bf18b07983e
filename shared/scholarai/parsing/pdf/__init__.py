"""Papers from printed pages: layout values in, content out, nothing else touched."""

from __future__ import annotations

from scholarai.parsing.pdf.read import read_pdf

__all__ = ["read_pdf"]
