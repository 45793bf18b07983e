"""Runs MiniLM as an ONNX graph in onnxruntime, over the memory-mapped weights."""

from __future__ import annotations

import importlib.util
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from scholarai.adapters.models.local.minilm import HEADS, LAYERS, NORM_EPSILON, WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.adapters.models.local.minilm import Array

# Part of the cached graph's name: a new number makes old copies unused.
GRAPH_VERSION = 1
# Gelu, in its exact form, became an operator in opset 20; onnxruntime 1.31 knows it.
OPSET = 20
IR_VERSION = 10
_WORDS, _POSITIONS = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
_TYPE = "embeddings.token_type_embeddings.weight"
_DENSE = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_NORMS = ("attention.output.LayerNorm", "output.LayerNorm")

_LOG = logging.getLogger(__name__)


def open_onnx_encoder(tensors: Mapping[str, Array], cache_dir: Path) -> OnnxEncoder | None:
    """Return the encoder, or None where onnxruntime, or onnx to build the graph with, is not installed.

    The graph (21 KB, without weights) is built once and kept in `cache_dir`: importing onnx takes 140 ms.
    """
    if importlib.util.find_spec("onnxruntime") is None:
        return None
    cached = cache_dir / f"minilm-graph-{GRAPH_VERSION}.onnx"
    if cached.is_file():
        return OnnxEncoder(cached.read_bytes(), tensors)
    if importlib.util.find_spec("onnx") is None:
        return None
    graph = _graph_of(tensors)
    _keep(cached, graph)
    return OnnxEncoder(graph, tensors)


class OnnxEncoder:
    """The model in onnxruntime, one thread for each call; several threads may call at once."""

    name = "onnxruntime"

    def __init__(self, graph: bytes, tensors: Mapping[str, Array]) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        names = _weight_names()
        # They point into the memory map; the session needs them as long as it lives.
        self._weights = [onnxruntime.OrtValue.ortvalue_from_numpy(tensors[name]) for name in names]
        options.add_external_initializers(names, self._weights)
        self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def encode(self, sequences: Sequence[Sequence[int]]) -> list[Array]:
        """Return the last hidden states of each sequence of piece ids, shape (pieces, 384), in order."""
        return [self._session.run(None, {"ids": np.asarray(ids, dtype=np.int64)})[0] for ids in sequences]


def _graph_of(tensors: Mapping[str, Array]) -> bytes:
    """Return a serialised model from `ids`, shape (pieces,), to last hidden states, shape (pieces, 384)."""
    from onnx import TensorProto, helper

    graph = _Graph()
    states = graph.encoder(tensors[_TYPE][0])
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "minilm",
            [helper.make_tensor_value_info("ids", TensorProto.INT64, ["pieces"])],
            [helper.make_tensor_value_info(states, TensorProto.FLOAT, ["pieces", WIDTH])],
            [*(_external(name, tensors[name]) for name in _weight_names()), *graph.constants],
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    data: bytes = model.SerializeToString()
    return data


def _weight_names() -> list[str]:
    """Return the names of the tensors that the graph expects from outside."""
    layers = [f"encoder.layer.{index}.{part}" for index in range(LAYERS) for part in (*_DENSE, *_NORMS)]
    pairs = ["embeddings.LayerNorm", *layers]
    return [_WORDS, _POSITIONS, *(f"{name}.{kind}" for name in pairs for kind in ("weight", "bias"))]


def _external(name: str, tensor: Array) -> Any:
    from onnx import TensorProto

    proto = TensorProto(name=name, data_type=TensorProto.FLOAT, data_location=TensorProto.EXTERNAL, dims=tensor.shape)
    proto.external_data.add(key="location", value="given when the graph is opened")
    return proto


class _Graph:
    """Nodes and constants in the order they are added; every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def encoder(self, kind: Array) -> str:
        length = self.add("Squeeze", [self.add("Shape", ["ids"])])
        first, step = self.constant("zero", np.int64(0)), self.constant("one", np.int64(1))
        words = self.add("Gather", [_WORDS, "ids"])
        positions = self.add("Gather", [_POSITIONS, self.add("Range", [first, length, step])])
        x = self.add("Add", [self.add("Add", [words, positions]), self.constant("kind", kind)])
        x = self.norm(x, "embeddings.LayerNorm")
        self.constant("heads", np.array([-1, HEADS, WIDTH // HEADS], dtype=np.int64))
        self.constant("joined", np.array([-1, WIDTH], dtype=np.int64))
        self.constant("scale", np.float32((WIDTH // HEADS) ** -0.5))
        for index in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{index}")
        return x

    def layer(self, x: str, name: str) -> str:
        query, key, value = (self.dense(x, f"{name}.attention.self.{part}") for part in ("query", "key", "value"))
        scaled = self.add("Mul", [self.split(query, [1, 0, 2]), "scale"])
        scores = self.add("Softmax", [self.add("MatMul", [scaled, self.split(key, [1, 2, 0])])], axis=-1)
        context = self.add("Transpose", [self.add("MatMul", [scores, self.split(value, [1, 0, 2])])], perm=[1, 0, 2])
        attended = self.dense(self.add("Reshape", [context, "joined"]), f"{name}.attention.output.dense")
        x = self.norm(self.add("Add", [attended, x]), f"{name}.attention.output.LayerNorm")
        hidden = self.add("Gelu", [self.dense(x, f"{name}.intermediate.dense")])
        return self.norm(self.add("Add", [self.dense(hidden, f"{name}.output.dense"), x]), f"{name}.output.LayerNorm")

    def dense(self, x: str, name: str) -> str:
        return self.add("Gemm", [x, f"{name}.weight", f"{name}.bias"], transB=1)

    def norm(self, x: str, name: str) -> str:
        inputs = [x, f"{name}.weight", f"{name}.bias"]
        return self.add("LayerNormalization", inputs, axis=-1, epsilon=float(NORM_EPSILON))

    def split(self, x: str, order: Sequence[int]) -> str:
        return self.add("Transpose", [self.add("Reshape", [x, "heads"])], perm=list(order))

    def constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(self, operator: str, inputs: Sequence[str], **attributes: Any) -> str:
        from onnx import helper

        result = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [result], **attributes))
        return result


def _keep(cached: Path, graph: bytes) -> None:
    draft = cached.with_name(f"{cached.name}.{os.getpid()}")
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(graph)
        draft.replace(cached)
    except OSError:
        _LOG.info("embedding_graph_not_kept")
