"""Runs the same encoder in onnxruntime, over the same memory-mapped weights."""

from __future__ import annotations

import importlib.util
import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from scholarai.adapters.models.local.minilm import Array

# Part of the cached graph's name: a new number makes old copies unused.
GRAPH_VERSION = 1

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
    from scholarai.adapters.models.local.onnx_graph import build_graph

    graph = build_graph(tensors)
    _keep(cached, graph)
    return OnnxEncoder(graph, tensors)


class OnnxEncoder:
    """The model in onnxruntime, one thread for each call; several threads may call at once."""

    name = "onnxruntime"

    def __init__(self, graph: bytes, tensors: Mapping[str, Array]) -> None:
        import onnxruntime

        from scholarai.adapters.models.local.onnx_graph import weight_names

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        names = weight_names()
        # They point into the memory map; the session needs them as long as it lives.
        self._weights = [onnxruntime.OrtValue.ortvalue_from_numpy(tensors[name]) for name in names]
        options.add_external_initializers(names, self._weights)
        self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def encode(self, sequences: Sequence[Sequence[int]]) -> list[Array]:
        """Return the last hidden states of each sequence of piece ids, shape (pieces, 384), in order."""
        return [self._session.run(None, {"ids": np.asarray(ids, dtype=np.int64)})[0] for ids in sequences]


def _keep(cached: Path, graph: bytes) -> None:
    draft = cached.with_name(f"{cached.name}.{os.getpid()}")
    try:
        cached.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(graph)
        draft.replace(cached)
    except OSError:
        _LOG.info("embedding_graph_not_kept")
