"""Which papers pass a review's filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scholarai.domain.paper import Metadata, plain
from scholarai.domain.review import FilterField, Filters, Unjudged


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
    found = [names for names in unknown if names]

    def lacking(name: FilterField) -> int:
        return sum(name in names for names in found)

    return Unjudged(
        papers=len(found),
        year=lacking("year"),
        venue=lacking("venue"),
        authors=lacking("authors"),
        keywords=lacking("keywords"),
    )


def narrowed(one: Filters, other: Filters) -> Filters:
    """Return filters that ask for what both ask for; where both name venues, authors or fields, those of `one` count."""
    lows = [year for year in (one.year_from, other.year_from) if year is not None]
    highs = [year for year in (one.year_to, other.year_to) if year is not None]
    return Filters(
        year_from=max(lows, default=None),
        year_to=min(highs, default=None),
        venues=one.venues or other.venues,
        authors=one.authors or other.authors,
        fields=one.fields or other.fields,
        text=one.text or other.text,
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
