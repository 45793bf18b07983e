"""The local embedding model: multilingual-E5-small from an installed package, no key, no network, no torch."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from scholarai.adapters.models.local.packed import INNER, LAYERS, PACKED_WIDTH, POSITIONS, WIDTH, read_packed, unpack
from scholarai.adapters.models.local.unigram import END, START, Unigram
from scholarai.adapters.models.local.weights import find_weights, how_to_install
from scholarai.config import Settings
from scholarai.domain.paper import EmbeddingSpace
from scholarai.retrieval.vectors import WindowVectors
from scholarai.splitting.windows import sentence_windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.adapters.models.local.packed import Array, PackedModel
    from scholarai.retrieval.vectors import Vector


MODEL = "multilingual-e5-small"
# The model was trained with them, https://huggingface.co/intfloat/multilingual-e5-small.
QUESTION, PASSAGE = "query: ", "passage: "
# Pieces that the model reads at once, without start and end mark.
PIECES = 510
# A window is a sentence, with those before it that are shorter than this: headings, abbreviations, "See Table 2.".
SHORTEST_CHARACTERS = 25
# Only a longer sentence is cut.
LONGEST_CHARACTERS = 700
# Threads that embed the texts of one call; our smallest machines have two cores.
WORKERS = min(2, os.cpu_count() or 1)

_LOG = logging.getLogger(__name__)
# Written by tools/e5_graph.py.
GRAPH = Path(__file__).parent / "data" / "e5-small.onnx"
LARGEST = 127  # of a weight in eight bits


def local_embedder(settings: Settings) -> LocalEmbedder | None:
    """Return the local embedding model, or None, with a warning, where its package is missing or not what was published."""
    folder = settings.data_dir / "models"
    file = find_weights(folder)
    if file is None:
        _LOG.warning("papers are searched by words alone; %s", how_to_install(folder))
        return None
    return LocalEmbedder(file)


class LocalEmbedder:
    """Embeds questions, and each sentence of a text by itself; opened on first use, safe to use from several threads.

    Each sentence alone finds more than windows of several sentences and than sentences pooled from the states of a paragraph
    (docs/architecture.md, "Libraries that were considered").
    """

    space = EmbeddingSpace(model=MODEL, dimensions=WIDTH)

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._model: _Model | None = None

    def open(self) -> None:
        """Begin to open the model, in a thread of its own, which a process that ends waits for: native code may not be cut off."""
        threading.Thread(target=self._open_ahead, name="open-embedder").start()

    def embed_texts(self, texts: Sequence[str]) -> list[WindowVectors]:
        """Return one vector for each sentence of each text; a sentence without a single piece has zeros."""
        self._open()
        windows = [sentence_windows(text, shortest=SHORTEST_CHARACTERS, longest=LONGEST_CHARACTERS) for text in texts]
        passages = [text[start:end] for text, cut in zip(texts, windows, strict=True) for start, end in cut]
        with ThreadPoolExecutor(WORKERS, thread_name_prefix="embed") as pool:
            rows = pool.map(self._passage, passages)
            return [WindowVectors(windows=cut, matrix=np.stack([next(rows) for _ in cut])) for cut in windows]

    def embed_query(self, question: str) -> Vector:
        """Return the unit vector of a question; what lies beyond the model's reach is averaged in."""
        return self._vector(QUESTION, question)

    def match(self, question: str, sentences: Sequence[str]) -> list[float]:
        """Return for each sentence the mean, over the pieces of the question, of the cosine of the piece of the sentence nearest to it.

        As in O. Khattab, M. Zaharia, "ColBERT", 2020, though this model was not trained for it. What lies beyond the model's reach is
        left out.
        """
        asked = self._pieces(QUESTION, question)[len(self._open().tokenizer.ids(QUESTION)) + 1 : -1]
        if not len(asked):
            return [0.0] * len(sentences)
        with ThreadPoolExecutor(WORKERS, thread_name_prefix="match") as pool:
            found = pool.map(lambda text: asked @ self._pieces(PASSAGE, text).T, sentences)
            return [float(cosines.max(axis=1).mean()) for cosines in found]

    def _pieces(self, kind: str, text: str) -> Array:
        """Return the last hidden states of a text's pieces, start and end mark included, as unit vectors, shape (pieces, 384)."""
        model = self._open()
        states = model.encoder.encode([START, *model.tokenizer.ids(kind + text)[:PIECES], END])
        unit: Array = states / np.linalg.norm(states, axis=1, keepdims=True)
        return unit

    def _passage(self, text: str) -> Vector:
        return self._vector(PASSAGE, text) if text.strip() else np.zeros(WIDTH, dtype=np.float32)

    def _vector(self, kind: str, text: str) -> Vector:
        """Return the mean of the last hidden states, as a unit vector."""
        model = self._open()
        ids = model.tokenizer.ids(kind + text)
        runs = [ids[start : start + PIECES] for start in range(0, len(ids), PIECES)]
        return _unit(sum(model.encoder.encode([START, *run, END]).sum(axis=0) for run in runs))

    def _open_ahead(self) -> None:
        with suppress(MemoryError):  # the call that needs the model meets it, too, and can tell its caller
            self._open()

    def _open(self) -> _Model:
        with self._lock:
            if self._model is None:
                packed = read_packed(self._file)
                self._model = _Model(tokenizer=Unigram.of_model(packed), encoder=Encoder(packed))
            return self._model


