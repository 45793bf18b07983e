"""Papers as web pages: HTML of preprint servers and journals, and what pandoc and others write."""

from __future__ import annotations

from scholarai.parsing.html.reader import NotAPageError, read_html

__all__ = ["NotAPageError", "read_html"]
