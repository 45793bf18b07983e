"""Where a library has outgrown what its store compares by itself: an index that knows all vectors of an owner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.ports.papers import ChunkHit


class VectorIndex(Protocol):
    """Finds the chunks nearest to a vector among millions, approximately; docs/scale.md says when it is worth it.

    Only visible generations of papers that are not being deleted count, at the moment of the search. Raises
    TransientError when the index cannot be reached.
    """

    def serves(self, owner: OwnerId, paper_ids: Collection[PaperId] | None) -> bool:
        """Tell whether this search is large enough for the index; a smaller one is exact without it."""
        ...

    def nearest(
        self,
        owner: OwnerId,
        paper_ids: Collection[PaperId] | None,
        query: Sequence[float],
        *,
        space: EmbeddingSpace,
        limit: int,
    ) -> Sequence[ChunkHit]:
        """Return chunks near a unit query vector, best first, scored by the cosine of their best window.

        Candidates may be chosen by less than the whole vector, so a near one may be missed; a score is always exact.
        None means all papers. Vectors of other spaces and owners never count.
        """
        ...
