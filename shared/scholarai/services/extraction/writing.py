"""The third step of extraction: ranges are embedded and stored, each one recorded, so that a retry goes on after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scholarai.domain import progressing
from scholarai.domain.object_names import crop_owner
from scholarai.domain.paper import Engine, Progress, Work
from scholarai.domain.ranges import Range
from scholarai.ports.models import Embedder
from scholarai.ports.papers import ContentRange, ContentStore, PaperStore
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.crops import CropShelf
from scholarai.services.extraction.tenure import Tenure


def begin_writing(contents: ContentStore, crops: CropShelf | None, tenure: Tenure, engine: Engine) -> int:
    """Return the first range to store: after the last one of the same engine, else the first of a clean start."""
    kept = ranges_kept(tenure, engine)
    work = tenure.paper.work
    if kept == 0 and work is not None:
        # Recorded before anything goes, or an older engine that comes back would resume after ranges that are gone.
        fresh = Work(generation=tenure.claim.generation, engine=engine)
        tenure.change(lambda held, _: replace(held, work=fresh))
        drop_unfinished(contents, crops, tenure)
    return kept


def ranges_kept(tenure: Tenure, engine: Engine) -> int:
    """Return how many ranges of the claimed generation are stored already, as this engine would make them."""
    work = tenure.paper.work
    if work is None or (work.generation, work.engine) != (tenure.claim.generation, engine):
        return 0
    return work.ranges_done


def keep_crops(crops: CropShelf, tenure: Tenure, folder: Path) -> None:
    """Store the pictures of the claimed generation, before its first range.

    Raises:
        TransientError: If the store failed, or time is over.
        ClaimLostError: If the paper was taken over or deleted meanwhile.
    """
    tenure.require_time()
    tenure.change(lambda held, _: held)
    crops.keep(tenure.paper.id, tenure.claim.generation, folder)


def drop_orphan(papers: PaperStore, crops: CropShelf, name: str) -> None:
    """Remove a picture that came too late: no transaction holds objects, so its paper may have gone on without it.

    Each object's news come after it was written, so one that a deletion missed is met here.
    """
    owner = crop_owner(name)
    if owner is None:
        return
    paper_id, generation = owner
    paper = papers.get(paper_id)
    if paper is None or paper.deleting or generation not in {paper.generation, paper.visible_generation}:
        crops.objects.delete(name)


def write_ranges(
    contents: ContentStore,
    embedder: Embedder | None,
    tenure: Tenure,
    ranges: Sequence[Range],
    engine: Engine,
    pages: int,
    *,
    first: int,
) -> None:
    """Store all ranges of the claimed generation from `first` on.

    Raises:
        TransientError: If the model or the store failed, or time is over.
        ClaimLostError: If the paper was taken over meanwhile.
    """
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


def drop_unfinished(contents: ContentStore, crops: CropShelf | None, tenure: Tenure) -> None:
    """Remove what this or earlier generations left half done; what readers follow stays."""
    keep, below = tenure.paper.visible_generation, tenure.claim.generation + 1
    if tenure.paper.work is not None:
        contents.drop(tenure.paper.id, keep_generation=keep, below=below, fence=tenure.fence)
    if crops is not None:
        crops.drop(tenure.paper.id, keep_generation=keep, below=below)


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
