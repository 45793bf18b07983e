"""Candidates for a question out of millions of chunks: one bit per dimension in memory, the vectors left on disk.

The windows whose bits differ least from the question's are ordered by the product of the question with their bits, the best
of these by their bytes, and the best of these by their vectors.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from scholarai.adapters.embedded.contents import space_name, to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.records import damaged_paper
from scholarai.adapters.embedded.stored_codes import make_missing, read_codes, read_generations, read_version
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.stores import ChunkHit

if TYPE_CHECKING:
    import sqlite3

    from scholarai.adapters.embedded.resident_codes import ResidentCodes
    from scholarai.retrieval.vectors import Vector

# An owner's whole library is searched by codes from this many papers on: below, all vectors fit into memory.
MANY_PAPERS = 1_500
# A search of named papers goes by codes from this many on, where the library is large. A guess: fewer have their
# vectors read in half a second, once.
NAMED_PAPERS = 200
# Windows that go on after the comparison of bits, and after their products with the question.
NEAR = 40_000
RESCORED = 4_000
# Chunks that go on to their real vectors, for each one that is wanted, and besides: bytes are right to some thousandths.
EXACT_SHARE = 1.5
EXACT_MORE = 50


class VectorIndex:
    """Finds the chunks nearest to a vector among millions, approximately; docs/scale.md says when it is worth it.

    Only visible generations of papers that are not being deleted count, at the moment of the search. The bits of a library are
    loaded on its first search. Later searches add the papers that became readable and leave out those that went, so that a
    search after a change costs what the change does.
    """

    def __init__(self, database: Database, *, many_papers: int = MANY_PAPERS) -> None:
        self._database = database
        self._many_papers = many_papers
        self._libraries: dict[tuple[OwnerId, str], ResidentCodes] = {}
        self._loading = threading.Lock()

    def serves(self, owner: OwnerId, paper_ids: Collection[PaperId] | None) -> bool:
        """Tell whether there is so much to search that codes are worth it."""
        if paper_ids is not None and len(paper_ids) < min(NAMED_PAPERS, self._many_papers):
            return False
        with self._database.reading() as tx:
            (count,) = tx.execute(
                "SELECT count(*) FROM (SELECT 1 FROM paper_facts WHERE owner = ? LIMIT ?)", (owner, self._many_papers)
            ).fetchone()
        return bool(count >= self._many_papers)

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Collection[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        import numpy as np

        vector = np.asarray(query, dtype=np.float32)
        library = self._library(owner, space_name(space))
        near = library.near(vector, paper_ids, max(NEAR, limit), max(RESCORED, limit))
        with self._database.reading() as tx:
            best = _best_by_bytes(tx, near.tolist(), vector, int(EXACT_SHARE * limit) + EXACT_MORE)
            return _hits(tx, owner, best, vector)[:limit]

    def load(self, owner: OwnerId) -> None:
        """Load the bits of the library in advance, so that the first search does not wait for them."""
        if self.serves(owner, None):
            with self._database.reading() as tx:
                spaces = tx.execute("SELECT DISTINCT space FROM signatures").fetchall()
            for (space,) in spaces:
                self._library(owner, space)

    def _library(self, owner: OwnerId, space: str) -> ResidentCodes:
        from scholarai.adapters.embedded.resident_codes import ResidentCodes  # loads NumPy

        with self._loading:
            library = self._libraries.get((owner, space))
            if library is None:
                make_missing(self._database, owner)
            with self._database.reading() as tx:
                version = read_version(tx, owner)
                if library is None or library.is_worn:
                    library = self._libraries[owner, space] = ResidentCodes()
                if library.version != version:
                    there = read_generations(tx, owner)
                    new = library.keep(there)
                    for codes in read_codes(tx, new, space):
                        library.add(codes)
                    library.version = version
            return library


def _best_by_bytes(tx: sqlite3.Connection, row_ids: Sequence[int], vector: Vector, count: int) -> list[int]:
    """Return the rows whose best window in bytes is nearest to the question."""
    import numpy as np

    from scholarai.adapters.embedded.quantisation import cosines_of_bytes  # loads NumPy

    rows = tx.execute(
        "SELECT id, codes FROM chunk_codes WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(row_ids),)
    ).fetchall()
    if not rows:
        return []
    starts = np.cumsum([0, *(len(codes) // len(vector) for _, codes in rows)])[:-1]
    codes = np.frombuffer(b"".join(codes for _, codes in rows), dtype=np.int8).reshape(-1, len(vector))
    best = np.maximum.reduceat(cosines_of_bytes(codes, vector), starts)
    return [rows[place][0] for place in np.argsort(-best, kind="stable")[:count]]


def _hits(tx: sqlite3.Connection, owner: OwnerId, row_ids: Sequence[int], vector: Vector) -> list[ChunkHit]:
    """Return the chunks of these rows whose generation is the one that readers follow, best first."""
    rows = tx.execute(
        "SELECT c.paper_id, c.generation, c.checked_doc, c.windows, c.vectors FROM checked_chunks AS c"
        " CROSS JOIN paper_facts AS f ON f.id = c.paper_id AND f.generation = c.generation"
        " WHERE f.owner = ? AND c.id IN (SELECT value FROM json_each(?))",
        (owner, json.dumps(row_ids)),
    ).fetchall()
    hits = []
    for paper_id, generation, *columns in rows:
        if columns[0] is None:
            raise damaged_paper(tx, paper_id)
        chunk = to_embedded_chunk(*columns)
        if chunk.vectors is not None:
            score = float((chunk.vectors.matrix @ vector).max())
            hits.append(ChunkHit(paper_id=PaperId(paper_id), generation=generation, chunk=chunk, score=score))
    return sorted(hits, key=lambda hit: (-hit.score, hit.paper_id, hit.chunk.chunk.index))
