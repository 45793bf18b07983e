"""Search across the papers of an owner: vectors in memory, words in SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence

from scholarai.adapters.embedded.contents import space_name, to_embedded_chunk
from scholarai.adapters.embedded.database import Database
from scholarai.adapters.embedded.query_words import RareWords
from scholarai.adapters.embedded.records import damaged_paper
from scholarai.adapters.embedded.vector_cache import GenerationKey, MatrixCache
from scholarai.adapters.embedded.vector_index import VectorIndex
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.values import Value
from scholarai.ports.stores import ChunkHit

# Rows ranked by their words before owner and generation are checked. A guess: few belong to somebody else.
SURPLUS = 4
# How many more when too few of them counted; a word of a question stands in fewer chunks than the last number.
MORE = 16
ALL_ROWS = 10_000_000
# Papers of a search that names them, whose chunks are listed first. A guess: a hundred thousand rows of an index.
NAMED = 2_000


class SqliteChunkSearch(Value, frozen=True):
    """Implements `ports.stores.ChunkSearch`."""

    database: Database
    matrices: MatrixCache
    index: VectorIndex
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
            best = _best(tx, query, owner, None if paper_ids is None else frozenset(paper_ids), limit)
            return [hit for row_id, badness in best for hit in _hits(tx, row_id, -badness)]


def _best(
    tx: sqlite3.Connection, query: str, owner: OwnerId, paper_ids: frozenset[PaperId] | None, limit: int
) -> list[tuple[int, float]]:
    """Return the best rows of readable generations of the owner's papers.

    What is best by its words is looked up in `chunks` only afterwards, a few at first: each is a page to read. Where too
    few of those pass, more are looked at, until there are no others.
    """
    if paper_ids is not None and len(paper_ids) <= NAMED:
        return _best_within(tx, query, owner, paper_ids, limit)
    first = SURPLUS * limit
    while True:
        rows = tx.execute(
            "WITH best AS (SELECT rowid AS id, bm25(chunk_words) AS badness FROM chunk_words WHERE chunk_words MATCH ?"
            " ORDER BY badness LIMIT ?)"
            " SELECT best.id, badness, papers.id, (SELECT count(*) FROM best) FROM best"
            " JOIN chunks ON chunks.id = best.id"
            " JOIN papers ON papers.id = chunks.paper_id AND papers.visible_generation = chunks.generation"
            " WHERE papers.owner = ? AND papers.deleting = 0 ORDER BY badness, chunks.paper_id, chunks.chunk",
            (query, first, owner),
        ).fetchall()
        kept = [(row[0], row[1]) for row in rows if paper_ids is None or row[2] in paper_ids][:limit]
        if len(kept) == limit or (rows and rows[0][3] < first) or first >= ALL_ROWS:
            return kept
        first *= MORE


def _best_within(
    tx: sqlite3.Connection, query: str, owner: OwnerId, paper_ids: Collection[PaperId], limit: int
) -> list[tuple[int, float]]:
    """Return the best rows of a few papers: of all that match, those whose row is one of theirs."""
    own = {
        row_id: (paper_id, chunk)
        for row_id, paper_id, chunk in tx.execute(
            "SELECT c.id, c.paper_id, c.chunk FROM papers AS p"
            " CROSS JOIN chunks AS c ON c.paper_id = p.id AND c.generation = p.visible_generation"
            " WHERE p.id IN (SELECT value FROM json_each(?)) AND p.owner = ? AND p.deleting = 0",
            (_json_list(list(paper_ids)), owner),
        )
    }
    matching = tx.execute(
        "SELECT rowid, bm25(chunk_words) AS badness FROM chunk_words WHERE chunk_words MATCH ?", (query,)
    )
    found = sorted((badness, own[row_id], row_id) for row_id, badness in matching if row_id in own)
    return [(row_id, badness) for badness, _, row_id in found[:limit]]


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
        "SELECT paper_id, generation, checked_doc, windows, vectors FROM checked_chunks WHERE id = ?", (row_id,)
    ).fetchall()
    for paper_id, _, doc, *_ in rows:
        if doc is None:
            raise damaged_paper(tx, paper_id)
    return [
        ChunkHit(paper_id=PaperId(paper_id), generation=generation, chunk=to_embedded_chunk(*columns), score=score)
        for paper_id, generation, *columns in rows
    ]
