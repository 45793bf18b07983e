"""Embeds with Gemini's embedding models, each family by its own rules."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from scholarai.adapters.models.calls import Calls
from scholarai.adapters.models.gemini.client import gemini_client, http_options
from scholarai.adapters.models.gemini.faults import translated_errors
from scholarai.adapters.models.prices import cost_usd, utc_today, vector_tokens
from scholarai.adapters.models.rows import unit_rows
from scholarai.config import Settings
from scholarai.domain.content import Window
from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import WindowVectors
from scholarai.splitting.windows import cut_windows

if TYPE_CHECKING:
    from google.auth.credentials import Credentials
    from google.genai.types import Content, EmbedContentResponse

    from scholarai.retrieval.vectors import Matrix, Vector

# batchEmbedContents takes 100 requests; Vertex takes 250 texts and 20,000 tokens of gemini-embedding-001.
BATCH_TEXTS = 100
VERTEX_BATCH_CHARACTERS = 40_000
# Calls at once where a call takes a single text; a guess well below the usual quota.
PARALLEL_CALLS = 8
# A token has three characters at least in English prose with formulas; a guess on the safe side.
CHARACTERS_PER_TOKEN = 3

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The rules of a family of embedding models.

    Attributes:
        window_tokens: What one vector can stand for; longer texts get several.
        query_prefix, text_prefix: Written before the text, where the model wants its task told in words.
        task_types: Whether the task is told as `task_type` instead.
        one_text_on_vertex: Whether Vertex takes a single text a call.
        prefix_version: Grows when prefixes or task types change: vectors made with others must not be compared.
    """

    window_tokens: int
    query_prefix: str = ""
    text_prefix: str = ""
    task_types: bool = False
    one_text_on_vertex: bool = True
    prefix_version: str


# ai.google.dev/gemini-api/docs/embeddings, November 2026.
_WITH_PREFIXES = Family(
    window_tokens=8_192,
    query_prefix="task: search result | query: ",
    text_prefix="title: none | text: ",
    prefix_version="search-1",
)
_WITH_TASK_TYPES = Family(window_tokens=2_048, task_types=True, one_text_on_vertex=False, prefix_version="task-type-1")


def family_of(model: str) -> Family:
    """Return how a model is asked; names newer than gemini-embedding-001 are taken to want prefixes."""
    return _WITH_TASK_TYPES if model.removeprefix("models/") == "gemini-embedding-001" else _WITH_PREFIXES


def gemini_embedder(
    settings: Settings, *, credentials: Credentials | None = None, calls: Calls | None = None
) -> GeminiEmbedder:
    """Return the embedder that the settings select; google-genai is loaded by the first call."""
    return GeminiEmbedder(settings, credentials, calls or Calls(timeout_s=settings.model_timeout_s))


class GeminiEmbedder:
    """Gemini vectors of unit length; safe to use from several threads."""

    def __init__(
        self,
        settings: Settings,
        credentials: Credentials | None,
        calls: Calls,
        today: Callable[[], date] = utc_today,
    ) -> None:
        self._today = today
        self._settings = settings
        self._credentials = credentials
        self._calls = calls
        self._family = family_of(settings.embedding_model)
        self._on_vertex = not settings.gemini_api_key
        self.space = EmbeddingSpace(
            model=settings.embedding_model,
            dimensions=settings.embedding_dimensions,
            prefix_version=self._family.prefix_version,
        )

    def embed_texts(self, texts: Sequence[str]) -> list[WindowVectors]:
        """Return one vector per text, or one per window of a text longer than the model reads."""
        import numpy as np

        windows = [self._windows(text) for text in texts]
        pieces = [text[w.start : w.end] for text, cut in zip(texts, windows, strict=True) for w in cut]
        prefixed = [self._family.text_prefix + piece for piece in pieces]
        rows = self._embed(prefixed, "RETRIEVAL_DOCUMENT")
        ends = np.cumsum([len(cut) for cut in windows])
        matrices = np.split(rows, ends[:-1]) if windows else []
        return [WindowVectors(windows=cut, matrix=matrix) for cut, matrix in zip(windows, matrices, strict=True)]

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question."""
        vector: Vector = self._embed([self._family.query_prefix + question], "RETRIEVAL_QUERY")[0]
        return vector

    def _windows(self, text: str) -> tuple[Window, ...]:
        limit = self._family.window_tokens * CHARACTERS_PER_TOKEN - len(self._family.text_prefix)
        return cut_windows(text, limit=limit, step=limit) if len(text) > limit else (Window(0, len(text)),)

    def _embed(self, texts: Sequence[str], task: str) -> Matrix:
        import numpy as np

        batches = self._batches(texts)
        workers = min(PARALLEL_CALLS, len(batches)) if self._on_vertex else 1
        if workers <= 1:
            parts = [self._embed_batch(batch, task) for batch in batches]
        else:
            with ThreadPoolExecutor(workers, thread_name_prefix="embed") as pool:
                parts = list(pool.map(lambda batch: self._embed_batch(batch, task), batches))
        self._log_cost(texts)
        return np.concatenate(parts) if parts else np.empty((0, self.space.dimensions), dtype=np.float32)

    def _log_cost(self, texts: Sequence[str]) -> None:
        """Log about what the vectors of these texts cost; alerts on spending read these log lines."""
        if not texts:
            return
        model, tokens = self._settings.embedding_model, vector_tokens(sum(map(len, texts)))
        cost = cost_usd(model, tokens, 0, on=self._today(), overrides=self._settings.model_prices)
        _LOG.info("model called", extra={"model": model, "input_tokens": tokens, "output_tokens": 0, "cost_usd": cost})

    def _batches(self, texts: Sequence[str]) -> list[list[str]]:
        """Group texts into calls."""
        single = self._on_vertex and self._family.one_text_on_vertex
        batches: list[list[str]] = []
        for text in texts:
            last = batches[-1] if batches else []
            size = sum(map(len, last)) + len(text)
            full = single or len(last) >= BATCH_TEXTS or (self._on_vertex and size > VERTEX_BATCH_CHARACTERS)
            if not last or full:
                batches.append([text])
            else:
                last.append(text)
        return batches

    def _embed_batch(self, texts: Sequence[str], task: str) -> Matrix:
        def call(model: str, timeout_s: float) -> Matrix:
            found = self._ask(model, texts, task, timeout_s).embeddings or []
            # Vectors below the full size come truncated, so they are shorter than unit length.
            return unit_rows([one.values or [] for one in found], len(texts), self.space.dimensions)

        return self._calls.run([self._settings.embedding_model], call)

    def _ask(self, model: str, texts: Sequence[str], task: str, timeout_s: float) -> EmbedContentResponse:
        with translated_errors():
            from google.genai.types import Content, EmbedContentConfig, Part

            # One Content for each text: of a list of strings gemini-embedding-2 makes a single vector.
            contents: list[Content] = [Content(role="user", parts=[Part(text=text)]) for text in texts]
            return gemini_client(self._settings, self._credentials).models.embed_content(
                model=model,
                contents=list(contents),
                config=EmbedContentConfig(
                    output_dimensionality=self.space.dimensions,
                    task_type=task if self._family.task_types else None,
                    http_options=http_options(timeout_s),
                ),
            )
