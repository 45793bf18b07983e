"""Moves a question's vector to the passages nearest to it, which say what else belongs to its subject."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# J. Rocchio, "Relevance feedback in information retrieval", 1971. Of 3 to 10 passages and weights of .3 to 1, all but 10 passages
# with a weight above .3 read the same experts' passages in benchmarks/review.py, more than without in both halves of its questions.
PASSAGES, WEIGHT = 5, 0.5


def towards(vector: NDArray[np.float32], nearest: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the vector moved to the first of the nearest ones, unit length; unchanged where there are none of its dimension.

    Args:
        vector: Shape (d,), unit length.
        nearest: Those of passages, nearest first, of any length above 0.
    """
    alike = [_unit(row) for row in nearest if len(row) == len(vector)][:PASSAGES]
    return _unit(vector + WEIGHT * _unit(np.mean(alike, axis=0))) if alike else vector


def _unit(row: NDArray[np.float32]) -> NDArray[np.float32]:
    length = float(np.linalg.norm(row))
    return (row / length).astype(np.float32) if length > 0 else row
