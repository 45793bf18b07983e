"""Merges what was changed on two sides since they were last synchronized."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Merged(NamedTuple, Generic[T]):
    """The result of a merge.

    Attributes:
        now: What our side says from now on; where it differs from `ours`, it has to be written to the other side.
        ours: What both sides agree on, for our side: the base of the next merge.
        theirs: The same for the other side.
    """

    now: T
    ours: T
    theirs: T


def merge3(base: tuple[T, T], ours: T, theirs: T, combined: Callable[[T, T], T | None]) -> Merged[T]:
    """Merge two sides: a change of one of them is adopted; where both changed, both are kept.

    Args:
        base: Our side and the other one when they were last synchronized. They differ where a conflict was left as it was.
        ours: Our side now.
        theirs: The other side now.
        combined: Returns what holds both of two changes, or None if nothing can; each then stays on its side.
    """
    our_base, their_base = base
    if theirs == their_base:
        return Merged(ours, our_base, their_base)
    if ours in {our_base, theirs}:
        return Merged(theirs, theirs, theirs)
    both = combined(ours, theirs)
    return Merged(ours, ours, theirs) if both is None else Merged(both, theirs, theirs)
