"""Reads a paper's DOI, arXiv id, year and venue."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from scholarai.parsing.layout import DocumentInfo, PageLayout
from scholarai.parsing.pdf.front.thresholds import IDENTIFIERS
from scholarai.parsing.pdf.text.characters import clean

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^\u201c\u201d]*[^\s\"<>{}|\\^\u201c\u201d.,;:)\]'\u2019]")
_OWN_DOI = re.compile(r"doi(?:\.org/|:|\s)", re.IGNORECASE)
_ARXIV = re.compile(
    r"arXiv:\s?(\d{4}\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s*\[[^\]]*\])?(?:\s+\d{1,2}\s+\w{3,9}\s+((?:19|20)\d\d))?"
)
_PUBLISHED = re.compile(r"\bpublished\b[^.\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE)
_RIGHTS = re.compile(r"(?:©|\(c\)|copyright)\s*(?:the authors?[.,]?\s*)?((?:19|20)\d\d)", re.IGNORECASE)
_DATED = re.compile(
    r"\b(?:dated|accepted|received|submitted|draft version|version)\b[^.\n]{0,40}?\b((?:19|20)\d\d)\b", re.IGNORECASE
)
_DATE_LINE = re.compile(
    r"^(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?((?:19|20)\d\d)$",
    re.IGNORECASE,
)
_CITED_AS = re.compile(r"\(((?:19|20)\d\d)\)\.?\s")
_VENUES = re.compile(
    r"((?i:the\s+)?(?i:journal|transactions|annals|proceedings|archives|bulletin|letters|reviews?|advances|international conference|"
    r"workshop)\s+(?:of|on|in)\s+[A-Z][^.,;:()\d]{3,80}|(?:IEEE|ACM)\s+(?:Transactions|Journal|Conference)[^.,;:()\d]{3,80}|"
    r"PLOS\s\w+|Nature\s?\w*|\b[A-Z]\w+Con\s++(?:20\d\d\s++)?Proceedings)"
)


class Identifiers(NamedTuple):
    doi: str | None
    arxiv_id: str | None
    year: int | None
    venue: str | None


def read_identifiers(
    page: PageLayout, furniture: Sequence[str], body: Sequence[str], info: DocumentInfo
) -> Identifiers:
    """Return the identifiers of a paper.

    Args:
        page: The title page, including its vertical and marginal text.
        furniture: The running heads and feet that were removed.
        body: The title page's groups of text; long groups are paragraphs, which may name other papers.
        info: The file's metadata.
    """
    lines = [clean("".join(span.text for span in line.spans)).strip() for line in page.lines]
    short = [*furniture, *(text for text in body if len(text) < IDENTIFIERS.paragraph_characters), *lines]
    links = [uri for _, uri in page.links]
    arxiv = next((match for line in lines if (match := _ARXIV.search(line))), None)
    return Identifiers(
        doi=_doi(short, links, info),
        arxiv_id=arxiv[1] if arxiv else None,
        year=_year(short, furniture, arxiv),
        venue=_venue([*furniture, info.subject, *lines[: IDENTIFIERS.first_lines], *lines[-IDENTIFIERS.last_lines :]]),
    )


def _doi(texts: Sequence[str], links: Sequence[str], info: DocumentInfo) -> str | None:
    notices = [text for text in texts if len(text) < IDENTIFIERS.notice_characters]
    named = [text for text in (*notices, info.subject, *links) if _OWN_DOI.search(text)]
    for text in (*named, info.subject):
        match = _DOI.search(text.replace("doi.org/ ", "doi.org/"))
        if match:
            return match[0]
    return None


def _year(texts: Sequence[str], furniture: Sequence[str], arxiv: re.Match[str] | None) -> int | None:
    # Running heads cite the paper itself with its year; a year cited in the text is another paper's.
    for pattern, sources in ((_PUBLISHED, texts), (_RIGHTS, texts), (_CITED_AS, furniture)):
        for text in sources:
            match = pattern.search(text)
            if match:
                return int(match[1])
    if arxiv is not None:
        if arxiv[2]:
            return int(arxiv[2])
        if arxiv[1][:4].isdigit():
            return 2000 + int(arxiv[1][:2])
    for pattern in (_DATED, _DATE_LINE):
        for text in texts:
            match = pattern.search(text.strip(" ()"))
            if match:
                return int(match[1])
    return None


def _venue(texts: Sequence[str]) -> str | None:
    for text in texts:
        match = _VENUES.search(text)
        if match:
            return " ".join(match[1].split())
    return None
