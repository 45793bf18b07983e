"""The rows of a library's list in memory, brought up to date by reading what changed."""

from __future__ import annotations

import bisect
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scholarai.adapters.embedded.owner_versions import version_of
from scholarai.adapters.library_facets import Rows
from scholarai.domain.ids import OwnerId
from scholarai.domain.listing import Sort

# Ours: some 30 MB each for 50,000 papers.
LIBRARIES_KEPT = 8
# A guess: where more rows changed, the orders are sorted anew when they are needed.
_FEW = 500
_SORTED = ("added_us", "updated_us", "title", "author", "year", "venue")
_READ = f"SELECT id, codes, {', '.join(_SORTED)} FROM library_rows WHERE owner = ?"  # noqa: S608  - our own names
_COLUMNS: Mapping[Sort, str] = {
    "added": "added_us",
    "updated": "updated_us",
    "title": "title",
    "author": "author",
    "year": "year",
    "venue": "venue",
    "relevance": "added_us",
}


@dataclass(slots=True)
class ListedLibrary:
    """An owner's rows, each with an index of its own (its place). The caller holds `lock`.

    `version` is that of `owner_versions.version_of`, None before the first reading. An order has all places, ascending, ties by id.
    """

    owner: OwnerId
    version: int | None = None
    ids: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    codes: list[bytes] = field(default_factory=list)
    columns: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in _SORTED})
    orders: dict[str, list[int]] = field(default_factory=dict)
    counted: Rows | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def update(self, tx: sqlite3.Connection) -> None:
        """Read what changed. A transaction that began before the last update uses the newer state that it finds here."""
        version = version_of(tx, "library_row_versions", self.owner)
        if self.version is not None and version <= self.version:
            return
        if self.version is None:
            self._take(tx.execute(_READ, (self.owner,)).fetchall())
        else:
            self._take(tx.execute(f"{_READ} AND version > ?", (self.owner, self.version)).fetchall())
        (count,) = tx.execute("SELECT count(*) FROM library_rows WHERE owner = ?", (self.owner,)).fetchone()
        if count != len(self.ids):
            self._keep({one for (one,) in tx.execute("SELECT id FROM library_rows WHERE owner = ?", (self.owner,))})
        self.version = version
        self.counted = None

    def rows(self) -> Rows:
        """Return the facets of all rows, by place."""
        if self.counted is None:
            lengths = np.fromiter(map(len, self.codes), np.int64, len(self.codes)) // 8
            self.counted = Rows(np.frombuffer(b"".join(self.codes), dtype=np.int64), lengths)
        return self.counted

    def in_order(self, places: NDArray[np.int64], sort: Sort, *, descending: bool) -> NDArray[np.int64]:
        """Return the places, given ascending, in the order of the list."""
        order = np.asarray(self._order(_COLUMNS[sort]), dtype=np.int64)
        chosen = order[self.among(places)[order]]
        return chosen[::-1] if descending else chosen

    def places_of(self, ids: Sequence[str]) -> NDArray[np.int64]:
        """Return the places of these ids, in their order; those that are not there are left out."""
        at = np.fromiter((self.places.get(one, -1) for one in ids), np.int64, len(ids))
        return at[at >= 0]

    def among(self, found: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return a mask of all places that is true for these."""
        mask = np.zeros(len(self.ids), dtype=np.bool_)
        mask[found] = True
        return mask

    def by_rank(self, places: NDArray[np.int64], ranked: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places in the order in which they stand in `ranked`."""
        ranks = np.full(len(self.ids), len(ranked), dtype=np.int64)
        ranks[ranked] = np.arange(len(ranked))
        return places[np.argsort(ranks[places], kind="stable")]

    def _take(self, rows: Sequence[Sequence[Any]]) -> None:
        if len(rows) > _FEW:
            self.orders.clear()
        for paper_id, codes, *values in rows:
            place = self.places.get(paper_id)
            if place is None:
                place = self.places[paper_id] = len(self.ids)
                self.ids.append(paper_id)
                self.codes.append(codes)
                for name, value in zip(_SORTED, values, strict=True):
                    self.columns[name].append(value)
            else:
                for order in self.orders.values():
                    order.remove(place)
                self.codes[place] = codes
                for name, value in zip(_SORTED, values, strict=True):
                    self.columns[name][place] = value
            for name, order in self.orders.items():
                column = self.columns[name]
                bisect.insort(order, place, key=lambda at, column=column: (column[at], self.ids[at]))  # type: ignore[misc]

    def _keep(self, there: set[str]) -> None:
        kept = [place for place, one in enumerate(self.ids) if one in there]
        moved = np.full(len(self.ids), -1, dtype=np.int64)
        moved[kept] = np.arange(len(kept))
        self.ids = [self.ids[place] for place in kept]
        self.places = {one: place for place, one in enumerate(self.ids)}
        self.codes = [self.codes[place] for place in kept]
        self.columns = {name: [column[place] for place in kept] for name, column in self.columns.items()}
        for name, order in self.orders.items():
            after = moved[np.asarray(order, dtype=np.int64)]
            self.orders[name] = after[after >= 0].tolist()

    def _order(self, name: str) -> list[int]:
        if name not in self.orders:
            by_id = sorted(range(len(self.ids)), key=self.ids.__getitem__)
            self.orders[name] = sorted(by_id, key=self.columns[name].__getitem__)
        return self.orders[name]


@dataclass(frozen=True, slots=True)
class ListedLibraries:
    """The libraries of the owners who were here last; any thread may ask."""

    kept: OrderedDict[OwnerId, ListedLibrary] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, owner: OwnerId) -> ListedLibrary:
        """Return the owner's rows as they were last read; the caller calls `update`."""
        with self.lock:
            library = self.kept.pop(owner, None) or ListedLibrary(owner)
            self.kept[owner] = library
            while len(self.kept) > LIBRARIES_KEPT:
                self.kept.popitem(last=False)
        return library
