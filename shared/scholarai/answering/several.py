"""Plans how a question about several papers is put to each of them, and cuts what is shown of each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from scholarai.answering.set_questions import SetQuestion, set_question, thing_asked
from scholarai.domain.chat import Evidence, TextSection
from scholarai.domain.patterns import lazy_pattern
from scholarai.domain.values import Value
from scholarai.retrieval.kinds import kinds_of, own_words

# Words; a longer phrase is a clause and no name of a thing. A guess.
_MOST_WORDS = 9
_END = r"\s*[?.!]*\s*$"
_ABOUT = lazy_pattern(
    r",? (?:in terms of|with (?:respect|regard) to|regarding|concerning|as to|when it comes to|in|on|for|as) ",
    re.IGNORECASE,
)
# Patterns of a comparison: its opening, what stands between the two things, and its ending (None: it ends with the question).
_COMPARED = tuple(
    tuple(lazy_pattern(pattern, re.IGNORECASE) if pattern else None for pattern in patterns)
    for patterns in (
        (r"\bcompare ", r" (?:and|with|to|against|versus|vs\.?) ", ""),
        (r"\b(?:differences?|comparison|similarit(?:y|ies)) between ", r" and ", ""),
        (r"\bhow (?:do|does|did) ", r" (?:differ from|compare (?:with|to)) ", ""),
        (r"\bhow (?:do|does|did) ", r" and ", r" (?:differ|compare)\b"),
        (
            r"^\W*(?:is|are|was|were|do|does|did) ",
            r" (?:\w+ly )?(?:better|worse|more \w+|less \w+|\w{3,}er) than ",
            "",
        ),
        (r"^\W*", r"(?<!,) (?:versus|vs\.?) ", ""),
    )
)
_LEADING = lazy_pattern(r"^\W*(?:(?:the|a|an|both|between) )+", re.IGNORECASE)
_PAPERS = r"(?:papers?|articles?|studies|trials?|publications?|works?)"
_OF_EACH = lazy_pattern(
    rf",? (?:(?:reported|used|given|stated|found|described|made) )?(?:by|in|of|across|among|between|for) "
    rf"(?:each|all|every|both|these|those|the)(?: of (?:the|these|those))?(?: \w+)? {_PAPERS}\b"
    rf"|(?: that| which)? (?:each|all|these|those|the) {_PAPERS} (?:use|report|have|make|give|describe|propose)s?\b",
    re.IGNORECASE,
)
_COMPARE = lazy_pattern(r"^\W*(?:please )?(?:compare|contrast|tabulate|list)\b\s*", re.IGNORECASE)
_DIFFER = lazy_pattern(
    rf"^\W*(?:how do|what do) (?P<what>.+?) (?:differ|compare|vary|have in common|share){_END}", re.IGNORECASE
)
_ALL_PAPERS = lazy_pattern(
    rf"^(?:all|each|the|these|those|my)?(?: of (?:the|these|those))? ?(?:{_PAPERS}|they|them|these|those)$",
    re.IGNORECASE,
)
ABOUT_THE_PAPER = "What is this paper about?"


class Plan(Value, frozen=True, kw_only=True):
    """How each of several papers is asked.

    `question` is put to each paper. `wanted` is what makes a paper a member of the set that is asked for; `compared` are things to
    look for in all papers, with `about` as what is asked of them.
    """

    question: str
    wanted: SetQuestion | None = None
    compared: tuple[str, ...] = ()
    about: str = ""


def plan(question: str) -> Plan:
    """Return how to put a question to several papers."""
    wanted = set_question(question)
    if wanted is not None:
        return Plan(question=question, wanted=wanted)
    for first, second, about in _comparisons(question.rstrip(" ?.!")):
        things = (_thing(first), _thing(second))
        if all(map(_is_thing, things)):
            return Plan(question=question, compared=things, about=about.strip(" ,"))
    return Plan(question=_asked_of_one(question))


def _comparisons(question: str) -> Iterator[tuple[str, str, str]]:
    """Yield pairs of things that a question may compare, with what is asked of them."""
    for opening, between, ending in _COMPARED:
        opened = opening.search(question) if opening else None
        parted = between.search(question, opened.end()) if opened and between else None
        if opened is None or parted is None:
            continue
        first, second, about = question[opened.end() : parted.start()], question[parted.end() :], ""
        if ending is not None:
            ended = ending.search(second)
            if ended is None:
                continue
            second, about = second[: ended.start()], second[ended.end() :]
        elif asked := _ABOUT.search(second):
            second, about = second[: asked.start()], second[asked.start() :]
        yield first, second, about


def best_sections(sections: Sequence[TextSection], evidence: Sequence[Evidence], most: int) -> list[TextSection]:
    """Return the `most` sections whose first citations are rated best, in their order; without ratings, the first ones."""
    ratings = {start: rating for piece in evidence for start, rating in piece.ratings}
    rated = [_rating(section, ratings) for section in sections]
    best = sorted(range(len(sections)), key=lambda place: -rated[place])[:most]
    return [sections[place] for place in sorted(best)]


def _rating(section: TextSection, ratings: dict[int, float]) -> float:
    starts = [citation.start for citation in section.citations if citation.start is not None]
    return ratings.get(starts[0], -math.inf) if starts else -math.inf


def _asked_of_one(question: str) -> str:
    """Return a question about all papers in a form that a single paper can be asked."""
    differ = _DIFFER.match(question)
    if differ is not None and _ALL_PAPERS.match(differ["what"]):
        return ABOUT_THE_PAPER
    said = differ["what"] if differ else _COMPARE.sub("", question)
    single = _OF_EACH.sub("", said).strip(" .?!")
    if said != question and own_words(single, kinds_of(single)):
        return f"What is {single}?"
    return question


def _thing(text: str) -> str:
    return _LEADING.sub("", text.strip(" \"'“”,"))


def _is_thing(text: str) -> bool:
    """Tell whether a part of a comparison names something to look for, and not all the papers."""
    asked = thing_asked(text)
    return (
        asked is not None
        and len(text.split()) <= _MOST_WORDS
        and bool(own_words(text, ()))
        and re.search(
            rf"\b(?:each|every|all|these|those|the(?:se|m)?|both) {_PAPERS}\b|^(?:they|them|it)$", text, re.IGNORECASE
        )
        is None
    )
