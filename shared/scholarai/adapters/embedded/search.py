"""Search across the papers of an owner: vectors in memory, words in SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from scholarai.adapters.embedded.contents import space_name, to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.matrices import GenerationKey, MatrixCache
from scholarai.adapters.embedded.rare_words import RareWords
from scholarai.adapters.embedded.signatures import SignatureIndex
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.papers import ChunkHit

# Rows ranked by their words before owners and generations are looked at. A guess: few belong to somebody else.
SURPLUS = 4


@dataclass(frozen=True, slots=True)
class SqliteChunkSearch:
    """Implements `ports.papers.ChunkSearch`."""

    database: Database
    matrices: MatrixCache
    index: SignatureIndex
    words: RareWords

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        if self.index.serves(owner, paper_ids):
            return self.index.nearest(owner, paper_ids, query, space=space, limit=limit)
        with self.database.reading() as tx:
            visible = _visible_generations(tx, owner, paper_ids, space)
            scored = self.matrices.nearest(tx, visible, query, limit)
            return [hit for row_id, score in scored for hit in _hits(tx, row_id, score)]

    def matching(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, question: str, *, limit: int
    ) -> Sequence[ChunkHit]:
        with self.database.reading() as tx:
            query = self.words.query(tx, question)
            if query is None:
                return []
            best = _best_everywhere(tx, query, owner, limit) if paper_ids is None else None
            if best is None:
                best = _best_within(tx, query, owner, paper_ids, limit)
            return [hit for row_id, badness in best for hit in _hits(tx, row_id, -badness)]


def _best_everywhere(tx: sqlite3.Connection, query: str, owner: OwnerId, limit: int) -> list[tuple[int, float]] | None:
    """Return the best rows of a whole library, or None when others' or old chunks took too many of the first places."""
    first = SURPLUS * limit
    rows = tx.execute(
        "WITH best AS (SELECT rowid AS id, bm25(chunk_words) AS badness FROM chunk_words WHERE chunk_words MATCH ?"
        " ORDER BY badness LIMIT ?)"
        " SELECT best.id, badness, (SELECT count(*) FROM best) FROM best JOIN chunks ON chunks.id = best.id"
        " JOIN papers ON papers.id = chunks.paper_id AND papers.visible_generation = chunks.generation"
        " WHERE papers.owner = ? AND papers.deleting = 0 ORDER BY badness, chunks.paper_id, chunks.chunk LIMIT ?",
        (query, first, owner, limit),
    ).fetchall()
    if len(rows) < limit and (not rows or rows[0][2] == first):
        return None
    return [(row_id, badness) for row_id, badness, _ in rows]


def _best_within(
    tx: sqlite3.Connection, query: str, owner: OwnerId, paper_ids: Sequence[PaperId] | None, limit: int
) -> list[tuple[int, float]]:
    return tx.execute(
        "SELECT chunks.id, bm25(chunk_words) AS badness FROM chunk_words"
        " JOIN chunks ON chunks.id = chunk_words.rowid"
        " JOIN papers ON papers.id = chunks.paper_id AND papers.visible_generation = chunks.generation"
        " WHERE chunk_words MATCH ? AND papers.owner = ? AND papers.deleting = 0"
        " AND (? IS NULL OR papers.id IN (SELECT value FROM json_each(?)))"
        " ORDER BY badness, chunks.paper_id, chunks.chunk LIMIT ?",
        (query, owner, *2 * (_json_list(paper_ids),), limit),
    ).fetchall()


def _visible_generations(
    tx: sqlite3.Connection, owner: OwnerId, paper_ids: Sequence[PaperId] | None, space: EmbeddingSpace
) -> list[GenerationKey]:
    name = space_name(space)
    rows = tx.execute(
        "SELECT id, visible_generation FROM papers"
        " WHERE owner = ? AND deleting = 0 AND visible_generation IS NOT NULL"
        " AND (? IS NULL OR id IN (SELECT value FROM json_each(?))) ORDER BY id",
        (owner, *2 * (_json_list(paper_ids),)),
    )
    return [GenerationKey(PaperId(paper_id), generation, name) for paper_id, generation in rows]


def _json_list(paper_ids: Sequence[PaperId] | None) -> str | None:
    return None if paper_ids is None else json.dumps(list(paper_ids))


def _hits(tx: sqlite3.Connection, row_id: int, score: float) -> list[ChunkHit]:
    rows = tx.execute(
        "SELECT paper_id, generation, doc, windows, vectors FROM chunks WHERE id = ?", (row_id,)
    ).fetchall()
    return [
        ChunkHit(paper_id=PaperId(paper_id), generation=generation, chunk=to_embedded_chunk(*columns), score=score)
        for paper_id, generation, *columns in rows
    ]
