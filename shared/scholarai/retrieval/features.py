"""Computes the features by which the learned ranking scores a paper's sentences for a question."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from scholarai.domain.values import Value
from scholarai.retrieval.index import LOOKS, PARTS, Level, PaperIndex
from scholarai.retrieval.traits import ANSWERS, SAID, TRAITS, kinds_asked, things_said
from scholarai.retrieval.units import Bm25
from scholarai.retrieval.words import pairs, question_terms, searchable, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores

# Weight of the terms that an abbreviation or its long form adds to a question. A guess.
ABBREVIATION_WEIGHT = 0.5
# Pseudo-relevance feedback: the terms of the best units that the question lacks. Guesses; few units, since one wrong one spoils it.
FEEDBACK_UNITS, FEEDBACK_TERMS = 4, 20
# A share of the question's terms that a sentence rarely has unless it repeats the question.
SAID_BACK = 0.6
# Standard deviations below it are rounding errors.
LEAST_DEVIATION = 1e-9
# Kinds of answer that are more frequent in some parts of a paper.
_PLACED = [(kind, part) for kind in ("effect", "number") for part in ("abstract", "methods", "results")]


class Asked(Value, frozen=True, kw_only=True, eq=False):
    """A question prepared for the search of one paper.

    `terms` are its own, `weights` has those and the ones that the paper's abbreviations add; `pairs` are neighbouring terms.
    """

    text: str
    terms: tuple[str, ...]
    weights: Mapping[str, float]
    pairs: Mapping[str, float]

    @classmethod
    def of(cls, question: str, abbreviations: Mapping[str, str]) -> Asked:
        asked = searchable(question)
        own = question_terms(asked)
        added = _other_forms(asked, abbreviations)
        weights = dict.fromkeys(added, ABBREVIATION_WEIGHT) | dict.fromkeys(own, 1.0)
        neighbours = dict.fromkeys(pairs(terms(asked)), 1.0)
        return cls(text=question, terms=tuple(own), weights=weights, pairs=neighbours)


class Matches(Value, frozen=True, kw_only=True, eq=False):
    """How the units of one size match a question: BM25 of words and of pairs, and the nearest window's cosine.

    `units` has these standardized, shape (3, u), `sentences` their means over the units that hold each sentence, shape
    (3, n); the cosines are 0 without vectors. `best` is the best unit's BM25 of words.
    """

    units: Scores
    sentences: Scores
    best: float


def match(index: PaperIndex, asked: Asked, dense: Scores) -> tuple[tuple[Matches, ...], Scores]:
    """Return the matches of the narrow units, the chunks and the wide units, and the sentences' standardized BM25 of words and pairs.

    `dense` are the cosines of the paper's windows, empty without vectors.
    """
    words = index.words.scores_of(*index.facts.words.numbered(asked.weights))
    neighbours = index.pairs.scores_of(*index.pairs.units[-1].numbered(asked.pairs))
    levels = zip((index.narrow, index.chunk, index.wide), words[:-1], neighbours[:-1], strict=True)
    padded = np.append(dense, [-1.0, -1.0]) if len(dense) else dense
    found = tuple(_matches(level, both, padded) for level, *both in levels)
    return found, standard_rows(np.array([words[-1], neighbours[-1]]))


def _matches(level: Level, words_and_pairs: Sequence[Scores], padded: Scores) -> Matches:
    raw = np.zeros((3, level.words.units))
    raw[0], raw[1] = words_and_pairs
    if len(padded):
        raw[2] = best_inside(padded, level)
    units = standard_rows(raw)
    return Matches(units=units, sentences=level.runs.spread_rows(units), best=float(raw[0].max(initial=0.0)))


def features(
    index: PaperIndex, asked: Asked, found: Sequence[Matches], own: Scores, windows: Scores, first: Scores
) -> Scores:
    """Return one row per sentence and one column per name in `NAMES`.

    Args:
        index: The paper.
        asked: The question.
        found: What `match` gives for the narrow units, the chunks and the wide units.
        own: What it gives for the sentences.
        windows: For each sentence the mean of the standardized cosines of its windows.
        first: The sentences' first scores, by weights that were set by hand.
    """
    columns = np.zeros((len(NAMES), len(index.starts)))
    columns[_PLACE["first score"]] = first
    np.concatenate([one.sentences for one in found], out=columns[_UNITS])
    columns[_PLACE["window vectors"]] = windows
    columns[_LOOKS] = index.facts.looks
    columns[_PARTS] = index.facts.parts.T
    columns[_TRAITS] = index.facts.traits.T
    for name, column in _columns(index, asked, found, own):
        columns[_PLACE[name]] = column
    _ask(columns, kinds_asked(asked.text), index.follows)
    return columns.T


def _columns(
    index: PaperIndex, asked: Asked, found: Sequence[Matches], own: Scores
) -> Iterator[tuple[str, Scores | float]]:
    yield from _of_words(index, asked, own)
    feedback = _feedback(index.narrow.words, found[0], asked)
    by_feedback = standard(index.narrow.words.scores_of(*feedback))
    covered = cover(index.narrow.words, asked.terms)
    spread = index.narrow.runs.spread_rows(np.array([by_feedback, covered]))
    yield from zip(("narrow feedback", "narrow cover"), spread, strict=True)
    # Sentences and narrow units share the numbers of terms.
    yield "own feedback", standard(index.facts.words.scores_of(*feedback))
    yield "asks", float("?" in asked.text)
    yield from things_said(
        asked.text, index.facts.abbreviations, index.facts.words, functools.partial(_sentence, index)
    )


def _of_words(index: PaperIndex, asked: Asked, own: Scores) -> Iterator[tuple[str, Scores | float]]:
    words, covered = own[0], cover(index.facts.words, asked.terms)
    yield from zip(("own words", "own pairs"), own, strict=True)
    before, after = np.zeros((2, len(words)))
    before[1:] = words[:-1] * index.follows[1:]
    after[:-1] = words[1:] * index.follows[1:]
    yield "before", before
    yield "after", after
    yield "own cover", covered
    yield "said back", words * (covered > SAID_BACK)
    yield "terms", float(np.log1p(len(asked.terms)))
    yield "abbreviation", float(len(asked.weights) > len(asked.terms))


def _ask(columns: Scores, kinds: Collection[str], follows: NDArray[np.bool_]) -> None:
    """Fill in the columns of the kinds of answer that are asked for; the others stay 0."""
    for column, given, kind in _OF_KIND:
        if kind in kinds:
            columns[column] = columns[given]
    if "reason" in kinds:
        columns[_PLACE["reason after"], :-1] = columns[_PLACE["reason"], 1:] * follows[1:]


def _sentence(index: PaperIndex, place: int) -> str:
    return index.text[index.starts[place] : index.ends[place]]


def cover(units: Bm25, asked: Sequence[str]) -> Scores:
    """Return for each unit the share of a question's terms that it contains, weighted by their rarity in the paper."""
    total, held = 0.0, np.zeros(units.units)
    for term in asked:
        number = units.terms.get(term)
        if number is None:
            total += float(np.log1p(units.units + 0.5))
        else:
            total += float(units.rarity[number])
            held[units.rows[units.starts[number] : units.starts[number + 1]]] += units.rarity[number]
    return held / max(total, 1.0)


