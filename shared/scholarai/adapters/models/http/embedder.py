"""Embeds with the models of Ollama and of servers that speak OpenAI's protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.faults import failed
from scholarai.adapters.models.http.connection import Connection
from scholarai.adapters.models.http.ollama import OLLAMA_VECTORS
from scholarai.adapters.models.rows import unit_rows
from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import WindowVectors
from scholarai.splitting.windows import cut_windows

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix, Vector

# Small models read 512 tokens; a window must hold no more, whatever its text. A guess on the safe side.
WINDOW_CHARACTERS = 1_000
BATCH_TEXTS = 32
# Grows when a prefix below changes: vectors made with others must not be compared.
_PREFIX_VERSION = "http-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """What a model expects before a question and before a text, as its makers document it."""

    query: str = ""
    text: str = ""


_INSTRUCTION = "Represent this sentence for searching relevant passages: "
_PREFIXES = {
    "nomic-embed-text": Prefixes(query="search_query: ", text="search_document: "),
    "mxbai-embed-large": Prefixes(query=_INSTRUCTION),
    "snowflake-arctic-embed": Prefixes(query=_INSTRUCTION),
}


def prefixes_of(model: str) -> Prefixes:
    """Return the prefixes of a model, by the beginning of its name without its maker."""
    name = model.rpartition("/")[2].lower().removeprefix("text-embedding-")
    return next((found for known, found in _PREFIXES.items() if name.startswith(known)), Prefixes())


class HttpEmbedder:
    """Implements `ports.models.Embedder`; safe to use from several threads."""

    def __init__(self, connection: Connection, path: str, model: str, dimensions: int, calls: Calls) -> None:
        self._connection = connection
        self._path = path
        self._model = model
        self._calls = calls
        self._prefixes = prefixes_of(model)
        self.space = EmbeddingSpace(model=model, dimensions=dimensions, prefix_version=_PREFIX_VERSION)

    def embed_texts(self, texts: Sequence[str]) -> list[WindowVectors]:
        """Return the vectors of each text's windows."""
        windows = [cut_windows(text, limit=WINDOW_CHARACTERS, step=WINDOW_CHARACTERS) for text in texts]
        pieces = [text[w.start : w.end] for text, cut in zip(texts, windows, strict=True) for w in cut]
        rows = iter(self._embed([self._prefixes.text + piece for piece in pieces]))
        return [WindowVectors(windows=cut, matrix=self._stacked([next(rows) for _ in cut])) for cut in windows]

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question, of its beginning where it is long."""
        [row] = self._embed([self._prefixes.query + question[:WINDOW_CHARACTERS]])
        return row

    def _embed(self, texts: Sequence[str]) -> list[Vector]:
        batches = (texts[at : at + BATCH_TEXTS] for at in range(0, len(texts), BATCH_TEXTS))
        return [row for batch in batches for row in self._embed_batch(batch)]

    def _embed_batch(self, texts: Sequence[str]) -> Matrix:
        def call(model: str, timeout_s: float) -> Matrix:
            body: dict[str, Any] = {"model": model, "input": list(texts)}
            # Ollama cuts what is too long without saying so, unless it is told not to; OpenAI knows no such field.
            if self._path == OLLAMA_VECTORS:
                body["truncate"] = False
            reply = self._connection.post(self._path, body, timeout_s)
            return unit_rows(_values(reply), len(texts), self.space.dimensions)

        return self._calls.run([self._model], call)

    def _stacked(self, rows: Sequence[Vector]) -> Matrix:
        return np.stack(rows) if rows else np.empty((0, self.space.dimensions), dtype=np.float32)


def _values(reply: dict[str, Any]) -> list[list[float]]:
    """Return the vectors of a reply: Ollama's in a list, OpenAI's in numbered rows."""
    rows = reply.get("embeddings")
    if rows is None and isinstance(reply.get("data"), list):
        data = [row for row in reply["data"] if isinstance(row, dict)]
        rows = [row.get("embedding") for row in sorted(data, key=lambda row: row.get("index") or 0)]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise failed("model_malformed", "the vectors could not be read")
    if not all(isinstance(value, (int, float)) for row in rows for value in row):
        raise failed("embedding_mismatch", "a vector holds what is no number")
    return rows
