"""The vectors of visible generations, kept in memory between searches."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scholarai.adapters.embedded.records import damaged_paper
from scholarai.domain.ids import PaperId
from scholarai.domain.limits import MIB
from scholarai.domain.values import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scholarai.retrieval.vectors import Matrix, Vector

# A guess: 350,000 rows of 384 dimensions, ten times what one person's library holds.
CACHE_BYTES = 512 * MIB


class GenerationKey(NamedTuple):
    """Identifies the vectors of one space in one generation of a paper, which never change once the generation is visible."""

    paper_id: PaperId
    generation: int
    space: str


class PaperMatrix(Value, frozen=True, eq=False):
    """All windows of one generation: `row_ids` are its rows in `chunks`, `starts` where each one's windows begin."""

    matrix: Matrix
    starts: NDArray[np.intp]
    row_ids: NDArray[np.int64]


class MatrixCache:
    """Matrices by generation; beyond `max_bytes` the least recently used are dropped."""

    def __init__(self, max_bytes: int = CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._matrices: OrderedDict[GenerationKey, PaperMatrix] = OrderedDict()
        self._lock = threading.Lock()

    def nearest(
        self, tx: sqlite3.Connection, keys: Sequence[GenerationKey], query: Sequence[float], limit: int
    ) -> list[tuple[int, float]]:
        """Return row ids of `chunks` with the cosine of their best window, best first, ties in the order of `keys`."""
        import numpy as np

        vector = np.asarray(query, dtype=np.float32)
        entries = [entry for entry in (self._get(tx, key) for key in keys) if entry.row_ids.size]
        if not entries:
            return []
        scores = np.concatenate([_chunk_scores(entry, vector) for entry in entries])
        row_ids = np.concatenate([entry.row_ids for entry in entries])
        best = np.argsort(-scores, kind="stable")[:limit]
        return [(int(row_ids[i]), float(scores[i])) for i in best]

    def _get(self, tx: sqlite3.Connection, key: GenerationKey) -> PaperMatrix:
        with self._lock:
            known = self._matrices.get(key)
            if known is not None:
                self._matrices.move_to_end(key)
                return known
        loaded = _load(tx, key)
        with self._lock:
            if key not in self._matrices:
                self._matrices[key] = loaded
                self._bytes += loaded.matrix.nbytes
            while self._bytes > self._max_bytes:
                _, dropped = self._matrices.popitem(last=False)
                self._bytes -= dropped.matrix.nbytes
        return loaded


def _chunk_scores(entry: PaperMatrix, vector: Vector) -> Vector:
    import numpy as np

    best: Vector = np.maximum.reduceat(entry.matrix @ vector, entry.starts)
    return best


def _load(tx: sqlite3.Connection, key: GenerationKey) -> PaperMatrix:
    import numpy as np

    rows = tx.execute(
        "SELECT id, windows, vectors, is_whole FROM checked_chunks"
        " WHERE paper_id = ? AND generation = ? AND space = ? AND length(vectors) > 0 ORDER BY chunk",
        key,
    ).fetchall()
    if not all(is_whole for *_, is_whole in rows):
        raise damaged_paper(tx, key.paper_id)
    counts = [len(json.loads(windows)) for _, windows, *_ in rows]
    values = np.frombuffer(b"".join(vectors for _, _, vectors, _ in rows), dtype="<f4")
    return PaperMatrix(
        matrix=values.reshape(sum(counts), -1) if rows else values.reshape(0, 0),
        starts=np.cumsum([0, *counts], dtype=np.intp)[:-1],
        row_ids=np.array([row_id for row_id, *_ in rows], dtype=np.int64),
    )
