"""The prompt that names what the passages found so far leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from scholarai.domain.values import Value
from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.replies import Reply

RULES = (
    "Say what is still missing to answer the question, given what was found in the papers. `missing`: what the findings leave open, "
    "one short phrase each; empty where they answer the question. `searches`: further searches for it in other words than those used "
    "before, such as synonyms or how a paper would put it. `references`: the numbers of cited papers that probably hold what is "
    'missing. All three are empty where nothing is missing: {"missing": [], "searches": [], "references": []}'
)
_MOST_TOKENS = 500


class StillMissing(Reply):
    missing: Annotated[list[str], Field(max_length=10)]
    searches: Annotated[list[str], Field(max_length=10)]
    references: Annotated[list[int], Field(max_length=10)]


class Finding(Value, frozen=True, kw_only=True):
    """The summary of a passage that helps, and the title of its paper."""

    summary: str
    paper: str


def missing_prompt(
    question: str, findings: Sequence[Finding], searched: Sequence[str], references: Mapping[int, str]
) -> ReplyPrompt[StillMissing]:
    """Return the prompt to name what is missing.

    Args:
        question: The question to answer.
        findings: What was found, best first.
        searched: The searches made so far.
        references: Titles of papers of the library that the passages found cite, by number.
    """
    mark = mark_of([question, *searched, *references.values(), *(f"{one.summary} {one.paper}" for one in findings)])
    parts = [
        fenced("question", mark, question),
        *(fenced("searched", mark, text) for text in searched),
        *(fenced("finding", mark, one.summary, paper=one.paper) for one in findings),
        *(fenced("reference", mark, title, number=number) for number, title in references.items()),
    ]
    return ReplyPrompt(
        system=f"{RULES} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.0,
        max_output_tokens=_MOST_TOKENS,
        reply=StillMissing,
    )
