"""Lists a library: filtered, sorted, searched and counted in one call."""

from __future__ import annotations

from msgspec.structs import replace

from scholarai.domain.collections import with_inner
from scholarai.domain.errors import InvalidRequestError
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import QUESTION_CHARACTERS
from scholarai.domain.listing import FacetCount, LibraryQuery, Listing
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import Value
from scholarai.ports.notes import CollectionStore, LibraryIndex


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
