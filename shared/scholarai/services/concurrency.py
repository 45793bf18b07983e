"""Runs several calls at the same time, in threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

# Calls at the same time. A guess: a question about twenty papers then takes three rounds.
CONCURRENT_CALLS = 8


def map_concurrently(call: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return the results of `call` for each item, in order; calls run in up to `CONCURRENT_CALLS` threads.

    The first error in the order of the items reaches the caller, once no call is running any more.
    """
    if len(items) < 2:
        return [call(item) for item in items]
    with ThreadPoolExecutor(min(CONCURRENT_CALLS, len(items))) as pool:
        return list(pool.map(call, items))
