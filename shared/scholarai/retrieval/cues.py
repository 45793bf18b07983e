"""Reads the places that a question names: "page 5", "Fig. 2b", "Eq. (3)", "Section 4.2", "the conclusion"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from scholarai.domain.values import Value

CueKind = Literal["page", "figure", "table", "equation", "section", "named_section", "statement", "reference", "front"]


class Cue(Value, frozen=True, kw_only=True):
    """A place that a question names.

    `text` is how the question puts it. `value` is what to look for: a number as printed ("4.2", "2b", "A.1"), a
    section's usual name ("conclusion"), a statement's kind and number ("theorem 1"), or "title page". Pages run to `last_page`.
    """

    kind: CueKind
    text: str
    value: str
    last_page: int = 0


# More in one range are a way of saying "the paper".
_PAGES_IN_RANGE = 10
_NUMBERS_IN_RANGE = 5
# Each is looked for in the whole paper.
_CUES = 12
# A longer text with "[12]" in it is more likely pasted from another paper.
_QUESTION_WITH_BRACKETS = 160
_BRACKET = re.compile(r"\[(\d+)\]")

_NUMBER = r"(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?|[IVX]{1,5}|[A-Z](?:\.\d+)+"
_LIST = rf"(?:{_NUMBER})(?:\)?\s*(?:,|and|&|or|to|[-–—])\s*\(?(?:{_NUMBER})(?!\w))*"
_PATTERNS: tuple[tuple[CueKind, re.Pattern[str]], ...] = (
    ("page", re.compile(r"\b(?:pages?|pp?\.)\s*(?P<value>\d+(?:\s*(?:-|–|—|to|and|,)\s*\d+)*)", re.IGNORECASE)),
    ("figure", re.compile(rf"\b(?i:fig(?:ure)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    ("table", re.compile(rf"\b(?i:tab(?:le)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    ("equation", re.compile(rf"\b(?i:eq(?:uation|n)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    ("section", re.compile(rf"(?:\b(?i:sec(?:tion|t)?s?|appendix|chapter)\b\.?|§)\s*(?P<value>{_LIST}|[A-Z])(?![\w-])")),
    (
        "statement",
        re.compile(
            r"\b(?P<value>(?:theorem|lemma|proposition|corollary|definition|remark|example|algorithm|assumption|"
            r"conjecture|claim)\s+\d+(?:\.\d+)*)",
            re.IGNORECASE,
        ),
    ),
    ("reference", re.compile(r"\b(?:ref(?:erence)?s?|citation)\b\.?\s*[\[(]?(?P<value>\d+)\b", re.IGNORECASE)),
)  # fmt: skip

# What the title page tells.
_FRONT = re.compile(
    r"\bwho (?:wrote|authored|(?:is|are|were) the (?:\w+ )?authors?)\b|\b(?:names?|list|affiliations?|emails?) of (?:\w+ )?(?:\w+ )?authors?\b"
    r"|\bauthors?['’]? (?:names?|affiliations?|emails?|institutions?)\b|\bcorresponding author\b|\b(?:first|last|senior) author\b"
    r"|\btitle of (?:this|the|that) (?:paper|article|work|study|manuscript)\b|\b(?:its|paper's|article's) title\b|\bdoi\b"
    r"|\b(?:this|the) (?:paper|article|work|study) (?:was )?(?:published|written|submitted|appear)|\bpublication (?:date|year)\b"
    r"|\b(?:when|where) (?:was|were|did) (?:this|the|it) ?(?:paper|article|work|study)? ?(?:was |been )?(?:published|written|submitted|appear)",
    re.IGNORECASE,
)

# Names that sections go by. The first ones are hardly ever meant otherwise; the others only before "section".
_SURE_NAMES = "abstract|introduction|conclusions?|concluding remarks|related work|acknowledge?ments?|appendix"
_NAMES = "methods?|methodology|materials and methods|results?|discussion|limitations?|experiments?|evaluation|background|data"
_NAMED = re.compile(
    rf"\b(?:the|in|its|their|paper's)\s+(?P<sure>{_SURE_NAMES})\b|\b(?P<name>{_NAMES}|{_SURE_NAMES})\s+(?:section|part|chapter)\b",
    re.IGNORECASE,
)


def find_cues(question: str) -> tuple[Cue, ...]:
    """Return the first dozen places that a question names, each once, in the order of their kinds."""
    first = {(cue.kind, cue.value, cue.last_page): cue for cue in reversed(list(_cues(question)))}
    return tuple(reversed(first.values()))[:_CUES]


def _cues(question: str) -> Iterator[Cue]:
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(question):
            text, value = _as_put(question, match), match["value"]
            if kind == "page":
                yield from _pages(text, value)
            elif kind == "statement":
                yield Cue(kind=kind, text=text, value=" ".join(value.lower().split()))
            else:
                yield from (Cue(kind=kind, text=text, value=number) for number in _numbers(kind, value))
    if len(question) <= _QUESTION_WITH_BRACKETS:
        yield from (Cue(kind="reference", text=match[0], value=match[1]) for match in _BRACKET.finditer(question))
    yield from (Cue(kind="front", text=match[0], value="title page") for match in _FRONT.finditer(question))
    for match in _NAMED.finditer(question):
        yield Cue(kind="named_section", text=match[0], value=_usual(match["sure"] or match["name"]))


def _as_put(question: str, match: re.Match[str]) -> str:
    """Return the place in the question's words, with the bracket that closes it."""
    text = match[0].strip()
    following = question[match.end() : match.end() + 1]
    closes = (following == ")" and "(" in text) or (following == "]" and "[" in text)
    return text + following if closes else text


def _numbers(kind: CueKind, value: str) -> Iterator[str]:
    """Yield the numbers of a list, ranges such as "1-3" filled."""
    before: str | None = None
    for match in re.finditer(
        rf"(?:(?P<to>to|[-–—])\s*+\(?)?(?P<number>{_NUMBER}|(?:{'[A-Z]' if kind == 'section' else '(?!)'}))", value
    ):
        number = match["number"]
        if match["to"] and before and before.isdigit() and number.isdigit():
            yield from map(str, range(int(before) + 1, min(int(number), int(before) + _NUMBERS_IN_RANGE)))
        yield number
        before = number


def _pages(text: str, value: str) -> Iterator[Cue]:
    for part in re.split(r",|\band\b", value):
        first, last = ([int(number) for number in re.findall(r"\d+", part)] * 2)[:2]
        yield Cue(kind="page", text=text, value=str(first), last_page=min(max(first, last), first + _PAGES_IN_RANGE))


def _usual(name: str) -> str:
    """Return a section's name as `places` compares it: lower case, singular."""
    return " ".join(name.lower().split()).removesuffix("s")
