"""Where papers, their content and their chunks are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.domain.values import Value

if TYPE_CHECKING:  # a function that only reads paper documents needs none of these
    from scholarai.domain.content import PaperContent
    from scholarai.domain.parts import ContentPart
    from scholarai.retrieval.vectors import ChunkSet, EmbeddedChunk

PaperRule: TypeAlias = Callable[[Paper | None], Paper | None]
"""Takes the stored paper (None: unknown) and returns it as it must be (None: it goes). Runs inside a transaction,
possibly several times, so it must be pure; what it raises aborts the transaction and reaches the caller."""


class PaperPage(Value, frozen=True, kw_only=True):
    """One page of a list, newest first; `next_cursor` is None on the last one."""

    papers: tuple[Paper, ...]
    next_cursor: str | None


class ContentRange(Value, frozen=True, kw_only=True):
    """A piece of one generation that is stored as a whole: content parts and chunks with vectors.

    Storing the same range again replaces it, so that a retry of the same work leaves no doubles. A piece holds at most
    `limits.RANGE_CHUNKS` chunks and `limits.RANGE_PART_BYTES` of parts (a single longer part goes alone). The space of
    the vectors is that of `work.engine` in the paper that is stored with them, or of `engine` without work.
    """

    generation: int
    parts: tuple[ContentPart, ...] = ()
    chunks: tuple[EmbeddedChunk, ...] = ()


class PaperStore(Protocol):
    """Paper documents, each changed by one transaction at a time.

    Any text may come as an id: one that no paper can have is unknown like any other. Times are kept to the
    microsecond. Every method raises TransientError when the store cannot be reached or contention outlasts its retries.
    """

    def get(self, paper_id: PaperId) -> Paper | None:
        """Return the paper, or None when it is unknown."""
        ...

    def several(self, paper_ids: Sequence[PaperId]) -> Mapping[PaperId, Paper]:
        """Return those of at most `limits.PAPERS_PER_LIST` papers that are known."""
        ...

    def change(self, paper_id: PaperId, rule: PaperRule) -> Paper | None:
        """Apply `rule` to the stored paper in one transaction and return what is stored then (None: nothing)."""
        ...

    def list(self, owner: OwnerId, *, limit: int, cursor: str | None = None) -> PaperPage:
        """Return the owner's papers, latest `created_at` first, ties by id downwards, those being deleted left out.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def with_file(self, owner: OwnerId, sha256: str) -> Paper | None:
        """Return the owner's latest paper whose file has this SHA-256, None where there is none; papers being deleted are left out."""
        ...

    def unfinished(self, *, limit: int) -> Sequence[Paper]:
        """Return papers whose outbox is not empty or whose deletion is unfinished, oldest `updated_at` first."""
        ...

    def made_before(self, time: datetime, *, limit: int) -> Sequence[Paper]:
        """Return papers of all owners whose `created_at` is earlier, oldest first, those being deleted left out."""
        ...

    def stored_bytes(self, owner: OwnerId) -> int:
        """Return the size of the owner's files together, as announced or arrived; papers being deleted are left out."""
        ...

    def count(self, owner: OwnerId) -> int:
        """Return how many papers and records of the owner are stored, those being deleted, too."""
        ...

    def at_work(self, owner: OwnerId, now: datetime) -> int:
        """Return how many of the owner's papers a worker has a lease on that ends after `now`."""
        ...


class ContentStore(Protocol):
    """Contents and chunks by paper and generation; raises TransientError like PaperStore."""

    def write(self, paper_id: PaperId, piece: ContentRange, rule: PaperRule) -> Paper:
        """Store the piece and the changed paper in one transaction: both or neither.

        `rule` fences: it raises ClaimLostError when the caller's claim is gone. It must return a paper.
        Parts and chunks may come in any order and in any split over calls.
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


class ChunkHit(Value, frozen=True, kw_only=True):
    """A chunk found across papers; `score` is higher for better within one call.

    `chunk` carries its vectors where it has any.
    """

    paper_id: PaperId
    generation: int
    chunk: EmbeddedChunk
    score: float


class ChunkSearch(Protocol):
    """Search across papers, owner and papers inside the query; only visible generations count.

    Papers being deleted, unknown ones and other owners' are left out silently. Raises TransientError like PaperStore.
    """

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Sequence[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        """Return the chunks nearest to a unit query vector, best first; None means all papers.

        `score` is the cosine of a chunk's best window. A store may choose its candidates by the mean of a chunk's
        windows. Chunks without vectors, or with vectors of another space than the query's, are left out.
        """
        ...

    def matching(
        self, owner: OwnerId, paper_ids: Sequence[PaperId] | None, question: str, *, limit: int
    ) -> Sequence[ChunkHit]:
        """Return the chunks that match the question's words best, best first; None means all papers.

        A chunk with none of the words is no match. Case and English inflections do not count; rare words count more.
        Of a question of more than some dozen words, the first ones count.
        """
        ...
