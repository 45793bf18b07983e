"""Search across the papers of an owner in Firestore.

Owner and papers bound every query. Generations do not: chunks carry no mark that says "visible", so that moving a paper's
pointer stays one write however many chunks it has. What a query finds counts only where its paper points at its
generation; queries therefore ask for more than is wanted, and for more again where too much was left out.
"""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from google.cloud.firestore_v1.base_query import FieldFilter
from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
from google.cloud.firestore_v1.vector import Vector as FirestoreVector

from scholarai.adapters.gcp.calls import read_documents, read_query
from scholarai.adapters.gcp.chunks import CHUNKS, READ_FIELDS, chunk_of, space_name
from scholarai.adapters.gcp.documents import can_be_id
from scholarai.adapters.gcp.papers import PAPERS
from scholarai.domain.errors import TransientError
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.limits import NEAREST_RESULTS
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.stores import ChunkHit
from scholarai.retrieval.terms import question_terms, terms
from scholarai.retrieval.vectors import EmbeddedChunk

if TYPE_CHECKING:
    from google.cloud.firestore_v1 import Client

    from scholarai.adapters.gcp.calls import StoredDocument


_LOG = logging.getLogger(__name__)

# As adapters.gcp.errors names it.
NO_INDEX = "store_indexing"
# A guess: room for two generations of every paper while one replaces the other.
SURPLUS = 2
SPARE = 20
MORE = 4
# A guess: each word of a question is a query, and hardly any question has more content words.
QUESTION_TERMS = 12
TERM_RESULTS = 300
AT_ONCE = 8
# S. Robertson, H. Zaragoza, "The probabilistic relevance framework: BM25 and beyond", 2009: usual values.
TERM_SATURATION = 1.2
LENGTH_WEIGHT = 0.75
Scope: TypeAlias = Any
"""A query over chunks that is still to be narrowed; Google's library types its queries as Any."""

# https://cloud.google.com/firestore/docs/query-data/queries#limits_on_or_queries
DISJUNCTIONS = 30


@dataclass(frozen=True, slots=True)
class FirestoreChunkSearch:
    """Implements `ports.stores.ChunkSearch` over the collection group `chunks`."""

    client: Callable[[], Client]

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        """Find candidates by the mean of a chunk's windows and rank them by the best window.

        Until Firestore has built the index for vectors of this length, nothing is near: words find what they can.
        """
        try:
            return self._nearest(owner, paper_ids, query, space=space, limit=limit)
        except TransientError as error:
            if error.code != NO_INDEX:
                raise
            _LOG.warning("vectors not indexed yet", extra={"dimensions": len(query)})
            return []

    def _nearest(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        direction = np.asarray(query, dtype=np.float32)
        hits: list[ChunkHit] = []
        for scope in scopes(self.client(), owner, paper_ids):
            in_space = scope.where(filter=FieldFilter("space", "==", space_name(space))).select(READ_FIELDS)
            for item in self._nearest_visible(in_space, owner, query, limit):
                chunk = chunk_of(item.id, item.to_dict() or {})
                if chunk.vectors is not None:
                    hits.append(_hit(item, chunk, float((chunk.vectors.matrix @ direction).max())))
        return _best(hits, limit)

    def matching(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, question: str, *, limit: int
    ) -> Sequence[ChunkHit]:
        """Find the chunks of each word, keep those with the rarest ones, and rank their texts by BM25."""
        words = list(dict.fromkeys(question_terms(question)))[:QUESTION_TERMS]
        postings = _postings(scopes(self.client(), owner, paper_ids), words)
        found = {item.reference.path: item for items in postings.values() for item in items}
        visible = {item.reference.path: item for item in visible_only(self.client(), owner, list(found.values()))}
        holders = {word: [path for path in map(_path, items) if path in visible] for word, items in postings.items()}
        rarity = {word: _rarity(len(paths), len(visible)) for word, paths in holders.items()}
        weights = dict.fromkeys(visible, 0.0)
        for word, paths in holders.items():
            for path in paths:
                weights[path] += rarity[word]
        likely = sorted(visible, key=lambda path: (-weights[path], path))[: SURPLUS * limit + SPARE]
        return _best(self._scored([visible[path] for path in likely], rarity), limit)

    def _nearest_visible(
        self, scope: Scope, owner: OwnerId, query: Sequence[float], limit: int
    ) -> list[StoredDocument]:
        wanted = min(NEAREST_RESULTS, SURPLUS * limit + SPARE)
        while True:
            documents = read_query(
                scope.find_nearest(
                    "embedding", FirestoreVector(query), limit=wanted, distance_measure=DistanceMeasure.COSINE
                )
            )
            if not documents:
                return []
            # At the time of the search: else a pointer that moves meanwhile would hide the paper altogether.
            kept = visible_only(self.client(), owner, documents, read_time=documents[0].read_time)
            if len(kept) >= limit or len(documents) < wanted or wanted == NEAREST_RESULTS:
                return kept
            wanted = min(NEAREST_RESULTS, MORE * wanted)

    def _scored(self, found: Sequence[StoredDocument], rarity: Mapping[str, float]) -> list[ChunkHit]:
        """Return the chunks with their BM25 scores; one that was removed meanwhile is left out."""
        stored = read_documents(self.client(), [item.reference for item in found], READ_FIELDS)
        chunks = [(item, chunk_of(item.id, stored[_path(item)])) for item in found if _path(item) in stored]
        counts = [Counter(terms(chunk.chunk.text)) for _, chunk in chunks]
        usual = sum(map(Counter.total, counts)) / max(1, len(counts))
        return [
            _hit(item, chunk, _bm25(count, usual, rarity)) for (item, chunk), count in zip(chunks, counts, strict=True)
        ]


def _postings(searched: Sequence[Scope], words: Sequence[str]) -> dict[str, list[StoredDocument]]:
    """Return at most `TERM_RESULTS` chunks per word and scope; for a word that is more common, it matters little which ones."""

    def holding(word: str) -> list[StoredDocument]:
        narrowed = [scope.where(filter=FieldFilter("keywords", "array_contains", word)) for scope in searched]
        return [
            item
            for scope in narrowed
            for item in read_query(scope.select(("paper_id", "generation")).limit(TERM_RESULTS))
        ]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(words, pool.map(holding, words), strict=True))


