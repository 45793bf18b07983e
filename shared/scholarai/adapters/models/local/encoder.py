"""Runs multilingual-E5-small in onnxruntime, with weights of eight bits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scholarai.adapters.models.local.packed import INNER, LAYERS, PACKED_WIDTH, POSITIONS, WIDTH, unpack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.adapters.models.local.packed import Array, PackedModel

# Written by tools/e5_graph.py.
GRAPH = Path(__file__).parent / "data" / "e5-small.onnx"
LARGEST = 127  # of a weight in eight bits


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
        self._session = onnxruntime.InferenceSession(GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"])
        self._words = model.blocks["emb.word"].reshape(-1, *PACKED_WIDTH)
        self._places = model.numbers["emb.pos"].reshape(POSITIONS, WIDTH) + model.numbers["emb.type"][:WIDTH]

    def encode(self, ids: Sequence[int]) -> Array:
        """Return the last hidden states of a sequence of piece ids, shape (pieces, 384)."""
        words = unpack(self._words[list(ids)]).reshape(-1, WIDTH)
        states: Array = self._session.run(None, {"states": (words + self._places[: len(words)])[None]})[0][0]
        return states


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
