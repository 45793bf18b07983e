"""An owner's collections of papers: a tree, ordered among siblings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId
from scholarai.domain.invisible_characters import visible
from scholarai.domain.marks import CollectionId
from scholarai.domain.values import Value

# All collections of an owner are in one document, far below Firestore's 1 MiB. Guesses.
COLLECTIONS = 1_000
DEPTH = 8
NAME_CHARACTERS = 200


class Collection(Value, frozen=True, kw_only=True):
    """A folder of papers; `request_digest` is that of the call with an `Idempotency-Key` that made it."""

    id: CollectionId
    name: str
    parent_id: CollectionId | None = None
    request_digest: str | None = None


class Collections(Value, frozen=True, kw_only=True):
    """All collections of an owner; siblings stand in their order."""

    owner: OwnerId
    items: tuple[Collection, ...] = ()
    updated_at: datetime | None = None

    def by_id(self) -> Mapping[CollectionId, Collection]:
        return {item.id: item for item in self.items}


def with_inner(tree: Collections, wanted: CollectionId) -> frozenset[CollectionId]:
    """Return a collection and all collections nested in it.

    Raises:
        NotFoundError: If it is unknown.
    """
    _require(tree, wanted)
    children: dict[CollectionId | None, list[CollectionId]] = {}
    for item in tree.items:
        children.setdefault(item.parent_id, []).append(item.id)
    found: set[CollectionId] = set()
    waiting = [wanted]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += children.get(each, [])
    return frozenset(found)


def with_new(tree: Collections, made: Collection) -> Collections:
    """Return the tree with one more collection, the last of its siblings.

    Raises:
        InvalidRequestError: If there are too many, it would be too deep, or its name is empty, too long or taken beside it.
        NotFoundError: If its parent is unknown.
    """
    if len(tree.items) >= COLLECTIONS:
        raise InvalidRequestError(
            "too_many_collections", f"there may be {COLLECTIONS} collections at most", action="Delete some first."
        )
    return _checked(replace(tree, items=(*tree.items, replace(made, name=_name(made.name)))), made.id)


def changed(
    tree: Collections, wanted: CollectionId, *, name: str | None, moved: bool, parent_id: CollectionId | None
) -> Collections:
    """Return the tree with a collection renamed, and if `moved` put into another one (None: none).

    Raises:
        InvalidRequestError: If it would be inside itself, or as in `with_new`.
        NotFoundError: If it or its new parent is unknown.
    """
    old = _require(tree, wanted)
    new = replace(old, name=old.name if name is None else _name(name), parent_id=parent_id if moved else old.parent_id)
    if moved and parent_id is not None and parent_id in with_inner(tree, wanted):
        raise InvalidRequestError("collection_cycle", "a collection cannot be inside itself")
    items = tuple(new if item.id == wanted else item for item in tree.items)
    return _checked(replace(tree, items=items), wanted)


def placed(tree: Collections, wanted: CollectionId, position: int) -> Collections:
    """Return the tree with a collection at a position among its siblings, from 0; one behind the last is the last.

    Raises:
        NotFoundError: If it is unknown.
    """
    one = _require(tree, wanted)
    siblings = [other for other in tree.items if other.parent_id == one.parent_id and other.id != wanted]
    siblings.insert(max(position, 0), one)
    others = [other for other in tree.items if other.parent_id != one.parent_id]
    return replace(tree, items=(*others, *siblings))


def without(tree: Collections, wanted: CollectionId) -> Collections:
    """Return the tree without a collection and those nested in it.

    Raises:
        NotFoundError: If it is unknown.
    """
    gone = with_inner(tree, wanted)
    return replace(tree, items=tuple(item for item in tree.items if item.id not in gone))


def in_order(tree: Collections) -> Sequence[tuple[Collection, int]]:
    """Return the collections in depth-first order, each with its depth from 0."""
    children: dict[CollectionId | None, list[Collection]] = {}
    for one in tree.items:
        children.setdefault(one.parent_id, []).append(one)
    found: list[tuple[Collection, int]] = []
    waiting = [(one, 0) for one in reversed(children.get(None, []))]
    while waiting:
        one, depth = waiting.pop()
        found.append((one, depth))
        waiting += [(child, depth + 1) for child in reversed(children.get(one.id, []))]
    return found


def _require(tree: Collections, wanted: CollectionId) -> Collection:
    found = tree.by_id().get(wanted)
    if found is None:
        raise NotFoundError("collection_unknown", "there is no such collection")
    return found


def _checked(tree: Collections, new: CollectionId) -> Collections:
    known = tree.by_id()
    one = known[new]
    if one.parent_id is not None and one.parent_id not in known:
        raise NotFoundError("collection_unknown", "there is no such collection to put it into")
    if any(
        other.id != one.id and other.parent_id == one.parent_id and other.name.casefold() == one.name.casefold()
        for other in tree.items
    ):
        raise InvalidRequestError("collection_exists", "there is a collection of this name in the same place")
    if max(depth for _, depth in in_order(tree)) >= DEPTH:
        raise InvalidRequestError("collection_too_deep", f"collections may be nested {DEPTH} deep at most")
    return tree


def _name(text: str) -> str:
    name = " ".join(visible(text).split())
    if not 0 < len(name) <= NAME_CHARACTERS:
        raise InvalidRequestError("collection_name_invalid", f"a name has 1 to {NAME_CHARACTERS} characters")
    return name
