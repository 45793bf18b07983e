"""Calibrates the cosine scale of an unmeasured embedding model beside the first questions."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from scholarai.domain.errors import ScholarError
from scholarai.ports.models import Embedder
from scholarai.retrieval.gate import CALIBRATED_MODELS, STOCK_QUESTIONS
from scholarai.services.at_once import at_once

if TYPE_CHECKING:
    from scholarai.retrieval.vectors import Matrix

# Give up after this many failed calibrations; the next process tries again.
ATTEMPTS = 5

_log = logging.getLogger(__name__)


class Calibrations:
    """Vectors of the stock questions, one embedding model at a time; kept for the life of the process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: dict[str, Matrix] = {}
        self._attempts: dict[str, int] = {}
        self._at_work: threading.Thread | None = None

    def of(self, embedder: Embedder) -> Matrix | None:
        """Return the model's vectors if available; if not, start fetching them; until then words decide."""
        model = embedder.space.model
        if model in CALIBRATED_MODELS or model in self._found:
            return self._found.get(model)
        with self._lock:
            busy = self._at_work is not None and self._at_work.is_alive()
            if not busy and self._attempts.get(model, 0) < ATTEMPTS:
                self._attempts[model] = self._attempts.get(model, 0) + 1
                self._at_work = threading.Thread(target=self._fetch, args=(embedder,), name="calibration", daemon=True)
                self._at_work.start()
        return None

    def wait(self, timeout_s: float) -> None:
        """Wait for the fetch under way."""
        if self._at_work is not None:
            self._at_work.join(timeout_s)

    def _fetch(self, embedder: Embedder) -> None:
        import numpy as np

        try:
            vectors = at_once(embedder.embed_query, STOCK_QUESTIONS)
        except ScholarError as error:
            _log.warning("scale of the embedding model not found", extra={"code": error.code})
        else:
            self._found[embedder.space.model] = np.stack(vectors)
