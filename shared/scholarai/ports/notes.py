"""Where notes, saved answers and collections are kept, and how a library is listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from scholarai.domain.collections import Collections
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.listing import LibraryQuery, Listing
from scholarai.domain.notes import Note, NoteId
from scholarai.domain.values import Value

NoteRule: TypeAlias = Callable[[Note | None], Note | None]
"""Takes the stored note (None: unknown) and returns it as it must be (None: it goes). Pure: it may run several times; what it
raises aborts the transaction and reaches the caller."""
CollectionsRule: TypeAlias = Callable[[Collections], Collections]


class NotePage(Value, frozen=True, kw_only=True):
    """One page of a list, latest first; `next_cursor` is None on the last one."""

    notes: tuple[Note, ...]
    next_cursor: str | None


class NoteStore(Protocol):
    """Notes, each changed by one transaction at a time.

    Any text may come as an id: one that no note can have is unknown like any other. Every method raises TransientError when the
    store cannot be reached or contention outlasts its retries.
    """

    def get(self, note_id: NoteId) -> Note | None:
        """Return the note, or None when it is unknown."""
        ...

    def change(self, note_id: NoteId, rule: NoteRule) -> Note | None:
        """Apply `rule` in one transaction and return what is stored then (None: nothing)."""
        ...

    def list(self, owner: OwnerId, paper_id: PaperId | None, *, limit: int, cursor: str | None = None) -> NotePage:
        """Return the owner's notes, latest `created_at` first, ties by id downwards; with `paper_id` those about it.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
        """
        ...

    def count(self, owner: OwnerId) -> int:
        """Return how many notes of the owner are stored."""
        ...


class CollectionStore(Protocol):
    """The collections of each owner. Raises TransientError like NoteStore."""

    def get(self, owner: OwnerId) -> Collections:
        """Return the owner's collections; none where nothing is stored."""
        ...

    def change(self, owner: OwnerId, rule: CollectionsRule) -> Collections:
        """Apply `rule` in one transaction and return what is stored then."""
        ...

    def forget(self, owner: OwnerId) -> None:
        """Remove the owner's collections."""
        ...


class LibraryIndex(Protocol):
    def list(self, owner: OwnerId, query: LibraryQuery) -> Listing:
        """Return a page of the owner's papers, those being deleted left out.

        Ties go by id, in the direction of the sort. A store may not know all papers yet, which `Listing.complete` says, and may search
        less of a paper than its text; docs/scale.md says what each does.

        Raises:
            InvalidRequestError: If the cursor is not one that this method gave.
            TransientError: If the store cannot be reached.
        """
        ...

    def forget(self, owner: OwnerId) -> None:
        """Remove what is left of an owner whose papers are deleted.

        Raises:
            TransientError: If the store cannot be reached.
        """
        ...
