"""Parses the fields of a bibliography entry: label, authors, title, year and DOI."""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

from scholarai.domain.content import Reference
from scholarai.domain.ids import ReferenceId
from scholarai.domain.title_folding import arxiv_of
from scholarai.parsing.pdf.references.label_corrections import settled
from scholarai.parsing.pdf.references.tagging import Label, tagged
from scholarai.parsing.pdf.text.names import split_names

LABEL = re.compile(
    r"\[(?P<square>[^\]\s]{1,24})\](?=\s|$|[A-ZÀ-Þ])|(?:\((?P<round>[1-9]\d{0,2})\)|(?P<plain>[1-9]\d{0,2})[.)]?)(?=\s|$)"
)
ALPHA_LABEL = re.compile(r"\[[A-Za-z][\w+*\-\u2019'.]{1,20}\]")
YEAR = re.compile(r"(?<![\d\-\u2013/.])(1[6-9]\d\d|20\d\d)(?=[a-z]?(?![\d]))")
_YEAR_IN_BRACKETS = re.compile(
    r"[(\[](?:[A-Z][a-z]+\.?\s+(?:\d{1,2},?\s+)?)?(1[6-9]\d\d|20\d\d)[a-z]?(?:,[^)\]]*)?[)\]]"
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"\u201c\u201d]+")
# A SICI, in which "<" and ">" stand, or letters and digits.
_SICI = re.compile(r"10\.\d{4,9}/[^\s<>]{0,100}+<[^\s<>]{1,100}+>\d\.\d\.[A-Z]{2};2(?:-[\dA-Z#])?")
# A line ends behind a point or hyphen within a DOI, and what follows is no word.
_DOI_GOES_ON = re.compile(
    r"(10\.\d{4,9}/\S{0,100}[.\-_/]) (?!(?:19|20)\d\d\b)(?=(?:[^\W\d]|[()\-])*+\d[\w.()/\-]*+(?:\s|$))"
)
_DOI_BEGINS = re.compile(r"(doi\.org/|\bdoi:?|\b10\.\d{4,9}/) (?=\S)", re.IGNORECASE)
_UNDATED = re.compile(r"\((?:n\. ?d\.|in press|forthcoming|s\. ?a\.|o\. ?J\.)\)", re.IGNORECASE)
_LINK = re.compile(r"https?://\S+|arXiv:\S+|doi:\s*\S+|10\.\d{4,}/\S+")
_QUOTED = re.compile(r"[\u201c\"`]{1,2}[^\u201c\u201d\"]{8,400}?(?:[\u201d\"]|''|\u2019\u2019)")
_GIVEN_IN_BRACKETS = re.compile(r",? \((?!eds?\b)([^()\d]{1,30})\)", re.IGNORECASE)
# Vancouver's 2001;29:517 is three words.
_JOINED = re.compile(r"(?<![\w/.])((?:1[5-9]|20)\d\d;)((?:\d{1,4}(?:\(\w{1,9}\))?:)?)(?=\S)")
# A person's name has none of these words, a single one before "and" is no full name.
_GROUP = re.compile(r" (?:of|for|on|against) [A-Zt]|\A[A-Z][a-z]+ (?:and|&) (?:[A-Z][a-z]+ ){1,3}[A-Z][a-z]+\Z")
_IN = re.compile(r"\Ain:?\s", re.IGNORECASE)
_AROUND_TITLE = " ,.;:\"'`\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb"


class _Fields(NamedTuple):
    label: str | None
    rest: str


def read_reference(raw: str, index: int, raised: str | None = None) -> Reference:
    """Return the fields found in an entry's text.

    Args:
        raw: The entry as printed.
        index: Its position, from 1.
        raised: The raised number at its start, which directly precedes its first word.
    """
    label, rest = _Fields(raised, raw[len(raised) :].strip()) if raised else _label(raw)
    parts = _parts(rest)
    return Reference(
        id=ReferenceId(f"r{index}"),
        raw=raw,
        label=label,
        title=parts.get("title", "").strip(_AROUND_TITLE) or None,
        authors=_authors(parts.get("author", "")),
        year=_year(parts.get("date", ""), rest),
        doi=_doi(rest),
        arxiv_id=arxiv_of(rest),
        venue=_venue(parts.get("container", "")),
    )


def _doi(text: str) -> str | None:
    """Return the DOI in an entry, put together where a line's end parted it."""
    text = _DOI_GOES_ON.sub(r"\1", _DOI_BEGINS.sub(r"\1", text))
    if sici := _SICI.search(text):
        return sici[0]
    found = _DOI.search(text)
    return found[0].partition("<")[0].rstrip(".,;:)]}>") if found else None


def _venue(text: str) -> str | None:
    """Return the journal, proceedings or book in the words that name it."""
    return _IN.sub("", text.strip(_AROUND_TITLE), count=1).strip(_AROUND_TITLE) or None


def _label(raw: str) -> _Fields:
    match = LABEL.match(raw)
    if match is None or (match["square"] and not match["square"].isdigit() and not ALPHA_LABEL.match(raw)):
        return _Fields(None, raw)
    return _Fields(match["square"] or match["round"] or match["plain"], raw[match.end() :].strip())


def _parts(text: str) -> dict[Label, str]:
    """Return the first words in sequence of each label; a quoted title ends where its quote closes.

    A year that a name ends with, such as "CRYPTO 1984", gives way to a later date.
    """
    words = _JOINED.sub(r"\1 \2 ", text).split()
    found: dict[Label, str] = {}
    at = 0
    named = False
    for label, run in groupby(settled(words, tagged(words))):
        end = at + len([*run])
        if label == "date" and named:
            del found["date"]
        if label == "date" and (named or label not in found):
            named = at > 0 and words[at - 1][-1].isalpha() and words[at][0].isdigit()
        if label not in found:
            found[label] = " ".join(words[at:end])
            quoted = _QUOTED.match(" ".join(words[at:])) if label == "title" else None
            if quoted and len(quoted[0]) > len(found["title"]):
                found["title"] = quoted[0]
        at = end
    return found


def _authors(text: str) -> tuple[str, ...]:
    """Return the people in the words that name authors, or the group that they name."""
    people = YEAR.split(_GIVEN_IN_BRACKETS.sub(r", \1", text), maxsplit=1)[0].rstrip("( ")
    group = people.strip(" .,;:")
    if _GROUP.search(group) and "," not in group:
        return (group,)
    names = split_names(people)
    return names or ((group,) if group[:1].isalpha() else ())


def _year(date: str, text: str) -> int | None:
    """Return the year in an entry's date, else the last one in its text that is no part of a link."""
    if _UNDATED.search(text) and not YEAR.search(date.partition(")")[0]):
        return None
    dated = YEAR.search(date) or _YEAR_IN_BRACKETS.search(text)
    if dated:
        return int(dated[1])
    years = YEAR.findall(_LINK.sub(" ", text))
    return int(years[-1]) if years else None
