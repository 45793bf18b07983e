"""The learned taggers of rows that the reader's rules are compared with."""

from __future__ import annotations

import sys
from itertools import pairwise, product
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))  # the commands there import each other by their names

from row_tagger.models import Trees, best_path, logistic, transitions
from row_tagger.units import LABELS
from train_rows import kind


def test_the_best_path_is_the_one_that_adds_up_to_the_most() -> None:
    chance = np.random.default_rng(3)
    for _ in range(20):
        scores = chance.normal(size=(4, 3)).astype(np.float32)
        steps = chance.normal(size=(3, 3)).astype(np.float32)

        def total(path: tuple[int, ...], scores: object = scores, steps: object = steps) -> float:
            at, after = np.asarray(scores), np.asarray(steps)
            return float(
                sum(at[row, label] for row, label in enumerate(path))
                + sum(after[one, two] for one, two in pairwise(path))
            )

        assert tuple(best_path(scores, steps)) == max(product(range(3), repeat=4), key=total)


def test_trees_go_right_above_their_threshold_and_vote_for_their_label() -> None:
    count = len(LABELS)
    # Each label's tree is a leaf of 0, but for the second label's, which asks the first feature.
    feature = np.zeros(count + 2, np.int16)
    threshold = np.full(count + 2, np.inf, np.float32)
    threshold[1] = 5.0
    children = np.stack([np.arange(count + 2), np.arange(count + 2)], axis=1).astype(np.int32)
    children[1] = count, count + 1
    value = np.zeros(count + 2, np.float32)
    value[count], value[count + 1] = -3.0, 3.0
    trees = Trees(feature, threshold, children, value, np.arange(count, dtype=np.int32), depth=1)

    low, high = trees.scores(np.array([[4.0], [6.0]], np.float32))

    assert low[1] == low.min()
    assert high.argmax() == 1
    assert np.allclose(np.exp(low).sum(), 1)


def test_logistic_labels_follow_a_feature_that_tells_them() -> None:
    chance = np.random.default_rng(5)
    labels = chance.integers(0, 2, 4_000).astype(np.intp)
    rows = np.stack([labels + chance.normal(0, 0.1, 4_000), chance.normal(size=4_000)], axis=1).astype(np.float32)

    found = logistic(rows, labels).scores(rows).argmax(axis=1)

    assert (found == labels).mean() > 0.98


def test_steps_that_are_seen_are_likelier_than_others() -> None:
    steps = transitions([np.array([0, 1, 0, 1, -1, 1], np.intp)])

    assert steps[0, 1] > 0 > steps[1, 1]


def test_kinds_have_no_level_and_do_not_go_on() -> None:
    assert [kind(label) for label in ("heading-2", "paragraph+", "table")] == ["heading", "paragraph", "table"]
