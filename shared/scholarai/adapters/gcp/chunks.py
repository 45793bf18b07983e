"""Chunks as Firestore documents `papers/{paper_id}/chunks/{generation}-{nnnn}` and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from google.cloud.firestore_v1.vector import Vector as FirestoreVector

from scholarai.adapters.gcp.documents import from_fields, to_fields
from scholarai.domain.content import Chunk
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.domain.object_names import MOVING
from scholarai.domain.paper import EmbeddingSpace, Paper
from scholarai.domain.sums import sum_of
from scholarai.domain.unreadable_documents import damage_of
from scholarai.domain.values import from_json, to_json
from scholarai.ports.stores import ContentRange
from scholarai.retrieval.terms import terms
from scholarai.retrieval.vectors import EmbeddedChunk, Window, WindowVectors

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix, Vector

CHUNKS = "chunks"
# A guess: beyond so many a citation says "et al."; the paper's document names all, and some papers have thousands.
AUTHORS = 50
# Fields that readers need; `embedding` and `keywords` serve queries only and make up most of a document.
READ_FIELDS = (
    "text", "kind", "start", "end", "index", "total", "section_path", "page_numbers", "block_ids", "cite_keys", "title",
    "doi", "generation", "paper_id", "space", "windows", "window_vectors", "sum",
)  # fmt: skip


def chunk_fields(paper: Paper, piece: ContentRange, item: EmbeddedChunk) -> dict[str, Any]:
    """Return the fields of a chunk's document.

    Title, DOI, authors and `source`, the object that the paper was read from, are there for other programs that read the
    collection: a chunk says by itself whose words it holds.

    `embedding` is the normalised mean of the chunk's windows, since Firestore searches one vector per document;
    `window_vectors` are the windows themselves, float32, bit for bit.
    """
    fields = to_fields(item.chunk)
    del fields["id"]
    fields |= {
        "owner": paper.owner,
        "paper_id": paper.id,
        "generation": piece.generation,
        "authors": list(piece.authors[:AUTHORS]),
        "source": paper.object_name.removesuffix(MOVING),
        "keywords": sorted(set(terms(item.chunk.text))),
        **_vector_fields(paper, item.vectors),
    }
    return fields | {"sum": _sum(fields)}


def chunk_of(chunk_id: str, fields: Mapping[str, Any]) -> EmbeddedChunk:
    """Return the chunk that a Firestore document holds; documents of earlier releases have no sum.

    Raises:
        ConflictError: If it is not what was stored.
    """
    if fields.get("sum") not in {None, _sum(fields)}:
        raise damage_of(PaperId(str(fields.get("paper_id"))), None)
    chunk = from_fields(Chunk, dict(fields) | {"id": ChunkId(chunk_id)})
    if fields.get("window_vectors") is None:
        return EmbeddedChunk(chunk=chunk)
    borders = fields["windows"]
    windows = tuple(Window(*pair) for pair in zip(borders[::2], borders[1::2], strict=True))
    matrix = np.frombuffer(fields["window_vectors"], dtype="<f4").reshape(len(windows), -1)
    return EmbeddedChunk(chunk=chunk, vectors=WindowVectors(windows=windows, matrix=matrix))


def _sum(fields: Mapping[str, Any]) -> int:
    """Return the sum of what readers need of a chunk; fields that its release did not know do not count."""
    read = {name: fields[name] for name in READ_FIELDS if name in fields}
    vectors = read.pop("window_vectors", None)
    read.pop("sum", None)
    return sum_of(msgspec.json.encode(read, order="sorted"), vectors)


def space_of(documents: Sequence[Mapping[str, Any]]) -> EmbeddingSpace | None:
    """Return the space of the chunks' vectors, or None when none has any."""
    name = next((fields["space"] for fields in documents if fields.get("space") is not None), None)
    return None if name is None else from_json(EmbeddingSpace, name)


def space_name(space: EmbeddingSpace) -> str:
    """Return the text that queries compare to keep spaces apart."""
    return to_json(space).decode()


def _vector_fields(paper: Paper, vectors: WindowVectors | None) -> dict[str, Any]:
    engine = paper.work.engine if paper.work is not None else paper.engine
    if vectors is None or engine is None or engine.space is None:
        return {"space": None, "windows": [], "window_vectors": None}
    return {
        "space": space_name(engine.space),
        # Firestore knows no lists of lists: start and end in turn.
        "windows": [border for window in vectors.windows for border in window],
        "window_vectors": vectors.matrix.astype("<f4", copy=False).tobytes(),
        "embedding": FirestoreVector(_mean(vectors.matrix).tolist()),
    }


def _mean(matrix: Matrix) -> Vector:
    mean: Vector = matrix.mean(axis=0)
    length = float(np.linalg.norm(mean))
    unit: Vector = mean / length if length > 0 else matrix[0]  # opposite windows have no mean direction
    return unit
