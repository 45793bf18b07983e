"""Two learned taggers of rows in plain arrays: boosted trees, and a chain of multinomial logistic labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from row_tagger.features import Features
from row_tagger.units import LABELS

Labels = NDArray[np.intp]
"""The place of each row's label in LABELS, -1 where it has none."""
Scores = NDArray[np.float32]
"""The logarithms of probabilities: shape (rows, labels)."""

# Guesses, but for the leaves and rounds, which keep the weights below 2 MB.
_TREES = {
    "objective": "multiclass", "num_class": len(LABELS), "num_leaves": 15, "learning_rate": 0.15, "min_data_in_leaf": 30,
    "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5.0, "seed": 7, "verbosity": -1,
    "num_threads": 1, "deterministic": True, "force_row_wise": True,
}  # fmt: skip
_ROUNDS = 60
_BINS, _EPOCHS, _BATCH, _RATE, _DECAY = 8, 8, 1024, 3e-3, 1e-5


class Model(Protocol):
    """What gives the scores of rows."""

    def scores(self, rows: Features) -> Scores: ...

    @property
    def size_bytes(self) -> int: ...


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Boosted trees, all nodes in one array; a leaf follows itself. Tree `i` votes for label `i mod len(LABELS)`."""

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    children: NDArray[np.int32]
    value: NDArray[np.float32]
    roots: NDArray[np.int32]
    depth: int

    def scores(self, rows: Features) -> Scores:
        at = np.repeat(self.roots[None, :], len(rows), axis=0)
        number = np.arange(len(rows))[:, None]
        for _ in range(self.depth):
            beyond = rows[number, self.feature[at]] > self.threshold[at]
            at = self.children[at, beyond.astype(np.int8)]
        votes = self.value[at].reshape(len(rows), -1, len(LABELS)).sum(axis=1)
        return _normalised(votes)

    @property
    def size_bytes(self) -> int:
        return sum(one.nbytes for one in (self.feature, self.threshold, self.children, self.value, self.roots))


def boosted(rows: Features, labels: Labels) -> Trees:
    """Return trees learned from labelled rows. Needs lightgbm, which no part of the product does."""
    import lightgbm

    weights = np.sqrt(len(labels) / np.bincount(labels, minlength=len(LABELS)).clip(1))[labels]
    data = lightgbm.Dataset(rows, labels, weight=weights, params={"max_bin": 63, "verbosity": -1})
    return _flat([tree["tree_structure"] for tree in lightgbm.train(_TREES, data, _ROUNDS).dump_model()["tree_info"]])


def _flat(trees: Sequence[Mapping[str, Any]]) -> Trees:
    nodes: list[tuple[int, float, int, int, float]] = []

    def add(node: Mapping[str, Any]) -> tuple[int, int]:
        """Add a node with all below it; return its place and how deep they go."""
        at = len(nodes)
        if "leaf_value" in node:
            nodes.append((0, np.inf, at, at, node["leaf_value"]))
            return at, 0
        nodes.append((node["split_feature"], node["threshold"], 0, 0, 0.0))
        (left, one), (right, other) = add(node["left_child"]), add(node["right_child"])
        nodes[at] = (node["split_feature"], node["threshold"], left, right, 0.0)
        return at, 1 + max(one, other)

    roots = [add(tree) for tree in trees]
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Trees(
        feature=np.array(feature, np.int16),
        threshold=np.array(threshold, np.float32),
        children=np.array([left, right], np.int32).T.copy(),
        value=np.array(value, np.float32),
        roots=np.array([at for at, _ in roots], np.int32),
        depth=max(depth for _, depth in roots),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Logistic:
    """Multinomial logistic regression over features cut into bins: `weights` has shape (features, bins, labels)."""

    edges: NDArray[np.float32]
    weights: NDArray[np.float32]

    def scores(self, rows: Features) -> Scores:
        total = np.zeros((len(rows), len(LABELS)), np.float32)
        for place, edges in enumerate(self.edges):
            total += self.weights[place][np.searchsorted(edges, rows[:, place])]
        return _normalised(total)

    @property
    def size_bytes(self) -> int:
        return self.edges.nbytes + self.weights.nbytes


def logistic(rows: Features, labels: Labels) -> Logistic:
    """Return what minimises the cross entropy of labelled rows (Adam, with decay)."""
    edges = np.quantile(rows, np.arange(1, _BINS) / _BINS, axis=0).T.astype(np.float32)
    places = np.arange(rows.shape[1]) * _BINS
    bins = np.stack([np.searchsorted(edge, rows[:, at]) for at, edge in enumerate(edges)], axis=1) + places
    weights = np.zeros((rows.shape[1] * _BINS, len(LABELS)), np.float32)
    first, second, step = np.zeros_like(weights), np.zeros_like(weights), 0
    chance = np.random.default_rng(7)
    for _ in range(_EPOCHS):
        for batch in np.array_split(chance.permutation(len(rows)), max(1, len(rows) // _BATCH)):
            hot = np.zeros((len(batch), len(weights)), np.float32)
            np.put_along_axis(hot, bins[batch], 1.0, axis=1)
            error = np.exp(_normalised(hot @ weights))
            error[np.arange(len(batch)), labels[batch]] -= 1
            slope = hot.T @ error / len(batch) + _DECAY * weights
            step += 1
            first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
            weights -= _RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return Logistic(edges, weights.reshape(rows.shape[1], _BINS, len(LABELS)))


def transitions(papers: Sequence[Labels]) -> Scores:
    """Return how much likelier each label is after each other than by itself, in logarithms: shape (before, after)."""
    counts = np.full((len(LABELS), len(LABELS)), 0.5)
    for before, after in _neighbours(papers):
        counts[before, after] += 1
    alone = counts.sum(axis=0) / counts.sum()
    return np.asarray(np.log(counts / counts.sum(axis=1, keepdims=True) / alone), np.float32)


def _neighbours(papers: Sequence[Labels]) -> Iterator[tuple[int, int]]:
    for labels in papers:
        yield from ((int(one), int(two)) for one, two in pairwise(labels) if min(one, two) >= 0)


def best_path(scores: Scores, steps: Scores) -> Labels:
    """Return the labels whose scores and steps add up to the most (Viterbi)."""
    total = scores[0]
    origins = []
    for row in scores[1:]:
        ways = total[:, None] + steps
        origins.append(ways.argmax(axis=0))
        total = ways.max(axis=0) + row
    path = [int(total.argmax())]
    for origin in reversed(origins):
        path.append(int(origin[path[-1]]))
    return np.array(path[::-1], np.intp)


def _normalised(scores: Scores) -> Scores:
    highest = scores.max(axis=1, keepdims=True)
    shifted = scores - highest
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)
