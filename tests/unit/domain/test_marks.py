"""The marks of two merged papers are joined."""

from __future__ import annotations

from scholarai.domain.marks import TAGS_PER_PAPER, CollectionId, Marks, joined


def test_joined_marks_lose_nothing_and_hold_nothing_twice() -> None:
    one = Marks(tags=("Engines",), read_state="read", collection_ids=(CollectionId("a"),))
    other = Marks(tags=("engines", "new"), favourite=True, collection_ids=(CollectionId("b"), CollectionId("a")))

    both = joined(one, other)

    assert {tag.casefold() for tag in both.tags} == {"engines", "new"}
    assert len(both.tags) == 2
    assert (both.favourite, both.read_state) == (True, "read")
    assert both.collection_ids == ("a", "b")
    assert joined(other, one).read_state == "read"


def test_joined_marks_keep_to_their_limits() -> None:
    many = Marks(tags=tuple(f"t{n}" for n in range(TAGS_PER_PAPER)))

    assert joined(many, Marks(tags=("one more",))) == many
