"""Stops models for the rest of a day on which all owners together have spent enough."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scholarai.domain.errors import LimitReachedError, TransientError
from scholarai.domain.spending import until_midnight
from scholarai.ports.clock import Clock
from scholarai.ports.models import AnswerDelta, Answerer, AnswerRequest, Embedder, Generation, LanguageModel, TypedReply
from scholarai.ports.stores import SpendingStore
from scholarai.prompting.prompt import Prompt, R, ReplyPrompt

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Vector, WindowVectors

# A guess: what is spent within it is small beside a day's limit, and the store is asked six times a minute at most.
_LOOK_AGAIN = timedelta(seconds=10)

_log = logging.getLogger(__name__)


class SpendStop:
    """Knows for some seconds what the day has cost; safe to use from several threads."""

    def __init__(self, store: SpendingStore, clock: Clock, limit_usd: float) -> None:
        self._store = store
        self._clock = clock
        self._limit_usd = limit_usd
        self._lock = threading.Lock()
        self._looked_at: datetime | None = None
        self._cost_usd = 0.0

    def require_room(self) -> None:
        """Let one more call of a model pass, unless the limit is reached.

        Calls at the same time may pass it together. While the store cannot be asked, what it said last counts.

        Raises:
            LimitReachedError: With the time until the next day begins.
        """
        now = self._clock.now()
        if self._spent_usd(now) >= self._limit_usd:
            raise LimitReachedError(
                "daily_spend_reached",
                "what models may cost a day is spent",
                action="Try again tomorrow (UTC).",
                retry_after_s=until_midnight(now).total_seconds(),
            )

    def _spent_usd(self, now: datetime) -> float:
        with self._lock:
            last = self._looked_at
            if last is None or last.date() != now.date():
                self._cost_usd, last = 0.0, None
            if last is None or now - last >= _LOOK_AGAIN:
                try:
                    self._cost_usd = self._store.cost_usd(now.date())
                except TransientError as error:
                    _log.warning("spending of the day not read", extra={"code": error.code})
                self._looked_at = now
            return self._cost_usd


class StoppableEmbedder:
    """Implements `ports.models.Embedder`."""

    def __init__(self, embedder: Embedder, stop: SpendStop) -> None:
        self.space = embedder.space
        self._embedder = embedder
        self._stop = stop

    def embed_texts(self, texts: Sequence[str]) -> Sequence[WindowVectors]:
        """Return vectors for each text, in order."""
        self._stop.require_room()
        return self._embedder.embed_texts(texts)

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question."""
        self._stop.require_room()
        return self._embedder.embed_query(question)


class StoppableAnswerer:
    """Implements `ports.models.Answerer`."""

    def __init__(self, answerer: Answerer, stop: SpendStop) -> None:
        self.name = answerer.name
        self.verbatim = answerer.verbatim
        self._answerer = answerer
        self._stop = stop

    def answer(self, request: AnswerRequest) -> Iterator[AnswerDelta]:
        """Yield the answer as it comes."""
        self._stop.require_room()
        return self._answerer.answer(request)


class StoppableModel:
    """Implements `ports.models.LanguageModel`."""

    def __init__(self, model: LanguageModel, stop: SpendStop) -> None:
        self.name = model.name
        self._model = model
        self._stop = stop

    def generate(self, prompt: Prompt) -> Generation:
        """Return the finished text."""
        self._stop.require_room()
        return self._model.generate(prompt)

    def reply(self, prompt: ReplyPrompt[R]) -> TypedReply[R]:
        """Return the reply."""
        self._stop.require_room()
        return self._model.reply(prompt)
