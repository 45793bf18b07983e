"""Answers questions such as "Which of these papers use X?" by a sentence of each paper that says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import numpy as np

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.index import PaperIndex
from scholarai.retrieval.search import pages_between
from scholarai.retrieval.words import question_terms, stem, terms, tokens

# Least share of the weight of what is asked for that a member must say. Chosen on half of benchmarks/several_papers.py.
LEAST_SAID = 0.75
# Factors by which a sentence counts less. Guesses, tried on the same half.
_NEGATED, _IDLE, _OF_OTHERS, _ELSEWHERE, _INTRODUCED, _HEADING = 0.5, 0.5, 0.7, 0.7, 0.8, 0.9
# Sentences of a paper that are kept until the rarity of the terms among all papers is known.
_KEPT = 8
# Letters; shorter words are not hyphenated.
_LEAST_IN_TWO = 7
_WRITTEN_IN_TWO = lazy_pattern(r"\b[A-Za-z]{2,12}-[a-z]{2,12}\b")
# Letters; shorter initials are words, or stand for something else.
_LEAST_INITIALS = 3

_PAPERS = (
    r"(?:papers?|articles?|studies|study|trials?|publications?|documents?|manuscripts?|preprints?|thes[ei]s|chapters?|courses?|tutorials?"
    r"|ones?)"
)
_SET = lazy_pattern(
    rf"^\W*(?:please )?(?:(?:in )?(?:which|what)(?: of (?:these|those|the|them|my|all)(?: {_PAPERS})?| {_PAPERS})"
    rf"|(?:list|find|name|show)(?: me)?(?: all)?(?: of)?(?: (?:these|those|the|my))? {_PAPERS}(?: that| which| where)?"
    rf"|(?:do|does|did|are|is|have|has|were|was) any of (?:these|those|the|them|my)(?: {_PAPERS})?)\s+(?P<rest>[^?]+)",
    re.IGNORECASE,
)
# Superlatives compare papers, which no sentence of a single paper does.
_SCALE = lazy_pattern(r"\b(?:most|least|best|worst|\w{3,}est)\b", re.IGNORECASE)
# Stems of what papers do with a thing; only the thing itself tells papers apart.
_DOING = frozenset(
    map(
        stem,
        """train build make construct run carry perform do conduct measure analyse analyze contain include employ apply evaluate
        work present describe discuss test show examine investigate consider provide involve address focus experiment report
        enroll enrol recruit research data based rely contain propose introduce develop compare cover concern""".split(),
    )
)
_NEGATION = lazy_pattern(
    r"\b(?:exclu\w+|ineligible|not|no|none|never|without|lack\w*|unlike|instead of|rather than)\b", re.IGNORECASE
)
_OTHERS = lazy_pattern(
    r"\b(?:previous|prior|earlier|another|others?|recent)(?: [\w,-]+){0,3} (?:stud|work|trial|report|paper|approach|author|group)"
    r"|\b(?:have|has) been (?:reported|shown|proposed|used)\b",
    re.IGNORECASE,
)
_MARKER = lazy_pattern(
    r"\([^\d()]*+(?<!\w)(?:19|20)\d\d[a-z]?\)|\[\s?\d[\d,;\s–-]*\]|\bet al\b|\b(?:19|20)\d\d[a-z]?\)"
)


class SetQuestion(Value, frozen=True, kw_only=True):
    """What a paper must say to be a member of the set: `terms`, each once, from `phrase`; `negated` if the phrase has a negation."""

    phrase: str
    terms: tuple[str, ...]
    negated: bool


class Saying(Value, frozen=True, kw_only=True):
    """A sentence, by its number in the paper, with its terms, and how much it counts as the paper's own statement, from 0 to 1."""

    sentence: int
    terms: frozenset[str]
    manner: float


def set_question(question: str) -> SetQuestion | None:
    """Return what a question asks of the members of a set of papers, None where it is no such question."""
    found = _SET.match(question)
    if found is None or _SCALE.search(found["rest"]):
        return None
    return thing_asked(found["rest"].strip())


def thing_asked(phrase: str) -> SetQuestion | None:
    """Return what a paper must say to be about a phrase, None where the phrase has no terms."""
    named = question_terms(phrase)
    own = tuple(term for term in named if term not in _DOING) or tuple(named)
    return SetQuestion(phrase=phrase, terms=own, negated=bool(_NEGATION.search(phrase))) if own else None


