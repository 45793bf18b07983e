"""Ranks the sentences of a paper for a question."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from scholarai.domain.errors import DimensionMismatchError
from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import cover, standard
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.question_kinds import GIVES_NUMBER, Kind, asks_number, kinds_of, own_words
from scholarai.retrieval.terms import question_terms, searchable
from scholarai.retrieval.word_variants import Forms, forms_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scholarai.retrieval.bm25 import Scores
    from scholarai.retrieval.vectors import Vector

# Fitted by tools/fit_ranking.py, which writes them.
WEIGHTS_FILE = Path(__file__).parent / "data" / "ranking.json"
# What a sentence is scored by: the cosine of the narrowest window that holds it, and the mean of those around it; how closely it matches
# each piece of the question; BM25 of its words; the share of the question's words that it has in any form; words and signs of the
# question's kind, the less the more the question says beside it; a number where one is asked for; its place; and its length.
SIGNALS = (
    "meaning", "meaning around", "match", "words", "covered", "words of the kind", "signs of the kind", "number", "early", "abstract",
    "length", "heading",
)  # fmt: skip
# Weight of the words of a question that only say its kind.
KIND_WEIGHT = 0.3
USUAL_CHARACTERS = 150
# How many sentences, the best by all other signals, are read for the signs of the asked kind.
READ = 400
# How many, the best by all others, are matched with the pieces of the question, which takes some 10 ms of CPU each. They hold an answer to
# .98 of 230 questions (2026-11-30).
MATCHED = 40
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
        sentences: The scores by which passages are made, with the standard deviation 1.
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


def rank_sentences(
    index: PaperIndex,
    question: str,
    vector: Vector | None,
    weights: Weights | None = None,
    match: Callable[[Sequence[str]], Sequence[float]] | None = None,
) -> Ranking:
    """Score every sentence by the weighted sum of its signals; without a vector, words and kinds decide.

    Args:
        index: The paper.
        question: As it was asked.
        vector: The embedded question, in the space of the paper's.
        weights: Those that are fitted unless given.
        match: Tells how closely each of some sentences matches the question; the best `MATCHED` are asked for.

    Raises:
        DimensionMismatchError: If the question was embedded in another space than the paper.
    """
    weights = weights or fitted()
    answers, passages = (
        np.array([by_name[name] for name in SIGNALS]) for by_name in (weights.sentences, weights.passages)
    )
    kinds, number = kinds_of(question), asks_number(question)
    words = own_words(searchable(question), kinds)
    # Each word that says what a question is about leaves less to its kind.
    kind_share = 1 / (1 + len(words))
    forms = forms_of(words, question, index.vocabulary)
    dense = _cosines(index, vector)
    rows = np.zeros((len(index.starts), len(SIGNALS)))
    for name, column in _signals(index, question, forms, kinds, dense, kind_share):
        rows[:, SIGNALS.index(name)] = column
    first = np.argsort(-(rows @ answers), kind="stable")[:READ]
    texts = _texts(index, first)
    signs = [kind.signs for kind in kinds if kind.signs]
    rows[first, SIGNALS.index("signs of the kind")] = [
        kind_share * any(re.search(s, text) for s in signs) for text in texts
    ]
    if number:
        rows[first, SIGNALS.index("number")] = [GIVES_NUMBER.search(_NO_AMOUNT.sub("", t)) is not None for t in texts]
    if match is not None:
        best = np.argsort(-(rows @ answers), kind="stable")[:MATCHED]
        matched = standard(np.array(match(_texts(index, best)), dtype=np.float64))
        rows[:, SIGNALS.index("match")] = matched.min(initial=0.0)
        rows[best, SIGNALS.index("match")] = matched
    covered = cover(index.words, forms.groups).max(initial=0.0) if words else 1.0
    return Ranking(
        rows=rows,
        answering=rows @ answers,
        sentences=standard(rows @ passages),
        dense=dense,
        covered=float(covered),
        forms=forms,
    )


@functools.cache
def fitted() -> Weights:
    """Return the weights of `WEIGHTS_FILE`, read with the first question."""
    return msgspec.json.decode(WEIGHTS_FILE.read_bytes(), type=Weights)


def _signals(
    index: PaperIndex, question: str, forms: Forms, kinds: tuple[Kind, ...], dense: Scores, kind_share: float
) -> Iterator[tuple[str, Scores]]:
    around = index.around
    if len(dense):
        near = standard(np.where(index.nearest >= 0, dense[index.nearest], dense.min()))
        yield "meaning", near
        yield "meaning around", standard(around.spread(around.means(near)))
    asked = dict.fromkeys(question_terms(searchable(question)), KIND_WEIGHT) | dict(forms.weights)
    yield "words", standard(index.words.scores(asked))
    yield "covered", cover(index.words, forms.groups)
    if kinds:
        of_kinds = [standard(index.words.scores(dict.fromkeys(kind.words, 1.0))) for kind in kinds]
        yield "words of the kind", kind_share * np.max(of_kinds, axis=0)
    yield "early", index.early
    yield "abstract", kind_share * index.abstract
    yield "length", np.log(np.maximum(index.ends - index.starts, 1) / USUAL_CHARACTERS)
    yield "heading", index.heading


def _texts(index: PaperIndex, numbers: NDArray[np.intp]) -> list[str]:
    return [index.text[index.starts[number] : index.ends[number]] for number in numbers]


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
