"""Corrects a plan: an introduction comes first, every quote is used at least once, no section comes twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scholarai.domain.review import PlannedSection, ReviewPlan

INTRODUCTION = "Introduction"
TITLE_WORDS = 15
# More than anybody reads; a model that plans more has planned nothing. A guess.
MOST_SECTIONS = 12
_OPENERS = ("introduction", "background", "overview")


def make_sound(plan: ReviewPlan, quotes: Sequence[int]) -> ReviewPlan:
    """Return the plan as it can be written; without any section that has a quote it comes back without sections.

    Numbers that no quote has are dropped, sections of one name are joined, quotes that no section has go to the last
    one that is no introduction, and an introduction is put first where there is none.
    """
    known = set(quotes)
    joined: dict[str, PlannedSection] = {}
    for section in plan.sections:
        numbers = tuple(dict.fromkeys(number for number in section.quotes if number in known))
        name = " ".join(section.name.split())
        before = joined.get(name.casefold())
        if before is not None:
            joined[name.casefold()] = replace(before, quotes=tuple(dict.fromkeys((*before.quotes, *numbers))))
        elif name:
            joined[name.casefold()] = replace(section, name=name, quotes=numbers)
    sections = list(joined.values())[:MOST_SECTIONS]
    if not any(section.quotes for section in sections):
        return replace(plan, sections=())
    sections = _with_all_quotes(_with_introduction(sections), quotes)
    return replace(plan, title=" ".join(plan.title.split()[:TITLE_WORDS]), sections=tuple(sections))


def _with_introduction(sections: list[PlannedSection]) -> list[PlannedSection]:
    opener = next((s for s in sections if s.name.casefold().startswith(_OPENERS)), None)
    if opener is None:
        return [PlannedSection(name=INTRODUCTION, format="synthesis"), *sections]
    return [opener, *(section for section in sections if section is not opener)]


def _with_all_quotes(sections: Sequence[PlannedSection], quotes: Sequence[int]) -> list[PlannedSection]:
    used = {number for section in sections for number in section.quotes}
    left = tuple(number for number in quotes if number not in used)
    last = sections[-1]
    return [*sections[:-1], replace(last, quotes=(*last.quotes, *left))]
