"""Works from CSL-JSON, as Zotero, Pandoc and services write it.

https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.published_works import FoundWork
from scholarai.parsing.reference_files import cleaning

# After a broken item the next one is looked for where one may begin.
_NEXT = re.compile(r"\}\s{0,200},\s{0,200}(?=\{)")
_BETWEEN = re.compile(r"[\s,]{0,10000}")
# Each may cost a look at the rest of the file. A guess.
_MOST_FAULTS = 100


def works(text: str) -> Iterator[tuple[int, Callable[[], FoundWork | None]]]:
    """Yield the line of each item and what reads its work: None for one that cannot be read, and for the rest after too many."""
    decoder = json.JSONDecoder()
    place = 1 if text.startswith("[") else len(text) - len(text.lstrip(" \n\t["))
    line, counted, faults = 1, 0, 0
    while True:
        place = _after(_BETWEEN, text, place)
        if place >= len(text) or text[place] == "]":
            return
        line, counted = line + text.count("\n", counted, place), place
        try:
            item, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            item, found = None, _NEXT.search(text, place)
            faults += 1
            place = found.end() if found and faults < _MOST_FAULTS else len(text)
        yield line, partial(_work, item)


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    return place if found is None else found.end()


def _work(item: Any) -> FoundWork | None:
    if not isinstance(item, dict):
        return None
    return FoundWork(
        source="file",
        title=cleaning.line(item.get("title")),
        authors=cleaning.lines(map(_name, _listed(item.get("author")) or _listed(item.get("editor")))),
        **cleaning.identifiers(
            item.get("DOI"),
            item.get("URL"),
            item.get("number"),
            cleaning.labelled("pmid:", item.get("PMID")),
            item.get("PMCID"),
        ),
        abstract=cleaning.abstract(item.get("abstract")),
        year=_year(item.get("issued")),
        venue=cleaning.venue(item.get("container-title"), item.get("publisher"), cleaning.line(item.get("type"))),
        keywords=cleaning.lines(str(item.get("keyword") or "").split(",")),
        kind=cleaning.line(item.get("type")),
        volume=cleaning.line(item.get("volume")),
        issue=cleaning.line(item.get("issue")),
        page_range=page_range(cleaning.line(item.get("page"))),
        publisher=cleaning.line(item.get("publisher")),
        issn=issn_in(cleaning.line(item.get("ISSN"))),
    )


def _name(person: object) -> str | None:
    if not isinstance(person, dict):
        return None
    particle = person.get("non-dropping-particle") or person.get("dropping-particle")
    parts = (person.get("given"), particle, person.get("family"), person.get("suffix"))
    return " ".join(str(part) for part in parts if part) or person.get("literal")


def _year(issued: object) -> int | None:
    if not isinstance(issued, dict):
        return None
    parts = issued.get("date-parts")
    first = parts[0][0] if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0] else None
    return cleaning.year(first if first is not None else issued.get("raw") or issued.get("literal"))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
