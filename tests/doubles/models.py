"""An embedding model that knows a few topics, and the real one, read once."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from scholarai.adapters.models.local import LocalEmbedder, local_embedder
from scholarai.config import Settings
from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import Window, WindowVectors

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector


@functools.cache
def local_model() -> LocalEmbedder | None:
    """Return the local embedding model, which the systems of a process may share: to hash and read it takes half a second of CPU."""
    with TemporaryDirectory() as folder:
        return local_embedder(Settings.from_env({"SCHOLARAI_DATA": folder}))


class TopicEmbedder:
    """Knows a few topics by their words: texts about the same topics get vectors that point the same way."""

    TOPICS = (
        ("bee", "bees", "swarm", "insects", "scout", "scouts", "colony"),
        ("home", "nest", "site", "sites", "dwelling", "house"),
        ("dance", "dancing", "dances", "signal", "signalling"),
        ("box", "boxes", "entrance", "opening", "container"),
        ("quorum", "threshold", "decision", "vote"),
        ("paint", "marked", "labelled", "marking"),
    )

    def __init__(self, model: str = "topics") -> None:
        self.space = EmbeddingSpace(model=model, dimensions=len(self.TOPICS) + 1)

    def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
        return [
            WindowVectors(windows=(Window(0, len(text)),), matrix=self.embed_query(text).reshape(1, -1))
            for text in texts
        ]

    def embed_query(self, question: str) -> Vector:
        words = [word.strip(".,?!()").lower() for word in question.split()]
        counts = [sum(word in topic for word in words) for topic in self.TOPICS]
        vector = np.array([*counts, 0.2], dtype=np.float32)
        unit: Vector = vector / np.linalg.norm(vector)
        return unit
