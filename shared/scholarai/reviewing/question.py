"""Reads the years, venues and authors out of a question, detects harmful ones, and applies filters to papers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scholarai.domain.paper import Metadata, plain
from scholarai.domain.review import Decomposition, FilterField, Filters, Unjudged

_YEAR = r"(?P<{}>(?:19|20)\d\d)"
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+{_YEAR.format('low')}\s*(?:and|to|until|–|-)\s*{_YEAR.format('high')}", re.IGNORECASE
)
_SINCE = re.compile(rf"\b(?:since|from|after(?P<after>)|starting in)\s+{_YEAR.format('low')}\b", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:until|up to|before(?P<before>)|by the end of)\s+{_YEAR.format('high')}\b", re.IGNORECASE)
# "The outbreak in 2010" names no year of publication.
_IN = re.compile(rf"\b(?:published|papers|work|studies)\s+in\s+{_YEAR.format('year')}\b", re.IGNORECASE)
_AUTHOR = re.compile(r"\b(?:papers|work|works|studies|articles|publications) (?:by|of) ((?:[A-Z][\w.'-]+ ?){1,3})")
_VENUE = re.compile(r"\bpublished (?:in|at) (?:the )?([A-Z][\w&.-]*(?: [A-Z&][\w&.-]*){0,5})")
# Few and plain, since no model judges here: instructions for mass harm. What a model adds is a judgement.
_HARMFUL = re.compile(
    r"\b(?:how (?:to|can i|do i|could one)|instructions? (?:to|for)|steps? to|recipe for|synthesi[sz]e|build|make)\b.{0,60}"
    r"\b(?:nerve agent|sarin|novichok|vx gas|mustard gas|ricin|anthrax weapon|bioweapon|biological weapon|chemical weapon|"
    r"dirty bomb|pipe bomb|nail bomb|explosive device|nuclear bomb)s?\b",
    re.IGNORECASE,
)


def take_apart(question: str) -> Decomposition:
    """Return the question without what became filters, and the filters that it names."""
    filters, spans = _filters(question)
    kept = question
    for start, end in sorted(spans, reverse=True):
        kept = f"{kept[:start]} {kept[end:]}"
    rewritten = re.sub(r"(?<!\s)\s+([?.,;!])", r"\1", " ".join(kept.split()))
    return Decomposition(rewritten=rewritten or question, keywords=rewritten or question, filters=filters)


def is_harmful(question: str) -> bool:
    """Tell a question for instructions to do great harm."""
    return _HARMFUL.search(question) is not None


def _filters(question: str) -> tuple[Filters, list[tuple[int, int]]]:
    spans: list[tuple[int, int]] = []
    low = high = None
    if between := _BETWEEN.search(question):
        low, high = int(between["low"]), int(between["high"])
        spans.append(between.span())
    else:
        if since := _SINCE.search(question):
            low = int(since["low"]) + (since["after"] is not None)
            spans.append(since.span())
        if until := _UNTIL.search(question):
            high = int(until["high"]) - (until["before"] is not None)
            spans.append(until.span())
        if not spans and (in_year := _IN.search(question)):
            low = high = int(in_year["year"])
            spans.append(in_year.span())
    author, venue = _AUTHOR.search(question), _VENUE.search(question)
    return (
        Filters(
            year_from=low,
            year_to=high,
            authors=(author[1].strip(" .,?"),) if author else (),
            venues=(venue[1].strip(" .,?"),) if venue else (),
        ),
        spans,
    )


def passes(metadata: Metadata, filters: Filters) -> bool:
    """Tell whether a paper passes every filter that is set."""
    return (
        _in_years(metadata.year, filters)
        and _names_one(filters.venues, [metadata.venue or ""])
        and _names_one(filters.authors, metadata.authors)
        and _names_one(filters.fields, metadata.keywords)
        and _holds(filters.text, metadata)
    )


def unknown_fields(metadata: Metadata, filters: Filters) -> frozenset[FilterField]:
    """Return the fields that filters ask for and a paper has not; none where a field that it has fails its filter."""
    asked: dict[FilterField, tuple[bool, bool]] = {
        "year": (filters.year_from is not None or filters.year_to is not None, metadata.year is not None),
        "venue": (bool(filters.venues), bool(metadata.venue)),
        "authors": (bool(filters.authors), bool(metadata.authors)),
        "keywords": (bool(filters.fields), bool(metadata.keywords)),
    }
    unknown = frozenset(name for name, (wanted, known) in asked.items() if wanted and not known)
    left = Filters(
        year_from=None if "year" in unknown else filters.year_from,
        year_to=None if "year" in unknown else filters.year_to,
        venues=() if "venue" in unknown else filters.venues,
        authors=() if "authors" in unknown else filters.authors,
        fields=() if "keywords" in unknown else filters.fields,
        text=filters.text,
    )
    return unknown if passes(metadata, left) else frozenset()


def counted(unknown: Iterable[frozenset[FilterField]]) -> Unjudged:
    """Return how many papers filters cannot judge, by what is not known of each."""
    unjudged = [names for names in unknown if names]

    def lacking(name: FilterField) -> int:
        return sum(name in names for names in unjudged)

    return Unjudged(
        papers=len(unjudged),
        year=lacking("year"),
        venue=lacking("venue"),
        authors=lacking("authors"),
        keywords=lacking("keywords"),
    )


def narrowed(filters: Filters, other: Filters) -> Filters:
    """Return filters that ask for what both ask for; where both name venues, authors or fields, those of `one` count."""
    lows = [year for year in (filters.year_from, other.year_from) if year is not None]
    highs = [year for year in (filters.year_to, other.year_to) if year is not None]
    return Filters(
        year_from=max(lows, default=None),
        year_to=min(highs, default=None),
        venues=filters.venues or other.venues,
        authors=filters.authors or other.authors,
        fields=filters.fields or other.fields,
        text=filters.text or other.text,
    )


def is_open(filters: Filters) -> bool:
    """Tell whether the filters ask for nothing."""
    return filters == Filters()


def _in_years(year: int | None, filters: Filters) -> bool:
    if filters.year_from is None and filters.year_to is None:
        return True
    if year is None:
        return False
    return (filters.year_from or year) <= year <= (filters.year_to or year)


def _names_one(wanted: Sequence[str], names: Iterable[str]) -> bool:
    if not wanted:
        return True
    have = [plain(name) for name in names]
    return any(plain(name) in own for name in wanted for own in have)


def _holds(text: str | None, metadata: Metadata) -> bool:
    if not text:
        return True
    return plain(text) in plain(" ".join((metadata.title or "", metadata.abstract or "", *metadata.keywords)))
