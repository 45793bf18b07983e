"""Finds orphans in database and bucket after deletions and crashes; read only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from scholarai.adapters.gcp.chunks import CHUNKS
from scholarai.adapters.gcp.listed_rows import ROWS
from scholarai.adapters.gcp.papers import PAPERS, paper_of
from scholarai.adapters.gcp.parts import CONTENT
from scholarai.adapters.gcp.reviews import OUTPUTS, REVIEWS
from scholarai.adapters.gcp.sessions import MESSAGES, SESSIONS
from scholarai.domain.object_names import papers_of_object
from scholarai.domain.paper import Paper

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client
    from google.cloud.storage import Client as StorageClient

# A guess: far longer than a deletion takes, even one that the sweeper has to finish.
DELETING_FOR = timedelta(hours=1)
# The collections below each collection, except papers.
_BELONGS = {MESSAGES: SESSIONS, OUTPUTS: REVIEWS}


@dataclass(frozen=True, slots=True, kw_only=True)
class FindLeftovers:
    """Compares everything that is stored with the existing papers, sessions and reviews."""

    client: Callable[[], Client]
    storage: Callable[[], StorageClient]
    bucket: str

    def run(self, now: datetime) -> Iterator[str]:
        """Yield the paths of orphans.

        Ranges that a running worker has not made visible yet are no orphans; run it when nothing is under way.
        """
        papers = {doc.id: paper_of(doc) for doc in self.client().collection(PAPERS).stream()}
        kept = {name: paper for name, paper in papers.items() if paper is not None}
        yield from self._documents(kept)
        for collection, above in _BELONGS.items():
            there = {doc.id for doc in self.client().collection(above).select([]).stream()}
            yield from (path for path, parent, _ in self._names(collection) if parent not in there)
        yield from self._quoted(set(kept))
        yield from self._rows(set(kept))
        yield from self._objects(kept)
        for name, paper in kept.items():
            if paper.deleting and paper.updated_at < now - DELETING_FOR:
                yield f"{PAPERS}/{name} (deleting)"

    def _documents(self, papers: dict[str, Paper]) -> Iterator[str]:
        for collection in (CHUNKS, CONTENT):
            for path, parent, name in self._names(collection):
                paper = papers.get(parent)
                if paper is None or name.partition("-")[0] not in _generations(paper):
                    yield path

    def _quoted(self, papers: set[str]) -> Iterator[str]:
        """Yield reviews that still hold text of papers that are gone."""
        for doc in self.client().collection(REVIEWS).select(["papers"]).stream():
            gone = sorted(set((doc.to_dict() or {}).get("papers", ())) - papers)
            yield from (f"{REVIEWS}/{doc.id} (text of {paper_id})" for paper_id in gone)

    def _rows(self, papers: set[str]) -> Iterator[str]:
        """Yield rows of lists whose papers are gone."""
        for doc in self.client().collection(ROWS).stream():
            gone = sorted(set((doc.to_dict() or {}).get("rows") or {}) - papers)
            yield from (f"{ROWS}/{doc.id} (row of {paper_id})" for paper_id in gone)

    def _names(self, collection: str) -> Iterator[tuple[str, str, str]]:
        """Yield path, parent document and name of every document of a collection group."""
        for doc in self.client().collection_group(collection).select([]).stream():
            reference: Any = doc.reference
            yield reference.path, reference.parent.parent.id, reference.id

    def _objects(self, papers: dict[str, Paper]) -> Iterator[str]:
        for blob in self.storage().list_blobs(self.bucket):
            possible = papers_of_object(self.bucket, blob.name)
            if possible and not any(paper_id in papers for paper_id in possible):
                yield f"gs://{self.bucket}/{blob.name}"


def _generations(paper: Paper) -> set[str]:
    """Return the generations that may be stored: the visible one, and the one that is being written."""
    work = paper.work.generation if paper.work is not None else None
    return {str(generation) for generation in (paper.visible_generation, work) if generation is not None}
