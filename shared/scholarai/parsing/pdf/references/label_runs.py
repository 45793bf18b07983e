"""Words of a bibliography entry that follow one another with one label."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from scholarai.parsing.pdf.references.tagging import Label


class Run(NamedTuple):
    """Words of one label that follow one another; `stop` is exclusive."""

    label: Label
    start: int
    stop: int


def runs_of(labels: Sequence[Label]) -> list[Run]:
    """Return the runs that labels make, in order."""
    runs = []
    at = 0
    for label, same in groupby(labels):
        count = len([*same])
        runs.append(Run(label, at, at + count))
        at += count
    return runs


def labelled(labels: Sequence[Label], start: int, stop: int, label: Label) -> list[Label]:
    """Return the labels with another one from `start` to before `stop`."""
    return [*labels[:start], *[label] * (stop - start), *labels[stop:]]
