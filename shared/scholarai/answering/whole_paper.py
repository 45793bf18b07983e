"""Which sentences say what a paper is about, for questions about it as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from scholarai.answering.quotable import Sentence, says_the_same
from scholarai.domain.chat import Evidence
from scholarai.retrieval.traits import answers_nothing
from scholarai.retrieval.words import question_terms, terms

_TELLS_WHOLE = re.compile(
    r"\b(?:in )?this (?:paper|article|work|study|report|review|thesis)\b"
    r"|\bwe (?:here )?(?:propose|present|introduce|show|demonstrate|find|found|develop|developed|describe|study|"
    r"investigate|report|conclude|argue|provide|aimed?|examine[ds]?|evaluate[ds]?)\b"
    r"|\bour (?:main |key )?(?:results?|findings?|contributions?|method|approach|experiments?|analysis)\b"
    r"|\bthe (?:main|key) (?:results?|findings?|contributions?|aim|goal)\b"
    r"|\bin (?:summary|conclusion)\b|\bto (?:summari[sz]e|conclude)\b|\bconclusions?:|\bthese (?:results|findings)\b",
    re.IGNORECASE,
)
# Sections where papers say what they are about, and what a sentence gains there; guesses in this order.
_SECTIONS = (
    (re.compile(r"abstract|summary", re.IGNORECASE), 3.0),
    (re.compile(r"conclu", re.IGNORECASE), 2.0),
    (re.compile(r"introduc|contribution", re.IGNORECASE), 1.0),
    (re.compile(r"discuss", re.IGNORECASE), 0.5),
)
_CUE_GAIN = 2.0
_WORD_GAIN = 3.0  # for all words of the question
_NAMED_GAIN = 6.0  # in a section that the question names: more than an abstract that announces itself has
_FIRST_GAIN = 0.5  # for a section's first sentence, less for each one after


def overview(question: str, evidence: Sequence[Evidence], sentences: Sequence[Sentence], count: int) -> list[Sentence]:
    """Return the `count` sentences that best say what the paper is about, in the paper's order.

    The question's own words draw towards what it asks for, most of all towards a section of that name: limitations, findings,
    future work.
    """
    pieces = {piece.number: piece for piece in evidence}
    asked = set(question_terms(question))
    gains = [_gain(sentence, pieces[sentence.number], asked) for sentence in sentences]
    chosen: list[Sentence] = []
    for index in sorted(range(len(sentences)), key=lambda index: -gains[index]):
        sentence = sentences[index]
        if len(chosen) < count and not (
            answers_nothing(sentence.text) or any(says_the_same(sentence, other) for other in chosen)
        ):
            chosen.append(sentence)
    return sorted(chosen, key=lambda s: (pieces[s.number].paper_id, pieces[s.number].start, s.position))


def _gain(sentence: Sentence, piece: Evidence, asked: AbstractSet[str]) -> float:
    title = " ".join(piece.section_path)
    words = _WORD_GAIN * len(asked & set(sentence.stems)) / max(len(asked), 1)
    place = max((gain for pattern, gain in _SECTIONS if pattern.search(title)), default=0.0)
    named = _NAMED_GAIN if asked & set(terms(title)) else 0.0
    cue = _CUE_GAIN if _TELLS_WHOLE.search(sentence.text) else 0.0
    return max(place, named) + cue + words + _FIRST_GAIN / (1 + sentence.position)
