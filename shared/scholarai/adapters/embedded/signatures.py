"""Candidates for a question out of millions of chunks: one bit per dimension in memory, the vectors left on disk.

The bits of a window are the signs of its vector: 48 bytes for 384 dimensions. The chunks of the windows that differ least
from the question are ranked by their real vectors afterwards; how much that loses, and what it costs, is measured by
benchmarks/library_search.py.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scholarai.adapters.embedded.contents import space_name, to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.domain.codec import from_json
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.papers import ChunkHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scholarai.retrieval.vectors import Matrix, Vector

# Papers from which on an owner's whole library is searched by signatures: below, all vectors fit into memory.
MANY_PAPERS = 1_500
# Papers of a search that names them, from which on it goes by signatures in a large library. A guess: fewer have their
# vectors read in half a second, once.
NAMED_PAPERS = 200
# Windows that go on after their signs are compared with the question's, and after its own numbers are added up by them.
NEAR = 40_000
# Of these, windows whose chunks are compared by their real vectors; 16 to 40 times what a search asks for.
RESCORED = 4_000
# Windows compared at once: their bits stay in the processor's cache. A guess.
_BLOCK = 1 << 17
# Papers whose signatures are made in one transaction. A guess: it holds the writer for a tenth of a second.
_PAPERS_PER_WRITE = 50
_FARTHEST = (1 << 15) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """The signatures of an owner's readable papers in one space, as they were at `version`.

    `bits` has a row per 64 dimensions and a column per window; `row_ids` name the window's chunk, `paper_of` its paper by
    its place in `papers`.
    """

    version: int
    papers: dict[PaperId, int]
    bits: NDArray[np.uint64]
    row_ids: NDArray[np.int64]
    paper_of: NDArray[np.int32]


class SignatureIndex:
    """Implements `ports.vector_index.VectorIndex`; a library is loaded on its first search and when it has changed."""

    def __init__(self, database: Database, *, many_papers: int = MANY_PAPERS) -> None:
        self._database = database
        self._many_papers = many_papers
        self._libraries: dict[tuple[OwnerId, str], Library] = {}
        self._loading = threading.Lock()

    def serves(self, owner: OwnerId, paper_ids: Collection[PaperId] | None) -> bool:
        """Tell whether there is so much to search that signatures are worth it."""
        if paper_ids is not None and len(paper_ids) < min(NAMED_PAPERS, self._many_papers):
            return False
        with self._database.reading() as tx:
            (count,) = tx.execute("SELECT count(*) FROM paper_facts WHERE owner = ?", (owner,)).fetchone()
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
        if not library.row_ids.size:
            return []
        distances = _distances(library.bits, _packed(vector[None])[:, 0])
        if paper_ids is not None:
            wanted = np.zeros(len(library.papers), dtype=bool)
            wanted[[library.papers[paper_id] for paper_id in paper_ids if paper_id in library.papers]] = True
            distances[~wanted[library.paper_of]] = _FARTHEST
        near = _closest(distances, max(NEAR, limit))
        chosen = near[_best_by_signs(library.bits[:, near], vector, max(RESCORED, limit))]
        rows = np.unique(library.row_ids[chosen])
        best = dict(self._rescored(rows.tolist(), vector)[:limit])
        return self._hits(owner, best)

    def _hits(self, owner: OwnerId, scores: dict[int, float]) -> list[ChunkHit]:
        """Return the chunks of these rows whose generation is still the one that readers follow."""
        with self._database.reading() as tx:
            rows = tx.execute(
                "SELECT c.id, c.paper_id, c.generation, c.doc, c.windows, c.vectors FROM chunks AS c"
                " CROSS JOIN paper_facts AS f ON f.id = c.paper_id AND f.generation = c.generation"
                " WHERE f.owner = ? AND c.id IN (SELECT value FROM json_each(?))",
                (owner, json.dumps(list(scores))),
            ).fetchall()
        hits = [
            ChunkHit(
                paper_id=PaperId(paper_id), generation=generation, chunk=to_embedded_chunk(*rest), score=scores[row_id]
            )
            for row_id, paper_id, generation, *rest in rows
        ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.paper_id, hit.chunk.chunk.index))

    def _rescored(self, row_ids: Sequence[int], vector: Vector) -> list[tuple[int, float]]:
        import numpy as np

        with self._database.reading() as tx:
            rows = tx.execute(
                "SELECT id, vectors FROM chunks WHERE id IN (SELECT value FROM json_each(?)) AND vectors IS NOT NULL",
                (json.dumps(row_ids),),
            ).fetchall()
        if not rows:
            return []
        width = 4 * len(vector)
        starts = np.cumsum([0, *(len(vectors) // width for _, vectors in rows)])[:-1]
        cosines = np.frombuffer(b"".join(vectors for _, vectors in rows), dtype="<f4").reshape(-1, len(vector)) @ vector
        best = np.maximum.reduceat(cosines, starts)
        order = np.argsort(-best, kind="stable")
        return [(rows[place][0], float(best[place])) for place in order]

    def _library(self, owner: OwnerId, space: str) -> Library:
        with self._loading:
            known = self._libraries.get((owner, space))
            with self._database.reading() as tx:
                version = _version(tx, owner)
            if known is None or known.version != version:
                known = self._loaded(owner, space, version)
                self._libraries[owner, space] = known
            return known

    def _loaded(self, owner: OwnerId, space: str, version: int) -> Library:
        import numpy as np

        self._make_missing(owner, space)
        with self._database.reading() as tx:
            rows = tx.execute(
                "SELECT s.paper_id, s.row_ids, s.bits FROM paper_facts AS f JOIN signatures AS s"
                " ON s.paper_id = f.id AND s.generation = f.generation AND s.space = ? WHERE f.owner = ? AND length(s.bits) > 0 ORDER BY f.id",
                (space, owner),
            ).fetchall()
        ids = [np.frombuffer(row_ids, dtype="<i8") for _, row_ids, _ in rows]
        bits = [
            np.frombuffer(packed, dtype="<u8").reshape(-1, len(own))
            for (*_, packed), own in zip(rows, ids, strict=True)
        ]
        return Library(
            version=version,
            papers={PaperId(paper_id): place for place, (paper_id, _, _) in enumerate(rows)},
            bits=np.concatenate(bits, axis=1) if bits else np.zeros((0, 0), dtype=np.uint64),
            row_ids=np.concatenate(ids) if ids else np.zeros(0, dtype=np.int64),
            paper_of=np.repeat(np.arange(len(rows), dtype=np.int32), [len(own) for own in ids]),
        )

    def _make_missing(self, owner: OwnerId, space: str) -> None:
        """Make the signatures of papers that have none, and drop those of generations that are gone."""
        with self._database.reading() as tx:
            missing = tx.execute(
                "SELECT id, generation FROM paper_facts AS f WHERE owner = ? AND NOT EXISTS"
                " (SELECT 1 FROM signatures AS s WHERE s.paper_id = f.id AND s.generation = f.generation AND s.space = ?)",
                (owner, space),
            ).fetchall()
        for start in range(0, len(missing), _PAPERS_PER_WRITE):
            with self._database.writing() as tx:
                for paper_id, generation in missing[start : start + _PAPERS_PER_WRITE]:
                    _make(tx, paper_id, generation, space)


def _make(tx: sqlite3.Connection, paper_id: str, generation: int, space: str) -> None:
    import numpy as np

    rows = tx.execute(
        "SELECT id, vectors FROM chunks WHERE paper_id = ? AND generation = ? AND space = ?"
        " AND length(vectors) > 0 ORDER BY chunk",
        (paper_id, generation, space),
    ).fetchall()
    width = 4 * from_json(EmbeddingSpace, space).dimensions
    matrix = np.frombuffer(b"".join(vectors for _, vectors in rows), dtype="<f4").reshape(-1, width // 4)
    row_ids = np.repeat(
        np.array([row_id for row_id, _ in rows], dtype="<i8"), [len(vectors) // width for _, vectors in rows]
    )
    tx.execute("DELETE FROM signatures WHERE paper_id = ? AND space = ?", (paper_id, space))
    tx.execute(
        "INSERT INTO signatures (paper_id, generation, space, row_ids, bits) VALUES (?, ?, ?, ?, ?)",
        (paper_id, generation, space, row_ids.tobytes(), _packed(matrix).tobytes()),
    )


def _packed(rows: Matrix) -> NDArray[np.uint64]:
    """Return the signs of vectors, 64 dimensions to a number: shape (dimensions / 64, rows)."""
    import numpy as np

    spare = -rows.shape[1] % 64
    signs = np.pad(rows > 0, ((0, 0), (0, spare)))
    words: NDArray[np.uint64] = np.ascontiguousarray(np.packbits(signs, axis=1)).view("<u8")
    return np.ascontiguousarray(words.T)


def _distances(bits: NDArray[np.uint64], query: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Return in how many signs each window differs from the query."""
    import numpy as np

    total = np.empty(bits.shape[1], dtype=np.int16)
    for start in range(0, bits.shape[1], _BLOCK):
        block = bits[:, start : start + _BLOCK]
        differing = np.bitwise_count(block ^ query[:, None])
        total[start : start + _BLOCK] = differing.sum(axis=0, dtype=np.int16)
    return total


