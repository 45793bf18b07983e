"""What the learned order knows of a sentence for a question, one number per feature."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.values import Value
from scholarai.retrieval.bm25 import Bm25, Scores
from scholarai.retrieval.facts import PARTS
from scholarai.retrieval.index import Level, PaperIndex
from scholarai.retrieval.things import SAID, things_said
from scholarai.retrieval.traits import ANSWERS, TRAITS, kinds_asked
from scholarai.retrieval.words import pairs, question_terms, searchable, terms

# An abbreviation says the same as its long form, but each of the words less. A guess.
ABBREVIATION_WEIGHT = 0.5
# Feedback: the words of the best units that the question lacks. Guesses; few units, since one wrong one spoils them.
FEEDBACK_UNITS, FEEDBACK_TERMS = 4, 20
# A share of the question's words that a sentence rarely has unless it says the question again.
SAID_BACK = 0.6
LONG_CHARACTERS, SHORT_CHARACTERS, USUAL_CHARACTERS = 400, 40, 150
# Share of a paper after which the worth of standing early has fallen to a third: abstract and introduction say most of
# what questions are about.
OPENING_SHARE = 0.2
# Kinds of answer that some parts of a paper give more often than others.
_PLACED = [(kind, part) for kind in ("effect", "number") for part in ("abstract", "methods", "results")]


class Asked(Value, frozen=True, kw_only=True, eq=False):
    """A question as one paper is searched for it.

    `terms` are its own, `weights` those and the ones that the paper's abbreviations add.
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

    One standard score per unit; `vectors` is empty without vectors.
    """

    words: Scores
    pairs: Scores
    vectors: Scores


def match(level: Level, asked: Asked, dense: Scores) -> Matches:
    """Return how the units of a level match; `dense` are the cosines of the paper's windows, empty without vectors."""
    return Matches(
        words=standard(level.words.scores(asked.weights)),
        pairs=standard(level.pairs.scores(asked.pairs)),
        vectors=standard(best_inside(dense, level)) if len(dense) else np.zeros(0),
    )


def features(index: PaperIndex, asked: Asked, dense: Scores, found: Sequence[Matches], first: Scores) -> Scores:
    """Return one row per sentence and one column per name in `NAMES`.

    Args:
        index: The paper.
        asked: The question.
        dense: Cosines of the windows.
        found: What `match` gives for the narrow units, the chunks and the wide units.
        first: The sentences' first scores, by weights that were set by hand.
    """
    columns = np.empty((len(NAMES), len(index.starts)))
    for name, column in _columns(index, asked, dense, found, first):
        columns[_PLACE[name]] = column
    return columns.T


def _columns(
    index: PaperIndex, asked: Asked, dense: Scores, found: Sequence[Matches], first: Scores
) -> Iterator[tuple[str, Scores | float]]:
    yield "first score", first
    yield from _of_units(index, dense, found)
    yield from _of_words(index, asked)
    feedback = _feedback(index.narrow.words, found[0], asked)
    yield "narrow feedback", index.narrow.runs.spread(standard(index.narrow.words.scores_of(*feedback)))
    # The sentences have the same terms with the same numbers.
    yield "own feedback", standard(index.facts.words.scores_of(*feedback))
    yield from _of_place(index)
    yield from _of_kind(index, asked)
    yield from things_said(
        asked.text, index.facts.abbreviations, index.facts.words, functools.partial(_sentence, index)
    )


def _of_units(index: PaperIndex, dense: Scores, found: Sequence[Matches]) -> Iterator[tuple[str, Scores | float]]:
    for name, level, matches in zip(_SIZES, (index.narrow, index.chunk, index.wide), found, strict=True):
        yield f"{name} words", level.runs.spread(matches.words)
        yield f"{name} pairs", level.runs.spread(matches.pairs)
        yield f"{name} vectors", level.runs.spread(matches.vectors) if len(dense) else 0.0
    yield "window vectors", index.windows.spread(standard(dense)) if len(dense) else 0.0


def _of_words(index: PaperIndex, asked: Asked) -> Iterator[tuple[str, Scores | float]]:
    own = standard(index.facts.words.scores(asked.weights))
    covered = cover(index.facts.words, asked.terms)
    yield "own words", own
    yield "own pairs", standard(index.facts.pairs.scores(asked.pairs))
    yield "before", np.append(0.0, own[:-1])[: len(own)] * index.follows
    yield "after", np.append(own[1:] * index.follows[1:], 0.0)[: len(own)]
    yield "own cover", covered
    yield "narrow cover", index.narrow.runs.spread(cover(index.narrow.words, asked.terms))
    yield "said back", own * (covered > SAID_BACK)
    yield "terms", float(np.log1p(len(asked.terms)))
    yield "abbreviation", float(len(asked.weights) > len(asked.terms))


