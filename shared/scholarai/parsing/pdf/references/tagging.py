"""Labels the words of a bibliography entry by a linear chain whose weights tools/train_references.py learned."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import add
from pathlib import Path
from string import punctuation
from typing import Literal, TypeAlias

import msgspec

WEIGHTS_FILE = Path(__file__).parents[2] / "data" / "references.json"
Label: TypeAlias = Literal["author", "editor", "title", "container", "date", "other"]
LABELS: tuple[Label, ...] = ("author", "editor", "title", "container", "date", "other")
Scores: TypeAlias = tuple[int, ...]
_NOTHING = (0,) * len(LABELS)

_OUTER = f"{punctuation}\u2010\u2013\u2014\u2018\u2019\u201c\u201d\u201e\u2026\u00ab\u00bb\u00b7\u2022"
_RUNS = ((re.compile(r"[A-ZÀ-ÖØ-Þ]+"), "X"), (re.compile(r"[^\W\d_X]+"), "x"), (re.compile(r"\d"), "9"))
_YEAR = re.compile(r"\D{0,3}(?:1[5-9]|20)\d\d[a-z]?\D{0,3}")
_OPENING, _CLOSING = frozenset("\u201c\u2018\u201e\u00ab\"'`"), frozenset("\u201d\u2019\u00bb\"'")
_ENDS = {".": ".!?", ",": ",", ":": ":;", ")": ")]\u201d\u2019\u00bb\"'"}
BORDERS = tuple(end + beginning for end in (*_ENDS, "i", "w") for beginning in "Xx9o")
# The weights were trained with these: other values need a new training.
_PLACES = 8
_LONGEST_SHAPE = 6


class Weights(msgspec.Struct, frozen=True, eq=False):
    """Integer scores of each label, in the order of `LABELS`.

    Attributes:
        features: By feature of a word.
        first: For the first word of an entry.
        following: By kind of border between two words, shape (labels, labels): of a label after another one.
    """

    features: dict[str, Scores]
    first: Scores
    following: dict[str, tuple[Scores, ...]]


def tagged(words: Sequence[str], weights: Weights | None = None) -> list[Label]:
    """Return the most likely label of each word of an entry, together (Viterbi's algorithm)."""
    weights = weights or shipped()
    if not words:
        return []
    rows = [_scores(names, weights.features) for names in features(words)]
    best = [*map(add, rows[0], weights.first)]
    came: list[list[int]] = []
    into = _into(weights)
    for row, border in zip(rows[1:], borders(words), strict=True):
        sums = [[*map(add, best, column)] for column in into[border]]
        tops = [*map(max, sums)]
        came.append([*map(list.index, sums, tops)])
        best = [*map(add, tops, row)]
    at = best.index(max(best))
    path = [at]
    for step in reversed(came):
        at = step[at]
        path.append(at)
    return [LABELS[place] for place in reversed(path)]


@functools.lru_cache(maxsize=1)
def _into(weights: Weights) -> dict[str, list[Scores]]:
    """Return the scores of pairs of labels by the second one."""
    return {border: [*zip(*table, strict=True)] for border, table in weights.following.items()}


def borders(words: Sequence[str]) -> list[str]:
    """Return the kind of each border between two words: the sign that ends the one, and what begins the other."""
    return [_end(before) + _beginning(word) for before, word in pairwise(words)]


def _end(word: str) -> str:
    last = word[-1]
    if last == "." and len(word) == 2:
        return "i"  # an initial
    return next((kind for kind, signs in _ENDS.items() if last in signs), "w")


def _beginning(word: str) -> str:
    first = word[0]
    return "X" if first.isupper() else "x" if first.islower() else "9" if first.isdigit() else "o"


def _scores(names: Sequence[str], known: Mapping[str, Scores]) -> Iterable[int]:
    found = [known[name] for name in names if name in known]
    return [*map(sum, zip(*found))] if found else _NOTHING  # noqa: B905 - of one length, in the innermost loop


def features(words: Sequence[str]) -> list[list[str]]:
    """Return the features of each word: itself, its shape, its neighbours, its place, quotes and years before it."""
    cores = ["<", "<", *(word.strip(_OUTER).lower() or word for word in words), ">", ">"]
    shapes = ["<", "<", *map(_shape, words), ">", ">"]
    rows = []
    quoted = bracketed = False
    years = closed = 0
    for index, word in enumerate(words):
        at = index + 2
        quoted = quoted or word[0] in _OPENING
        bracketed = bracketed or "(" in word
        core, shape, before, after = cores[at], shapes[at], shapes[at - 1], shapes[at + 1]
        state = f"{quoted:d}{bracketed:d}{min(years, 2)}{min(closed, 1)}"
        rows.append(
            [
                f"w{core}",
                f"v{cores[at - 1]}",
                f"x{cores[at + 1]}",
                f"s{shape}",
                f"r{before}",
                f"t{after}",
                f"a{before} {shape}",
                f"b{shape} {after}",
                f"c{shapes[at - 2]} {before} {shape}",
                f"d{before} {shape} {after}",
                f"e{shape} {after} {shapes[at + 2]}",
                f"u{cores[at - 1]} {core}",
                f"f{core[-3:]}",
                f"p{index * _PLACES // len(words)}",
                f"q{state}",
                f"y{state}{shape}",
            ]
        )
        if quoted and _closes_quote(word):
            quoted, closed = False, closed + 1
        bracketed = bracketed and ")" not in word
        years += _YEAR.fullmatch(word) is not None
    return rows


def _closes_quote(word: str) -> bool:
    return any(character in _CLOSING for character in word[-2:])


@functools.lru_cache(maxsize=4096)
def _shape(word: str) -> str:
    for pattern, sign in _RUNS:
        word = pattern.sub(sign, word)
    return word[:_LONGEST_SHAPE] + (word[-1] if len(word) > _LONGEST_SHAPE else "")


@functools.cache
def shipped() -> Weights:
    """Return the weights of `WEIGHTS_FILE`, read with the first entry."""
    return msgspec.json.decode(WEIGHTS_FILE.read_bytes(), type=Weights)
