"""The third step of extraction: ranges are embedded and stored, each one recorded, so that a retry goes on after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.domain import progressing
from scholarai.domain.paper import Engine, Progress, Work
from scholarai.domain.ranges import Range
from scholarai.ports.models import Embedder
from scholarai.ports.papers import ContentRange, ContentStore
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.extraction.tenure import Tenure


def write_ranges(
    contents: ContentStore,
    embedder: Embedder | None,
    tenure: Tenure,
    ranges: Sequence[Range],
    engine: Engine,
    pages: int,
) -> None:
    """Store all ranges of the claimed generation that are not stored yet.

    Raises:
        TransientError: If the model or the store failed, or time is over.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    first = _start(contents, tenure, engine)
    tenure.report(progressing.embedding(pages, first, len(ranges)), now=True)
    started_s = tenure.elapsed_s()
    for index in range(first, len(ranges)):
        tenure.require_time()
        piece = _embedded(ranges[index], embedder, tenure.claim.generation)
        done = index + 1
        work = Work(generation=tenure.claim.generation, engine=engine, ranges_done=done)
        progress = progressing.embedding(
            pages, done, len(ranges), measured=done - first, elapsed_s=tenure.elapsed_s() - started_s
        )
        _write(contents, tenure, piece, work, progress)


def drop_unfinished(contents: ContentStore, tenure: Tenure) -> None:
    """Remove what this or earlier generations left half done; what readers follow stays."""
    if tenure.paper.work is not None:
        contents.drop(
            tenure.paper.id,
            keep_generation=tenure.paper.visible_generation,
            below=tenure.claim.generation + 1,
            fence=tenure.fence,
        )


def _start(contents: ContentStore, tenure: Tenure, engine: Engine) -> int:
    """Return the first range to store: after the last one of the same engine, else the first of a clean start."""
    work = tenure.paper.work
    if work is None:
        return 0
    if (work.generation, work.engine) != (tenure.claim.generation, engine) or work.ranges_done == 0:
        # Recorded before anything goes, or an older engine that comes back would resume after ranges that are gone.
        fresh = Work(generation=tenure.claim.generation, engine=engine)
        tenure.change(lambda held, _: replace(held, work=fresh))
        drop_unfinished(contents, tenure)
        return 0
    return work.ranges_done


def _embedded(piece: Range, embedder: Embedder | None, generation: int) -> ContentRange:
    if embedder is None or not piece.chunks:
        chunks = tuple(EmbeddedChunk(chunk=chunk) for chunk in piece.chunks)
    else:
        vectors = embedder.embed_texts([chunk.text for chunk in piece.chunks])
        pairs = zip(piece.chunks, vectors, strict=True)
        chunks = tuple(EmbeddedChunk(chunk=chunk, vectors=rows) for chunk, rows in pairs)
    return ContentRange(generation=generation, parts=piece.parts, chunks=chunks)


def _write(contents: ContentStore, tenure: Tenure, piece: ContentRange, work: Work, progress: Progress) -> None:
    rule = tenure.fenced(lambda held, _: replace(held, work=work, progress=progress))
    tenure.stored(contents.write(tenure.paper.id, piece, rule))
