"""Divides a generation into ranges that are each stored in one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from scholarai.domain.content import Chunk
from scholarai.domain.limits import RANGE_CHUNKS, RANGE_PART_BYTES
from scholarai.domain.parts import ContentPart, runs
from scholarai.domain.values import Value


class Range(Value, frozen=True, kw_only=True):
    """The parts and chunks that one transaction stores."""

    parts: tuple[ContentPart, ...]
    chunks: tuple[Chunk, ...]


def plan_ranges(parts: Sequence[ContentPart], chunks: Sequence[Chunk]) -> tuple[Range, ...]:
    """Return the ranges of a paper, in order; the same parts and chunks always give the same ranges.

    A part larger than `RANGE_PART_BYTES` makes a range of its own.
    """
    large = tuple(part for part in parts if _bytes(part) > RANGE_PART_BYTES)
    part_runs = map(tuple, runs([part for part in parts if part not in large], RANGE_PART_BYTES, _bytes))
    alone = [Range(parts=(part,), chunks=()) for part in large]
    pairs = zip_longest(part_runs, _chunk_runs(chunks), fillvalue=())
    return (*alone, *(Range(parts=part_run, chunks=chunk_run) for part_run, chunk_run in pairs))


def _chunk_runs(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    for start in range(0, len(chunks), RANGE_CHUNKS):
        yield tuple(chunks[start : start + RANGE_CHUNKS])


def _bytes(part: ContentPart) -> int:
    return len(part.json.encode())
