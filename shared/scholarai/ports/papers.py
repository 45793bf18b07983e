"""Where papers, their content and their chunks are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from scholarai.domain.content import PaperContent
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import Paper
from scholarai.domain.parts import ContentPart
from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk

PaperRule: TypeAlias = Callable[[Paper | None], Paper | None]
"""Takes the stored paper (None: unknown) and returns it as it must be (None: it goes). Runs inside a transaction,
possibly several times, so it must be pure; what it raises aborts the transaction and reaches the caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPage:
    """One page of a list, newest first; `next_cursor` is None on the last one."""

    papers: tuple[Paper, ...]
    next_cursor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentRange:
    """A piece of one generation that is stored as a whole: content parts and chunks with vectors.

    Storing the same range again replaces it, so that a retry of the same work leaves no doubles.
    """

    generation: int
    parts: tuple[ContentPart, ...] = ()
    chunks: tuple[EmbeddedChunk, ...] = ()


class PaperStore(Protocol):
    """Paper documents, each changed by one transaction at a time.

    Every method raises TransientError when the store cannot be reached or contention outlasts its retries.
    """

    def get(self, paper_id: PaperId) -> Paper | None:
        """Return the paper, or None when it is unknown."""
        ...

    def change(self, paper_id: PaperId, rule: PaperRule) -> Paper | None:
        """Apply `rule` to the stored paper in one transaction and return what is stored then."""
        ...

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> PaperPage:
        """Return the owner's papers, newest first, those being deleted left out.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def owing(self, *, limit: int) -> Sequence[Paper]:
        """Return papers whose outbox is not empty or whose deletion is unfinished, oldest first."""
        ...


class ContentStore(Protocol):
    """Contents and chunks by paper and generation; raises TransientError like PaperStore."""

    def write(self, paper_id: PaperId, piece: ContentRange, rule: PaperRule) -> Paper:
        """Store the piece and the changed paper in one transaction: both or neither.

        `rule` fences: it raises ClaimLostError when the caller's claim is gone. It must return a paper.
        """
        ...

    def read_content(self, paper_id: PaperId, generation: int) -> PaperContent | None:
        """Return the content of a generation, or None when nothing of it is stored."""
        ...

    def read_chunks(self, paper_id: PaperId, generation: int) -> ChunkSet:
        """Return all chunks of a generation in paper order, without reading the paper document; empty when none."""
        ...

    def drop(
        self,
        paper_id: PaperId,
        *,
        keep_generation: int | None,
        below: int | None = None,
        fence: PaperRule | None = None,
    ) -> None:
        """Remove content and chunks of every generation but the kept one; may be repeated.

        Args:
            paper_id: Whose content.
            keep_generation: Stays whole; None keeps nothing.
            below: Generations from this one on are left alone, so that a late clean-up cannot take what a newer
                worker writes at that moment; None: all may go.
            fence: Applied to the paper in the same transaction as each removal, its result ignored; what it raises
                stops the removal and reaches the caller.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkHit:
    """A chunk found across papers; `score` is higher for better within one call."""

    paper_id: PaperId
    generation: int
    chunk: EmbeddedChunk
    score: float


class ChunkSearch(Protocol):
    """Search across papers, owner and papers inside the query; only visible generations count."""

    def nearest(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, query: Sequence[float], *, limit: int
    ) -> Sequence[ChunkHit]:
        """Return the chunks nearest to a unit query vector by cosine, best first; None means all papers."""
        ...

    def matching(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, question: str, *, limit: int
    ) -> Sequence[ChunkHit]:
        """Return the chunks that match the question's words best, best first; None means all papers."""
        ...
