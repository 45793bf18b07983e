"""The stores of a library, and the checks before an item is copied into them."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.ports.callers import StoredOwners
from scholarai.ports.notes import CollectionStore, NoteStore
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import ContentStore, ObjectStore, PaperStore, SessionStore, SpendingStore
from scholarai.ports.zotero import LinkStore


class LibraryStores(Protocol):
    """The stores that hold what users gave and got; a backend is one."""

    @property
    def papers(self) -> PaperStore: ...
    @property
    def contents(self) -> ContentStore: ...
    @property
    def objects(self) -> ObjectStore: ...
    @property
    def sessions(self) -> SessionStore: ...
    @property
    def reviews(self) -> ReviewStore: ...
    @property
    def spending(self) -> SpendingStore: ...
    @property
    def notes(self) -> NoteStore: ...
    @property
    def collections(self) -> CollectionStore: ...
    @property
    def zotero_links(self) -> LinkStore: ...
    @property
    def owners(self) -> StoredOwners: ...


class Stored(Protocol):
    """What a paper, a conversation, a review and a note have in common."""

    @property
    def owner(self) -> OwnerId: ...
    @property
    def updated_at(self) -> datetime: ...


def require_replaceable(found: Stored | None, wanted: Stored) -> None:
    """Let `wanted` take the place of what the target has under its id.

    Raises:
        ConflictError: If that is another user's, or was changed later.
    """
    if found is not None and found.owner != wanted.owner:
        raise ConflictError(
            "other_owner_there", "another user moved an item of this id there meanwhile", action="Move again."
        )
    if found is not None and found.updated_at > wanted.updated_at:
        raise ConflictError(
            "newer_there", "the target has a newer state of it", action="To replace that, delete it there first."
        )


def require_understood(*, odd: bool) -> None:
    """Let an item pass that this version of the program understands: a copy of another one would lose something.

    Raises:
        ConflictError: If it is odd.
    """
    if odd:
        raise ConflictError(
            "not_understood",
            "this version of the program does not understand all of it",
            action="Move it with the version that stored it.",
        )


def copy_differs() -> TransientError:
    return TransientError("copy_differs", "what the target holds is not what was written", action="Move again.")
