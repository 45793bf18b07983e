"""The learned order: a small network over features, with weights that benchmarks/train_order.py writes."""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec
import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Scores

WEIGHTS_FILE = Path(__file__).parent / "data" / "order.json"
# Deviations from a feature's mean beyond which nothing was seen in training.
FURTHEST = 5.0


class Network(Value, frozen=True, kw_only=True, eq=False):
    """One hidden layer of h units beside a direct path, for f features.

    Attributes:
        mean, scale: Shape (f,), of the features in training.
        hidden, bias: Shapes (f, h) and (h,).
        out: Shape (h,).
        direct: Shape (f,).
    """

    mean: Scores
    scale: Scores
    hidden: Scores
    bias: Scores
    out: Scores
    direct: Scores

    def scores(self, rows: Scores) -> Scores:
        """Return one score per row: the logarithm of how likely its sentence answers, but for a summand per question."""
        known = rows - self.mean
        known /= self.scale
        known.clip(-FURTHEST, FURTHEST, out=known)
        return np.asarray(np.tanh(known @ self.hidden + self.bias) @ self.out + known @ self.direct)


@functools.cache
def shipped() -> Network:
    """Return the network of `WEIGHTS_FILE`, read with the first question."""
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes())["network"]
    return Network(**{name: np.array(stored[name]) for name in Network.__struct_fields__})
