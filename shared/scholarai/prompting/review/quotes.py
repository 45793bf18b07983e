"""The prompt that names what one paper says about the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.prompting.fences import brackets_of, excerpt, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import PART, ids_rule, reply_prompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import CopiedQuotes

PROMPT = """\
Name the sentences in the excerpts of one paper that help to answer the question, those that help most first.

Each item of `quotes` is one thing that the paper says, in one to three sentences; 30 items at most, and none where nothing helps. \
{ids} {part}
Prefer what the paper itself found, did or argues, with its numbers and conditions, to what it announces or reports of others."""
EXAMPLE = '{"quotes": [{"sentences": "3.2-3.3", "part": null}, {"sentences": "1.4", "part": "errors fell by 12 %"}]}'


def quotes_prompt(question: str, title: str, excerpts: Sequence[Evidence]) -> ReplyPrompt[CopiedQuotes]:
    """Return the prompt to name or copy what one paper says about the question."""
    from scholarai.prompting.replies import CopiedQuotes  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([question, title, *texts])
    brackets = brackets_of(texts, mark)
    shown = [
        fenced("paper", mark, title),
        *(excerpt(item, mark, brackets) for item in excerpts),
        fenced("question", mark, question),
    ]
    task = PROMPT.format(ids=ids_rule(brackets), part=PART)
    return reply_prompt(task, EXAMPLE, mark, shown, CopiedQuotes, tokens=2_048)
