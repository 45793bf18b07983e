"""Rates sentences anew by what a question asks for: what was found, how something was done, how many or how much of a thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scholarai.answering.quotable import Sentence
from scholarai.answering.roles import ROLES, RoleModel, shipped
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.units import Scores
from scholarai.retrieval.words import stem

# What is added to the logarithm of how likely a sentence answers: so often the logarithm of its share of the role that is asked for, and
# so much where a number stands beside the thing. Chosen on the fourth round of benchmarks/data/read_questions.toml, and on evidence in
# answers by networks that were not taught the paper, or not its set (docs/results.md).
RESULT_WEIGHT, METHOD_WEIGHT, NUMBER_BESIDE = 1.5, 1.0, 3.0
# Of the share of conclusions, for what was found: many say what should follow.
CONCLUSION_SHARE = 0.25
# A share of 0 does not rule a sentence out.
_LEAST_SHARE = 0.03
# Words between a number and the thing that it counts, or whose amount it gives.
_BESIDE = {"count": 4, "amount": 6}

_ASKS_RESULT = lazy_pattern(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|has|have|had|will)\b"
    r"|\bwhat (?:\w+ ){0,7}(?:found|show|find|reveal|conclude|observed?|results?|happen(?:s|ed)?)\b"
    r"|\bdifferen|\bcompare|\beffects? (?:of|on)\b|\baffect|\bimpact|\bassociat|\bcorrelat|\binfluence"
    r"|\bhow (?:well|effective|fast|accurate|strong)",
    re.IGNORECASE,
)
_DONE = (
    r"(?:measur|assess|determin|perform|calculat|estimat|obtain|collect|record|identif|evaluat|quantif|comput|conduct|carri|extract|classif"
    r"|diagnos|analy[sz]|test|examin|purif|isolat|select|recruit|defin|generat|simulat|detect|prepar|genotyp|monitor|sampl|implement|train"
    r"|annotat|construct|built|chosen|validat|treat|administer|model)"
)
_ASKS_METHOD = lazy_pattern(
    rf"\bhow (?:was|were)\b|\bhow (?:is|are|did|do they|do the authors|does the)\b.{{0,80}}?\b{_DONE}", re.IGNORECASE
)
# The last word of what is counted, narrower than the phrases of `retrieval/traits.py`: those are matched word by word.
_ASKS_COUNT = lazy_pattern(
    r"\bhow many (?:[\w-]+ ){0,4}?([\w-]+)(?= (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|in|on|at|of|for|from|per"
    r"|with|without|by|to|that|which|who|there|take|took|get|got|die|[\w-]+ed)\b|[^\w-]*$)",
    re.IGNORECASE,
)
_ASKS_AMOUNT = lazy_pattern(
    r"\b(?:what|which)(?: (?:is|are|was|were))?(?: the)? (?:\w+ ){0,2}?(sizes?|percentages?|percent|proportions?|rates?|lengths?|ages?|doses?"
    r"|dosages?|ratios?|amounts?|scores?|accuracy|values?|ranges?|durations?|frequency|temperatures?|costs?|fractions?|prevalence|incidence"
    r"|periods?|density|speed|sensitivity|specificity|thresholds?|concentrations?|numbers?)\b",
    re.IGNORECASE,
)
# Citations, numbers of a list ("2)") and of a test ("p < 0.05") count nothing, and are read whole to be left out.
_TOKEN = lazy_pattern(
    r"(?P<idle>\[[\d,–\- ]+\]|(?<![=<>≤≥] )(?<![=<>≤≥])\b[a-z0-9]{1,2}\)|\bp ?[<=>] ?[\d.]+|\b(?:19|20)\d\d\b)"
    r"|(?P<number>\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundred|thousand|million)\b)"
    r"|(?P<clause>[:;])|[^\W\d_]+(?:-[^\W\d_]+)*",
    re.IGNORECASE,
)


def preferred(question: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences, those that are rated with ratings that say how well they do what the question asks."""
    rated = [place for place, one in enumerate(sentences) if one.rating is not None]
    added = preferences(question, [sentences[place].text for place in rated])
    found = list(sentences)
    for place, more in zip(rated, added.tolist(), strict=True):
        found[place] = replace(found[place], rating=(found[place].rating or 0.0) + more)
    return found


def preferences(question: str, texts: Sequence[str], model: RoleModel | None = None) -> Scores:
    """Return what is added to the rating of each sentence; 0 where the question asks for nothing of these."""
    added = np.zeros(len(texts))
    wants_result, wants_method = _ASKS_RESULT.search(question), _ASKS_METHOD.search(question)
    if wants_result or wants_method:
        shares = dict(zip(ROLES, (model or shipped()).shares(texts).T, strict=True))
        if wants_result:
            found = shares["result"] + CONCLUSION_SHARE * shares["conclusion"]
            added += RESULT_WEIGHT * np.log(found + _LEAST_SHARE)
        if wants_method:
            added += METHOD_WEIGHT * np.log(shares["method"] + _LEAST_SHARE)
    thing = _numbered(question)
    if thing is not None:
        kind, head = thing
        added += NUMBER_BESIDE * np.array(
            [_stands_beside(text, head, _BESIDE[kind]) for text in texts], dtype=np.float64
        )
    return added


def _numbered(question: str) -> tuple[str, str] | None:
    """Return what kind of number a question asks for, and the stem of the thing that is counted or measured."""
    for kind, pattern in (("count", _ASKS_COUNT), ("amount", _ASKS_AMOUNT)):
        asked = pattern.search(question)
        if asked:
            return kind, stem(asked[1].lower())
    return None


def _stands_beside(text: str, head: str, most: int) -> bool:
    """Tell whether a number stands at most so many words from a thing in its clause: "41 patients", "patients (n = 41)"."""
    numbers: list[int] = []
    things: list[int] = []
    place = 0
    for match in _TOKEN.finditer(text):
        if match["idle"] is not None:
            continue
        place += 1 if match["clause"] is None else most + 1
        if match["number"] is not None:
            numbers.append(place)
        elif stem(match[0].lower()) == head:
            things.append(place)
    return any(abs(number - thing) <= most for number in numbers for thing in things)