class _Model(Struct, frozen=True, kw_only=True):
    tokenizer: Unigram
    encoder: Encoder


def _unit(row: Array) -> Vector:
    found: Vector = np.asarray(row / np.sqrt(row @ row), dtype=np.float32)
    return found


def dense_layers() -> dict[str, tuple[int, int]]:
    """Return the names of the matrices, with their inputs and outputs."""
    sizes = {"q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "ao": (WIDTH, WIDTH)}
    sizes |= {"fi": (WIDTH, INNER), "fo": (INNER, WIDTH)}
    return {f"l{index}.{name}": size for index in range(LAYERS) for name, size in sizes.items()}


class Encoder:
    """The model in onnxruntime, one thread for each call; several threads may call at once.

    The weights become eight bits from the package's four when it is opened, 80 ms of CPU: with four bits onnxruntime takes twice
    the time for a text, and as much with numbers of 32 bits, which need 85 MB.
    """

    def __init__(self, model: PackedModel) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        weights = _weights(model)
        # The session needs them as long as it lives.
        self._weights = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
        options.add_external_initializers(list(weights), self._weights)
        with _memory_errors():
            self._session = onnxruntime.InferenceSession(
                GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
        self._words = model.blocks["emb.word"].reshape(-1, *PACKED_WIDTH)
        self._places = model.numbers["emb.pos"].reshape(POSITIONS, WIDTH) + model.numbers["emb.type"][:WIDTH]

    def encode(self, ids: Sequence[int]) -> Array:
        """Return the last hidden states of a sequence of piece ids, shape (pieces, 384)."""
        words = unpack(self._words[list(ids)]).reshape(-1, WIDTH)
        with _memory_errors():
            states: Array = self._session.run(None, {"states": (words + self._places[: len(words)])[None]})[0][0]
        return states


@contextmanager
def _memory_errors() -> Iterator[None]:
    """Raise MemoryError where onnxruntime has too little memory, for which it has no error of its own."""
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, RuntimeException  # loaded with the model

    try:
        yield
    except (Fail, RuntimeException) as error:
        if "alloc" not in str(error):
            raise
        raise MemoryError("onnxruntime could not allocate memory") from error


def _weights(model: PackedModel) -> dict[str, NDArray[np.int8] | Array]:
    """Return what the graph asks for, by name; word, position and type vectors are added before it runs."""
    given: dict[str, NDArray[np.int8] | Array] = {
        name: numbers for name, numbers in model.numbers.items() if name not in {"emb.pos", "emb.type"}
    }
    for name, (inputs, _outputs) in dense_layers().items():
        rows = unpack(model.blocks[f"{name}.w"]).reshape(-1, inputs)
        given[f"{name}.w"], given[f"{name}.s"] = _eight_bits(rows)
    return given


def _eight_bits(rows: Array) -> tuple[NDArray[np.int8], Array]:
    """Return the transposed matrix in eight bits, and the scale of each of its columns."""
    scales = np.abs(rows).max(axis=1) / np.float32(LARGEST)
    rows /= scales[:, None]
    return np.ascontiguousarray(np.rint(rows, out=rows).astype(np.int8).T), scales