def best_inside(padded: Scores, level: Level) -> Scores:
    """Return the best cosine of the windows inside each unit; units without a window get the worst of all windows.

    `padded` are the cosines of the paper's windows and two more of -1, since edges may lie behind the last window.
    """
    best = np.maximum.reduceat(padded, level.edges)[::2]
    best[level.without] = padded[:-2].min()
    return best


def standard(scores: Scores) -> Scores:
    """Return the scores with mean 0 and standard deviation 1; all 0 where they are equal."""
    apart = scores - scores.sum() / max(len(scores), 1)
    deviation = math.sqrt(apart @ apart / max(len(scores), 1))
    return apart / deviation if deviation > LEAST_DEVIATION else np.zeros(len(scores))


def standard_rows(scores: Scores) -> Scores:
    """Return what `standard` gives for each row."""
    size = max(scores.shape[1], 1)
    apart = scores - scores.sum(axis=1, keepdims=True) / size
    deviations = np.sqrt((apart * apart).sum(axis=1, keepdims=True) / size)
    deviations[deviations <= LEAST_DEVIATION] = np.inf
    return np.asarray(apart / deviations)


def _feedback(units: Bm25, found: Matches, asked: Asked) -> tuple[NDArray[np.intp], Scores]:
    """Return the numbers and weights of the terms that the best units contain and the question lacks, by number."""
    best = found.units[0] + found.units[2]
    chosen = np.zeros(units.units, dtype=bool)
    chosen[np.argsort(-best, kind="stable")[:FEEDBACK_UNITS]] = True
    held = np.flatnonzero(chosen[units.rows])
    term_of = np.searchsorted(units.starts, held, side="right") - 1
    gains: Scores = np.bincount(term_of, weights=units.weights[held], minlength=len(units.terms)).astype(np.float64)
    gains[[units.terms[term] for term in asked.terms if term in units.terms]] = 0.0
    worth = np.flatnonzero(gains)
    kept = np.sort(worth[np.argsort(-gains[worth], kind="stable")[:FEEDBACK_TERMS]])
    return kept, gains[kept]


def _other_forms(question: str, abbreviations: Mapping[str, str]) -> list[str]:
    """Return the terms of the long forms of the question's abbreviations, and the abbreviations of what it spells out."""
    said = f" {' '.join(terms(question))} "
    added: list[str] = []
    for short, long in abbreviations.items():
        if short in question and re.search(rf"(?<!\w){re.escape(short)}s?(?!\w)", question):
            added += terms(long)
        elif _spelled(long) in said:
            added += terms(short)
    return added


# Of long forms: as many as a few dozen papers define.
@functools.lru_cache(maxsize=1_000)
def _spelled(long: str) -> str:
    return f" {' '.join(terms(long))} "


_SIZES = ("narrow", "chunk", "wide")
_MATCHED = ("words", "pairs", "vectors")
NAMES = (
    "first score",
    *(f"{size} {what}" for size in _SIZES for what in _MATCHED),
    *("window vectors", "own words", "own pairs", "before", "after", "own cover", "narrow cover", "said back", "terms"),
    *("abbreviation", "narrow feedback", "own feedback", *LOOKS, *PARTS, "asks", *TRAITS),
    *(f"{kind}: {trait}" for kind, given in ANSWERS.items() for trait in given),
    *(f"{kind} in {part}" for kind, part in _PLACED),
    *("reason after", *SAID),
)
_PLACE = {name: place for place, name in enumerate(NAMES)}
# These columns are adjacent, so that slices name them.
_UNITS = slice(_PLACE["narrow words"], _PLACE["wide vectors"] + 1)
_LOOKS, _PARTS, _TRAITS = (slice(_PLACE[names[0]], _PLACE[names[-1]] + 1) for names in (LOOKS, PARTS, TRAITS))
# (column, column that it repeats, kind of answer that must be asked for).
_OF_KIND = (
    *((_PLACE[f"{kind}: {trait}"], _PLACE[trait], kind) for kind, given in ANSWERS.items() for trait in given),
    *((_PLACE[f"{kind} in {part}"], _PLACE[part], kind) for kind, part in _PLACED),
)
