"""Contents and chunks with their vectors in SQLite."""

from __future__ import annotations

import json
import sqlite3

from scholarai.adapters.embedded.database import Database, key, summed
from scholarai.adapters.embedded.paper_facets import save_cited
from scholarai.adapters.embedded.records import damaged_paper, load_paper, save_paper
from scholarai.adapters.embedded.stored_codes import save_codes
from scholarai.domain.content import Chunk, PaperContent
from scholarai.domain.ids import PaperId
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.domain.parts import ContentPart, from_parts
from scholarai.domain.values import Value, from_json, to_json
from scholarai.ports.stores import ContentRange, PaperRule
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk, Window, WindowVectors


class SqliteContentStore(Value, frozen=True):
    """Implements `ports.stores.ContentStore`."""

    database: Database

    def write(self, paper_id: PaperId, piece: ContentRange, rule: PaperRule) -> Paper:
        with self.database.writing() as tx:
            paper = rule(load_paper(tx, paper_id))
            if paper is None:
                raise ValueError("the rule of a content write must return a paper, it returned None")
            save_paper(tx, paper)
            _save_parts(tx, paper_id, piece)
            _save_chunks(tx, paper, piece)
            if piece.chunks and paper.visible_generation == piece.generation:
                save_codes(tx, paper_id, piece.generation)
            return paper

    def read_content(self, paper_id: PaperId, generation: int) -> PaperContent | None:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT part, checked_doc FROM checked_parts WHERE paper_id = ? AND generation = ? ORDER BY part",
                (key(paper_id), generation),
            ).fetchall()
            if any(doc is None for _, doc in rows):
                raise damaged_paper(tx, paper_id)
        return from_parts(ContentPart(index=part, json=doc) for part, doc in rows) if rows else None

    def read_chunks(self, paper_id: PaperId, generation: int) -> ChunkSet:
        with self.database.reading() as tx:
            rows = tx.execute(
                "SELECT checked_doc, windows, vectors, space FROM checked_chunks"
                " WHERE paper_id = ? AND generation = ? ORDER BY chunk",
                (key(paper_id), generation),
            ).fetchall()
            if any(doc is None for doc, *_ in rows):
                raise damaged_paper(tx, paper_id)
        spaces = (space for _, _, _, space in rows if space is not None)
        space = next(spaces, None)
        return ChunkSet(
            chunks=tuple(to_embedded_chunk(doc, windows, vectors) for doc, windows, vectors, _ in rows),
            space=None if space is None else from_json(EmbeddingSpace, space),
        )

    def drop(
        self,
        paper_id: PaperId,
        *,
        keep_generation: int | None,
        below: int | None = None,
        fence: PaperRule | None = None,
    ) -> None:
        with self.database.writing() as tx:
            if fence is not None:
                fence(load_paper(tx, paper_id))
            # What the index of words has of a damaged chunk, only its text before could take out.
            damaged = tx.execute(
                "SELECT 1 FROM checked_chunks WHERE paper_id = ? AND NOT is_whole LIMIT 1", (key(paper_id),)
            ).fetchone()
            for table in ("parts", "chunks"):
                tx.execute(
                    f"DELETE FROM {table} WHERE paper_id = ? AND generation IS NOT ?"  # noqa: S608  - constant names
                    " AND (? IS NULL OR generation < ?)",
                    (key(paper_id), keep_generation, below, below),
                )
            if damaged is not None:
                tx.execute("INSERT INTO chunk_words (chunk_words) VALUES ('rebuild')")


def to_embedded_chunk(doc: str, windows: str | None, vectors: bytes | None) -> EmbeddedChunk:
    """Return the chunk of a row of `chunks`."""
    chunk = from_json(Chunk, doc)
    if windows is None or vectors is None:
        return EmbeddedChunk(chunk=chunk)
    import numpy as np

    borders = tuple(Window(start, end) for start, end in json.loads(windows))
    matrix = np.frombuffer(vectors, dtype="<f4").reshape(len(borders), -1)
    return EmbeddedChunk(chunk=chunk, vectors=WindowVectors(windows=borders, matrix=matrix))


def space_name(space: EmbeddingSpace) -> str:
    """Return the text that stands for a space in the column of that name."""
    return to_json(space).decode()


def _save_parts(tx: sqlite3.Connection, paper_id: PaperId, piece: ContentRange) -> None:
    tx.executemany(
        "INSERT OR REPLACE INTO parts (paper_id, generation, part, doc, sum) VALUES (?, ?, ?, ?, ?)",
        [summed(paper_id, piece.generation, part.index, part.json) for part in piece.parts],
    )
    for part in piece.parts:
        save_cited(tx, paper_id, piece.generation, part)


def _save_chunks(tx: sqlite3.Connection, paper: Paper, piece: ContentRange) -> None:
    space = _space(paper)
    # REPLACE would pass by the trigger that takes the old words out of the index.
    tx.executemany(
        "DELETE FROM chunks WHERE paper_id = ? AND generation = ? AND chunk = ?",
        [(paper.id, piece.generation, item.chunk.index) for item in piece.chunks],
    )
    tx.executemany(
        "INSERT INTO chunks (paper_id, generation, chunk, doc, space, windows, vectors, sum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            summed(
                paper.id,
                piece.generation,
                item.chunk.index,
                to_json(item.chunk).decode(),
                *_vector_columns(item, space),
            )
            for item in piece.chunks
        ],
    )


def _vector_columns(item: EmbeddedChunk, space: str | None) -> tuple[str | None, str | None, bytes | None]:
    if item.vectors is None:
        return None, None, None
    return space, json.dumps(item.vectors.windows), item.vectors.matrix.astype("<f4", copy=False).tobytes()


def _space(paper: Paper) -> str | None:
    engine = paper.work.engine if paper.work is not None else paper.engine
    return space_name(engine.space) if engine is not None and engine.space is not None else None
