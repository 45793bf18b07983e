"""The local embedding model: all-MiniLM-L6-v2 from an installed package, no key, no network, no torch."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from msgspec import Struct

from scholarai.adapters.models.local.minilm import SEQUENCE_PIECES, WIDTH, NumpyEncoder, WordPiece, unit_rows
from scholarai.adapters.models.local.weights import ModelFiles, find_model_files, open_tensors
from scholarai.config import Settings
from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import WindowVectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.vectors import Vector


MODEL = "all-MiniLM-L6-v2"
# Pieces of a question that go through the model at once, without start and end mark.
QUESTION_PIECES = SEQUENCE_PIECES - 2
# Threads that embed the texts of one call; our smallest machines have two cores.
WORKERS = min(2, os.cpu_count() or 1)
# Texts whose hidden states are in memory at once: 16 of 2,000 characters have about 12 MB of them.
GROUP_TEXTS = 16


class Encoder(Protocol):
    """Runs piece ids through the model; NumPy and onnxruntime give the same vectors within rounding."""

    name: str

    def encode(self, sequences: Sequence[Sequence[int]]) -> list[NDArray[np.float32]]:
        """Return the last hidden states of each sequence, shape (pieces, 384), in order."""
        ...


def local_embedder(settings: Settings) -> LocalEmbedder | None:
    """Return the local embedding model, or None where its package is missing or not what was published."""
    cache_dir = settings.data_dir / "models"
    files = find_model_files(cache_dir)
    return None if files is None else LocalEmbedder(files, cache_dir)


class LocalEmbedder:
    """Embeds with MiniLM; opened on first use, safe to use from several threads.

    A question runs in NumPy, which is ready in a fifth of onnxruntime's time; texts run in onnxruntime where it is
    installed and wanted. Both compute in float32 and give the same vectors within 0.0001 of a cosine.
    """

    space = EmbeddingSpace(model=MODEL, dimensions=WIDTH)

    def __init__(self, files: ModelFiles, cache_dir: Path, *, use_onnxruntime: bool = True) -> None:
        self._files = files
        self._cache_dir = cache_dir
        self._use_onnxruntime = use_onnxruntime
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._text_encoder: Encoder | None = None

    def open(self) -> None:
        """Open the model and begin to read its weights, which go on being read by a thread of their own."""
        self._open()

    def embed_texts(self, texts: Sequence[str]) -> list[WindowVectors]:
        """Return vectors of overlapping windows that cover each text."""
        groups = [texts[start : start + GROUP_TEXTS] for start in range(0, len(texts), GROUP_TEXTS)]
        return [vectors for group in groups for vectors in self._embed_group(group)]

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question; what lies beyond the model's window is averaged in."""
        model = self._open()
        ids = model.tokenizer.ids(question)
        cuts = range(0, max(len(ids), 1), QUESTION_PIECES)
        states = model.encoder.encode([_sequence(model.tokenizer, ids[cut : cut + QUESTION_PIECES]) for cut in cuts])
        mean: Vector = unit_rows(np.concatenate(states).mean(axis=0)[None])[0]
        return mean

    def _embed_group(self, texts: Sequence[str]) -> list[WindowVectors]:
        from scholarai.adapters.models.local.passes import plan_text, pool_windows

        tokenizer = self._open().tokenizer
        plans = [plan_text(text, tokenizer.ids) for text in texts]
        sequences = [_sequence(tokenizer, ids) for plan in plans for ids in plan.passes_ids()]
        states = iter(_encode(self._open_text_encoder(), sequences))
        return [
            WindowVectors(windows=plan.windows, matrix=pool_windows(plan, [next(states) for _ in plan.passes], WIDTH))
            for plan in plans
        ]

    def _open(self) -> _Model:
        with self._lock:
            if self._model is None:
                _use_one_blas_thread()
                tensors = open_tensors(self._files.weights, ahead="encoder.layer.")
                tokenizer = WordPiece.from_file(self._files.vocabulary)
                self._model = _Model(tokenizer=tokenizer, tensors=tensors, encoder=NumpyEncoder(tensors))
            return self._model

    def _open_text_encoder(self) -> Encoder:
        model = self._open()
        with self._lock:
            if self._text_encoder is None and self._use_onnxruntime:
                from scholarai.adapters.models.local.onnx_encoder import open_onnx_encoder

                self._text_encoder = open_onnx_encoder(model.tensors, self._cache_dir)
            self._text_encoder = self._text_encoder or model.encoder
            return self._text_encoder


class _Model(Struct, frozen=True, kw_only=True):
    tokenizer: WordPiece
    tensors: dict[str, NDArray[np.float32]]
    encoder: NumpyEncoder


def _sequence(tokenizer: WordPiece, ids: Sequence[int]) -> list[int]:
    return [tokenizer.start_id, *ids, tokenizer.end_id]


def _encode(encoder: Encoder, sequences: Sequence[Sequence[int]]) -> list[NDArray[np.float32]]:
    """Encode on a few threads, each with a run of the sequences; NumPy and onnxruntime leave Python's lock."""
    from concurrent.futures import ThreadPoolExecutor

    size = max(1, -(-len(sequences) // WORKERS))
    runs = [sequences[start : start + size] for start in range(0, len(sequences), size)]
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="embed") as pool:
        return [state for states in pool.map(encoder.encode, runs) for state in states]


def _use_one_blas_thread() -> None:
    """Make matrix products run in the calling thread, where NumPy brings OpenBLAS with it.

    OpenBLAS lets its threads spin while they wait for each other: on two busy cores one question's vector took 970 ms
    of two threads and 7 ms of one. Parallelism comes from this package's threads, one batch each. Other builds of NumPy
    are left as they are.
    """
    import ctypes

    for library in (Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas64_*"):
        set_threads = getattr(ctypes.CDLL(str(library)), "scipy_openblas_set_num_threads64_", None)
        if set_threads is not None:
            set_threads(1)
