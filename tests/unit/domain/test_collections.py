"""Collections stay a tree after every change."""

from __future__ import annotations

import pytest

from scholarai.domain.collections import (
    COLLECTIONS,
    DEPTH,
    Collection,
    Collections,
    changed,
    in_order,
    placed,
    with_inner,
    with_new,
    without,
)
from scholarai.domain.errors import InvalidRequestError, NotFoundError
from scholarai.domain.ids import OwnerId
from scholarai.domain.marks import CollectionId


def tree(*paths: str) -> Collections:
    """Return collections named by their paths: `a/b` is in `a`."""
    made = Collections(owner=OwnerId("ada"))
    for path in paths:
        parent, _, name = path.rpartition("/")
        one = Collection(id=CollectionId(path), name=name, parent_id=CollectionId(parent) if parent else None)
        made = with_new(made, one)
    return made


def shown(made: Collections) -> list[str]:
    return ["  " * depth + one.name for one, depth in in_order(made)]


def test_siblings_stand_in_their_order_below_what_they_are_in() -> None:
    made = placed(tree("a", "b", "a/x", "a/y"), CollectionId("b"), 0)

    assert shown(placed(made, CollectionId("a/y"), 0)) == ["b", "a", "  y", "  x"]
    assert shown(placed(made, CollectionId("b"), 99)) == ["a", "  x", "  y", "b"]


def test_a_collection_takes_along_what_is_in_it() -> None:
    made = tree("a", "a/x", "a/x/deep", "b")

    moved = changed(made, CollectionId("a/x"), name=None, moved=True, parent_id=CollectionId("b"))

    assert shown(moved) == ["a", "b", "  x", "    deep"]
    assert with_inner(moved, CollectionId("b")) == {"b", "a/x", "a/x/deep"}
    assert shown(without(moved, CollectionId("b"))) == ["a"]


@pytest.mark.parametrize("inside", ["a", "a/x", "a/x/deep"])
def test_a_collection_is_never_inside_itself(inside: str) -> None:
    made = tree("a", "a/x", "a/x/deep")

    with pytest.raises(InvalidRequestError, match="collection_cycle"):
        changed(made, CollectionId("a"), name=None, moved=True, parent_id=CollectionId(inside))


def test_depth_number_and_names_have_bounds() -> None:
    deep = ["/".join("x" * (n + 1)) for n in range(DEPTH)]
    with pytest.raises(InvalidRequestError, match="collection_too_deep"):
        tree(*deep, f"{deep[-1]}/y")
    with pytest.raises(InvalidRequestError, match="collection_exists"):
        with_new(tree("a"), Collection(id=CollectionId("2"), name=" A "))
    with pytest.raises(InvalidRequestError, match="collection_name_invalid"):
        with_new(tree("a"), Collection(id=CollectionId("2"), name="\u200b "))
    full = Collections(
        owner=OwnerId("ada"),
        items=tuple(Collection(id=CollectionId(str(n)), name=f"n{n}") for n in range(COLLECTIONS)),
    )
    with pytest.raises(InvalidRequestError, match="too_many_collections"):
        with_new(full, Collection(id=CollectionId("more"), name="more"))


def test_a_move_that_makes_a_branch_too_deep_is_refused() -> None:
    deep = ["/".join("x" * (n + 1)) for n in range(DEPTH)]

    with pytest.raises(InvalidRequestError, match="collection_too_deep"):
        changed(tree(*deep, "a"), CollectionId("x"), name=None, moved=True, parent_id=CollectionId("a"))


def test_what_is_unknown_is_said_to_be() -> None:
    with pytest.raises(NotFoundError):
        without(tree("a"), CollectionId("b"))
    with pytest.raises(NotFoundError):
        changed(tree("a"), CollectionId("a"), name=None, moved=True, parent_id=CollectionId("b"))
