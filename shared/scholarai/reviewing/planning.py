"""Corrects a plan: every quote is used at least once, no section comes twice or has no quote."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from scholarai.domain.review import PlannedSection, ReviewPlan

TITLE_WORDS = 15
# What the prompt asks for; the quotes of further sections go to the last one.
MOST_SECTIONS = 7


def make_sound(plan: ReviewPlan, quotes: Sequence[int]) -> ReviewPlan:
    """Return the plan as it can be written, its sections in their order; without any that has a quote it has none.

    Numbers that no quote has are dropped, sections of one name are joined, and quotes that no section has go to the last one.
    """
    known = set(quotes)
    joined: dict[str, PlannedSection] = {}
    for section in plan.sections:
        numbers = tuple(dict.fromkeys(number for number in section.quotes if number in known))
        name = " ".join(section.name.split())
        before = joined.get(name.casefold())
        if before is not None:
            joined[name.casefold()] = replace(before, quotes=tuple(dict.fromkeys((*before.quotes, *numbers))))
        elif name and numbers:
            joined[name.casefold()] = replace(section, name=name, quotes=numbers)
    sections = list(joined.values())[:MOST_SECTIONS]
    if sections:
        used = {number for section in sections for number in section.quotes}
        left = tuple(number for number in quotes if number not in used)
        sections[-1] = replace(sections[-1], quotes=(*sections[-1].quotes, *left))
    return replace(plan, title=" ".join(plan.title.split()[:TITLE_WORDS]), sections=tuple(sections))
