"""Finds the year of a paper that does not print it: in its arXiv id, its anthology id, its DOI or its file's name."""

from __future__ import annotations

import re

from scholarai.domain.paper import Metadata

_ARXIV = re.compile(r"(?<!\d)(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}(?!\d)")
# https://aclanthology.org/info/ids/: a letter, two digits of the year, and a number, until 2019; since then the whole year.
_ANTHOLOGY = re.compile(r"(?<![A-Za-z\d])[A-Z](\d\d)-\d{4}(?!\d)")
_YEAR = re.compile(r"(?<!\d)((?:19[5-9]|20[0-4])\d)(?!\d)")
# The anthology begins with 1952, arXiv's ids of this form with 2007.
_CENTURY_ENDS = 50


def year_of(metadata: Metadata, filename: str) -> int | None:
    """Return the year that a paper has or that its ids and its file's name tell, None where none does."""
    if metadata.year:
        return metadata.year
    for text in (metadata.arxiv_id or "", filename):
        if match := _ARXIV.search(text) or _ANTHOLOGY.search(text):
            short = int(match[1])
            return short + (1900 if short >= _CENTURY_ENDS else 2000)
    found = _YEAR.search(metadata.doi or "") or _YEAR.search(filename)
    return int(found[1]) if found else None