def sayings(index: PaperIndex, asked: SetQuestion) -> tuple[Saying, ...]:
    """Return the sentences of a paper that say most of what is asked for, the best one for each set of terms."""
    holders = _holders(index, asked)
    held: dict[int, set[str]] = {}
    for term, sentences in holders.items():
        for sentence in sentences:
            held.setdefault(sentence, set()).add(term)
    best: dict[frozenset[str], Saying] = {}
    for sentence, own in sorted(held.items()):
        key = frozenset(own)
        found = Saying(sentence=sentence, terms=key, manner=_manner(index, sentence, asked))
        if key not in best or found.manner > best[key].manner:
            best[key] = found
    return tuple(sorted(best.values(), key=lambda one: -len(one.terms) * one.manner)[:_KEPT])


def members(asked: SetQuestion, papers: Sequence[tuple[Saying, ...]]) -> list[tuple[float, Saying] | None]:
    """Return for each paper how well it says what is asked for, and its best sentence; None for a paper that does not.

    Terms are weighted by their rarity among the papers.
    """
    weights = _weights(asked, papers)
    whole = sum(weights.values())
    best = [max(((_said(one, weights) / whole, one) for one in own), key=_first, default=None) for own in papers]
    return [one if one is not None and one[0] >= LEAST_SAID else None for one in best]


def _first(scored: tuple[float, Saying]) -> float:
    return scored[0]


def _said(saying: Saying, weights: dict[str, float]) -> float:
    return saying.manner * sum(weights[term] for term in saying.terms)


def _weights(asked: SetQuestion, papers: Sequence[tuple[Saying, ...]]) -> dict[str, float]:
    having = Counter(term for own in papers for term in frozenset().union(*(one.terms for one in own)))
    count = len(papers)
    return {term: float(np.log1p((count - having[term] + 0.5) / (having[term] + 0.5))) for term in asked.terms}


def _holders(index: PaperIndex, asked: SetQuestion) -> dict[str, AbstractSet[int]]:
    """Return the sentences that contain each term; an abbreviation contains all terms of its long form."""
    found: dict[str, set[int]] = {term: _sentences(index, term) for term in asked.terms}
    for term in asked.terms:
        if len(term) >= _LEAST_IN_TWO and "-" in index.text:
            found[term] |= _hyphenated(index, term)
    for short, meant in _short_forms(index, asked):
        for term in meant:
            found[term] |= _sentences(index, short)
    return {term: sentences for term, sentences in found.items() if sentences}


def _hyphenated(index: PaperIndex, word: str) -> set[int]:
    """Return the sentences that write a word with a hyphen: "cross-over" for "crossover"."""
    places = [match.start() for match in _WRITTEN_IN_TWO.finditer(index.text) if _even(match[0]).startswith(word)]
    return {int(place) for place in np.searchsorted(index.starts, places, side="right") - 1 if place >= 0}


def _even(text: str) -> str:
    return re.sub(r"\W", "", text).lower()


def _sentences(index: PaperIndex, term: str) -> set[int]:
    return set(index.facts.words.holders(term).tolist())


def _short_forms(index: PaperIndex, asked: SetQuestion) -> list[tuple[str, AbstractSet[str]]]:
    """Return the abbreviations of the phrase or of a part of it, each with the terms that it stands for."""
    phrase = f" {' '.join(terms(asked.phrase))} "
    defined = [
        (short.lower(), own & set(asked.terms))
        for short, long in index.facts.abbreviations.items()
        if f" {' '.join(terms(long))} " in phrase and len(own := set(terms(long))) > 1
    ]
    words = tokens(asked.phrase)
    places = [place for place, word in enumerate(words) if stem(word) in asked.terms]
    named, whole = [words[place] for place in places], words[places[0] : places[-1] + 1]
    initials = {"".join(word[0] for word in some) for some in (named, whole)}
    return [*defined, *((short, set(asked.terms)) for short in initials if len(short) >= _LEAST_INITIALS)]


def sentence_as_evidence(index: PaperIndex, paper_id: PaperId, sentence: int) -> Evidence:
    """Return one sentence of a paper as evidence; its number is 1."""
    start, end = int(index.starts[sentence]), int(index.ends[sentence])
    chunk = index.chunks[int(index.chunk_of[sentence])]
    return Evidence(
        number=1,
        paper_id=paper_id,
        chunk_id=chunk.id,
        text=index.text[start:end],
        score=1.0,
        start=start,
        end=end,
        section_path=chunk.section_path,
        page_numbers=pages_between(index, start, end) or chunk.page_numbers,
    )


def _manner(index: PaperIndex, sentence: int, asked: SetQuestion) -> float:
    """Return how much a sentence counts as the paper's statement on its own work."""
    text = index.text[index.starts[sentence] : index.ends[sentence]]
    counts = (
        (_NEGATED, not asked.negated and _NEGATION.search(text) is not None),
        (_OF_OTHERS, _OTHERS.search(text) is not None or _MARKER.search(text) is not None),
        (_HEADING, bool(index.facts.heading[sentence])),
    )
    return float(np.prod([factor for factor, applies in counts if applies]))
