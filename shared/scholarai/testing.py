"""Doubles for tests of code that uses ScholarAI: small models that need no network and always say the same.

They implement the ports of models and of time, so `Library` takes them:

Examples:
    >>> import tempfile
    >>> from scholarai import Library
    >>> from scholarai.testing import HashEmbedder, ScriptedAnswerer, sample_paper
    >>> model = ScriptedAnswerer('So it is. <cite id="1">For 23 people the exact probability is 0.5073.</cite>')
    >>> with tempfile.TemporaryDirectory() as folder, Library(folder, answerer=model, embedder=HashEmbedder()) as library:
    ...     answer = library.ask(sample_paper(), "How many people make a shared birthday more likely than not?")
    >>> answer.usage.model, answer.sections[0].citations[0].verdict
    ('scripted', 'exact')
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.paper import EmbeddingSpace
from scholarai.domain.usage import ModelUsage
from scholarai.ports.models import AnswerDelta, AnswerRequest
from scholarai.retrieval.vectors import Window, WindowVectors

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector

__all__ = ["HashEmbedder", "ManualClock", "ScriptedAnswerer", "sample_paper"]


def sample_paper() -> Path:
    """Return where the sample paper is: a PDF of some pages with sections, equations, a figure, a table and references."""
    return Path(__file__).parent / "local" / "sample" / "sample-paper.pdf"


class ScriptedAnswerer:
    """Implements `ports.models.Answerer`: says `text`, a few characters at a time, and remembers what it was asked.

    `during` is called before each piece with the number of characters said so far, and may raise.
    """

    name = "scripted"
    verbatim = False

    def __init__(self, text: str = "", *, piece: int = 7) -> None:
        self.text = text
        self.piece = piece
        self.requests: list[AnswerRequest] = []
        self.during: Callable[[int], None] = lambda _: None

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        self.requests.append(request)
        for start in range(0, len(self.text), self.piece):
            self.during(start)
            yield AnswerDelta(text=self.text[start : start + self.piece])
        yield AnswerDelta(usage=ModelUsage(model=self.name, input_tokens=120, output_tokens=30), finish="stop")


class HashEmbedder:
    """Implements `ports.models.Embedder`: a unit vector made of each text's digest; remembers the texts it was asked for."""

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


class ManualClock:
    """Implements `ports.clock.Clock`: stands still until `advance` is called; each look at it takes `tick_s` seconds."""

    def __init__(self, now: datetime = datetime(2026, 11, 20, 6, 0, tzinfo=UTC), *, tick_s: float = 0.0) -> None:
        self.time = now
        self.tick_s = tick_s

    def now(self) -> datetime:
        self.time += timedelta(seconds=self.tick_s)
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
