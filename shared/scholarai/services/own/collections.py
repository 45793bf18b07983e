"""Keeps the owner's tree of collections, and lists the library: filtered, sorted, searched and counted in one call."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from scholarai.domain.collections import Collection, Collections, changed, placed, with_inner, with_new, without
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.listing import FacetCount, LibraryQuery, Listing
from scholarai.domain.marks import CollectionId
from scholarai.domain.repeats import Repeatable
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock, IdSource
from scholarai.ports.notes import CollectionsRule, CollectionStore, LibraryIndex


class CollectionEdit(Value, frozen=True, kw_only=True):
    """The changes to a collection; `parent_id` counts where it is `moved`."""

    name: str | None = None
    moved: bool = False
    parent_id: CollectionId | None = None
    position: int | None = None


class EditCollections(Value, frozen=True, kw_only=True):
    """All methods raise TransientError when the store cannot be reached."""

    collections: CollectionStore
    clock: Clock
    ids: IdSource

    def all(self, owner: OwnerId) -> Collections:
        return self.collections.get(owner)

    def make(
        self, owner: OwnerId, name: str, parent_id: CollectionId | None, *, idempotency_key: str | None = None
    ) -> tuple[Collections, CollectionId]:
        """Make a collection and return all, and its id; a repeated request with a key returns what the first one made.

        Raises:
            InvalidRequestError: If its name is empty, too long or taken, there are too many, it would be too deep, or another request
                had this key.
            NotFoundError: If its parent is unknown.
        """
        repeatable = Repeatable.of(owner, "collection", idempotency_key, name, parent_id)
        now = self.clock.now()
        made = CollectionId(repeatable.ids(now)[-1] if repeatable else self.ids.new())

        def rule(tree: Collections) -> Collections:
            nonlocal made
            there = repeatable.find(lambda one: tree.by_id().get(CollectionId(one)), now) if repeatable else None
            if there is not None:
                made = there.id
                return tree
            new = Collection(
                id=made, name=name, parent_id=parent_id, request_digest=repeatable.digest if repeatable else None
            )
            return replace(with_new(tree, new), updated_at=now)

        return self.collections.change(owner, rule), made

    def edit(self, owner: OwnerId, wanted: CollectionId, edit: CollectionEdit) -> Collections:
        """Change a collection and return all.

        Raises:
            InvalidRequestError: As in `make`, and if it would be inside itself.
            NotFoundError: If it or its new parent is unknown.
        """
        return self._changed(owner, partial(_edited, wanted, edit))

    def delete(self, owner: OwnerId, wanted: CollectionId) -> None:
        """Delete a collection with those nested in it; the papers stay in the library.

        Raises:
            NotFoundError: If it is unknown.
        """
        self._changed(owner, lambda tree: without(tree, wanted))

    def _changed(self, owner: OwnerId, rule: CollectionsRule) -> Collections:
        now = self.clock.now()
        return self.collections.change(owner, lambda tree: replace(rule(tree), updated_at=now))


def _edited(wanted: CollectionId, edit: CollectionEdit, tree: Collections) -> Collections:
    named = changed(tree, wanted, name=edit.name, moved=edit.moved, parent_id=edit.parent_id)
    return named if edit.position is None else placed(named, wanted, edit.position)


class ListLibrary(Value, frozen=True, kw_only=True):
    index: LibraryIndex
    collections: CollectionStore

    def list(self, owner: OwnerId, query: LibraryQuery, collection: CollectionId | None = None) -> Listing:
        """Return a page of the owner's papers; `collection` asks for those in it and in the ones nested in it.

        Raises:
            InvalidRequestError: If the text is too long, the cursor malformed, or the offset below zero or beside a cursor.
            NotFoundError: If the collection is unknown.
        """
        if len(query.text) > QUESTION_CHARACTERS:
            raise InvalidRequestError("question_invalid", f"a search has {QUESTION_CHARACTERS} characters at most")
        if query.offset < 0 or (query.offset and query.cursor is not None):
            raise InvalidRequestError("filter_invalid", "an offset is 0 or more, and goes without a cursor")
        tree = self.collections.get(owner)
        inside = query if collection is None else replace(query, collections=with_inner(tree, collection))
        found = self.index.list(owner, inside)
        known = tree.by_id()
        counts: tuple[FacetCount, ...] = tuple(
            one for one in found.facets.get("collection", ()) if CollectionId(one.value) in known
        )
        return replace(found, facets={**found.facets, "collection": counts})
