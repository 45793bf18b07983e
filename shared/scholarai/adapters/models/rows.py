"""Checks and normalises the vectors that a service sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.adapters.models.faults import failed

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix


def unit_rows(values: Sequence[Sequence[float]], count: int, dimensions: int) -> Matrix:
    """Return vectors at unit length, one row per text; services do not always send them so.

    Raises:
        CallFailedError: If there are more or fewer vectors than texts, vectors of another size, or one without a direction.
    """
    if len(values) != count:
        raise failed("embedding_mismatch", f"{len(values)} vectors came for {count} texts")
    other = next((len(row) for row in values if len(row) != dimensions), None)
    if other is not None:
        action = f"Set SCHOLARAI_EMBEDDING_DIMENSIONS to {other} if the model makes such vectors."
        raise failed("embedding_mismatch", f"vectors came with {other} dimensions, not {dimensions}", action=action)
    rows: Matrix = np.asarray(values, dtype=np.float32).reshape(count, dimensions)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.isfinite(lengths).all() or not lengths.all():
        raise failed("embedding_mismatch", "a vector came without a direction")
    rows /= lengths
    return rows