def _best_by_signs(bits: NDArray[np.uint64], vector: Vector, count: int) -> NDArray[np.intp]:
    """Return the columns whose signs, taken as a vector, are nearest to the question, about `count` of them."""
    import numpy as np

    if bits.shape[1] <= count:
        return np.arange(bits.shape[1])
    signs = np.unpackbits(np.ascontiguousarray(bits.T).view(np.uint8), axis=1, count=len(vector))
    return np.argpartition(-(signs.astype(np.float32) @ vector), count)[:count]


def _closest(distances: NDArray[np.int16], count: int) -> NDArray[np.intp]:
    """Return the places of the smallest distances, about `count` of them, those that are out of question left out."""
    import numpy as np

    if count >= len(distances):
        return np.flatnonzero(distances < _FARTHEST)
    border = np.partition(distances, count)[count]
    closest = np.flatnonzero(distances < min(int(border), _FARTHEST))
    ties = np.flatnonzero(distances == border)[: count - len(closest)] if border < _FARTHEST else closest[:0]
    return np.concatenate([closest, ties])


def _version(tx: sqlite3.Connection, owner: OwnerId) -> int:
    row = tx.execute("SELECT version FROM library_versions WHERE owner = ?", (owner,)).fetchone()
    return 0 if row is None else int(row[0])
