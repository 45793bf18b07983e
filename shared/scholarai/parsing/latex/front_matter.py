"""Reads title, authors and other metadata of a LaTeX paper from the commands of common document classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scholarai.domain.content import Author
from scholarai.parsing.bibliography import doi_in, year_in
from scholarai.parsing.drafts import Head
from scholarai.parsing.latex.authors import read_authors
from scholarai.parsing.latex.expanded import Expanded
from scholarai.parsing.latex.scanning import commands

if TYPE_CHECKING:
    from scholarai.parsing.latex.document import DocumentReader

_TITLES = ("title", "icmltitle", "papertitle", "Title", "TITLE", "mlsystitle", "articletitle")
_DOIS = ("doi", "DOI", "acmDOI", "articledoi", "articleDOI", "paperdoi")
_KEYWORDS = ("keywords", "keyword", "Keywords", "kwd", "icmlkeywords", "IEEEkeywords")
_KEYWORD_ENVIRONMENT = re.compile(r"(?>.*?\\begin\{(?:keywords?|IEEEkeywords)\})(.*?)\\end\{", re.DOTALL)
_SEPARATOR = re.compile(r"[,;·•]|\\sep\b|\\and\b|\\\\")
_BIG = re.compile(
    r"\{\s*(?:\\(?:bf|bfseries|centering|sffamily)\s*)*\\(Large|LARGE|huge|Huge)\b([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
_SIZES = ("Large", "LARGE", "huge", "Huge")
_ABSTRACT = re.compile(r"\\begin\s*\{abstract\*?\}|\\abstract\b")
_ARXIV = re.compile(r"arXiv:\s*(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
# A guess: front matter ends within this much of the body; the longest known has 15,000 characters, with 300 authors.
FRONT_CHARACTERS = 40_000


def read_head(expanded: Expanded, reader: DocumentReader) -> Head:
    front = expanded.preamble + "\n" + expanded.body[:FRONT_CHARACTERS]
    return Head(
        title=_title(front, expanded, reader),
        authors=read_authors(front, reader),
        doi=next((found for c in commands(front, _DOIS) if (found := doi_in(c.argument))), None),
        arxiv_id=match.group(1) if (match := _ARXIV.search(expanded.preamble)) else None,
        year=next(
            (year for c in commands(front, ("acmYear", "date", "copyrightyear")) if (year := year_in(c.argument))), None
        ),
        venue=next((v for c in commands(front, ("journal", "acmJournal")) if (v := reader.plain(c.argument))), None),
        keywords=_keywords(front, reader),
    )


def abstract_in_preamble(expanded: Expanded) -> str:
    """Return the source of an abstract that a class wants before the document begins, empty where the body has one."""
    if _ABSTRACT.search(expanded.body):
        return ""
    opened = expanded.preamble.rfind(r"\begin{abstract}")
    closed = expanded.preamble.find(r"\end{abstract}", opened)
    if 0 <= opened < closed:
        return expanded.expand(expanded.preamble[opened:closed]) + r"\end{abstract}"
    written = [command.argument for command in commands(expanded.preamble, ("abstract",)) if command.argument.strip()]
    return rf"\begin{{abstract}}{expanded.expand(written[-1])}\end{{abstract}}" if written else ""


def _title(front: str, expanded: Expanded, reader: DocumentReader) -> str | None:
    titles = [reader.plain(command.argument) for command in commands(front, _TITLES)]
    for title in reversed(titles):
        if any(character.isalpha() for character in title):
            return title
    sized = _BIG.findall(expanded.body, 0, FRONT_CHARACTERS)
    largest = max(sized, key=lambda found: _SIZES.index(found[0]), default=("", ""))
    return reader.plain(largest[1]) or None


def _keywords(front: str, reader: DocumentReader) -> tuple[str, ...]:
    found = next((command.argument for command in commands(front, _KEYWORDS) if command.argument.strip()), "")
    if not found and (match := _KEYWORD_ENVIRONMENT.match(front)):
        found = match.group(1)
    return tuple(word for part in _SEPARATOR.split(found) if (word := reader.plain(part).strip(" .")))


__all__ = ["Author", "read_head"]
