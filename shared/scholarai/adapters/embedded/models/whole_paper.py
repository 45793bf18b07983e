"""Questions about a paper as a whole: what they look like, and which sentences say what a paper is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scholarai.adapters.embedded.models.quotable import Sentence, says_the_same
from scholarai.domain.chat import Evidence

_ASKS_WHOLE = re.compile(
    r"\bsummar(?:y|i[sz]e)\b|\boverview\b|\btl;?dr\b|\bmain (?:idea|point|message|claim|goal|topic|theme)s?\b"
    r"|\b(?:main|key|central|core|major|primary) (?:contribution|finding|result|conclusion|takeaway)s?\b"
    r"|\bcontributions? (?:of|does|do|made)\b|\bwhat (?:is|are|was|were) (?:the |this |its )*contributions?\b"
    r"|\bwhat (?:is|does) (?:this|the) (?:paper|article|study|work)(?: all)? (?:about|do|say|show|propose|present|argue|find|"
    r"conclude|investigate|study)\b"
    r"|\bwhat (?:do|did) the authors? (?:do|show|propose|present|argue|find|conclude)\s*\??$"
    r"|\bin (?:a nutshell|short|brief)\b|\b(?:research )?(?:aim|goal|purpose|objective)s? of (?:this|the) (?:paper|study|work|article)\b",
    re.IGNORECASE,
)
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
_FIRST_GAIN = 0.5  # for a section's first sentence, less for each one after


def asks_about_whole_paper(question: str) -> bool:
    """Tell whether the question is for a summary, a contribution or a conclusion rather than for a detail."""
    return _ASKS_WHOLE.search(question) is not None


def overview(evidence: Sequence[Evidence], sentences: Sequence[Sentence], count: int) -> list[Sentence]:
    """Return the `count` sentences that best say what the paper is about, in the paper's order."""
    pieces = {piece.number: piece for piece in evidence}
    gains = [_gain(sentence, pieces[sentence.number]) for sentence in sentences]
    chosen: list[Sentence] = []
    for index in sorted(range(len(sentences)), key=lambda index: -gains[index]):
        if len(chosen) < count and not any(says_the_same(sentences[index], other) for other in chosen):
            chosen.append(sentences[index])
    return sorted(chosen, key=lambda s: (pieces[s.number].paper_id, pieces[s.number].start, s.position))


def _gain(sentence: Sentence, piece: Evidence) -> float:
    title = " ".join(piece.section_path)
    place = max((gain for pattern, gain in _SECTIONS if pattern.search(title)), default=0.0)
    cue = _CUE_GAIN if _TELLS_WHOLE.search(sentence.text) else 0.0
    return place + cue + _FIRST_GAIN / (1 + sentence.position)
