"""Which sentences say what a paper is about, or what is asked of it as a whole: findings, limitations, what comes next."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from scholarai.answering.quotable import Sentence, says_the_same
from scholarai.domain.chat import Evidence
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.overview import ASPECTS, AVAILABILITY, Aspect, aspect_of
from scholarai.retrieval.traits import answers_nothing
from scholarai.retrieval.words import question_terms, terms

# Sections where papers say what they are about, and what a sentence gains there; guesses in this order.
_SECTIONS = (
    (lazy_pattern(r"abstract|summary", re.IGNORECASE), 3.0),
    (lazy_pattern(r"conclu", re.IGNORECASE), 2.0),
    (lazy_pattern(r"introduc|contribution", re.IGNORECASE), 1.0),
    (lazy_pattern(r"discuss", re.IGNORECASE), 0.5),
)
# What it gains in such a section where limitations and plans are asked for, which are late in a paper.
_LATE_SECTIONS = (
    (lazy_pattern(r"conclu|discuss", re.IGNORECASE), 2.0),
    (lazy_pattern(r"introduc|abstract|summary|method|related", re.IGNORECASE), -1.0),
)
_CUE_GAIN = 2.0
# What others could not do is no limitation of the paper; a guess, as large as a sign of it.
_OTHERS = lazy_pattern(
    r"\b(?:existing|previous|prior|earlier|other|conventional|traditional|most|many|current)\b", re.IGNORECASE
)
_OTHERS_LOSS = 2.0
_ASIDE = lazy_pattern(
    r"^(?:Fig(?:ure)?|Table)s?\b\.? ?\d|\b(?:supported (?:in part )?by|funded by|grants?\b|funding|acknowledge[ds]?|thank(?:s|ful)?|generosity|solely the responsibility)\b",
    re.IGNORECASE,
    needs=("fig", "table", "supported", "fund", "grant", "acknowledge", "thank", "generosity", "solely"),
)
_WORD_GAIN = 3.0  # for all words of the question
_NAMED_GAIN = 6.0  # in a section that the question names: more than an abstract that announces itself has
_FIRST_GAIN = 0.5  # for a section's first sentence, less for each one after
# Of a text without sections: shares that stand for its introduction and its conclusion, with their gain. Guesses.
_BEGINNING, _END, _EDGE_GAIN = 0.15, 0.85, 1.5


def overview(question: str, evidence: Sequence[Evidence], sentences: Sequence[Sentence], count: int) -> list[Sentence]:
    """Return the `count` sentences that best say what is asked of the paper as a whole, in the paper's order.

    The question's own words draw towards what it asks for, most of all towards a section of that name: limitations, findings,
    future work. A paper that names no limitation or plan has none to show.
    """
    pieces = {piece.number: piece for piece in evidence}
    asked = set(question_terms(question))
    aspect = aspect_of(question) or ASPECTS[-1]
    length = max((piece.end for piece in evidence), default=1)
    sentences = _saying(sentences, pieces, aspect)
    gains = [_gain(sentence, pieces[sentence.number], asked, aspect, length) for sentence in sentences]
    chosen: list[Sentence] = []
    for index in sorted(range(len(sentences)), key=lambda index: -gains[index]):
        sentence = sentences[index]
        if len(chosen) < count and not (
            _says_nothing(sentence, aspect) or any(says_the_same(sentence, other) for other in chosen)
        ):
            chosen.append(sentence)
    return sorted(chosen, key=lambda s: (pieces[s.number].paper_id, pieces[s.number].start, s.position))


def _saying(sentences: Sequence[Sentence], pieces: Mapping[int, Evidence], aspect: Aspect) -> list[Sentence]:
    """Return the sentences that may be shown: where limitations or plans are asked for, only those that say one."""
    told = [one for one in sentences if not _ASIDE.search(one.text)]
    if not aspect.late:
        return told
    titles = {number: " ".join(piece.section_path) for number, piece in pieces.items()}
    return [one for one in told if aspect.signs.search(one.text) or aspect.sections.search(titles[one.number])]


def _says_nothing(sentence: Sentence, aspect: Aspect) -> bool:
    """Tell whether a sentence answers nothing; a link is all that some questions ask for."""
    return aspect.name != AVAILABILITY and answers_nothing(sentence.text)


def _gain(sentence: Sentence, piece: Evidence, asked: AbstractSet[str], aspect: Aspect, length: int) -> float:
    title = " ".join(piece.section_path)
    words = _WORD_GAIN * len(asked & set(sentence.stems)) / max(len(asked), 1)
    sections = _LATE_SECTIONS if aspect.late else _SECTIONS
    place = max((gain for pattern, gain in sections if pattern.search(title)), default=0.0)
    if not title:
        place = _edge_gain(sentence.start / length, late=aspect.late)
    is_named = asked & set(terms(title)) or (aspect.placed and aspect.sections.search(title))
    named = _NAMED_GAIN if is_named else place
    cue = _CUE_GAIN if aspect.signs.search(sentence.text) else 0.0
    if aspect.late and _OTHERS.search(sentence.text):
        cue -= _OTHERS_LOSS
    return max(place, named) + cue + words + _FIRST_GAIN / (1 + sentence.position)


def _edge_gain(share: float, *, late: bool) -> float:
    """Return what a sentence gains by its place in a text without sections."""
    if share < _BEGINNING:
        return -_EDGE_GAIN if late else _EDGE_GAIN
    return _EDGE_GAIN if share > _END else 0.0