def _of_place(index: PaperIndex) -> Iterator[tuple[str, Scores]]:
    lengths = index.ends - index.starts
    yield "earliness", earliness(index)
    yield "place", index.starts / max(int(index.ends[-1]), 1)
    yield "length", np.log(lengths / USUAL_CHARACTERS)
    yield "long", (lengths > LONG_CHARACTERS).astype(float)
    yield "short", (lengths < SHORT_CHARACTERS).astype(float)
    yield "first of block", index.facts.first
    yield "heading", index.facts.headings
    yield from zip(PARTS, index.facts.parts.T, strict=True)


def _of_kind(index: PaperIndex, asked: Asked) -> Iterator[tuple[str, Scores | float]]:
    kinds = kinds_asked(asked.text)
    traits = dict(zip(TRAITS, index.facts.traits.T, strict=True))
    parts = dict(zip(PARTS, index.facts.parts.T, strict=True))
    yield "asks", float("?" in asked.text)
    yield from traits.items()
    for kind, given in ANSWERS.items():
        yield from ((f"{kind}: {trait}", traits[trait] * (kind in kinds)) for trait in given)
    yield from ((f"{kind} in {part}", parts[part] * (kind in kinds)) for kind, part in _PLACED)
    reason = traits["reason"] * ("reason" in kinds)
    yield "reason after", np.append(reason[1:] * index.follows[1:], 0.0)[: len(reason)]


def _sentence(index: PaperIndex, place: int) -> str:
    return index.text[index.starts[place] : index.ends[place]]


def earliness(index: PaperIndex) -> Scores:
    length = index.ends[-1] if len(index.ends) else 1
    return np.asarray(np.exp(-index.starts / (OPENING_SHARE * length)))


def cover(units: Bm25, asked: Sequence[str]) -> Scores:
    """Return for each unit which share of a question it holds, its terms weighted by how rare they are in the paper."""
    total, held = 0.0, np.zeros(units.units)
    for term in asked:
        number = units.terms.get(term)
        if number is None:
            total += float(np.log1p(units.units + 0.5))
        else:
            total += float(units.rarity[number])
            held[units.rows[units.starts[number] : units.starts[number + 1]]] += units.rarity[number]
    return held / max(total, 1.0)


def best_inside(dense: Scores, level: Level) -> Scores:
    """Return the best cosine of the windows inside each unit; units without a window get the worst of all."""
    low, high = level.windows[:, 0], level.windows[:, 1]
    edges = np.stack([low, np.maximum(high, low + 1)], axis=1).ravel()
    best = np.maximum.reduceat(np.append(dense, [-1.0, -1.0]), edges)[::2]
    return np.where(high > low, best, dense.min())


def standard(scores: Scores) -> Scores:
    """Return the scores with mean 0 and deviation 1; all 0 where they are all the same."""
    apart = scores - scores.sum() / max(len(scores), 1)
    deviation = math.sqrt(apart @ apart / max(len(scores), 1))
    return apart / deviation if deviation > 1e-9 else np.zeros(len(scores))


def _feedback(units: Bm25, found: Matches, asked: Asked) -> tuple[NDArray[np.intp], Scores]:
    """Return the numbers and the weights of the terms that the best units share and the question lacks, the lowest number first."""
    best = found.words + (found.vectors if len(found.vectors) else 0.0)
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
    """Return the terms of the long forms of what the question abbreviates, and the abbreviations of what it spells out."""
    said = f" {' '.join(terms(question))} "
    added: list[str] = []
    for short, long in abbreviations.items():
        if short in question and re.search(rf"(?<!\w){re.escape(short)}s?(?!\w)", question):
            added += terms(long)
        elif _spelled(long) in said:
            added += terms(short)
    return added


# Abbreviations of some papers.
@functools.lru_cache(maxsize=1_000)
def _spelled(long: str) -> str:
    return f" {' '.join(terms(long))} "


_SIZES = ("narrow", "chunk", "wide")
NAMES = (
    "first score",
    *(f"{size} {what}" for size in _SIZES for what in ("words", "pairs", "vectors")),
    *("window vectors", "own words", "own pairs", "before", "after", "own cover", "narrow cover", "said back", "terms"),
    *("abbreviation", "narrow feedback", "own feedback", "earliness", "place", "length", "long", "short"),
    *("first of block", "heading", *PARTS, "asks", *TRAITS),
    *(f"{kind}: {trait}" for kind, given in ANSWERS.items() for trait in given),
    *(f"{kind} in {part}" for kind, part in _PLACED),
    *("reason after", *SAID),
)
_PLACE = {name: place for place, name in enumerate(NAMES)}
