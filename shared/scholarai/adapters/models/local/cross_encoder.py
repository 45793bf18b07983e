"""Orders passages with a cross-encoder that sentence-transformers runs on this machine; an optional package."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTimeError
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

from scholarai.config import Settings, SettingsError
from scholarai.domain.errors import TransientError
from scholarai.ports.models import Reranked

PairScorer: TypeAlias = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""Takes questions with passages and returns how well they fit, from 0 to 1."""

PACKAGE = "sentence_transformers"
# A guess: what a processor still gains from, and what fits beside the model in memory.
MOST_PAIRS = 32
# A question and a passage of 2,000 characters; longer inputs only cost time.
TOKENS = 768
# A guess: a large model from a slow disk. Callers wait no longer, but it goes on loading.
LOADING_S = 90.0

_LOCK = threading.Lock()
# Concurrent questions must not load a model each.
_RERANKERS: dict[str, CrossEncoderReranker] = {}

_log = logging.getLogger(__name__)


def require_cross_encoder(model: str) -> None:
    """Check, without loading anything large, that the package and the model are on this machine.

    Raises:
        SettingsError: If not; it says what to install or to fetch.
    """
    if find_spec(PACKAGE) is None:
        raise SettingsError(
            "SCHOLARAI_RERANKER is cross-encoder, which needs sentence-transformers, and that is not installed: "
            "install torch for your processor, then `pip install 'scholarai[rerank]'`, or set SCHOLARAI_RERANKER=none"
        )
    if not _is_here(model):
        raise SettingsError(
            f"SCHOLARAI_RERANKER_MODEL must be a model's folder or one that was fetched before, got {model!r}: "
            f"run `hf download {model}` once where there is a network, or name a folder"
        )


def cross_encoder_reranker(settings: Settings) -> CrossEncoderReranker:
    """Return the reranker that the settings choose; its model begins to load in a thread of its own.

    Raises:
        SettingsError: If the package or the model is not here.
    """
    model = settings.reranker_model
    require_cross_encoder(model)
    with _LOCK:
        if model not in _RERANKERS:
            _RERANKERS[model] = CrossEncoderReranker(lambda: load_model(model), time_s=settings.reranker_s)
        return _RERANKERS[model]


class CrossEncoderReranker:
    """Implements `ports.models.Reranker`; one model for all questions of this process, one question at a time.

    The first pair of a question tells how many more its time allows. Passages that there is no time for get no score;
    they come behind the others in the order that retrieval gave them.
    """

    def __init__(
        self,
        load: Callable[[], PairScorer],
        *,
        time_s: float,
        loading_s: float = LOADING_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._time_s = time_s
        self._loading_s = loading_s
        self._clock = clock
        self._model: Future[PairScorer] = Future()
        self._free = threading.Lock()
        threading.Thread(target=_fulfil, args=(self._model, load), name="load-reranker", daemon=True).start()

    def score(self, question: str, passages: Sequence[str]) -> Reranked:
        """Return a score for as many of the first passages as fit into the time; it costs no money.

        Raises:
            TransientError: If the model is not loaded yet, could not be loaded, or is busy with other questions.
        """
        model = self._loaded()
        if not self._free.acquire(timeout=self._time_s):
            raise TransientError("reranker_busy", "the cross-encoder is busy with other questions")
        try:
            scores = self._scores(model, [(question, passage) for passage in passages])
        finally:
            self._free.release()
        return Reranked(scores=(*scores, *[None] * (len(passages) - len(scores))))

    def _loaded(self) -> PairScorer:
        try:
            return self._model.result(timeout=self._loading_s)
        except NotInTimeError:
            raise TransientError("reranker_loading", "the cross-encoder is still being loaded") from None

    def _scores(self, model: PairScorer, pairs: Sequence[tuple[str, str]]) -> list[float]:
        begun = self._clock()
        scores: list[float] = []
        size = 1
        while size and len(scores) < len(pairs):
            scores += map(float, model(pairs[len(scores) : len(scores) + size]))
            taken = self._clock() - begun
            fitting = (self._time_s - taken) / max(taken / len(scores), 1e-9)
            size = int(min(max(fitting, 0), MOST_PAIRS))
        return scores


def load_model(model: str) -> PairScorer:
    """Load a cross-encoder from its folder or from what was fetched before; nothing is fetched now.

    Raises:
        SettingsError: If it is no model that gives one score to a pair.
    """
    from sentence_transformers import CrossEncoder
    from torch.nn import Sigmoid
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # stderr is for messages
    encoder = CrossEncoder(model, local_files_only=True)
    if encoder.num_labels != 1:
        raise SettingsError(
            f"SCHOLARAI_RERANKER_MODEL must give one score to a pair, this one gives {encoder.num_labels}"
        )
    encoder.max_seq_length = min(encoder.max_seq_length or TOKENS, TOKENS)
    # Some models return logits by default, others probabilities; the order is the same.
    squash = Sigmoid()

    def score(pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        found: Sequence[float] = encoder.predict(
            list(pairs), batch_size=MOST_PAIRS, activation_fn=squash, show_progress_bar=False
        ).tolist()
        return found

    return score


def _is_here(model: str) -> bool:
    if (Path(model) / "config.json").is_file():
        return True
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        return isinstance(try_to_load_from_cache(model, "config.json"), str)
    except HFValidationError:  # a path that is not there is no model's name either
        return False


def _fulfil(model: Future[PairScorer], load: Callable[[], PairScorer]) -> None:
    """Load the model for all waiting callers; each of them gets the error, and the log once."""
    begun = time.monotonic()
    try:
        loaded = load()
    except Exception as error:  # noqa: BLE001  - libraries may raise anything here
        _log.error("reranker not loaded", extra={"error": type(error).__name__})
        model.set_exception(TransientError("reranker_unusable", f"the cross-encoder cannot be loaded: {error}"))
    else:
        _log.info("reranker loaded", extra={"seconds": round(time.monotonic() - begun, 1)})
        model.set_result(loaded)
