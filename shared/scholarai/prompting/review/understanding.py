"""The prompt that judges whether a question gets a review, and takes it apart for the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.prompting.fences import fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import reply_prompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import QuestionUnderstood

PROMPT = """\
A user asks for a review of scientific papers. Judge the question, and prepare the search for it.

`verdict`: "harmful" where it asks for help with serious harm to people (weapons, poisons, attacks), not merely about a dangerous \
topic; "unanswerable" only where it is neither a question nor a topic: gibberish, or a task other than answering, such as writing a \
program; else "fine". Whether the papers answer it is found out later: a broad, odd, personal or badly worded question is fine.
`reason`: one sentence for the user in the language of the question; empty where the verdict is "fine".
`year_from`, `year_to`, `venues`, `authors`, `fields` (of study): only where the question itself says which papers count, such as \
"since 2015" or "published in Nature"; what it is about is no restriction. Null or empty otherwise; ten names each at most. The year \
is {year}.
`rewritten`: the question without those restrictions, as a search for passages by meaning.
`keywords`: its terms alone, as a search by words; of a question in another language than English the English terms, too."""
EXAMPLE = (
    '{"verdict": "fine", "reason": "", "year_from": 2015, "year_to": null, "venues": [], "authors": [], "fields": [], '
    '"rewritten": "How does sleep change memory?", "keywords": "sleep memory consolidation"}'
)


def understanding_prompt(question: str, *, year: int) -> ReplyPrompt[QuestionUnderstood]:
    """Return the prompt; `year` is the current one, for "recent" and "the last five years"."""
    from scholarai.prompting.replies import QuestionUnderstood  # loads pydantic, which only models need

    mark = mark_of([question])
    shown = [fenced("question", mark, question)]
    return reply_prompt(PROMPT.format(year=year), EXAMPLE, mark, shown, QuestionUnderstood, tokens=600)
