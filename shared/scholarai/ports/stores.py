"""Where papers, their files, conversations and daily usage are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from scholarai.domain.content import Reference
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from scholarai.domain.chat import Message, Session
    from scholarai.domain.content import PaperContent
    from scholarai.domain.parts import ContentPart
    from scholarai.domain.spending import Spent
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

    Attributes:
        authors: Names of the paper's authors, for a store whose chunks are read by other programs.
    """

    generation: int
    parts: tuple[ContentPart, ...] = ()
    chunks: tuple[EmbeddedChunk, ...] = ()
    authors: tuple[str, ...] = ()


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

    def with_file(self, owner: OwnerId, sha256: str) -> Sequence[Paper]:
        """Return the owner's papers whose file has this SHA-256, latest first, at most `limits.SAME_FILES`; those being deleted are left out."""
        ...

    def supplements(self, owner: OwnerId, paper_id: PaperId) -> Sequence[Paper]:
        """Return the owner's supplements of a paper, oldest first, at most `limits.SUPPLEMENTS`; those being deleted are left out."""
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
    """Contents and chunks by paper and generation; raises TransientError like PaperStore.

    Parts and chunks are stored with a sum (`domain/sums.py`). What does not fit it is never returned: the methods that read
    raise ConflictError with the code `paper_damaged`, which names the paper. So does `ChunkSearch`.
    """

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


class SignedUpload(Value, frozen=True, kw_only=True):
    """Permission to send one object: the request to make, byte for byte, until it expires."""

    url: str
    method: str
    headers: Mapping[str, str]
    expires_at: datetime


class UploadSigner(Protocol):
    """Hands out short-lived permissions to browsers."""

    def sign_upload(self, name: str, *, content_type: str, max_bytes: int, now: datetime) -> SignedUpload:
        """Return a permission to create `name` once: type and size bounds are part of the signature."""
        ...

    def sign_download(self, name: str, *, filename: str, now: datetime) -> str:
        """Return a URL that serves the object for some minutes under `filename`."""
        ...


class ObjectStore(Protocol):
    """Objects by name and generation. Every method raises TransientError when the store cannot be reached."""

    @property
    def bucket(self) -> str:
        """The name that events and the ids of papers give the store."""
        ...

    def download(self, name: str, generation: int, target: Path, *, max_bytes: int) -> int:
        """Stream that generation to `target` and return its size in bytes.

        Raises:
            NotFoundError: If that generation is gone: a newer one replaced it, or it was deleted.
            PaperFaultError: With code `too_large`, as soon as more than `max_bytes` came.
        """
        ...

    def put(self, name: str, data: bytes, *, content_type: str) -> int:
        """Write the object, whatever was there, and return its new generation: greater than any the name ever had."""
        ...

    def read(self, name: str) -> bytes:
        """Return the newest generation. Raises NotFoundError if there is none."""
        ...

    def touch(self, name: str) -> int:
        """Rewrite the object onto itself, so that its event is sent again, and return the new generation.

        Raises:
            NotFoundError: If there is no such object.
        """
        ...

    def names(self, folder: str) -> Sequence[str]:
        """Return the sorted names of all objects below a prefix that ends in `/`; "" lists all."""
        ...

    def delete(self, name: str) -> None:
        """Remove the object of that name, or all objects below a name that ends in `/`; fine when there is none."""
        ...


SessionRule: TypeAlias = "Callable[[Session, Sequence[Message]], tuple[Session, Sequence[Message]]]"
"""Takes a session with its messages, in order, and returns the session and the messages to write (new or changed).
Pure: it may run several times; what it raises aborts."""


class SessionPage(Value, frozen=True, kw_only=True):
    """One page of a list, latest first; `next_cursor` is None on the last one."""

    sessions: tuple[Session, ...]
    next_cursor: str | None


class SessionStore(Protocol):
    """Sessions and their messages.

    Nothing here checks owners or expiry; services do. Any text may come as an id: one that no session can have is
    unknown like any other. Every method raises TransientError when the store cannot be reached or contention outlasts
    its retries.
    """

    def create(self, session: Session) -> None:
        """Store a new session."""
        ...

    def read(self, session_id: SessionId) -> tuple[Session, Sequence[Message]] | None:
        """Return a session with all its messages in order, or None when it is unknown."""
        ...

    def change(self, session_id: SessionId, rule: SessionRule) -> tuple[Session, Sequence[Message]]:
        """Apply `rule` in one transaction and return what it returned.

        Raises:
            NotFoundError: If the session is unknown.
        """
        ...

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> SessionPage:
        """Return the owner's sessions, latest `updated_at` first, ties by id downwards; with `paper_id` those about it.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def delete(self, session_id: SessionId) -> None:
        """Remove a session and its messages; nothing happens when it is unknown."""
        ...


class SpendingStore(Protocol):
    """Sums by owner and day. Raises TransientError when the store cannot be reached."""

    def read(self, owner: OwnerId, day: date) -> Spent:
        """Return an owner's sums of a day; nothing spent where nothing is stored."""
        ...

    def add(self, owner: OwnerId, day: date, spent: Spent, *, once: str | None = None) -> None:
        """Add to an owner's sums of a day; additions at the same time all count.

        Of an owner's additions with the same `once` the first one counts, on whatever day the others come.
        """
        ...

    def days(self, owner: OwnerId) -> Sequence[date]:
        """Return the days for which an owner has sums, in any order."""
        ...

    def cost_usd(self, day: date) -> float:
        """Return what all owners' models cost on a day, in US dollars."""
        ...

    def forget(self, owner: OwnerId) -> None:
        """Remove an owner's sums of every day."""
        ...


class CitedEntry(Value, frozen=True, kw_only=True):
    """An entry of the bibliography of a paper."""

    paper_id: PaperId
    reference: Reference


class PublicationIndex(Protocol):
    """The papers of an owner that can be read, or are only known as publications, and their bibliographies.

    What shares a key need not be the same publication: `domain.identity.relation` decides. The index follows each change of
    a paper with its transaction. Every method raises TransientError when the store cannot be reached.
    """

    def papers(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[Paper]:
        """Return the papers that have one of the keys, oldest `created_at` first, ties by id."""
        ...

    def citing(self, owner: OwnerId, keys: Sequence[str]) -> Sequence[CitedEntry]:
        """Return the entries that have one of the keys, in the order of papers' ids and of their bibliographies."""
        ...

    def cited(self, owner: OwnerId) -> Sequence[CitedEntry]:
        """Return all entries of all papers, in the order of papers' ids and of their bibliographies."""
        ...

    def version(self, owner: OwnerId) -> str:
        """Return a version that changes with the set of readable papers and with their content."""
        ...
