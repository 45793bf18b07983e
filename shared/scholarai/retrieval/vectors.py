"""Chunks with the vectors of their windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from scholarai.domain.content import Chunk, Window
from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.values import Value

__all__ = ["ChunkSet", "EmbeddedChunk", "Window", "WindowVectors"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    """Shape (d,), unit length."""
    Matrix: TypeAlias = NDArray[np.float32]
    """Shape (n, d), one unit row each."""


class WindowVectors(Value, frozen=True, kw_only=True, eq=False):
    """A text's windows in order, together covering all of it, and one unit row per window."""

    windows: tuple[Window, ...]
    matrix: Matrix


class EmbeddedChunk(Value, frozen=True, kw_only=True, eq=False):
    """A chunk with its vectors; `vectors` is None without an embedding model."""

    chunk: Chunk
    vectors: WindowVectors | None = None


class ChunkSet(Value, frozen=True, kw_only=True, eq=False):
    """All chunks of one generation of a paper, in paper order, and the space of their vectors."""

    chunks: tuple[EmbeddedChunk, ...]
    space: EmbeddingSpace | None = None
