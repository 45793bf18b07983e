"""Parses the fields of a bibliography entry: label, authors, title, year and DOI."""

from __future__ import annotations

import re
from typing import NamedTuple

from scholarai.domain.content import Reference
from scholarai.domain.ids import ReferenceId
from scholarai.parsing.pdf.references.thresholds import FIELDS
from scholarai.parsing.pdf.text.names import split_names

LABEL = re.compile(r"(?:\[(?P<square>[^\]\s]{1,24})\]|\((?P<round>\d{1,3})\)|(?P<plain>\d{1,3})[.)]?)(?=\s|$)")
ALPHA_LABEL = re.compile(r"\[[A-Za-z][\w+*\-\u2019'.]{1,20}\]")
YEAR = re.compile(r"(?<![\d\-\u2013/.])(1[6-9]\d\d|20\d\d)(?=[a-z]?(?![\d]))")
_YEAR_IN_BRACKETS = re.compile(
    r"[(\[](?:[A-Z][a-z]+\.?\s+(?:\d{1,2},?\s+)?)?(1[6-9]\d\d|20\d\d)[a-z]?(?:,[^)\]]*)?[)\]]"
)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>\u201c\u201d]+[^\s\"<>\u201c\u201d.,;:)\]}]")
_QUOTED = re.compile(r"[\u201c\"\u2018`]{1,2}(?P<title>[^\u201d\"]{8,400}?)[,.]?(?:[\u201d\"]|\u2019\u2019|'')")
_FAMILY = r"(?:(?:van|von|de|der|den|di|da|del|della|dos|du|la|le|ter|el|al|bin)\s+)*[A-ZÀ-Þ][\w'\u2019\u2010-]+(?:\s[A-ZÀ-Þ][\w'\u2019\u2010-]+)?"
_INITIALS = r"[A-ZÀ-Þ]\.(?:[\s-]?[A-ZÀ-Þ]\.){0,3}"
_BETWEEN = r"(?:,?\s+(?:and|&|und|et|y)\s+|,\s+|;\s+)"
# A list of names with initials, all before or all after the family names; it may end with `et al.`.
_NAMES_FIRST = re.compile(
    rf"(?:{_INITIALS}\s?{_FAMILY}(?:{_BETWEEN}{_INITIALS}\s?{_FAMILY})*|"
    rf"{_FAMILY},\s+{_INITIALS}(?:{_BETWEEN}{_FAMILY},\s+{_INITIALS})*)(?:,?\s+et\s+al\.?)?(?=[\s,:;.(]|$),?"
)
_YEAR_FIRST = re.compile(r"^[\s.,:;]*[(\[]\s*(?:1[6-9]|20)\d\d[a-z]?[^)\]]{0,20}[)\]]")
# A title ends with its sentence, or before the journal's capitalized name and volume.
_TITLE = re.compile(
    r"(.{8,400}?[^A-Z\s])(?:[.?!](?=\s+(?:[A-Z0-9À-Þ\u201c\"(\[]|https?:|doi|arXiv|in\b|in:)|$)|"
    r",\s+(?=(?i:in:?\s|vol|pp|pages\s)|(?:1[6-9]|20)\d\d(?:\.|$)|[A-Z][\w.]* \d))"
)
_TITLE_BEFORE_JOURNAL = re.compile(r"(.{10,300}?),\s+(?=[A-Z][^,]{1,70}?\s\d)")


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
    label, rest = _Fields(raised, raw.removeprefix(raised).strip()) if raised else _label(raw)
    doi = _DOI.search(rest.replace("doi.org/ ", "doi.org/").replace("doi: ", "doi:"))
    year = _year(rest)
    authors, title = _authors_and_title(rest, year)
    return Reference(
        id=ReferenceId(f"r{index}"),
        raw=raw,
        label=label,
        title=title,
        authors=authors,
        year=year,
        doi=doi[0].rstrip(".,;") if doi else None,
    )


def _label(raw: str) -> _Fields:
    match = LABEL.match(raw)
    if match is None or (match["square"] and not match["square"].isdigit() and not ALPHA_LABEL.match(raw)):
        return _Fields(None, raw)
    return _Fields(match["square"] or match["round"] or match["plain"], raw[match.end() :].strip())


def _year(text: str) -> int | None:
    bracketed = _YEAR_IN_BRACKETS.search(text)
    if bracketed:
        return int(bracketed[1])
    without_links = re.sub(r"https?://\S+|arXiv:\S+|doi:\s*\S+|10\.\d{4,}/\S+", " ", text)
    years = [int(year) for year in YEAR.findall(without_links)]
    return years[-1] if years else None


def _authors_and_title(text: str, year: int | None) -> tuple[tuple[str, ...], str | None]:
    quoted = _QUOTED.search(text)
    if quoted:
        return split_names(text[: quoted.start()]), quoted["title"].strip(" ,.")
    listed = _NAMES_FIRST.match(text)
    if listed:
        rest = _YEAR_FIRST.sub("", text[listed.end() :])
        comma = listed[0].rstrip().endswith(",") or rest.startswith(",")
        rest = rest.lstrip(" ,.:;")
        return split_names(listed[0]), _before_journal(rest) if comma else _first_sentence(rest)
    for cut in _cuts(text, year):
        head, tail = cut
        names = split_names(head)
        title = _first_sentence(tail)
        if names and title and len(title) > FIELDS.title_characters:
            return names, title
    return (), None


def _cuts(text: str, year: int | None) -> list[tuple[str, str]]:
    """Return likely boundaries between authors and title, best first."""
    cuts = []
    if year is not None:
        match = re.search(
            rf"[(\[]\s*(?:[A-Z][a-z]+\.?\s+)?{year}[a-z]?[^)\]]{{0,20}}[)\]][.,:]?\s*|(?<=[.,])\s*{year}[a-z]?[.,:]\s+",
            text,
        )
        if match and FIELDS.year_least_characters < match.start() < FIELDS.year_most_share * len(text):
            cuts.append((text[: match.start()], text[match.end() :]))
    colon = re.search(r"(?<=[A-Z]\.):\s+", text)
    if colon:
        cuts.append((text[: colon.start()], text[colon.end() :]))
    cuts += [
        (text[: match.start() + 1], text[match.end() :])
        for match in re.finditer(
            r"(?<![A-Z])(?<!\bal)(?<!\bJr)\.\s+(?=[A-Z\u201c\"0-9])|\bal\.\s+(?=[A-Z])", text[: FIELDS.stop_characters]
        )
    ][:2]
    cuts += [
        (text[: match.end(1)], text[match.end() :])
        for match in re.finditer(
            r"(?<![A-Z]\.)(?<![A-Z]\.\s)((?:[A-Z]\.\s?)+)\s+(?=[A-Z][a-z]+ [a-z])", text[: FIELDS.initials_characters]
        )
    ][:1]
    return cuts


def _first_sentence(text: str) -> str | None:
    match = _TITLE.match(text)
    title = (match[1] if match else text[: FIELDS.longest_title_characters]).strip(" ,.")
    return title or None


def _before_journal(text: str) -> str | None:
    """Return the title of an entry that separates all fields by commas; many physics journals print no title."""
    match = _TITLE_BEFORE_JOURNAL.match(text)
    return match[1].strip(" ,.") if match and len(re.findall(r"(?<=\s)[a-z]", match[1])) >= 1 else None
