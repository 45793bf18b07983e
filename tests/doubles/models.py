"""An embedding model that knows nothing, but always says the same."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import Window, WindowVectors

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


class HashEmbedder:
    """Gives each text one unit vector made of its digest, and remembers the texts that it was asked for."""

    def __init__(self, dimensions: int = 8, model: str = "hash") -> None:
        self.space = EmbeddingSpace(model=model, dimensions=dimensions)
        self.asked: list[str] = []

    def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
        self.asked += texts
        return [
            WindowVectors(windows=(Window(0, len(text)),), matrix=self._vector(text).reshape(1, -1)) for text in texts
        ]

    def embed_query(self, question: str) -> Vector:
        return self._vector(question)

    def _vector(self, text: str) -> Vector:
        digest = hashlib.shake_128(text.encode()).digest(self.space.dimensions)
        vector = np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - 127.5
        unit: Vector = vector / np.linalg.norm(vector)
        return unit
