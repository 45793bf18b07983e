"""Works from RIS files, as reference managers and publishers export them.

https://en.wikipedia.org/wiki/RIS_(file_format) and the specification of 2011 that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from scholarai.domain.bibliography_entry import CSL_OF_RIS, BibliographyEntry
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.people import Person
from scholarai.domain.published_works import FoundWork
from scholarai.parsing.reference_files import cleaning

# Two letters or a letter and a digit, two blanks, a hyphen; some programs write one blank or none.
_TAG = re.compile(r"([A-Z][A-Z0-9]) {0,4}-(?: |$)(.*)")
_Fields = dict[str, list[str]]


def begins(text: str) -> bool:
    """Tell whether a text is RIS: its first line with a tag names a type."""
    first = next((found for line in text.lstrip("\ufeff \n").splitlines()[:5] if (found := _TAG.match(line))), None)
    return first is not None and first[1] == "TY"


def works(text: str) -> Iterator[tuple[int, Callable[[], FoundWork | None]]]:
    """Yield the line of each entry and what reads its work: None for lines outside of one, and for an entry without a type."""
    for line, fields in _entries(text):
        yield line, partial(_work, fields)


def _entries(text: str) -> Iterator[tuple[int, _Fields]]:
    """Yield each entry with its first line; one without an end ends where the next one begins."""
    fields: _Fields = {}
    start, last = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        found = _TAG.match(line.strip())
        if found is None:
            if last and line.strip():  # a value that goes on
                fields[last][-1] += f" {line.strip()}"
            elif line.strip("\ufeff \t"):
                yield number, {}
            continue
        tag, value = found[1], found[2].strip()
        if tag in {"TY", "ER"} and fields:
            yield start, fields
            fields = {}
        if tag == "ER":
            last = ""
            continue
        start = start if fields else number
        fields.setdefault(tag, []).append(value)
        last = tag
    if fields:
        yield start, fields


def _work(fields: Mapping[str, list[str]]) -> FoundWork | None:
    if "TY" not in fields:
        return None

    def first(*tags: str) -> str | None:
        return next((fields[tag][0] for tag in tags if fields.get(tag) and fields[tag][0]), None)

    def people(*tags: str) -> tuple[Person, ...]:
        found = (cleaning.person_in(value) for tag in tags for value in fields.get(tag, ()))
        return tuple(one for one in found if one)

    numbered = [value for tag in ("DO", "M3", "UR", "L3", "ID", "AN") for value in fields.get(tag, ())]
    authors, editors = people("AU", "A1"), people("ED", "A2")
    kind = CSL_OF_RIS.get((first("TY") or "").upper())
    venue = first("JO", "JF", "T2", "JA") or (first("BT") if first("TI", "T1", "CT") else None)
    preprint = cleaning.preprint(venue)
    numbers = " ".join(fields.get("SN", ()))
    known = cleaning.identifiers(*numbered, preprint)
    entry = BibliographyEntry(
        citation_key=cleaning.key(first("ID")),
        type="article" if preprint else kind or "document",
        authors=authors,
        editors=editors,
        date=cleaning.date(*[*(first("DA", "PY", "Y1") or "").split("/"), "", ""][:3]),
        url=cleaning.address(fields.get("UR", ()), known),
        isbn=cleaning.isbn(numbers),
        edition=cleaning.text(first("ET")),
        series=cleaning.text(first("T3")),
        place=cleaning.text(first("CY", "PP")),
        chapter=cleaning.text(first("SE")),
        language=cleaning.text(first("LA")),
        genre="" if cleaning.identifier("doi", first("M3")) else cleaning.text(first("M3")),
        note=". ".join(filter(None, map(cleaning.text, fields.get("N1", ())))),
    )
    return FoundWork(
        source="file",
        title=cleaning.line(first("TI", "T1", "CT", "BT")),
        authors=cleaning.names(authors or editors),
        **known,
        abstract=cleaning.abstract(first("AB", "N2")),
        year=cleaning.year(first("PY", "Y1", "DA")),
        venue=cleaning.venue(venue, first("PB"), kind),
        keywords=cleaning.lines(fields.get("KW", ())),
        kind=kind,
        volume=cleaning.line(first("VL")),
        issue=cleaning.line(first("IS")),
        page_range=page_range(cleaning.line(first("SP")), cleaning.line(first("EP"))),
        publisher=cleaning.line(first("PB")),
        issn=issn_in(numbers),
        entry=entry,
    )
