"""The rows of a library's list, read from Firestore and kept in memory until they change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from google.cloud.firestore_v1.base_query import FieldFilter
from numpy.typing import NDArray

from scholarai.adapters.gcp.calls import read_documents, read_query
from scholarai.adapters.gcp.listed_rows import ROWS, ListedPaper, rows_of
from scholarai.adapters.library_facets import Rows, ValueNumbers
from scholarai.domain.ids import OwnerId
from scholarai.domain.listing import FACETS, Sort

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

# Rows in memory, some kilobyte each: two of the largest libraries. At least one library is kept.
ROWS_KEPT = 100_000


@dataclass(slots=True)
class Shard:
    """A document's rows as of one of its versions, with the numbers of their facets."""

    version: Any
    rows: Sequence[ListedPaper]
    codes: NDArray[np.int64]
    lengths: NDArray[np.int64]


@dataclass(slots=True)
class ListedLibrary:
    """All rows of an owner; one thread at a time reads what changed, then nothing changes in what `sorted_by` gives."""

    numbers: ValueNumbers = field(default_factory=ValueNumbers)
    shards: dict[str, Shard] = field(default_factory=dict)
    orders: dict[tuple[Sort, bool], tuple[Sequence[ListedPaper], Rows]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def update(self, client: Client, versions: Mapping[str, Any]) -> None:
        """Read the documents whose version is another one than is known."""
        changed = [name for name, version in versions.items() if _version(self.shards.get(name)) != version]
        gone = self.shards.keys() - versions.keys()
        if not changed and not gone:
            return
        collection = client.collection(ROWS)
        documents = read_documents(client, [collection.document(name) for name in changed], None)
        for name in gone:
            del self.shards[name]
        for path, fields in documents.items():
            name = path.rpartition("/")[2]
            self.shards[name] = self._shard(versions[name], rows_of(fields))
        self.orders.clear()

    def sorted_by(self, sort: Sort, *, descending: bool) -> tuple[Sequence[ListedPaper], Rows]:
        """Return all rows in this order, ties by id in the same direction."""
        if (sort, descending) not in self.orders:
            self.orders[sort, descending] = self._sorted(sort, descending=descending)
        return self.orders[sort, descending]

    def _sorted(self, sort: Sort, *, descending: bool) -> tuple[Sequence[ListedPaper], Rows]:
        shards = list(self.shards.values())
        rows = list(chain.from_iterable(shard.rows for shard in shards))
        if not rows:
            return [], Rows(np.empty(0, np.int64), np.empty(0, np.int64))
        keys = [(_sort_key(row, sort), row.id) for row in rows]
        order = np.asarray(sorted(range(len(rows)), key=keys.__getitem__, reverse=descending), dtype=np.int64)
        lengths = np.concatenate([shard.lengths for shard in shards])
        codes = np.concatenate([shard.codes for shard in shards])
        ordered = lengths[order]
        starts = np.repeat((np.cumsum(lengths) - lengths)[order] - (np.cumsum(ordered) - ordered), ordered)
        return [rows[place] for place in order], Rows(codes[starts + np.arange(len(codes))], ordered)

    def _shard(self, version: Any, rows: Sequence[ListedPaper]) -> Shard:
        codes = [[self.numbers.code(FACETS[kind], value) for kind, value in row.values] for row in rows]
        return Shard(
            version=version,
            rows=rows,
            codes=np.fromiter(chain.from_iterable(codes), np.int64),
            lengths=np.fromiter(map(len, codes), np.int64, len(codes)),
        )


@dataclass(frozen=True, slots=True)
class ListedLibraries:
    """The libraries of the owners who were here last; any thread may ask."""

    client: Callable[[], Client]
    kept: OrderedDict[OwnerId, ListedLibrary] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, owner: OwnerId) -> ListedLibrary:
        """Return the owner's library as it was last read; the caller calls `update`."""
        with self.lock:
            library = self.kept.pop(owner, None) or ListedLibrary()
            self.kept[owner] = library
            while len(self.kept) > 1 and sum(map(_size, self.kept.values())) > ROWS_KEPT:
                self.kept.popitem(last=False)
        return library

    def documents(self, owner: OwnerId, fields: Sequence[str]) -> Mapping[str, tuple[Any, Mapping[str, Any]]]:
        """Return the version and some fields of each document of the owner, by name: one read each."""
        query: Any = self.client().collection(ROWS).where(filter=FieldFilter("owner", "==", owner)).select(fields)
        return {item.id: (item.update_time, item.to_dict() or {}) for item in read_query(query)}


def _version(shard: Shard | None) -> Any:
    return None if shard is None else shard.version


def _size(library: ListedLibrary) -> int:
    return sum(len(shard.rows) for shard in list(library.shards.values()))


def _sort_key(row: ListedPaper, sort: Sort) -> str | int:
    match sort:
        case "title":
            return row.title
        case "author":
            return row.author
        case "year":
            return row.year
        case "venue":
            return row.venue
        case "updated":
            return row.updated_us
        case _:
            return row.added_us
