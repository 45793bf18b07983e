"""What a sentence looks like and what a question asks for: a number, a reason, a comparison, a name, a time."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scholarai.domain.patterns import lazy_pattern

_NUMBER_WORDS = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|hundreds?|thousands?|millions?"
)
# What a sentence has that may answer.
_GIVES = {
    "number": rf"\d|\b(?:{_NUMBER_WORDS})\b",
    "counted": rf"(?:\b\d[\d,.]*|\b(?:{_NUMBER_WORDS}))[\s-](?:\w+ ){{0,2}}[a-z]{{3,}}s\b|\d\s?(?:%|percent|[mk]g|kb|[mc]m|ml)",
    "reason": r"\b(?:because|due to|in order to|so that|since|owing to|therefore|thus|hence|as a result|to avoid|allow(?:s|ing)?"
    r"|caused? by|leads? to|result(?:s|ed|ing) (?:in|from)|attribut\w+|so as to|for this reason|enabl(?:es?|ing)|suspect|(?:is|are) why"
    r"|as (?:it|they|this|these|we))\b|^To [a-z]+ ",
    "effect": r"\b(?:significan\w+|differ\w*|than|compared (?:with|to)|versus|vs|higher|lower|increas\w+|decreas\w+|reduc\w+"
    r"|improv\w+|outperform\w*|associated|correlat\w+|similar|equivalent|no effect|better|worse|greater|fewer)\b",
    "test": r"[pP]\s?[<=>≤≥]|95\s?%|\bCI\b|±",
    "meaning": r"\b(?:is|are|was|were) (?:an?|the|one of|defined|called|known|composed|caused)\b"
    r"|\b(?:refers? to|defined as|means|stands? for|consists? of|i\.e\.|namely|known as|such as|includ\w+)\b",
    # a capital inside a sentence, two capitals, one inside a word, a digit behind a letter
    "name": r"[A-Z\d](?:(?<=[a-z,;:] [A-Z])\w|(?<=\b[A-Z])[A-Z]|(?<=[a-z][A-Z])|(?<=[A-Za-z]\d)|(?<=[A-Za-z]-\d))",
    "time": r"\b(?:1[89]|20)\d\d\b|\b(?:January|February|March|April|June|July|August|September|October|November|December)\b"
    r"|\b\d+ (?:days?|weeks?|months?|years?|hours?)\b",
    "own work": r"\b(?:[Ww]e|[Oo]ur|[Tt]his (?:paper|study|work|article|review))\b",
    "negation": r"\b(?:not|no|nor|neither|without|never|none|cannot|failed)\b",
}
# What makes it no answer at all.
_IDLE = {
    "signpost": r"\b(?:is|are|was|were|be) (?:given|described|discussed|presented|detailed|reported|shown|explained|listed|provided"
    r"|summari[sz]ed|found) in (?:the )?(?:\w+ )?(?:[Ss]ections?|[Aa]ppendi|[Ss]upplement)|\b[Ii]n (?:the )?(?:next|following|previous)"
    r" sections?|\b[Ss]ection (?:\d|[IVX]+\b|SECREF)|\bsee [Ss]ection|\brest of (?:this|the) paper|\borgani[sz]ed as follows|\b[Ii]n §"
    r"|\b[Ii]n this (?:sub)?section,? (?:we|I|they)(?: will| first| briefly)? (?:describe|present|discuss|explain|outline|introduce|review|give"
    r"|provide|show|report|detail|turn|summari[sz]e)\b[^:]*$|\b(?:[Tt]his|first|second|third|fourth|fifth|sixth|seventh|last|final|next"
    r"|following) (?:sub)?section (?:describes|presents|discusses|explores|explains|outlines|introduces|reviews|gives|provides|shows"
    r"|reports|details|summari[sz]es|concludes|deals|is)\b",
    "question": r"\?[\"'”’)\]]*$",
    "thanks": r"\b(?i:acknowledge?ments?|thank(?:s|ful)?|grateful|funded by|supported by (?:the|an?) grant|grant (?:no|number)s?"
    r"|conflicts? of interest|competing interests?|authors? contribut\w+|licen[sc]e|copyright|corresponding author)\b",
    "reference": r"^\s*(?:\[\d+\]|\d+\.)\s+[A-Z][\w-]+,? (?:[A-Z]\.|and )|https?://|doi\.org|\bet al\.,? \d{4}\.\s*$"
    r"|\bpp\. ?\d|\b\d+ ?\(\d+\): ?\d+",
}
_TORN = {"fragment": r"^[a-z,;)]|[^.?!…:;\"'”’)\]}\d]$"}
# By what a question says that asks for each kind of answer; the words that all of it has, so that most are not compiled for a question.
_ASKS: Mapping[str, re.Pattern[str]] = {
    "number": lazy_pattern(
        r"\bhow (?:many|much|large|big|long|often|old|high|far|fast|accurate|well)\b"
        r"|\b(?:what|which)(?: (?:is|was|are|were))?(?: the)? (?:\w+ ){0,3}(?:numbers?|sizes?|percentages?|percent|proportion|rates?"
        r"|length|age|dose|ratio|amount|scores?|accuracy|values?|range|duration|frequency|temperature|cost|count|fraction|prevalence"
        r"|incidence|period)\b",
        re.IGNORECASE,
        needs=(
            "how ", "number", "size", "percent", "proportion", "rate", "length", "age", "dose", "ratio", "amount", "score", "accuracy",
            "value", "range", "duration", "frequency", "temperature", "cost", "count", "fraction", "prevalence", "incidence", "period",
        ),
    ),
    "reason": lazy_pattern(
        r"\bwhy\b|\bwhat (?:causes?|caused|is the (?:reason|cause|purpose|goal|aim))\b|\bhow come\b|\bpurpose\b",
        re.IGNORECASE,
        needs=("why", "what cause", "is the reason", "is the cause", "purpose", "is the goal", "is the aim", "how come"),
    ),
    "effect": lazy_pattern(
        r"\bdifferen|\bcompar|\beffects? (?:of|on)\b|\baffect|\bimpact|\bimprove|\bbetter\b|\bworse\b|\boutperform|\bthan\b"
        r"|\bassociat|\bcorrelat|\bresults?\b|\bincrease|\breduc",
        re.IGNORECASE,
        needs=(
            "differen", "compar", "effect", "affect", "impact", "improve", "better", "worse", "outperform", "than", "associat",
            "correlat", "result", "increase", "reduc",
        ),
    ),
    "meaning": lazy_pattern(
        r"\bwhat (?:is|are|was|were|does|do)\b|\bdefin|\bmean(?:s|ing)?\b|\bstands? for\b|\brefers? to\b",
        re.IGNORECASE,
        needs=("what is", "what are", "what was", "what were", "what do", "defin", "mean", "stand", "refer"),
    ),
    "name": lazy_pattern(
        r"\bwho\b|\bwhich\b|\bwhat (?:\w+ ){0,2}(?:datasets?|models?|methods?|languages?|baselines?|tools?|corp(?:ora|us)|metrics?"
        r"|genes?|virus(?:es)?)\b",
        re.IGNORECASE,
        needs=("who", "which", "dataset", "model", "method", "language", "baseline", "tool", "corp", "metric", "gene", "virus"),
    ),
    "time": lazy_pattern(
        r"\bwhen\b|\b(?:what|which) (?:year|date|month|day|time)\b|\bhow (?:long|old|soon)\b",
        re.IGNORECASE,
        needs=("when", "year", "date", "month", "day", "time", "how long", "how old", "how soon"),
    ),
    "decision": lazy_pattern(
        r"^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|should|will)\b", re.IGNORECASE
    ),
}  # fmt: skip
TRAITS = (*_GIVES, *_IDLE, *_TORN)
# The kinds of answer, each with the traits that give it.
ANSWERS: Mapping[str, Sequence[str]] = {
    "number": ("number", "counted"),
    "reason": ("reason",),
    "effect": ("effect", "test"),
    "meaning": ("meaning",),
    "name": ("name",),
    "time": ("time",),
    "decision": ("effect", "negation"),
}


def traits_of(sentences: Sequence[str]) -> NDArray[np.bool_]:
    """Return for each sentence, a row, which of `TRAITS` it has."""
    patterns = _patterns()
    found = [[pattern.search(text) is not None for pattern in patterns] for text in sentences]
    return np.array(found, dtype=bool).reshape(-1, len(TRAITS))


def kinds_asked(question: str) -> frozenset[str]:
    """Return the kinds of answer that a question asks for; a statement asks for none."""
    return frozenset(kind for kind, pattern in _ASKS.items() if pattern.search(question))


def asks_yes_or_no(question: str) -> bool:
    """Tell whether a question wants something decided: "Did it improve recall?"."""
    return "decision" in kinds_asked(question)


def gives_reason(sentence: str) -> bool:
    """Tell whether a sentence says why."""
    return _patterns()[TRAITS.index("reason")].search(sentence) is not None


def answers_nothing(sentence: str) -> bool:
    """Tell whether a sentence is a signpost, a question, a thanks or a reference, which answer nothing."""
    return any(pattern.search(sentence) for pattern in _patterns()[len(_GIVES) : -len(_TORN)])


# Compiled for the first question: a start does not wait for it.
@functools.cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text) for text in (_GIVES | _IDLE | _TORN).values())
