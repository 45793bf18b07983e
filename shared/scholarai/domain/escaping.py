"""Escapes text of papers and models for other kinds of documents, so that it cannot become markup or a formula."""

from __future__ import annotations

import re
import unicodedata

from scholarai.domain.invisible_characters import visible

_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~])")
# What a spreadsheet would take for a formula, https://owasp.org/www-community/attacks/CSV_Injection. Spreadsheets also
# take the full-width forms of these signs, and the minus of mathematics.
_FORMULA = frozenset("=+-@\u2212")
_NUMBER = re.compile(r"[-+\u2212]?[0-9][0-9,]*(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?%?")


def escape_markdown(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", text)


def csv_cell(text: str) -> str:
    """Return a text on one line that no spreadsheet runs as a formula."""
    plain = " ".join(visible(text).split())
    return f"'{plain}" if _first_seen(plain) in _FORMULA and not _NUMBER.fullmatch(plain) else plain


def _first_seen(text: str) -> str:
    """Return the first character that is drawn, in its usual width."""
    drawn = next((c for c in text if unicodedata.category(c)[0] not in "CMZ"), "")
    return unicodedata.normalize("NFKC", drawn)[:1]
