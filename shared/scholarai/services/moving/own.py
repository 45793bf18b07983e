"""Copies notes, collections and links to Zotero."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from scholarai.domain.collections import Collections
from scholarai.domain.errors import ConflictError, TransientError
from scholarai.domain.ids import OwnerId
from scholarai.domain.notes import Note
from scholarai.domain.unreadable_documents import ODD_TITLE
from scholarai.domain.values import Value
from scholarai.domain.zotero import ZoteroLink, link_id
from scholarai.services.moving.ids import Recipient
from scholarai.services.moving.stores import LibraryStores, Stored, require_replaceable, require_understood

R = TypeVar("R", bound=Stored)

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class MoveOwn(Value, frozen=True, kw_only=True):
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
            if newer and any(one.id in known and known[one.id] != one for one in found.items):
                raise ConflictError(
                    "newer_there",
                    "the target has a newer state of it",
                    action="To replace that, delete it there first.",
                )
            others = tuple(one for one in found.items if one.id not in known)
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
        raise TransientError("copy_differs", "what the target holds is not what was written", action="Move again.")
    return True


def _holds(there: Collections, moved: Collections) -> bool:
    known = there.by_id()
    return all(known.get(one.id) == one for one in moved.items)
