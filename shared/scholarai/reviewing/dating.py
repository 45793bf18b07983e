"""Finds the year of a paper whose metadata lack it: in its ids, its file's name, and what its first page says of its making."""

from __future__ import annotations

import re

from scholarai.domain.paper import Metadata

_ARXIV = re.compile(r"(?<!\d)(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}(?!\d)")
# https://aclanthology.org/info/ids/: a letter, two digits of the year, and a number, until 2019; since then the whole year.
_ANTHOLOGY = re.compile(r"(?<![A-Za-z\d])[A-Z](\d\d)-\d{4}(?!\d)")
_YEAR = re.compile(r"(?<!\d)((?:19[5-9]|20[0-4])\d)(?!\d)")
_MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
_MADE = re.compile(
    rf"(?:©|\(c\)|\bcopyright\b|\barXiv\b|\bdraft version\b|\b(?:received|accepted|published|submitted|revised|proceedings|conference|workshop)\b)"
    rf"[^.\n]{{0,60}}?(?<!\d)((?:19[5-9]|20[0-4])\d)(?!\d)|^[^\w\n]*+(?:\d{{1,2}} )?{_MONTH}\.?,? (?:\d{{1,2}}, )?((?:19[5-9]|20[0-4])\d)[^\w\n]*+$",
    re.IGNORECASE | re.MULTILINE,
)
# About a first page.
_PAGE_CHARACTERS = 4_000
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


def year_printed(text: str) -> int | None:
    """Return the year that the first page of a paper's text names with its making; of a date alone in its line, too."""
    found = _MADE.search(text[:_PAGE_CHARACTERS])
    return int(found[1] or found[2]) if found else None
