"""Works from CSL-JSON, as Zotero, Pandoc and services write it.

https://citeproc-js.readthedocs.io/en/latest/csl-json/markup.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scholarai.domain.bibliography_entry import BibliographyEntry
from scholarai.domain.imprint import issn_in, page_range
from scholarai.domain.people import Person
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
    publisher = None if item.get("publisher") == "arXiv" and item.get("type") == "article" else item.get("publisher")
    authors, editors = _people(item.get("author")), _people(item.get("editor"))
    kind = cleaning.line(item.get("type"))
    numbered = item.get("number") if not cleaning.identifier("arxiv", item.get("number")) else None
    named = cleaning.identifiers(
        item.get("DOI"),
        item.get("URL"),
        item.get("number"),
        item.get("archive_location") if item.get("archive") == "arXiv" else None,
        cleaning.labelled("pmid:", item.get("PMID")),
        item.get("PMCID"),
    )
    entry = BibliographyEntry(
        citation_key=cleaning.key(item.get("citation-key")) or cleaning.key(item.get("id")),
        type=kind or "",
        authors=authors,
        editors=editors,
        date=_date(item.get("issued")),
        url=cleaning.address([item.get("URL")], named),
        isbn=cleaning.isbn(item.get("ISBN")),
        edition=cleaning.text(item.get("edition")),
        series=cleaning.text(item.get("collection-title")),
        place=cleaning.text(item.get("publisher-place")),
        chapter=cleaning.text(item.get("chapter-number")),
        language=cleaning.text(item.get("language")),
        genre=cleaning.text(item.get("genre")),
        note=cleaning.text(item.get("note")),
    )
    return FoundWork(
        source="file",
        title=cleaning.line(item.get("title")),
        authors=cleaning.names(authors or editors),
        **named,
        abstract=cleaning.abstract(item.get("abstract")),
        year=_year(item.get("issued")),
        venue=cleaning.venue(item.get("container-title"), publisher, kind),
        keywords=cleaning.lines(str(item.get("keyword") or "").split(",")),
        kind=kind,
        volume=cleaning.line(item.get("volume")),
        issue=cleaning.line(item.get("issue")) or cleaning.line(numbered),
        page_range=page_range(cleaning.line(item.get("page"))),
        publisher=cleaning.line(publisher),
        issn=issn_in(cleaning.line(item.get("ISSN"))),
        entry=entry,
    )


def _people(value: object) -> tuple[Person, ...]:
    found = (_person(one) for one in value if isinstance(one, dict)) if isinstance(value, list) else ()
    return tuple(one for one in found if one)


def _person(one: dict[str, Any]) -> Person | None:
    particle = one.get("non-dropping-particle") or one.get("dropping-particle")
    if not one.get("family"):
        return cleaning.parts(one.get("literal") or one.get("given"))
    return cleaning.parts(one["family"], one.get("given"), particle, one.get("suffix"))


def _date(issued: object) -> str:
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
    return cleaning.date(*[*first, None, None, None][:3])


def _year(issued: object) -> int | None:
    if not isinstance(issued, dict):
        return None
    parts = issued.get("date-parts")
    first = parts[0][0] if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0] else None
    return cleaning.year(first if first is not None else issued.get("raw") or issued.get("literal"))
