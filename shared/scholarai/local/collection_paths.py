"""How the command line names collections: by their names from the outermost on, such as `Thesis/Chapter 2`."""

from __future__ import annotations

from scholarai.api.library import Library
from scholarai.domain.collections import Collection
from scholarai.domain.errors import NotFoundError
from scholarai.domain.marks import CollectionId
from scholarai.domain.paper import plain

# Between the names of nested collections.
INSIDE = "/"


def collection_at(library: Library, path: str) -> Collection:
    """Return the collection of a path, case and accents aside.

    Raises:
        NotFoundError: If there is none.
    """
    items = library.own.collections().items
    parent: CollectionId | None = None
    found: Collection | None = None
    for name in path.split(INSIDE):
        found = next((one for one in items if one.parent_id == parent and plain(one.name) == plain(name)), None)
        if found is None:
            raise NotFoundError(
                "collection_unknown", f"there is no collection {path!r}", action="See `scholarai library collections`."
            )
        parent = found.id
    if found is None:
        raise NotFoundError("collection_unknown", "a collection has a name")
    return found
