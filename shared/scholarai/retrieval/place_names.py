"""Finds the places that a question names: "page 5", "Fig. 2b", "Eq. (3)", "Section 4.2", "the conclusion", "the results table"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from scholarai.domain.values import Value

CueKind = Literal[
    "page", "figure", "table", "equation", "section", "named_section", "statement", "reference", "front",
    "described_figure", "described_table",
]  # fmt: skip


class Cue(Value, frozen=True, kw_only=True):
    """A place that a question names.

    `text` is the question's wording. `value` is what to look for: a number as printed ("4.2", "2b", "A.1"), a
    section's name ("conclusion"), `COUNTED` and an index among those of its kind, a statement's kind and number ("theorem 1"),
    "title page", or the words that describe a figure or table. Pages run from `value` to `last_page`. Where a paper has no
    place for a cue that is not `sure`, the question did not mean one.
    """

    kind: CueKind
    text: str
    value: str
    last_page: int = 0
    sure: bool = True


# Longer ranges are cut: they are a way of saying "the paper".
_PAGES_IN_RANGE = 10
_NUMBERS_IN_RANGE = 5
# Cues of one question: each is looked for in the whole paper.
_CUES = 12
# Characters; a longer question is probably pasted from another paper, whose "[12]" and "the results table" it names.
_LONGEST_OWN = 160
_BRACKET = re.compile(r"\[(\d+)\]")

_NUMBER = r"(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?|[IVX]{1,5}|[A-Z](?:\.\d+)+"
_LIST = rf"(?:{_NUMBER})(?:\)?\s*(?:,|and|&|or|to|[-–—])\s*\(?(?:{_NUMBER})(?!\w))*"
_STATEMENTS = "theorem|lemma|proposition|corollary|definition|remark|example|algorithm|assumption|conjecture|claim|listing|code|procedure"
_PATTERNS: tuple[tuple[CueKind, re.Pattern[str]], ...] = (
    ("page", re.compile(r"\b(?:pages?|pp?\.)\s*(?P<value>\d+(?:\s*(?:-|–|—|to|and|,)\s*\d+)*)", re.IGNORECASE)),
    ("figure", re.compile(rf"\b(?i:fig(?:ure)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    ("table", re.compile(rf"\b(?i:tab(?:le)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    ("equation", re.compile(rf"\b(?i:eq(?:uation|n)?s?)\b\.?\s*\(?(?P<value>{_LIST})(?![\w-])")),
    (
        "section",
        re.compile(rf"(?:\b(?i:sec(?:tion|t)?s?|appendix|chapter)\b\.?|§)\s*(?P<value>{_LIST}|[A-Z])(?![\w-])"),
    ),
    ("statement", re.compile(rf"\b(?P<value>(?:{_STATEMENTS})\s+\d+(?:\.\d+)*)", re.IGNORECASE)),
    ("reference", re.compile(r"\b(?:ref(?:erence)?s?|citation)\b\.?\s*[\[(]?(?P<value>\d+)\b", re.IGNORECASE)),
)

# Prefix of the index of a thing among those of its kind, from 0, or -1 for the last one.
COUNTED = "#"
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "final": -1}
_COUNTED_KINDS: dict[str, CueKind] = {"page": "page", "figure": "figure", "table": "table", "equation": "equation"}
_COUNTED = re.compile(
    rf"\b(?P<which>{'|'.join(_ORDINALS)})\s+(?P<kind>page|figure|table|equation)\b(?!\s*[(\[]?\d)",
    re.IGNORECASE,
)

# Questions about what the title page says.
_FRONT = re.compile(
    r"\bwho (?:wrote|authored|(?:is|are|were) the (?:\w+ )?authors?)\b|\b(?:names?|list|affiliations?|emails?) of (?:\w+ )?(?:\w+ )?authors?\b"
    r"|\bauthors?['’]? (?:names?|affiliations?|emails?|institutions?)\b|\bcorresponding author\b|\b(?:first|last|senior) author\b"
    r"|\btitle of (?:this|the|that) (?:paper|article|work|study|manuscript)\b|\b(?:its|paper's|article's) title\b|\bdoi\b"
    r"|\b(?:this|the) (?:paper|article|work|study) (?:was )?(?:published|written|submitted|appear)|\bpublication (?:date|year)\b"
    r"|\b(?:when|where) (?:was|were|did) (?:this|the|it) ?(?:paper|article|work|study)? ?(?:was |been )?(?:published|written|submitted|appear)",
    re.IGNORECASE,
)

# Names of sections. The sure ones nearly always mean a section, the others only before "section".
_SURE_NAMES = r"abstract|introduction(?! (?:of|into) (?!the paper\b))|conclusions?|concluding remarks|related work|acknowledge?ments?|appendi(?:x|ces)(?! (?-i:[A-Z]\b|\d))"
_NAMES = "methods?|methodology|materials and methods|results?|discussion|limitations?|experiments?|evaluation|background|data"
_NAMED = re.compile(
    rf"\b(?:in (?:the|its|their)|the|in|its|their|paper's)\s+(?P<sure>{_SURE_NAMES})\b(?!\s+(?:section|part|chapter)\b)"
    r"|\b(?:sections?|chapter)\s+(?:(?:called|titled|entitled|named|on|about)\s+)?[“\"'‘](?P<quoted>[^“”\"]{2,90}?)[”\"'’](?!\w)"
    r"|[“\"](?P<before>[^“”\"]{2,90})[”\"]\s+(?:section|chapter)\b"
    r"|\b(?:sections?|chapter)\s+(?:called|titled|entitled|named|on|about)\s+(?P<told>[\w][^?.!;:“”\"]{2,90})"
    r"|\b(?:the|its|their|paper's)\s+(?P<phrase>(?:[\w’'&,-]+\s+){0,5}?[\w’'&-]+)\s+(?:section|chapter)\b(?!\s*\d)"
    rf"|\b(?P<name>{_NAMES}|{_SURE_NAMES})\s+(?:section|part|chapter)\b",
    re.IGNORECASE,
)  # fmt: skip
_SAYS = re.compile(r"\s+(?:says?|states?|mentions?|contains?|discuss(?:es)?|section|part)\b", re.IGNORECASE)
_USUAL_NAME = re.compile(rf"(?:{_SURE_NAMES}|{_NAMES})", re.IGNORECASE)

# Words for a picture. The unsure ones mean a figure of the paper only where it shows something or is to be shown.
_PICTURE = (
    r"fig(?:ure)?|diagram|plot|chart|schematic|flow\s?chart|histogram|heat\s?map|illustration|drawing|sketch|screenshot"
)
_UNSURE_PICTURE = r"graph|map|image|picture|photo(?:graph)?|visuali[sz]ation|curves?"
_SHOWS = (
    r"(?:shows?|tells?|lists?|gives?|has|have|compares?|contrasts?|is about|are about|explains?|illustrates?|depicts?|presents?|"
    r"contains?|summari[sz]es|reports?|measures?|counts?|maps?|connects?|plots?|displays?|describes?|visuali[sz]es|covers?|details)"
)
_OF = r"(?:of|about|on|for|that|which|with|without|showing|comparing|listing|where|from|between|how|in)"
_WORDS = r"(?:[\w’'/&,+-]+\s+)"
_DESCRIBED = re.compile(
    rf"\b(?:which|what)\s+(?:of the\s+)?(?:(?P<table>tables?)|(?P<figure>(?:{_PICTURE}|{_UNSURE_PICTURE})s?))\s+(?P<shown>{_SHOWS}\s[^?]{{4,}})"
    rf"|\b(?:the|a|any)\s+(?P<first>{_WORDS}{{0,6}}?)(?:(?P<a_table>table)|(?P<a_figure>{_PICTURE}|{_UNSURE_PICTURE}))(?:\s+figure)?\b"
    rf"(?!\s*[(\[]?\d)(?!\s+salt\b)(?P<rest>\s+{_OF}\b[^?.!;]*)?",
    re.IGNORECASE,
)  # fmt: skip
_TO_BE_SHOWN = re.compile(
    r"\b(?:shows?|shown|tells?|says?|explain|describe|see|seen|read|depict\w*|illustrat\w*|display\w*|contain\w*|which|what is in|is there)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(_UNSURE_PICTURE, re.IGNORECASE)
# The verb of the question is no part of the description.
_VERB_AT_END = re.compile(
    r"(?<!\s)\s++(?:shows?|says?|tells?|means?|contains?|lists?|looks? like|depicts?)\W*$", re.IGNORECASE
)


def find_cues(question: str) -> tuple[Cue, ...]:
    """Return the first `_CUES` places that a question names, without repeats, ordered by kind."""
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
    for match in _COUNTED.finditer(question):
        value = f"{COUNTED}{_ORDINALS[match['which'].lower()]}"
        yield Cue(kind=_COUNTED_KINDS[match["kind"].lower()], text=match[0], value=value)
    if len(question) <= _LONGEST_OWN:
        yield from (Cue(kind="reference", text=match[0], value=match[1]) for match in _BRACKET.finditer(question))
        yield from map(_section_cue, _NAMED.finditer(question))
        yield from _described(question)
    yield from (Cue(kind="front", text=match[0], value="title page", sure=False) for match in _FRONT.finditer(question))


def _section_cue(match: re.Match[str]) -> Cue:
    loose = match["phrase"]
    name = match["sure"] or match["quoted"] or match["before"] or match["told"] or match["name"] or loose
    is_usual = _USUAL_NAME.fullmatch(name.strip()) is not None
    is_sure = not loose or is_usual
    if name.lower().startswith("conclu"):  # a paper may conclude without a section of that name
        is_sure = _SAYS.match(match.string, match.end()) is not None or match[0].lower().startswith("in")
    return Cue(kind="named_section", text=match[0], value=_usual(name), sure=is_sure)


def _described(question: str) -> Iterator[Cue]:
    """Yield the figures and tables that a question describes: "the ablation table", "which plot shows the error"."""
    for match in _DESCRIBED.finditer(question):
        head = match["table"] or match["figure"] or match["a_table"] or match["a_figure"]
        words = match["shown"] or f"{match['first'] or ''}{_VERB_AT_END.sub('', match['rest'] or '')}"
        is_meant = match["shown"] or not _UNSURE.match(head) or _TO_BE_SHOWN.search(question)
        if is_meant and words.strip().lower() not in {"", *_ORDINALS}:
            kind: CueKind = "described_table" if match["table"] or match["a_table"] else "described_figure"
            yield Cue(kind=kind, text=match[0].strip(), value=f"{words.strip()} {head}", sure=False)


def _as_put(question: str, match: re.Match[str]) -> str:
    """Return the matched words of the question, with the closing bracket behind them."""
    text = match[0].strip()
    following = question[match.end() : match.end() + 1]
    closes = (following == ")" and "(" in text) or (following == "]" and "[" in text)
    return text + following if closes else text


def _numbers(kind: CueKind, value: str) -> Iterator[str]:
    """Yield the numbers of a list, with ranges such as "1-3" expanded."""
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
    """Return a section's name as `places.py` compares it: lower case, singular."""
    return " ".join(name.lower().split()).removesuffix("s")
