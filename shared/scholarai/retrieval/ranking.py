"""Ranks the sentences of a paper for a question, and joins them to passages that do not overlap."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.values import Value
from scholarai.retrieval.forms import Forms, forms_of
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.kinds import GIVES_NUMBER, Kind, asks_number, kinds_of, own_words
from scholarai.retrieval.units import Reach, cover, next_mark, standard
from scholarai.retrieval.words import pairs, question_terms, searchable, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.units import Scores
    from scholarai.retrieval.vectors import Vector

# Fitted by benchmarks/fit_ranking.py, which writes them.
WEIGHTS_FILE = Path(__file__).parent / "data" / "ranking.json"
# What a sentence is scored by: the cosine of the narrowest window that holds it, and the mean of those around it in `NARROW` characters;
# BM25 of its own words, of those around it, and in its chunk; pairs of words around it; words and signs of the question's kind, in it and in
# the title of its section; a number where one is asked for; its place; and its length.
SIGNALS = (
    "meaning", "meaning around", "words", "words around", "words of the passage", "pairs", "covered", "words of the kind", "signs of the kind",
    "section of the kind", "number", "early", "abstract", "length", "heading",
)  # fmt: skip
# Weight of the words of a question that only say its kind.
KIND_WEIGHT = 0.3
USUAL_CHARACTERS = 150
# How many sentences, the best by all other signals, are read for the signs of the asked kind.
READ = 400
# Scores of sentences have this standard deviation where passages are made of them.
DEVIATION = 1.2
# A sentence's worth grows with its score as exp(SHARPNESS * score) and with the root of its length. Measured by
# benchmarks/retrieval.py.
SHARPNESS = 1.6
LENGTH_POWER = 0.5
# Numbers of references and years are not what "how many" asks for.
_NO_AMOUNT = re.compile(r"\[[\d,;–\- ]+\]|\b(?:19|20)\d\d\b")


class Weights(Value, frozen=True, kw_only=True):
    """How much each signal counts: for how well a sentence answers, and for which passages are made."""

    sentences: Mapping[str, float]
    passages: Mapping[str, float]


class Ranking(Value, frozen=True, kw_only=True, eq=False):
    """Scores of a paper's n sentences, and what they were computed from.

    Attributes:
        rows: Shape (n, len(SIGNALS)).
        answering: The log-likelihood that each sentence answers, up to a common constant.
        sentences: The scores by which passages are made, with the standard deviation `DEVIATION`.
        dense: The cosines of the embedded windows, empty without vectors.
        covered: The share of what the question is about that the best sentence holds; 1 where it names nothing.
        forms: What the question was searched by.
    """

    rows: Scores
    answering: Scores
    sentences: Scores
    dense: Scores
    covered: float
    forms: Forms


def rank_sentences(index: PaperIndex, question: str, vector: Vector | None, weights: Weights | None = None) -> Ranking:
    """Score every sentence by the weighted sum of its signals; without a vector, words and kinds decide.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    weights = weights or fitted()
    answers, passages = (
        np.array([by_name[name] for name in SIGNALS]) for by_name in (weights.sentences, weights.passages)
    )
    kinds, number = kinds_of(question), asks_number(question)
    words = own_words(searchable(question), kinds)
    forms = forms_of(words, question, index.facts.vocabulary)
    dense = _cosines(index, vector)
    rows = np.zeros((len(index.starts), len(SIGNALS)))
    for name, column in _signals(index, question, forms, kinds, dense, general=not words):
        rows[:, SIGNALS.index(name)] = column
    first = np.argsort(-(rows @ answers), kind="stable")[:READ]
    texts = [index.text[index.starts[place] : index.ends[place]] for place in first]
    signs = [kind.signs for kind in kinds if kind.signs]
    rows[first, SIGNALS.index("signs of the kind")] = [any(re.search(s, text) for s in signs) for text in texts]
    if number:
        rows[first, SIGNALS.index("number")] = [GIVES_NUMBER.search(_NO_AMOUNT.sub("", t)) is not None for t in texts]
    covered = cover(index.facts.words, forms.groups).max(initial=0.0) if words else 1.0
    return Ranking(
        rows=rows,
        answering=rows @ answers,
        sentences=DEVIATION * standard(rows @ passages),
        dense=dense,
        covered=float(covered),
        forms=forms,
    )


@functools.cache
def fitted() -> Weights:
    """Return the weights of `WEIGHTS_FILE`, read with the first question."""
    return msgspec.json.decode(WEIGHTS_FILE.read_bytes(), type=Weights)


