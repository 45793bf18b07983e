"""The prompt that divides a question into searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.replies import Reply

RULES = (
    "Plan how to look up the answer to a question in scientific papers. Each passage of a paper is searched for by words and by "
    "meaning. `questions`: at most {most} short questions, each about one thing that the answer needs, which together cover the whole "
    "question; in the words that a paper would use for it, and each standing for itself. One is enough for a question about one "
    'thing. Reply like this: {{"questions": ["…"]}}'
)
_TOKENS_PER_QUESTION, _RESERVE = 60, 100


class SubQuestions(Reply):
    questions: Annotated[list[str], Field(max_length=10)]


def sub_questions_prompt(question: str, titles: Sequence[str], *, most: int) -> ReplyPrompt[SubQuestions]:
    """Return the prompt to decompose a question into searches; `titles` are those of the papers that are asked."""
    mark = mark_of([question, *titles])
    parts = [fenced("question", mark, question), *(fenced("title", mark, title) for title in titles)]
    return ReplyPrompt(
        system=f"{RULES.format(most=most)} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_QUESTION * most + _RESERVE,
        reply=SubQuestions,
    )
