"""Papers and what they cite by the keys of publications, in Firestore.

`papers` and `citing` read one document for each match and at least one for each thirty keys; `cited` reads a document for each
paper and one for its bibliography; `version` counts as one read for a thousand papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from google.cloud.firestore_v1.base_query import FieldFilter

from scholarai.adapters.gcp.calls import read_documents, read_query, read_total
from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.adapters.gcp.parts import CONTENT, parts_of
from scholarai.domain.identity import cited_publication, is_published, keys_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.parts import references_in
from scholarai.ports.stores import CitedEntry

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client, Query

    from scholarai.adapters.gcp.calls import StoredDocument

# https://cloud.google.com/firestore/docs/query-data/queries#limitations: so many values in one disjunction.
_KEYS_PER_QUERY = 30
_READABLE = ("owner", "deleting", "visible_generation")


@dataclass(frozen=True, slots=True)
class FirestorePublicationIndex:
    """Implements `ports.publications.PublicationIndex` over `papers` and their `content`."""

    client: Callable[[], Client]

    def papers(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[Paper]:
        query = self._papers(owner)
        found = {item.id: paper_of(item) for item in _with_keys(query, "keys", keys)}
        known = (paper for paper in found.values() if paper is not None and is_published(paper))
        return sorted(known, key=lambda paper: (paper.created_at, paper.id))

    def citing(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[CitedEntry]:
        wanted = frozenset(keys)
        found = {item.reference.path: item for item in _with_keys(self._contents(owner), "cited_keys", keys)}
        entries = self._entries(owner, found.values())
        return [entry for entry in entries if wanted.intersection(keys_of(cited_publication(entry.reference)))]

    def cited(self, owner: OwnerId) -> Sequence[CitedEntry]:
        return self._entries(owner, read_query(self._contents(owner).where(filter=FieldFilter("cited", ">", 0))))

    def version(self, owner: OwnerId) -> str:
        papers = self._papers(owner)
        # Generations are times in microseconds, so that no two sets of them have the same sum.
        return f"{read_total(papers.count())} {read_total(papers.sum('visible_generation'))}"

    def _entries(self, owner: OwnerId, documents: Iterable[StoredDocument]) -> list[CitedEntry]:
        """Return the entries of documents of the papers' visible generations."""
        fields = [(_paper_of(item), item.to_dict() or {}) for item in documents]
        visible = self._visible(owner, {paper_id for paper_id, _ in fields})
        kept = [field for field in fields if visible.get(field[0]) == field[1]["generation"]]
        kept.sort(key=lambda one: (one[0], one[1]["index"]))
        return [
            CitedEntry(paper_id=PaperId(paper_id), reference=reference)
            for paper_id, parts in groupby(kept, key=lambda one: one[0])
            for part in sorted(parts_of(part for _, part in parts), key=lambda part: part.index)
            for reference in references_in(part)
        ]

    def _visible(self, owner: OwnerId, ids: Iterable[str]) -> dict[str, int | None]:
        client = self.client()
        documents = read_documents(client, [client.collection(PAPERS).document(one) for one in sorted(ids)], _READABLE)
        return {
            path.rpartition("/")[2]: fields["visible_generation"]
            for path, fields in documents.items()
            if fields["owner"] == owner and not fields["deleting"]
        }

    def _papers(self, owner: OwnerId) -> Query:
        return self.client().collection(PAPERS).where(filter=FieldFilter("owner", "==", owner))

    def _contents(self, owner: OwnerId) -> Query:
        return self.client().collection_group(CONTENT).where(filter=FieldFilter("owner", "==", owner))


def _with_keys(query: Any, field: str, keys: Sequence[str]) -> Iterator[StoredDocument]:
    left = iter(dict.fromkeys(keys))
    while some := list(islice(left, _KEYS_PER_QUERY)):
        yield from read_query(query.where(filter=FieldFilter(field, "array_contains_any", some)))


def _paper_of(item: StoredDocument) -> str:
    """Return the id in `papers/{paper_id}/content/{name}`."""
    return str(item.reference.path).split("/")[-3]
