"""Search across the papers of an owner: vectors in memory, words in SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from scholarai.adapters.embedded.contents import space_name, to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.matrices import GenerationKey, MatrixCache
from scholarai.adapters.embedded.words import match_query
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.papers import ChunkHit


@dataclass(frozen=True, slots=True)
class SqliteChunkSearch:
    """Implements `ports.papers.ChunkSearch`."""

    database: Database
    matrices: MatrixCache

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        with self.database.reading() as tx:
            visible = _visible_generations(tx, owner, paper_ids, space)
            scored = self.matrices.nearest(tx, visible, query, limit)
            return [hit for row_id, score in scored for hit in _hits(tx, row_id, score)]

    def matching(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, question: str, *, limit: int
    ) -> Sequence[ChunkHit]:
        query = match_query(question)
        if query is None:
            return []
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT chunks.id, bm25(chunk_words) AS badness FROM chunk_words"
                " JOIN chunks ON chunks.id = chunk_words.rowid"
                " JOIN papers ON papers.id = chunks.paper_id AND papers.visible_generation = chunks.generation"
                " WHERE chunk_words MATCH ? AND papers.owner = ? AND papers.deleting = 0"
                " AND (? IS NULL OR papers.id IN (SELECT value FROM json_each(?)))"
                " ORDER BY badness, chunks.paper_id, chunks.chunk LIMIT ?",
                (query, owner, *2 * (_json_list(paper_ids),), limit),
            ).fetchall()
            return [hit for row_id, badness in rows for hit in _hits(tx, row_id, -badness)]


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
