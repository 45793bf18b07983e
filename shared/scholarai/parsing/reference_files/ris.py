"""Works from RIS files, as reference managers and publishers export them.

https://en.wikipedia.org/wiki/RIS_(file_format) and the specification of 2011 that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.published_works import FoundWork
from scholarai.parsing.reference_files import cleaning

# Two letters or a letter and a digit, two blanks, a hyphen; some programs write one blank or none.
_TAG = re.compile(r"([A-Z][A-Z0-9]) {0,4}-(?: |$)(.*)")
_KINDS = {
    "JOUR": "article-journal", "EJOU": "article-journal", "CONF": "paper-conference", "CPAPER": "paper-conference",
    "BOOK": "book", "CHAP": "chapter", "THES": "thesis", "RPRT": "report", "DATA": "dataset", "UNPB": "manuscript",
    "ELEC": "webpage", "PREPRINT": "article", "GEN": "document",
}  # fmt: skip

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

    named = [value for tag in ("DO", "M3", "UR", "L3", "ID", "AN") for value in fields.get(tag, ())]
    authors = [value for tag in ("AU", "A1") for value in fields.get(tag, ())] or fields.get("ED", [])
    kind = _KINDS.get((first("TY") or "").upper())
    return FoundWork(
        source="file",
        title=cleaning.line(first("TI", "T1", "CT", "BT")),
        authors=cleaning.lines(map(cleaning.full_name, authors)),
        **cleaning.identifiers(*named),
        abstract=cleaning.abstract(first("AB", "N2")),
        year=cleaning.year(first("PY", "Y1", "DA")),
        venue=cleaning.venue(
            first("JO", "JF", "T2", "JA") or (first("BT") if first("TI", "T1", "CT") else None), first("PB"), kind
        ),
        keywords=cleaning.lines(fields.get("KW", ())),
        kind=kind,
        volume=cleaning.line(first("VL")),
        issue=cleaning.line(first("IS")),
        page_range=page_range(cleaning.line(first("SP")), cleaning.line(first("EP"))),
        publisher=cleaning.line(first("PB")),
        issn=issn_in(first("SN")),
    )
