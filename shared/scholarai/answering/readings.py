"""Suggests what an unclear question may mean, as two or three self-contained questions in the papers' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile

from scholarai.answering.turns import is_topic
from scholarai.domain.patterns import lazy_pattern
from scholarai.retrieval.index import PaperIndex

READINGS = 3
# Most words of a thing that a question names, of a heading that can stand in one, and characters of a title.
_LONGEST_NAME, _LONGEST_HEADING, _LONGEST_TITLE = 4, 6, 80
_ONE = lazy_pattern(r"\b(?:it|that one|this one|the other one)\b(?!')", re.IGNORECASE)
_ITS = lazy_pattern(r"\bits\b", re.IGNORECASE)
_FINDINGS = "What are the main findings of {}?"
_JOINING = frozenset({"and", "or", "versus", "vs", "vs."})
_ARTICLES = frozenset({"the", "a", "an"})
# Two things behind one of these are parts of a third, such as a difference, to which "it" refers.
_PREPOSITIONS = frozenset("of in on for from with to by between among at about into across".split())
# Headings that nearly every paper has, or that say nothing about its subject.
_USUAL = lazy_pattern(
    r"abstract|introduc|background|relat|previous|method|material|experiment|result|finding|evaluat|discuss|conclu|limit|future"
    r"|summary|acknowl|fund|contribut|interest|reference|availab|support|append|abbrev|ethic|data|text|statistic|analys",
    re.IGNORECASE,
)


def readings_of_pronoun(question: str, before: str) -> tuple[str, ...]:
    """Return a follow-up with its pronoun replaced by each of two things that the previous question names side by side, if it does."""
    things = _two_things(before)
    if not things or not (_ONE.search(question) or _ITS.search(question)):
        return ()
    return tuple(_put_in(name, question) for name in things)


def _put_in(name: str, question: str) -> str:
    return _ITS.sub(lambda _: f"{name}'s", _ONE.sub(lambda _: name, question))


def readings_of_papers(asked: PaperIndex | Sequence[str]) -> tuple[str, ...]:
    """Return questions on the subjects of one paper, or on several papers given by their titles."""
    if isinstance(asked, PaperIndex):
        subjects = islice(_subjects(asked), READINGS - 1)
        return (
            *(f"What does the paper say about “{subject}”?" for subject in subjects),
            _FINDINGS.format("this paper"),
        )
    named = [_FINDINGS.format(f"“{title[:_LONGEST_TITLE]}”") for title in asked[: READINGS - 1]]
    return (*named, "What do these papers have in common?")


def _two_things(question: str) -> tuple[str, str] | None:
    words = question.rstrip(" ?.!").replace(",", "").split()
    for place in (n for n, word in enumerate(words) if word.lower() in _JOINING):
        first = list(takewhile(is_topic, words[:place][::-1]))[:_LONGEST_NAME][::-1]
        lead = [word.lower() for word in words[: place - len(first)] if word.lower() not in _ARTICLES]
        rest = words[place + 1 :]
        article = rest[:1] if rest and rest[0].lower() in _ARTICLES else []
        second = list(takewhile(is_topic, rest[len(article) :]))[:_LONGEST_NAME]
        if first and second and not _PREPOSITIONS.intersection(lead[-1:]):
            return " ".join([*article, *first]), " ".join([*article, *second])
    return None


def _subjects(index: PaperIndex) -> Iterator[str]:
    """Yield what a paper is about: its specific headings, then the long forms of its abbreviations, then its title up to a colon."""
    headings = (" ".join(section.title.split()) for section in index.content.sections)
    own = (title for title in headings if is_heading_of_its_own(title))
    title = " ".join(takewhile(lambda word: not word.endswith(":"), (index.content.title or "").split()))
    yield from dict.fromkeys(chain(own, index.facts.abbreviations.values(), [title] if title else []))


def is_heading_of_its_own(title: str) -> bool:
    """Tell whether a heading names a subject of this paper and is short enough for a question."""
    words = title.split()
    return 0 < len(words) <= _LONGEST_HEADING and any(map(is_topic, words)) and _USUAL.search(title) is None
