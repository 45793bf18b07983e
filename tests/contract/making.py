"""Small papers, chunks and sessions for contract tests, and the steps that store them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from scholarai.adapters.embedded.schema import MIGRATIONS
from scholarai.bootstrap import Backend
from scholarai.domain.chat import Message, Session
from scholarai.domain.content import Block, Box, Chunk, Line, PaperContent, Word
from scholarai.domain.ids import BlockId, OwnerId, PaperId, ReviewId, SessionId, chunk_id
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.paper import EmbeddingSpace, Engine, Paper, Work
from scholarai.domain.review import Review, ReviewRequest
from scholarai.domain.sums import sum_of_pairs
from scholarai.domain.zotero import NoteContent, ZoteroKey, ZoteroLink, link_id
from scholarai.ports.clock import Clock
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.vectors import EmbeddedChunk, Window, WindowVectors
from scholarai.services.papers.deletion import DeletePaper, FinishDeletion
from scholarai.services.reviews.forgetting import ForgetPaper

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

NOW = datetime(2026, 11, 20, 6, 0, 0, 123_456, tzinfo=UTC)
ADA = OwnerId("ada")
BOB = OwnerId("bob")
SPACE = EmbeddingSpace(model="test-model", dimensions=4)
ENGINE = Engine(version="1", settings="default", space=SPACE)


def a_paper(paper_id: str = "p1", *, owner: str = ADA, age_s: float = 0, **changes: Any) -> Paper:
    """Return a paper that was announced `age_s` seconds before NOW."""
    values: dict[str, Any] = {
        "id": PaperId(paper_id),
        "owner": OwnerId(owner),
        "filename": "paper.pdf",
        "object_name": f"uploads/{owner}/{paper_id}/paper.pdf",
        "created_at": NOW - timedelta(seconds=age_s),
        "updated_at": NOW - timedelta(seconds=age_s),
    }
    return Paper(**(values | changes))


def a_chunk(generation: int, index: int, text: str = "some text", **changes: Any) -> Chunk:
    values: dict[str, Any] = {
        "id": chunk_id(generation, index),
        "text": text,
        "kind": "text",
        "start": index * 100,
        "end": index * 100 + len(text),
        "index": index,
        "total": index + 1,
        "section_path": ("2 Methods", "2.1 Data"),
        "page_numbers": (3, 4),
        "block_ids": (BlockId(f"b{index}"),),
    }
    return Chunk(**(values | changes))


def unit_rows(rows: Sequence[Sequence[float]]) -> Matrix:
    matrix = np.asarray(rows, dtype=np.float32)
    scaled: Matrix = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    return scaled


def embedded(chunk: Chunk, *rows: Sequence[float]) -> EmbeddedChunk:
    """Return the chunk with one window per given row, or without vectors when none is given."""
    if not rows:
        return EmbeddedChunk(chunk=chunk)
    step = max(1, len(chunk.text) // len(rows))
    windows = tuple(Window(i * step, (i + 1) * step) for i in range(len(rows)))
    return EmbeddedChunk(chunk=chunk, vectors=WindowVectors(windows=windows, matrix=unit_rows(rows)))


def in_work(paper: Paper, generation: int, engine: Engine = ENGINE) -> Paper:
    """Return the paper with `generation` under extraction."""
    work = Work(generation=generation, engine=engine)
    return replace(paper, status="extracting", generation=generation, work=work)


def write_chunks(backend: Backend, paper: Paper, generation: int, chunks: Sequence[EmbeddedChunk]) -> None:
    """Store chunks of a generation that readers do not follow yet; the paper becomes known if it was not."""
    piece = ContentRange(generation=generation, chunks=tuple(chunks))
    backend.contents.write(paper.id, piece, lambda stored: in_work(stored or paper, generation))


def show(backend: Backend, paper_id: PaperId, generation: int) -> None:
    """Let readers follow `generation` of the paper."""
    backend.papers.change(paper_id, lambda paper: paper and _shown(paper, generation))


def _shown(paper: Paper, generation: int) -> Paper:
    return replace(
        paper, status="completed", generation=generation, visible_generation=generation, engine=ENGINE, work=None
    )


def a_searchable_paper(
    backend: Backend, paper_id: str, chunks: Sequence[EmbeddedChunk], *, owner: str = ADA, generation: int = 1
) -> Paper:
    """Store a completed paper with these chunks."""
    paper = a_paper(paper_id, owner=owner)
    write_chunks(backend, paper, generation, chunks)
    show(backend, paper.id, generation)
    return paper


def a_block(index: int, text: str, start: int = 0) -> Block:
    """Return a paragraph of one printed line with a box per word, as PDF papers have them."""
    words: list[Word] = []
    at = 0
    for token in text.split(" "):
        words.append(Word(at, at + len(token), 50.0 + at * 0.1, 50.0 + (at + len(token)) * 0.1))
        at += len(token) + 1
    return Block(
        id=BlockId(f"b{index}"),
        kind="paragraph",
        text=text,
        start=start,
        end=start + len(text),
        page_number=1,
        boxes=(Box(50.0, 100.25, 300.5, 112.0),),
        lines=(Line(page_number=1, start=0, end=len(text), words=tuple(words)),),
    )


def a_link(key: str = "ABCD2345", *, owner: str = ADA, age_s: float = 0, **changes: Any) -> ZoteroLink:
    """Return the link of an annotation about the paper p1."""
    values: dict[str, Any] = {
        "id": link_id(OwnerId(owner), "users/1", ZoteroKey(key)),
        "owner": OwnerId(owner),
        "library": "users/1",
        "key": ZoteroKey(key),
        "kind": "annotation",
        "created_at": NOW - timedelta(seconds=age_s),
        "updated_at": NOW - timedelta(seconds=age_s),
        "ours": "n1",
        "paper_id": PaperId("p1"),
        "version": 7,
        "mine": NoteContent(text="ours"),
        "theirs": NoteContent(text="theirs", colour="green"),
    }
    return ZoteroLink(**(values | changes))


def a_content(texts: Sequence[str], **changes: Any) -> PaperContent:
    blocks: list[Block] = []
    start = 0
    for index, text in enumerate(texts):
        blocks.append(a_block(index, text, start))
        start += len(text) + 2
    return PaperContent(**({"source_format": "pdf", "title": "A title", "blocks": tuple(blocks)} | changes))


def a_session(session_id: str = "s1", *, owner: str = ADA, age_s: float = 0, **changes: Any) -> Session:
    values: dict[str, Any] = {
        "id": SessionId(session_id),
        "owner": OwnerId(owner),
        "paper_ids": (PaperId("p1"),),
        "title": "What is measured?",
        "created_at": NOW - timedelta(seconds=age_s),
        "updated_at": NOW - timedelta(seconds=age_s),
        "expires_at": NOW + timedelta(days=90),
    }
    return Session(**(values | changes))


def a_message(n: int, text: str = "a question", **changes: Any) -> Message:
    values: dict[str, Any] = {"n": n, "role": "user", "state": "complete", "created_at": NOW, "text": text}
    return Message(**(values | changes))


def a_review(review_id: str = "v1", *, owner: str = ADA, age_s: float = 0, **changes: Any) -> Review:
    values: dict[str, Any] = {
        "id": ReviewId(review_id),
        "owner": OwnerId(owner),
        "request": ReviewRequest(question="What is known?"),
        "created_at": NOW - timedelta(seconds=age_s),
        "updated_at": NOW - timedelta(seconds=age_s),
    }
    return Review(**(values | changes))


def a_note(note_id: str = "n1", *, owner: str = ADA, age_s: float = 0, **changes: Any) -> Note:
    values: dict[str, Any] = {
        "id": NoteId(note_id),
        "owner": OwnerId(owner),
        "kind": "note",
        "paper_ids": (PaperId("p1"),),
        "created_at": NOW - timedelta(seconds=age_s),
        "updated_at": NOW,
        "text": "read this again",
    }
    return Note(**(values | changes))


def delete_paper(backend: Backend, owner: OwnerId, paper_id: PaperId, clock: Clock) -> None:
    """Delete a paper with all that was made from it, as its owner does."""
    finish = FinishDeletion(
        papers=backend.papers,
        contents=backend.contents,
        objects=backend.objects,
        sessions=backend.sessions,
        notes=backend.notes,
        forget=ForgetPaper(reviews=backend.reviews, clock=clock),
        temporary_directories=backend.temporary_directories,
    )
    DeletePaper(papers=backend.papers, finish=finish, clock=clock).delete(owner, paper_id)


def fit_sums(connection: sqlite3.Connection, table: str) -> None:
    """Give the rows that a test wrote into a table the sums that a program stores with them."""
    connection.create_function("row_sum", -1, sum_of_pairs)
    connection.execute(next(one for step in MIGRATIONS for one in step if one.startswith(f"UPDATE {table} SET sum")))
