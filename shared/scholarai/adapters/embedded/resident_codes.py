"""Keeps the bits of all windows of a library in memory; papers are added and masked, never moved."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from scholarai.adapters.embedded.quantisation import FARTHEST, best_by_bits, closest, hamming_distances, pack_bits
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.adapters.embedded.stored_codes import PaperCodes
    from scholarai.retrieval.vectors import Vector

# Windows of one segment: 60 MB at 384 dimensions; unused pages take no memory.
SEGMENT = 1 << 20
# The library is loaded anew once so large a share of its windows belongs to deleted papers. A guess.
WORN_SHARE = 0.3
_WORN_LEAST = 100_000


class _Segment(Struct, eq=False):
    """Columns of windows, filled from the left: their bits, the row of their chunk, the number of their paper."""

    bits: NDArray[np.uint64]
    row_ids: NDArray[np.int64]
    places: NDArray[np.int32]
    used: int = 0


class _Place(Value, frozen=True):
    """The place of a paper's windows, which does not change until the paper is deleted."""

    number: int
    generation: int
    segment: int
    start: int
    end: int


class ResidentCodes:
    """An owner's windows in one space. One thread at a time may change it while others search."""

    def __init__(self, segment_windows: int = SEGMENT) -> None:
        self.version = -1
        self._segment_windows = segment_windows
        self._segments: list[_Segment] = []
        self._papers: dict[PaperId, _Place] = {}
        self._gone: list[_Place] = []
        self._numbers = 0

    @property
    def is_worn(self) -> bool:
        """Tell whether so many windows belong to deleted papers that the library should be loaded again."""
        gone = sum(place.end - place.start for place in self._gone)
        return gone > max(_WORN_LEAST, WORN_SHARE * sum(segment.used for segment in self._segments))

    def keep(self, there: Mapping[PaperId, int]) -> list[PaperId]:
        """Mask papers that are gone or have another generation now, and return those that are to be added."""
        for paper_id, place in list(self._papers.items()):
            if there.get(paper_id) != place.generation:
                self._gone.append(self._papers.pop(paper_id))
        return [paper_id for paper_id in there if paper_id not in self._papers]

    def add(self, codes: PaperCodes) -> None:
        """Add a paper's windows behind the others."""
        count = len(codes.row_ids)
        segment = self._segment_for(count, len(codes.bits))
        start, end = segment.used, segment.used + count
        segment.bits[:, start:end] = codes.bits
        segment.row_ids[start:end] = codes.row_ids
        segment.places[start:end] = self._numbers
        self._papers[codes.paper_id] = _Place(self._numbers, codes.generation, len(self._segments) - 1, start, end)
        self._numbers += 1
        segment.used = end  # last, since others may search meanwhile

    def near(
        self, vector: Vector, paper_ids: Collection[PaperId] | None, by_distance: int, by_bits: int
    ) -> NDArray[np.int64]:
        """Return the rows of chunks with windows near the question, in no order.

        Args:
            vector: The question.
            paper_ids: The papers that count; None: all.
            by_distance: Windows that go on after the comparison of bits.
            by_bits: Windows that go on after their products with the question.
        """
        parts = [(segment, segment.used) for segment in self._segments]
        if not parts:
            return np.zeros(0, dtype=np.int64)
        wanted = None if paper_ids is None else self._wanted(paper_ids)
        query = pack_bits(vector[None])[:, 0]
        found = []
        for segment, used in parts:
            own = hamming_distances(segment.bits[:, :used], query)
            if wanted is not None:
                own[~wanted[segment.places[:used]]] = FARTHEST
            found.append(own)
        for place in [place for place in list(self._gone) if place.segment < len(found)]:
            found[place.segment][place.start : place.end] = FARTHEST
        near = closest(np.concatenate(found), by_distance)
        bits, row_ids = self._columns(parts, near)
        return np.unique(row_ids[best_by_bits(bits, vector, by_bits)])

    def _wanted(self, paper_ids: Collection[PaperId]) -> NDArray[np.bool_]:
        wanted = np.zeros(self._numbers, dtype=bool)
        places = (self._papers.get(paper_id) for paper_id in paper_ids)
        wanted[[place.number for place in places if place is not None and place.number < len(wanted)]] = True
        return wanted

    def _columns(
        self, parts: list[tuple[_Segment, int]], near: NDArray[np.intp]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """Return bits and rows of windows by their index over all segments."""
        bits, row_ids = [], []
        first = 0
        for segment, used in parts:
            own = near[(near >= first) & (near < first + used)] - first
            bits.append(segment.bits[:, own])
            row_ids.append(segment.row_ids[own])
            first += used
        return np.concatenate(bits, axis=1), np.concatenate(row_ids)

    def _segment_for(self, count: int, words: int) -> _Segment:
        if not self._segments or self._segments[-1].used + count > self._segments[-1].bits.shape[1]:
            size = max(self._segment_windows, count)
            self._segments.append(
                _Segment(
                    bits=np.empty((words, size), dtype=np.uint64),
                    row_ids=np.empty(size, dtype=np.int64),
                    places=np.empty(size, dtype=np.int32),
                )
            )
        return self._segments[-1]
