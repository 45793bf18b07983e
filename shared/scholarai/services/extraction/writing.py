"""The third step of extraction: embedding and storing ranges, each recorded so that a retry continues after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from scholarai.domain import extraction_progress
from scholarai.domain.content import PaperContent
from scholarai.domain.extraction_progress import Range
from scholarai.domain.object_names import image_owner
from scholarai.domain.paper import Engine, Progress, Work
from scholarai.ports.models import Embedder
from scholarai.ports.stores import ContentRange, ContentStore, PaperStore
from scholarai.retrieval.vectors import EmbeddedChunk
from scholarai.services.extraction.lease import PaperLease
from scholarai.services.papers.figure_images import FigureImages


def begin_writing(contents: ContentStore, images: FigureImages | None, lease: PaperLease, engine: Engine) -> int:
    """Return the first range to store: after the last one of the same engine, else the first of a clean start."""
    kept = ranges_kept(lease, engine)
    work = lease.paper.work
    if kept == 0 and work is not None:
        # Reset the marker before deleting, or a rolled-back version would resume after deleted ranges.
        fresh = Work(generation=lease.claim.generation, engine=engine)
        lease.change(lambda held, _: replace(held, work=fresh))
        _drop(contents, images, lease, pictures_below=lease.claim.generation)
    return kept


def ranges_kept(lease: PaperLease, engine: Engine) -> int:
    """Return how many ranges of the claimed generation are stored already, as this engine would make them."""
    work = lease.paper.work
    if work is None or (work.generation, work.engine) != (lease.claim.generation, engine):
        return 0
    return work.ranges_done


def keep_images(images: FigureImages, lease: PaperLease, folder: Path) -> None:
    """Store the pictures of the claimed generation, before its first range.

    Raises:
        TransientError: If the store failed, or time is over.
        ClaimLostError: If the paper was taken over or deleted meanwhile.
    """
    lease.require_time()
    lease.change(lambda held, _: held)
    images.keep(lease.paper.id, lease.claim.generation, folder)


def drop_orphan(papers: PaperStore, images: FigureImages, name: str) -> None:
    """Remove an image that was stored too late: objects are outside of transactions, so its paper may have moved on.

    Each object's event comes after it was written, so an object that a deletion missed is removed here.
    """
    owner = image_owner(name)
    if owner is None:
        return
    paper_id, generation = owner
    paper = papers.get(paper_id)
    if paper is None or paper.deleting or generation not in {paper.generation, paper.visible_generation}:
        images.objects.delete(name)


def write_ranges(
    contents: ContentStore,
    embedder: Embedder | None,
    lease: PaperLease,
    ranges: Sequence[Range],
    engine: Engine,
    content: PaperContent,
    *,
    first: int,
) -> None:
    """Store all ranges of the claimed generation of this content from `first` on.

    Raises:
        TransientError: If the model or the store failed, or time is over.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    pages = len(content.pages)
    authors = tuple(author.name for author in content.authors)
    lease.report(extraction_progress.embedding(pages, first, len(ranges)), now=True)
    started_s = lease.elapsed_s()
    for index in range(first, len(ranges)):
        lease.require_time()
        piece = replace(_embedded(ranges[index], embedder, lease.claim.generation), authors=authors)
        done = index + 1
        work = Work(generation=lease.claim.generation, engine=engine, ranges_done=done)
        progress = extraction_progress.embedding(
            pages, done, len(ranges), measured=done - first, elapsed_s=lease.elapsed_s() - started_s
        )
        _write(contents, lease, piece, work, progress)


def drop_unfinished(contents: ContentStore, images: FigureImages | None, lease: PaperLease) -> None:
    """Remove what is left of a generation whose object is gone, and of earlier ones; the visible generation stays."""
    _drop(contents, images, lease, pictures_below=lease.claim.generation + 1)


def _drop(contents: ContentStore, images: FigureImages | None, lease: PaperLease, *, pictures_below: int) -> None:
    """Remove unfinished ranges, and pictures of the generations before `pictures_below`.

    The fence does not hold for pictures: objects are outside of transactions. A worker that is held up here may lose its
    claim, and the next one store and show pictures of the same generation meanwhile, so those stay; `keep` removes what
    differs.
    """
    keep = lease.paper.visible_generation
    if lease.paper.work is not None:
        below = lease.claim.generation + 1
        contents.drop(lease.paper.id, keep_generation=keep, below=below, fence=lease.fence)
    if images is not None:
        images.drop(lease.paper.id, keep_generation=keep, below=pictures_below)


def _embedded(piece: Range, embedder: Embedder | None, generation: int) -> ContentRange:
    if embedder is None or not piece.chunks:
        chunks = tuple(EmbeddedChunk(chunk=chunk) for chunk in piece.chunks)
    else:
        vectors = embedder.embed_texts([chunk.text for chunk in piece.chunks])
        pairs = zip(piece.chunks, vectors, strict=True)
        chunks = tuple(EmbeddedChunk(chunk=chunk, vectors=rows) for chunk, rows in pairs)
    return ContentRange(generation=generation, parts=piece.parts, chunks=chunks)


def _write(contents: ContentStore, lease: PaperLease, piece: ContentRange, work: Work, progress: Progress) -> None:
    # Progress takes the attempt back in its own transaction, so that not even a kill counts then.
    spared = 0 if lease.made_progress else 1
    rule = lease.fenced(
        lambda held, _: replace(held, work=work, progress=progress, attempts=max(0, held.attempts - spared))
    )
    lease.stored(contents.write(lease.paper.id, piece, rule))
