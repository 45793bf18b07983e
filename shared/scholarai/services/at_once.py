"""Several small reads at the same time, for stores that are a network away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

# A guess: a question about twenty papers then takes three rounds.
AT_ONCE = 8


def at_once(call: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return what `call` gives for each item, in order; the first error raised reaches the caller."""
    if len(items) < 2:
        return [call(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor  # most questions are about one paper

    with ThreadPoolExecutor(min(AT_ONCE, len(items))) as pool:
        return list(pool.map(call, items))
