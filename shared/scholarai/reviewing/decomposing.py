"""Finds the years, venues and authors that a question names, by rules, and detects questions that no review answers."""

from __future__ import annotations

import re

from scholarai.domain.review import Decomposition, Filters

_YEAR = r"(?P<{}>(?:19|20)\d\d)"
_BETWEEN = re.compile(
    rf"\b(?:between|from)\s+{_YEAR.format('low')}\s*(?:and|to|until|–|-)\s*{_YEAR.format('high')}", re.IGNORECASE
)
_SINCE = re.compile(rf"\b(?:since|from|after(?P<after>)|starting in)\s+{_YEAR.format('low')}\b", re.IGNORECASE)
_UNTIL = re.compile(rf"\b(?:until|up to|before(?P<before>)|by the end of)\s+{_YEAR.format('high')}\b", re.IGNORECASE)
# "The outbreak in 2010" names no year of publication.
_IN = re.compile(rf"\b(?:published|papers|work|studies)\s+in\s+{_YEAR.format('year')}\b", re.IGNORECASE)
_AUTHOR = re.compile(r"\b(?:papers|work|works|studies|articles|publications) (?:by|of) ((?:[A-Z][\w.'-]+ ?){1,3})")
_VENUE = re.compile(r"\bpublished (?:in|at) (?:the )?([A-Z][\w&.-]*(?: [A-Z&][\w&.-]*){0,5})")
# Few and plain, since no model judges here: instructions for mass harm. What a model adds is a judgement.
_HARMFUL = re.compile(
    r"\b(?:how (?:to|can i|do i|could one)|instructions? (?:to|for)|steps? to|recipe for|synthesi[sz]e|build|make)\b.{0,60}"
    r"\b(?:nerve agent|sarin|novichok|vx gas|mustard gas|ricin|anthrax weapon|bioweapon|biological weapon|chemical weapon|"
    r"dirty bomb|pipe bomb|nail bomb|explosive device|nuclear bomb)s?\b",
    re.IGNORECASE,
)


def take_apart(question: str) -> Decomposition:
    """Return the question without what became filters, and the filters that it names."""
    filters, spans = _filters(question)
    kept = question
    for start, end in sorted(spans, reverse=True):
        kept = f"{kept[:start]} {kept[end:]}"
    rewritten = re.sub(r"(?<!\s)\s+([?.,;!])", r"\1", " ".join(kept.split()))
    return Decomposition(rewritten=rewritten or question, keywords=rewritten or question, filters=filters)


def is_harmful(question: str) -> bool:
    """Tell a question for instructions to do great harm."""
    return _HARMFUL.search(question) is not None


def _filters(question: str) -> tuple[Filters, list[tuple[int, int]]]:
    spans: list[tuple[int, int]] = []
    low = high = None
    if between := _BETWEEN.search(question):
        low, high = int(between["low"]), int(between["high"])
        spans.append(between.span())
    else:
        if since := _SINCE.search(question):
            low = int(since["low"]) + (since["after"] is not None)
            spans.append(since.span())
        if until := _UNTIL.search(question):
            high = int(until["high"]) - (until["before"] is not None)
            spans.append(until.span())
        if not spans and (in_year := _IN.search(question)):
            low = high = int(in_year["year"])
            spans.append(in_year.span())
    author, venue = _AUTHOR.search(question), _VENUE.search(question)
    return (
        Filters(
            year_from=low,
            year_to=high,
            authors=(author[1].strip(" .,?"),) if author else (),
            venues=(venue[1].strip(" .,?"),) if venue else (),
        ),
        spans,
    )