def _path(item: StoredDocument) -> str:
    path: str = item.reference.path
    return path


def _rarity(holders: int, chunks: int) -> float:
    return math.log1p((chunks - holders + 0.5) / (holders + 0.5))


def _bm25(counts: Counter[str], usual_length: float, rarity: Mapping[str, float]) -> float:
    norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * counts.total() / max(1.0, usual_length))
    return sum(weight * counts[word] * (TERM_SATURATION + 1) / (counts[word] + norm) for word, weight in rarity.items())


def _hit(item: StoredDocument, chunk: EmbeddedChunk, score: float) -> ChunkHit:
    return ChunkHit(paper_id=PaperId(item.get("paper_id")), generation=item.get("generation"), chunk=chunk, score=score)


def _best(hits: list[ChunkHit], limit: int) -> list[ChunkHit]:
    return sorted(hits, key=lambda hit: (-hit.score, hit.paper_id, hit.chunk.chunk.index))[:limit]


def scopes(client: Client, owner: OwnerId, paper_ids: Sequence[PaperId] | None) -> list[Scope]:
    """Return queries that together cover the owner's chunks of these papers, of all papers for None."""
    chunks = client.collection_group(CHUNKS).where(filter=FieldFilter("owner", "==", owner))
    if paper_ids is None:
        return [chunks]
    ids = sorted({paper_id for paper_id in paper_ids if can_be_id(paper_id)})
    groups = [ids[first : first + DISJUNCTIONS] for first in range(0, len(ids), DISJUNCTIONS)]
    return [chunks.where(filter=FieldFilter("paper_id", "in", group)) for group in groups]


def visible_only(
    client: Client, owner: OwnerId, found: Sequence[StoredDocument], *, read_time: Any = None
) -> list[StoredDocument]:
    """Return those of the found chunks whose paper points at their generation, at `read_time` or now."""
    papers = sorted({item.get("paper_id") for item in found})
    references = [client.collection(PAPERS).document(paper_id) for paper_id in papers]
    fields = ("owner", "visible_generation", "deleting")
    pointers = {
        (path.rpartition("/")[2], paper["visible_generation"])
        for path, paper in read_documents(client, references, fields, read_time=read_time).items()
        if paper["owner"] == owner and not paper["deleting"]
    }
    return [item for item in found if (item.get("paper_id"), item.get("generation")) in pointers]
