"""The prompt that plans the sections of a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.prompting.fences import fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import Quotable, reply_prompt, shown_quotes

if TYPE_CHECKING:
    from scholarai.prompting.replies import Plan

PROMPT = """\
Plan a literature review that answers the question from the numbered quotes, in the language of the question.

`title`: at most 15 words. `reasoning`: one sentence on why the sections are cut so.
`sections`: one to seven, in the order in which they answer the question; a simple question needs one. Group the quotes by what \
their papers can be compared in, not by paper. Plan no section that only introduces or sums up the others. Each section has a \
`name`; `about`, one sentence on what it says and no other section does; a `format`, "list" where it compares several papers' \
methods, data or results item by item, else "synthesis"; and `quotes`, the numbers of its quotes. Use every quote at least once; \
a quote may serve two sections."""
EXAMPLE = (
    '{"title": "Sleep and memory in adults", "reasoning": "The question asks for effects and their size.", "sections": '
    '[{"name": "Effects of lost sleep", "about": "What adults remember worse after a night without sleep.", "format": '
    '"synthesis", "quotes": [2, 1, 5]}]}'
)


def plan_prompt(question: str, quotes: Sequence[Quotable]) -> ReplyPrompt[Plan]:
    """Return the prompt to plan the report."""
    from scholarai.prompting.replies import Plan  # loads pydantic, which only models need

    mark = mark_of([question, *(quote.text for quote in quotes)])
    shown = [*shown_quotes(quotes, mark), fenced("question", mark, question)]
    return reply_prompt(PROMPT, EXAMPLE, mark, shown, Plan, tokens=4_096)
