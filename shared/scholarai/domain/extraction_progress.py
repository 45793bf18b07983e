"""Divides a generation into ranges that are each stored in one transaction, and computes the progress in percent and in seconds left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from scholarai.domain.content import Chunk
from scholarai.domain.limits import RANGE_CHUNKS, RANGE_PART_BYTES
from scholarai.domain.paper import Progress, Stage
from scholarai.domain.parts import ContentPart, runs
from scholarai.domain.values import Value

# Percent of the whole job. Guesses: reading takes a few milliseconds a page, embedding with the
# local model some 50 ms a chunk, so that storing the ranges is most of a job.
_READ = 20
_STRUCTURED = 25
_WRITTEN = 98


def reading(page: int, pages: int | None, elapsed_s: float) -> Progress:
    """Return the progress after `page` of `pages` read in `elapsed_s`."""
    percent = _READ * page // pages if pages else 0
    eta_s = round(elapsed_s * (100 - percent) / percent) if percent else None
    return Progress(stage="reading", page=page, pages=pages, percent=percent, eta_s=eta_s)


def structuring(pages: int) -> Progress:
    """Return the progress of a paper that has been read and is not split yet."""
    return Progress(stage="structuring", page=pages, pages=pages, percent=_READ)


def embedding(pages: int, done: int, total: int, *, measured: int = 0, elapsed_s: float = 0.0) -> Progress:
    """Return the progress with `done` of `total` ranges stored, `measured` of them by this worker in `elapsed_s`."""
    percent = _STRUCTURED + (_WRITTEN - _STRUCTURED) * done // total
    eta_s = round(elapsed_s / measured * (total - done)) if measured else None
    stage: Stage = "finishing" if done == total else "embedding"
    return Progress(stage=stage, page=pages, pages=pages, percent=percent, eta_s=eta_s)


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