def _signals(
    index: PaperIndex, question: str, forms: Forms, kinds: tuple[Kind, ...], dense: Scores, *, general: bool
) -> Iterator[tuple[str, Scores]]:
    facts, narrow, chunk = index.facts, index.narrow, index.chunk
    if len(dense):
        near = standard(np.where(index.nearest >= 0, dense[index.nearest], dense.min()))
        yield "meaning", near
        yield "meaning around", standard(narrow.runs.spread(narrow.runs.means(near)))
    asked = dict.fromkeys(question_terms(searchable(question)), KIND_WEIGHT) | dict(forms.weights)
    yield "words", standard(facts.words.scores(asked))
    yield "words around", standard(narrow.runs.spread(narrow.words.scores(asked)))
    yield "words of the passage", standard(chunk.runs.spread(chunk.words.scores(asked)))
    neighbours = dict.fromkeys(pairs(terms(searchable(question))), 1.0)
    yield "pairs", standard(narrow.runs.spread(index.pairs.scores(neighbours)))
    told = [standard(facts.words.scores(dict.fromkeys(kind.words, 1.0))) for kind in kinds]
    named = [[bool(kind.sections and re.search(kind.sections, title)) for title in facts.titles] for kind in kinds]
    if kinds:
        yield "words of the kind", np.max(told, axis=0)
        yield "section of the kind", np.any(named, axis=0)[facts.title_of].astype(np.float64)
    yield "covered", cover(facts.words, forms.groups)
    yield "early", facts.early
    if general:
        yield "abstract", facts.abstract
    yield "length", np.log(np.maximum(index.ends - index.starts, 1) / USUAL_CHARACTERS)
    yield "heading", facts.heading


def log_shares(answering: Scores) -> Scores:
    """Return the logarithm of each sentence's share of the paper's likelihood to answer; the shares add up to 1."""
    if not len(answering):
        return answering
    above = answering - answering.max()
    return np.asarray(above - np.log(np.exp(above).sum()))


def _cosines(index: PaperIndex, vector: Vector | None) -> Scores:
    if index.matrix is None or vector is None:
        return np.zeros(0)
    if index.matrix.shape[1] != len(vector):
        raise DimensionMismatchError(
            "other_embedding_model",
            f"the paper's vectors have {index.matrix.shape[1]} dimensions, the question's {len(vector)}",
            action="Extract the paper again.",
        )
    return (index.matrix @ vector).astype(np.float64)


class Span(Value, frozen=True, kw_only=True):
    """Sentences `first` to `last`, both included, and what they are worth together."""

    first: int
    last: int
    worth: float


def best_passages(index: PaperIndex, worth: Scores, *, used: NDArray[np.bool_] | None = None) -> Iterator[Span]:
    """Yield passages of at most `CHUNK_CHARACTERS`, those worth most first, until no sentence is left.

    Each is the run of unused neighbouring sentences with the greatest total worth. So passages are as
    long as they may be, and a good sentence comes with its surroundings.

    Args:
        index: The paper.
        worth: What each sentence adds to a passage, above 0, as `worth_of` makes it of scores.
        used: Sentences that no passage may hold, changed in place as passages are yielded.
    """
    used = np.zeros(len(worth), dtype=bool) if used is None else used
    runs = _Runs(index.reach, worth, used)
    left = len(worth) - int(used.sum())
    while left:
        found = runs.best()
        used[found.first : found.last + 1] = True
        left -= found.last + 1 - found.first
        yield found
        runs.use(found)  # after the yield: callers that take no further passage save the work


def worth_of(index: PaperIndex, scores: Scores) -> Scores:
    """Return what each sentence adds to the worth of a passage."""
    return np.asarray(np.exp(SHARPNESS * scores) * (index.ends - index.starts) ** LENGTH_POWER)


class _Runs:
    """The candidates for passages: from each unused sentence the longest run, and the longest one that ends a paragraph."""

    def __init__(self, reach: Reach, worth: Scores, used: NDArray[np.bool_]) -> None:
        self._reach = reach
        self._places = np.arange(len(worth))
        self._furthest = reach.furthest.copy()
        # Used sentences count 0: in sums with one that is worth far more, the others would be lost to rounding.
        if used.any():
            self._furthest = np.where(used, self._places, np.minimum(reach.furthest, next_mark(used)[:-1]))
            self._worth = np.where(used, 0.0, worth)
        else:
            self._worth = worth.copy()
        self._ends = np.empty((2, len(worth)), dtype=np.intp)
        self._bonus = np.empty((2, len(worth)))
        self._sums = np.zeros(len(worth) + 1)
        self._end_runs(slice(0, len(worth)))

    def best(self) -> Span:
        """Return the run that is worth most."""
        self._worth.cumsum(out=self._sums[1:])
        totals = self._sums.take(self._ends)
        totals -= self._sums[:-1]
        totals *= self._bonus
        kind, first = divmod(int(totals.argmax()), len(self._places))
        return Span(first=first, last=int(self._ends[kind, first]) - 1, worth=float(totals[kind, first]))

    def use(self, span: Span) -> None:
        """Remove a run of sentences; runs that reached into it now end before it."""
        begin = int(self._furthest[: span.first].searchsorted(span.first, side="right"))
        self._furthest[begin : span.first] = span.first
        self._furthest[span.first : span.last + 1] = self._places[span.first : span.last + 1]
        self._worth[span.first : span.last + 1] = 0.0
        self._end_runs(slice(begin, span.last + 1))

    def _end_runs(self, part: slice) -> None:
        """Compute where the runs that start in a part of the sentences end; empty ones are worth nothing."""
        places, ends = self._places[part], self._ends[:, part]
        ends[0] = self._furthest[part]
        np.maximum(self._reach.paragraph_end.take(ends[0]), places, out=ends[1])
        bonus = self._reach.closing.take(ends)
        bonus *= self._reach.opening[part]
        np.multiply(bonus, ends > places, out=self._bonus[:, part])
