"""Deletes everything stored for one owner, in an order that can be repeated after a crash, and for owners whose sign-in account is gone."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from scholarai.domain.errors import NotFoundError, TransientError
from scholarai.domain.ids import OwnerId, ReviewId
from scholarai.domain.values import Value
from scholarai.ports.callers import OwnerDirectory, SignInAccounts
from scholarai.ports.clock import Clock
from scholarai.ports.notes import CollectionStore, LibraryIndex, NoteStore
from scholarai.ports.reviews import ReviewStore
from scholarai.ports.stores import PaperStore, SessionStore, SpendingStore
from scholarai.ports.zotero import LinkStore
from scholarai.services.papers.deletion import DeletePaper, delete_links

T = TypeVar("T")

_PER_PAGE = 100
# A guess: more items of a kind than one owner has; bounds the loop if a store misbehaves.
_PAGES = 10_000
# A guess: every five minutes these are 5,760 owners a day, for some twenty thousand small reads.
OWNERS_PER_RUN = 20

_LOG = logging.getLogger(__name__)


class Forgotten(Value, frozen=True, kw_only=True):
    """How many items were deleted."""

    papers: int
    sessions: int
    reviews: int
    notes: int


class ForgetOwner(Value, frozen=True, kw_only=True):
    """Deletes an owner's reviews, papers, conversations, notes, collections and links to Zotero, and the sums of what they took."""

    papers: PaperStore
    sessions: SessionStore
    reviews: ReviewStore
    spending: SpendingStore
    notes: NoteStore
    collections: CollectionStore
    links: LinkStore
    library_index: LibraryIndex
    delete_paper: DeletePaper
    delete_review: Callable[[OwnerId, ReviewId], None]

    def forget(self, owner: OwnerId) -> Forgotten:
        """Delete everything and return the counts; a repeated call continues.

        Papers come last, since deleting one rewrites the reviews that quote it and deletes its conversations.

        Raises:
            TransientError: If something could not be removed now.
        """
        reviews = _empty(
            lambda: self.reviews.list(owner, limit=_PER_PAGE).reviews,
            lambda item: self.delete_review(owner, item.id),
        )
        sessions = _empty(
            lambda: self.sessions.list(owner, None, limit=_PER_PAGE).sessions,
            lambda item: self.sessions.delete(item.id),
        )
        notes = _empty(
            lambda: self.notes.list(owner, None, limit=_PER_PAGE).notes,
            lambda item: self.notes.change(item.id, lambda _: None),
        )
        self.collections.forget(owner)
        delete_links(self.links, owner, None)
        papers = _empty(
            lambda: self.papers.list(owner, limit=_PER_PAGE).papers,
            lambda item: self.delete_paper.delete(owner, item.id),
        )
        self.library_index.forget(owner)
        self.spending.forget(owner)
        return Forgotten(papers=papers, sessions=sessions, reviews=reviews, notes=notes)


def _empty(page: Callable[[], Sequence[T]], remove: Callable[[T], object]) -> int:
    """Remove the listed items until the list is empty, and return how many they were."""
    count = 0
    for _ in range(_PAGES):
        found = page()
        if not found:
            return count
        for item in found:
            with contextlib.suppress(NotFoundError):  # its owner deleted it just now
                remove(item)
        count += len(found)
    raise TransientError("owner_left_things", "not everything of the owner is removed yet")


class ForgetClosedAccounts(Value, frozen=True, kw_only=True):
    """Looks at some owners a run; one whose account has been missing for `grace` is forgotten like one who asked for it.

    Attributes:
        kept: Owners who need no account, such as that of files put into the bucket by hand.
    """

    owners: OwnerDirectory
    accounts: SignInAccounts
    forget: ForgetOwner
    clock: Clock
    grace: timedelta
    kept: frozenset[OwnerId]

    def sweep(self) -> int:
        """Return how many owners were forgotten.

        Raises:
            TransientError: If owners or accounts cannot be read, or something could not be removed now.
        """
        owners = [owner for owner in self.owners.take(OWNERS_PER_RUN) if owner not in self.kept]
        existing = self.accounts.existing(owners)
        return sum(self._close(owner) for owner in owners if not self._exists(owner, existing))

    def _exists(self, owner: OwnerId, existing: frozenset[OwnerId]) -> bool:
        if owner in existing:
            self.owners.clear_missing(owner)
        return owner in existing

    def _close(self, owner: OwnerId) -> bool:
        now = self.clock.now()
        if now - self.owners.missing(owner, now) < self.grace:
            return False
        gone = self.forget.forget(owner)
        self.owners.clear_missing(owner)
        _LOG.info("closed account forgotten", extra={"papers": gone.papers, "sessions": gone.sessions})
        return True
