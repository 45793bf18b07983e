"""Learns to label the words of bibliography entries: `python tools/train_references.py --data DIR`.

Reads the labelled entries of references/anystyle below DIR (core to learn from, gold to judge by), and writes the weights of
parsing/pdf/references/tagging.py: the mean of several averaged perceptrons over entries, each of which has seen the entries twice
and in another style once (restyled_references.py), scaled to integers, without rare and weak features. `--dry` writes nothing. benchmarks/references.py scores the fields that the reader makes from the labels.
"""

from __future__ import annotations

import argparse
import random
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec
from restyled_references import restyled

from scholarai.parsing.pdf.references.tagging import (
    BORDERS,
    LABELS,
    WEIGHTS_FILE,
    Label,
    Weights,
    borders,
    features,
    tagged,
)

ROUNDS = 12
# A feature of fewer words says nothing about other entries.
LEAST_WORDS = 3
SCALE = 100
# Features of less weight do not change a field in 5,000 entries.
LEAST_WEIGHT = 120
# Perceptrons differ by the order of their lessons; the mean of several is better than most of them.
PERCEPTRONS = 4
# Physics journals print entries without titles, which the labelled ones rarely are. A guess.
WITHOUT_TITLE = 0.08
MEANING: dict[str, Label] = {
    "author": "author", "title": "title", "date": "date",
    "editor": "editor", "translator": "editor", "director": "editor", "producer": "editor",
    "journal": "container", "container-title": "container", "collection-title": "container", "source": "container",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lesson:
    """One entry's words with their features and labels."""

    words: list[str]
    features: list[list[str]]
    labels: list[Label]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--dry", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    folder = arguments.data / "references" / "anystyle"
    weights = mean_of([learned(_all_lessons(folder / "core.xml", seed)) for seed in range(PERCEPTRONS)])
    for name in ("core", "gold"):
        lessons = [*_lessons(folder / f"{name}.xml", None)]
        right = [a == b for one in lessons for a, b in zip(tagged(one.words, weights), one.labels, strict=True)]
        print(f"{name}: {sum(right) / len(right):.3f} of {len(right)} words right")
    print(f"{len(weights.features)} features")
    if not arguments.dry:
        WEIGHTS_FILE.parent.mkdir(exist_ok=True)
        WEIGHTS_FILE.write_bytes(msgspec.json.encode(weights))


def _all_lessons(path: Path, seed: int) -> list[Lesson]:
    lessons = 2 * [*_lessons(path, random.Random(7 + seed))]
    chance = random.Random(16 + seed)
    for sequence in ET.parse(path).getroot():
        entry = {part.tag: part.text or "" for part in reversed(sequence)}
        parts = restyled(entry, chance)
        if parts:
            if chance.random() < WITHOUT_TITLE and any(tag == "journal" for tag, _ in parts):
                parts = [part for part in parts if part[0] != "title"]
            lessons.append(_lesson([(MEANING.get(tag, "other"), text.split()) for tag, text in parts]))
    random.Random(100 + seed).shuffle(lessons)
    return lessons


def _lessons(path: Path, chance: random.Random | None) -> Iterator[Lesson]:
    """Yield the entries of a file; with `chance`, some of them a second time without their title."""
    for sequence in ET.parse(path).getroot():
        parts = [(MEANING.get(part.tag, "other"), (part.text or "").split()) for part in sequence]
        parts = [(label, words) for (label, words), part in zip(parts, sequence, strict=True) if _is_read(part.tag)]
        yield _lesson(parts)
        labels = [label for label, _ in parts]
        if chance and chance.random() < WITHOUT_TITLE and labels[0] == "author" and "container" in labels:
            yield _lesson([part for part in parts if part[0] != "title"])


def _is_read(tag: str) -> bool:
    return tag != "citation-number"  # which the reader splits off before


def _lesson(parts: Sequence[tuple[Label, list[str]]]) -> Lesson:
    words = [word for _, some in parts for word in some]
    return Lesson(words, features(words), [label for label, some in parts for _ in some])


def learned(lessons: Sequence[Lesson]) -> Weights:
    """Return the weights of an averaged perceptron (Collins 2002, doi:10.3115/1118693.1118694)."""
    counts = Counter(name for one in lessons for names in one.features for name in names)
    common = {name for name, count in counts.items() if count >= LEAST_WORDS}
    chain = _Chain()
    order = list(lessons)
    for turn in range(ROUNDS):
        random.Random(turn).shuffle(order)
        for one in order:
            chain.learn(one, common)
    return chain.averaged()


def mean_of(weights: Sequence[Weights]) -> Weights:
    """Return the mean weights, without those that are too weak."""

    def mean(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(round(sum(column) / len(rows)) for column in zip(*rows, strict=True))

    nothing = (0,) * len(LABELS)
    names = sorted({name for one in weights for name in one.features})
    features = {name: mean([one.features.get(name, nothing) for one in weights]) for name in names}
    tables = {border: [*zip(*(one.following[border] for one in weights), strict=True)] for border in BORDERS}
    return Weights(
        {name: scores for name, scores in features.items() if max(map(abs, scores)) >= LEAST_WEIGHT},
        mean([one.first for one in weights]),
        {border: tuple(map(mean, table)) for border, table in tables.items()},
    )


class _Chain:
    """Weights under training, with the sums that their averages need."""

    def __init__(self) -> None:
        self._now: dict[str, list[float]] = defaultdict(lambda: [0] * len(LABELS))
        self._sums: dict[str, list[float]] = defaultdict(lambda: [0] * len(LABELS))
        self._steps = 1

    def learn(self, one: Lesson, common: set[str]) -> None:
        found = tagged(one.words, self._weights())
        self._steps += 1
        if found == one.labels:
            return
        for names, right, wrong in zip(one.features, one.labels, found, strict=True):
            if right != wrong:
                for name in names:
                    if name in common:
                        self._move(name, right, wrong)
        for labels, step in ((one.labels, 1), (found, -1)):
            self._add(" first", labels[0], step)
            for (before, after), border in zip(pairwise(labels), borders(one.words), strict=True):
                self._add(f" {border}{before}", after, step)

    def _move(self, name: str, right: Label, wrong: Label) -> None:
        self._add(name, right, 1)
        self._add(name, wrong, -1)

    def _add(self, name: str, label: Label, step: int) -> None:
        place = LABELS.index(label)
        self._now[name][place] += step
        self._sums[name][place] += step * self._steps

    def _weights(self) -> Weights:
        return Weights(self._now, self._now[" first"], self._following())  # type: ignore[arg-type]

    def _following(self) -> dict[str, list[list[float]]]:
        return {border: [self._now[f" {border}{label}"] for label in LABELS] for border in BORDERS}

    def averaged(self) -> Weights:
        def mean(name: str) -> tuple[int, ...]:
            pairs = zip(self._now[name], self._sums[name], strict=True)
            return tuple(round(SCALE * (now - total / self._steps)) for now, total in pairs)

        features = {name: mean(name) for name in self._now if name[0] != " "}
        return Weights(
            {name: scores for name, scores in sorted(features.items()) if any(scores)},
            mean(" first"),
            {border: tuple(mean(f" {border}{label}") for label in LABELS) for border in BORDERS},
        )


if __name__ == "__main__":
    main()
