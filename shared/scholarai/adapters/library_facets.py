"""Filters and counts over the rows of a library, each row the numbers of its facets' values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.listing import (
    FACET_VALUES,
    FACETS,
    JUDGED,
    KINDS,
    UNKNOWN,
    FacetCount,
    FacetKind,
    LibraryQuery,
    code_of,
)
from scholarai.domain.paper import plain

Named = Callable[[Sequence[int]], Mapping[int, str]]


class Rows(NamedTuple):
    """Rows in the order of the list: the `codes` of all rows, one row after another, and the number of codes per row."""

    codes: NDArray[np.int64]
    lengths: NDArray[np.int64]


class Group(NamedTuple):
    """A filter: a row passes that has one of these numbers."""

    kind: FacetKind
    codes: Sequence[int]


class Counted(NamedTuple):
    """What passes: the places of the rows, in order, with counts."""

    places: NDArray[np.int64]
    facets: Mapping[FacetKind, tuple[FacetCount, ...]]
    unjudged: Mapping[FacetKind, int]


def groups_of(query: LibraryQuery, codes_of: Callable[[FacetKind, Sequence[str]], Sequence[int]]) -> list[Group]:
    """Return the filters of a query.

    Args:
        query: What is asked.
        codes_of: Returns the numbers of values of a kind, folded as `plain` folds them; of years, with none given, all.
    """
    groups = [Group("tag", codes_of("tag", [plain(tag)])) for tag in query.tags]
    if query.read_state is not None:
        groups.append(Group("state", codes_of("state", [query.read_state])))
    if query.favourite:
        groups.append(Group("favourite", codes_of("favourite", ["yes"])))
    if query.collections is not None:
        groups.append(Group("collection", codes_of("collection", sorted(query.collections))))
    if query.authors:
        groups.append(Group("author", codes_of("author", list(map(plain, query.authors)))))
    if query.venues:
        groups.append(Group("venue", codes_of("venue", list(map(plain, query.venues)))))
    if query.year_from is not None or query.year_to is not None:
        low, high = query.year_from or 0, query.year_to or 9999
        groups.append(Group("year", codes_of("year", [str(year) for year in range(max(low, 1000), high + 1)])))
    return groups


def counted(
    rows: Rows, groups: Sequence[Group], found: NDArray[np.bool_] | None, unknown: Mapping[FacetKind, int], named: Named
) -> Counted:
    """Return the rows that pass every filter, with their counts.

    Args:
        rows: All rows.
        groups: The filters.
        found: Which rows a search found; None without one.
        unknown: The number that stands for "not known", by kind.
        named: Returns the names of numbers.
    """
    of_row = np.repeat(np.arange(len(rows.lengths)), rows.lengths)
    passes = [_having(rows, of_row, group.codes) for group in groups]
    searched = np.ones(len(rows.lengths), dtype=np.bool_) if found is None else found
    everything = np.logical_and.reduce([searched, *passes])
    return Counted(
        places=np.flatnonzero(everything),
        facets=_facets(rows.codes[everything[of_row]], named),
        unjudged=_unjudged(rows, of_row, groups, passes, searched, unknown),
    )


def _having(rows: Rows, of_row: NDArray[np.int64], codes: Sequence[int]) -> NDArray[np.bool_]:
    has = np.zeros(len(rows.lengths), dtype=np.bool_)
    wanted = rows.codes == codes[0] if len(codes) == 1 else np.isin(rows.codes, np.asarray(codes, dtype=np.int64))
    has[of_row[wanted]] = True
    return has


def _facets(codes: NDArray[np.int64], named: Named) -> Mapping[FacetKind, tuple[FacetCount, ...]]:
    counts = np.bincount(codes, minlength=KINDS)
    counts = np.concatenate([counts, np.zeros(-len(counts) % KINDS, dtype=counts.dtype)]).reshape(-1, KINDS)
    chosen = {kind: _most(counts[:, place], kind) for place, kind in enumerate(FACETS)}
    names = named([code for codes_of_kind in chosen.values() for code in codes_of_kind])
    facets: dict[FacetKind, tuple[FacetCount, ...]] = {}
    for kind, codes_of_kind in chosen.items():
        values = [
            FacetCount(value=names[code], count=int(counts[code // KINDS, code % KINDS]))
            for code in codes_of_kind
            if code in names
        ]
        if kind == "year":
            values.sort(key=lambda one: one.value, reverse=True)
        else:
            values.sort(key=lambda one: (-one.count, one.value))
        facets[kind] = tuple(values)
    return facets


def _most(counts: NDArray[np.int64], kind: FacetKind) -> list[int]:
    used = np.flatnonzero(counts)
    if len(used) > FACET_VALUES and kind not in {"year", "collection"}:
        order = np.lexsort((used, -counts[used]))
        used = used[order[:FACET_VALUES]]
    return [code_of(kind, int(n)) for n in used]


def _unjudged(
    rows: Rows,
    of_row: NDArray[np.int64],
    groups: Sequence[Group],
    passes: Sequence[NDArray[np.bool_]],
    searched: NDArray[np.bool_],
    unknown: Mapping[FacetKind, int],
) -> Mapping[FacetKind, int]:
    counts: dict[FacetKind, int] = {}
    for place, group in enumerate(groups):
        if group.kind in JUDGED and group.kind in unknown:
            others = [one for at, one in enumerate(passes) if at != place]
            lacking = _having(rows, of_row, [unknown[group.kind]])
            counts[group.kind] = int(np.logical_and.reduce([searched, lacking, *others]).sum())
    return counts


class ValueNumbers:
    """Assigns consecutive numbers to the values of facets, for rows that are kept in memory."""

    def __init__(self) -> None:
        self._codes: dict[tuple[FacetKind, str], int] = {}
        self._folded: dict[tuple[FacetKind, str], list[int]] = {}
        self._names: dict[int, str] = {}

    def code(self, kind: FacetKind, value: str) -> int:
        """Return the number of a value, a new one if it has none."""
        found = self._codes.get((kind, value))
        if found is None:
            found = self._codes[kind, value] = code_of(kind, len(self._codes))
            self._names[found] = value
            self._folded.setdefault((kind, plain(value)), []).append(found)
        return found

    def codes_of(self, kind: FacetKind, folded: Sequence[str]) -> list[int]:
        """Return the numbers of folded values."""
        return [code for value in folded for code in self._folded.get((kind, value), ())]

    def named(self, codes: Sequence[int]) -> Mapping[int, str]:
        """Return the values of numbers."""
        return {code: self._names[code] for code in codes}

    def unknown(self) -> Mapping[FacetKind, int]:
        """Return the numbers of what is not known."""
        return {kind: self._codes[kind, UNKNOWN] for kind in JUDGED if (kind, UNKNOWN) in self._codes}
