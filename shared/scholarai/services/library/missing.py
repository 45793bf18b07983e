"""Lists the publications that papers of a library cite and the library lacks."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import field

from scholarai.domain.cited_references import MissingPaper
from scholarai.domain.content import Reference
from scholarai.domain.identity import Publication, cited_publication, keys_of, relation
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.values import Value
from scholarai.ports.stores import CitedEntry, PublicationIndex
from scholarai.services.library.references import FindCited

# Owners whose cited publications are kept in memory: some 300 bytes for each entry, so 50 MB for libraries of 500 papers. A guess.
KEPT_OWNERS = 8
# An entry is compared with so many publications that share a key, which bounds the work for titles that begin alike.
_COMPARED = 40
# Publications that one look at the library's papers asks about, and how many looks there are: a library that has all of its
# 2,000 most cited ones is whole enough.
_AT_ONCE = 100
_LOOKS = 20


class CitedPublication(Value, frozen=True, kw_only=True):
    """A publication that papers cite: its fullest entry, and the papers in the order of their ids."""

    reference: Reference
    publication: Publication
    cited_by: tuple[PaperId, ...]


class ListMissing(Value, frozen=True, kw_only=True):
    """Lists what a library cites and lacks; safe for several threads.

    The entries are read and joined again when papers have come or gone since; whether a publication is in the library is
    looked up at each call.
    """

    index: PublicationIndex
    find: FindCited
    _kept: OrderedDict[OwnerId, tuple[str, tuple[CitedPublication, ...]]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def list(self, owner: OwnerId, *, limit: int) -> tuple[MissingPaper, ...]:
        """Return at most `limit` publications, those that most papers cite first, ties by title."""
        missing: list[MissingPaper] = []
        cited = self._cited(owner)
        for first in range(0, min(len(cited), _AT_ONCE * _LOOKS), _AT_ONCE):
            some = cited[first : first + _AT_ONCE]
            found = self.find.find(owner, [one.publication for one in some])
            missing += (
                MissingPaper(reference=one.reference, cited_by=one.cited_by)
                for one, paper in zip(some, found, strict=True)
                if paper is None
            )
            if len(missing) >= limit:
                break
        return tuple(missing[:limit])

    def _cited(self, owner: OwnerId) -> tuple[CitedPublication, ...]:
        version = self.index.version(owner)
        with self._lock:
            kept = self._kept.get(owner)
            if kept is not None and kept[0] == version:
                self._kept.move_to_end(owner)
                return kept[1]
        made = tuple(joined(self.index.cited(owner)))
        with self._lock:
            self._kept[owner] = (version, made)
            self._kept.move_to_end(owner)
            while len(self._kept) > KEPT_OWNERS:
                self._kept.popitem(last=False)
        return made


def joined(entries: Iterable[CitedEntry]) -> list[CitedPublication]:
    """Return the publications that entries name, those that most papers cite first; entries that tell too little are left out."""
    groups = _Groups()
    for entry in entries:
        groups.add(entry)
    found = [_publication(group) for group in groups.members()]
    return sorted(found, key=lambda one: (-len(one.cited_by), one.reference.title or one.reference.raw))


def _publication(entries: Sequence[tuple[CitedEntry, Publication]]) -> CitedPublication:
    entry, known = max(entries, key=lambda one: _fullness(one[1]))
    papers = tuple(sorted({entry.paper_id for entry, _ in entries}))
    reference = entry.reference
    doi = known.doi or next((one.doi for _, one in entries if one.doi), None)
    arxiv_id = known.arxiv_id or next((one.arxiv_id for _, one in entries if one.arxiv_id), None)
    return CitedPublication(
        reference=Reference(
            id=reference.id,
            raw=reference.raw,
            title=reference.title,
            authors=reference.authors,
            year=reference.year,
            venue=reference.venue,
            doi=doi,
            arxiv_id=arxiv_id,
        ),
        publication=known,
        cited_by=papers,
    )


def _fullness(known: Publication) -> tuple[bool, bool, int]:
    return known.title is not None, known.doi is not None, len(known.authors)


class _Groups:
    """Entries that name one publication, found by their keys."""

    def __init__(self) -> None:
        self._entries: list[tuple[CitedEntry, Publication]] = []
        self._parents: list[int] = []
        self._by_key: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, entry: CitedEntry) -> None:
        known = cited_publication(entry.reference)
        keys = keys_of(known)
        if not keys:
            return
        number = len(self._entries)
        self._entries.append((entry, known))
        self._parents.append(number)
        alike = False
        for key in keys:
            for other in self._by_key[key][:_COMPARED]:
                if self._root(other) != self._root(number) and relation(known, self._entries[other][1]) is not None:
                    self._parents[self._root(number)] = self._root(other)
                    alike = alike or _fullness(known) <= _fullness(self._entries[other][1])
        if not alike:  # what tells no more than one before stands for nothing new
            for key in keys:
                self._by_key[key].append(number)

    def members(self) -> Iterator[list[tuple[CitedEntry, Publication]]]:
        found: defaultdict[int, list[tuple[CitedEntry, Publication]]] = defaultdict(list)
        for number, entry in enumerate(self._entries):
            found[self._root(number)].append(entry)
        yield from found.values()

    def _root(self, number: int) -> int:
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number
