"""How one generation is cut into pieces that are each stored by one transaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from scholarai.domain.content import Chunk
from scholarai.domain.limits import RANGE_CHUNKS, RANGE_PART_BYTES
from scholarai.domain.parts import ContentPart
from scholarai.domain.values import Value


class Range(Value, frozen=True, kw_only=True):
    """What one transaction stores of a generation."""

    parts: tuple[ContentPart, ...]
    chunks: tuple[Chunk, ...]


def plan_ranges(parts: Sequence[ContentPart], chunks: Sequence[Chunk]) -> tuple[Range, ...]:
    """Return the ranges of a paper, in order; the same parts and chunks always give the same ranges.

    A part larger than a range may be goes alone.
    """
    large = tuple(part for part in parts if _bytes(part) > RANGE_PART_BYTES)
    runs = _part_runs([part for part in parts if part not in large])
    alone = [Range(parts=(part,), chunks=()) for part in large]
    pairs = zip_longest(runs, _chunk_runs(chunks), fillvalue=())
    return (*alone, *(Range(parts=part_run, chunks=chunk_run) for part_run, chunk_run in pairs))


def _chunk_runs(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, ...]]:
    for start in range(0, len(chunks), RANGE_CHUNKS):
        yield tuple(chunks[start : start + RANGE_CHUNKS])


def _part_runs(parts: Sequence[ContentPart]) -> Iterator[tuple[ContentPart, ...]]:
    run: list[ContentPart] = []
    size = 0
    for part in parts:
        part_bytes = _bytes(part)
        if run and size + part_bytes > RANGE_PART_BYTES:
            yield tuple(run)
            run, size = [], 0
        run.append(part)
        size += part_bytes
    if run:
        yield tuple(run)


def _bytes(part: ContentPart) -> int:
    return len(part.json.encode())
