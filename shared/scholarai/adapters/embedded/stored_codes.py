"""Stores quantised vectors in SQLite for searches among millions: bits by paper (table `signatures`), bytes by chunk.

Both are made in the transaction that makes a paper readable, and go with the paper or its chunks.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from scholarai.adapters.embedded.database import Database, summed
from scholarai.adapters.embedded.owner_versions import version_of
from scholarai.domain.ids import OwnerId, PaperId
from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.values import Value, from_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Papers whose missing codes one transaction makes. A guess: other writers wait for it only a moment.
_PAPERS_PER_WRITE = 50


class PaperCodes(Value, frozen=True, eq=False):
    """The bits of a paper's windows, a column each, and the row of `chunks` that each one is of."""

    paper_id: PaperId
    generation: int
    bits: NDArray[np.uint64]
    row_ids: NDArray[np.int64]


def save_codes(tx: sqlite3.Connection, paper_id: str, generation: int) -> None:
    """Make the bits and bytes of a generation, and drop the bits of those before it."""
    tx.execute("DELETE FROM signatures WHERE paper_id = ?", (paper_id,))
    spaces = tx.execute(
        "SELECT DISTINCT space FROM chunks WHERE paper_id = ? AND generation = ? AND length(vectors) > 0",
        (paper_id, generation),
    ).fetchall()
    for (space,) in spaces:
        _save(tx, paper_id, generation, space)


def read_generations(tx: sqlite3.Connection, owner: OwnerId) -> Mapping[PaperId, int]:
    """Return the visible generation of each of the owner's readable papers."""
    rows = tx.execute("SELECT id, generation FROM paper_facts WHERE owner = ?", (owner,))
    return {PaperId(paper_id): generation for paper_id, generation in rows}


def read_version(tx: sqlite3.Connection, owner: OwnerId) -> int:
    """Return a number that changes with the set of the owner's readable generations."""
    return version_of(tx, "library_versions", owner)


def read_codes(tx: sqlite3.Connection, paper_ids: Sequence[PaperId], space: str) -> Iterator[PaperCodes]:
    """Yield the bits of those of the papers that have vectors in the space."""
    import numpy as np

    rows = tx.execute(
        "SELECT paper_id, generation, row_ids, bits FROM signatures"
        " WHERE paper_id IN (SELECT value FROM json_each(?)) AND space = ? AND length(bits) > 0",
        (json.dumps(list(paper_ids)), space),
    )
    for paper_id, generation, row_ids, bits in rows:
        ids = np.frombuffer(row_ids, dtype="<i8")
        yield PaperCodes(PaperId(paper_id), generation, np.frombuffer(bits, dtype="<u8").reshape(-1, len(ids)), ids)


def make_missing(database: Database, owner: OwnerId) -> None:
    """Make the codes of papers that became readable before there were any, a few in each transaction."""
    if database.read_only:  # then these papers are searched by words
        return
    with database.reading() as tx:
        missing = tx.execute(
            "SELECT f.id, f.generation FROM paper_facts AS f WHERE f.owner = ? AND NOT EXISTS"
            " (SELECT 1 FROM signatures AS s WHERE s.paper_id = f.id AND s.generation = f.generation) AND EXISTS"
            " (SELECT 1 FROM chunks AS c WHERE c.paper_id = f.id AND c.generation = f.generation"
            " AND length(c.vectors) > 0)",
            (owner,),
        ).fetchall()
    for start in range(0, len(missing), _PAPERS_PER_WRITE):
        with database.writing() as tx:
            for paper_id, generation in missing[start : start + _PAPERS_PER_WRITE]:
                save_codes(tx, paper_id, generation)


def _save(tx: sqlite3.Connection, paper_id: str, generation: int, space: str) -> None:
    import numpy as np

    from scholarai.adapters.embedded.quantisation import pack_bits, to_bytes  # loads NumPy

    rows = tx.execute(
        "SELECT id, vectors FROM chunks WHERE paper_id = ? AND generation = ? AND space = ?"
        " AND length(vectors) > 0 ORDER BY chunk",
        (paper_id, generation, space),
    ).fetchall()
    width = from_json(EmbeddingSpace, space).dimensions
    matrix = np.frombuffer(b"".join(vectors for _, vectors in rows), dtype="<f4").reshape(-1, width)
    counts = [len(vectors) // (4 * width) for _, vectors in rows]
    row_ids = np.repeat(np.array([row_id for row_id, _ in rows], dtype="<i8"), counts)
    codes = to_bytes(matrix)
    starts = np.cumsum([0, *counts]).tolist()
    tx.executemany(
        "INSERT OR REPLACE INTO chunk_codes (id, codes, sum) VALUES (?, ?, ?)",
        [
            summed(row_id, codes[start:end].tobytes())
            for (row_id, _), start, end in zip(rows, starts, starts[1:], strict=False)
        ],
    )
    tx.execute(
        "INSERT INTO signatures (paper_id, generation, space, row_ids, bits, sum) VALUES (?, ?, ?, ?, ?, ?)",
        summed(paper_id, generation, space, row_ids.tobytes(), pack_bits(matrix).tobytes()),
    )
