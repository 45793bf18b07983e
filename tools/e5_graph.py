"""Writes the graph that onnxruntime runs multilingual-E5-small with: operators alone, no weights.

`python tools/e5_graph.py [FILE]`, by default where the package reads it. It needs `onnx`, which the product does not.

From `states`, shape (1, pieces, 384), the sums of the word, position and type vectors, to the last hidden states. Weights are given
when the graph is opened (scholarai/adapters/models/local/embedder.py). Matrices have eight bits and a scale for each
column; onnxruntime gives the states eight bits, too, while it multiplies.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from onnx import TensorProto, helper

from scholarai.adapters.models.local.embedder import GRAPH, dense_layers
from scholarai.adapters.models.local.packed import HEADS, LAYERS, WIDTH

# Gelu, in its exact form, and LayerNormalization are operators of this version.
OPSET = 20
IR_VERSION = 10
EPSILON = 1e-12  # config.json of the model
MICROSOFT = "com.microsoft"  # https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md


def graph() -> bytes:
    """Return the serialised graph."""
    made = _Graph()
    states = made.encoder()
    shape: list[str | int | None] = [1, "pieces", WIDTH]
    model = helper.make_model(
        helper.make_graph(
            made.nodes,
            "multilingual-e5-small",
            [helper.make_tensor_value_info("states", TensorProto.FLOAT, shape)],
            [helper.make_tensor_value_info(states, TensorProto.FLOAT, shape)],
            made.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)],
        ir_version=IR_VERSION,
    )
    data: bytes = model.SerializeToString(deterministic=True)
    return data


class _Graph:
    """Nodes and weights in the order they are added; every method returns the name of its result."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._shapes = dense_layers()

    def encoder(self) -> str:
        x = self.norm("states", "emb.ln")
        for index in range(LAYERS):
            x = self.layer(x, f"l{index}")
        return x

    def layer(self, x: str, name: str) -> str:
        asked = [self.dense(x, f"{name}.{part}") for part in "qkv"]
        attended = self.add("MultiHeadAttention", asked, domain=MICROSOFT, num_heads=HEADS)
        x = self.norm(self.add("Add", [self.dense(attended, f"{name}.ao"), x]), f"{name}.aln")
        hidden = self.add("Gelu", [self.dense(x, f"{name}.fi")])
        return self.norm(self.add("Add", [self.dense(hidden, f"{name}.fo"), x]), f"{name}.oln")

    def dense(self, x: str, name: str) -> str:
        rows, columns = self._shapes[name]
        inputs = [
            x,
            self.weight(f"{name}.w", TensorProto.INT8, [rows, columns]),
            self.weight(f"{name}.s", TensorProto.FLOAT, [columns]),
            "",
            self.weight(f"{name}.b", TensorProto.FLOAT, [columns]),
        ]
        return self.add("DynamicQuantizeMatMul", inputs, domain=MICROSOFT)

    def norm(self, x: str, name: str) -> str:
        pair = [self.weight(f"{name}.{kind}", TensorProto.FLOAT, [WIDTH]) for kind in "wb"]
        return self.add("LayerNormalization", [x, *pair], axis=-1, epsilon=EPSILON)

    def weight(self, name: str, kind: int, shape: list[int]) -> str:
        proto = TensorProto(name=name, data_type=kind, data_location=TensorProto.EXTERNAL, dims=shape)
        proto.external_data.add(key="location", value="given when the graph is opened")
        self.weights.append(proto)
        return name

    def add(self, operator: str, inputs: list[str], **attributes: Any) -> str:
        result = f"{operator.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [result], **attributes))
        return result


if __name__ == "__main__":
    Path(sys.argv[1] if len(sys.argv) > 1 else GRAPH).write_bytes(graph())
