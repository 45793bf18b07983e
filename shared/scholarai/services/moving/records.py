"""Copies conversations, reviews, notes, collections, links to Zotero, and the daily usage of owners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from scholarai.domain.chat import Message, Session
from scholarai.domain.collections import Collections
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import OwnerId, PaperId, SessionId
from scholarai.domain.limits import RANGE_PART_BYTES
from scholarai.domain.notes import Note
from scholarai.domain.parts import runs
from scholarai.domain.review import Review
from scholarai.domain.spending import Spent
from scholarai.domain.unreadable_documents import NEEDS_ATTENTION, ODD_TITLE
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroLink, link_id
from scholarai.ports.reviews import Output
from scholarai.reviewing.tables import row_name
from scholarai.services.moving.ids import Recipient
from scholarai.services.moving.stores import (
    LibraryStores,
    Stored,
    copy_differs,
    require_replaceable,
    require_understood,
)

# Digits of sums that count: adding up in another order changes later ones.
_DIGITS = 9
R = TypeVar("R", bound=Stored)

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class MoveRecords(Value, frozen=True, kw_only=True):
    """Copies conversations, reviews and daily usage from one store to another."""

    source: LibraryStores
    target: LibraryStores

    def session(self, session_id: SessionId, to: Recipient) -> bool:
        """Copy the conversation as this recipient's, and tell whether there was anything to copy.

        Raises:
            ConflictError: If it is not understood, or the target's is newer or another user's.
            TransientError: If a store failed; a repeated call goes on.
        """
        stored = self.source.sessions.read(session_id)
        if stored is None:
            return False  # deleted meanwhile
        wanted = replace(to.copy(stored[0]), owner=to.owner)
        messages = tuple(to.copy(message) for message in stored[1])
        odd = any(message.error_code == NEEDS_ATTENTION for message in messages)
        require_understood(odd=odd or wanted.title == ODD_TITLE)
        session = self.target.sessions.read(wanted.id)
        if session == (wanted, messages):
            return False
        if session is None:
            self.target.sessions.create(wanted)
        for run in list(runs(messages, RANGE_PART_BYTES)) or [[]]:
            self._write_messages(wanted, run)
        if self.target.sessions.read(wanted.id) != (wanted, messages):
            raise copy_differs()
        return True

    def review(self, review: Review, to: Recipient) -> bool:
        """Copy the review with all outputs as this recipient's, and tell whether there was anything to copy.

        Raises:
            ConflictError: If it is under way or not understood, or the target's is newer or another user's.
            TransientError: If a store failed; a repeated call goes on.
        """
        if review.state == "running" or review.step is not None:
            raise ConflictError("review_unfinished", "it is being written", action="Move again when it has ended.")
        require_understood(odd=review.failure is not None and review.failure.code == NEEDS_ATTENTION)
        wanted = replace(to.copy(review), owner=to.owner, claim=None, outbox=())
        rows = {row_name(PaperId(before)): row_name(PaperId(after)) for before, after in to.ids.items()}
        stored = self.source.reviews.read_all_outputs(review.id)
        outputs = {rows.get(name, name): to.copy_json(json) for name, json in stored.items()}
        if self._has_review(wanted, outputs):
            return False
        moving = replace(wanted, state="running")  # without a step or an order nobody works on it
        self._write_review(moving)
        self.target.reviews.clear(wanted.id)
        for run in runs([Output(name=name, json=json) for name, json in outputs.items()], RANGE_PART_BYTES):
            self._write_review(moving, run)
        self._write_review(wanted)
        if not self._has_review(wanted, outputs):
            raise copy_differs()
        return True

    def spending(self, owners: Iterable[OwnerId], owner: OwnerId) -> None:
        """Raise an owner's sums of each day to those of several owners of the source together; none gets smaller.

        Raises:
            TransientError: If a store failed; a repeated call goes on.
        """
        sums: dict[date, Spent] = {}
        for each in owners:
            for day in self.source.spending.days(each):
                sums[day] = _combined(sums.get(day, Spent()), self.source.spending.read(each, day))
        for day, spent in sorted(sums.items()):
            missing = _missing(spent, self.target.spending.read(owner, day))
            if missing != Spent():
                self.target.spending.add(owner, day, missing)

    def _write_messages(self, wanted: Session, messages: Sequence[Message]) -> None:
        def rule(found: Session, _: Sequence[Message]) -> tuple[Session, Sequence[Message]]:
            require_replaceable(found, wanted)
            return wanted, messages

        self.target.sessions.change(wanted.id, rule)

    def _has_review(self, wanted: Review, outputs: object) -> bool:
        stored = self.target.reviews.get(wanted.id)
        return stored == wanted and self.target.reviews.read_all_outputs(wanted.id) == outputs

    def _write_review(self, review: Review, outputs: Sequence[Output] = ()) -> None:
        def rule(found: Review | None) -> Review:
            require_replaceable(found, review)
            return review

        self.target.reviews.change(review.id, rule, outputs)


def _combined(one: Spent, other: Spent) -> Spent:
    return Spent(**{name: getattr(one, name) + getattr(other, name) for name in Spent.__struct_fields__})


def _missing(spent: Spent, there: Spent) -> Spent:
    names = Spent.__struct_fields__
    return Spent(**{name: max(0, round(getattr(spent, name) - getattr(there, name), _DIGITS)) for name in names})


class MoveOwn(Value, frozen=True, kw_only=True):
    """Copies an owner's notes, collections and links to Zotero from one store to another."""

    source: LibraryStores
    target: LibraryStores

    def note(self, note: Note, to: Recipient) -> bool:
        """Copy the note as this recipient's, and tell whether there was anything to copy.

        Raises:
            ConflictError: If it is not understood, or the target's is newer or another user's.
            TransientError: If a store failed; a repeated call goes on.
        """
        require_understood(odd=note.text == ODD_TITLE)
        notes = self.target.notes
        wanted = replace(to.copy(note), owner=to.owner)
        return _copy(partial(notes.get, wanted.id), partial(notes.change, wanted.id), wanted)

    def link(self, link: ZoteroLink, to: Recipient) -> bool:
        """Copy the link to Zotero as this recipient's, and tell whether there was anything to copy; raises like `note`."""
        require_understood(odd=not link.key)
        wanted = replace(to.copy(link), owner=to.owner, id=link_id(to.owner, link.library, link.key))
        links = self.target.zotero_links
        return _copy(partial(links.get, wanted.id), partial(links.change, wanted.id), wanted)

    def collections(self, owner: OwnerId, after: OwnerId) -> bool:
        """Copy an owner's collections as another's; those that the other has besides stay.

        Raises:
            ConflictError: If the target's were changed later.
            TransientError: If a store failed; a repeated call goes on.
        """
        moved = self.source.collections.get(owner)
        if not moved.items or _holds(self.target.collections.get(after), moved):
            return False

        def rule(found: Collections) -> Collections:
            known = moved.by_id()
            newer = (found.updated_at or _NEVER) > (moved.updated_at or _NEVER)
            if newer and any(item.id in known and known[item.id] != item for item in found.items):
                raise ConflictError(
                    "newer_there",
                    "the target has a newer state of it",
                    action="To replace that, delete it there first.",
                )
            others = tuple(item for item in found.items if item.id not in known)
            return replace(moved, owner=after, items=(*moved.items, *others))

        self.target.collections.change(after, rule)
        return True


def _copy(get: Callable[[], R | None], change: Callable[[Callable[[R | None], R]], object], wanted: R) -> bool:
    """Store a record in the target unless it is there, and tell whether it was not."""
    if get() == wanted:
        return False

    def rule(found: R | None) -> R:
        require_replaceable(found, wanted)
        return wanted

    change(rule)
    if get() != wanted:
        raise copy_differs()
    return True


def _holds(there: Collections, moved: Collections) -> bool:
    known = there.by_id()
    return all(known.get(item.id) == item for item in moved.items)
