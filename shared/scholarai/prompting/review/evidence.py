"""The prompt that looks for evidence for sentences of a section that have no quote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.prompting.fences import brackets_of, excerpt, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.shown import ids_rule, reply_prompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import SentencesEvidence

PROMPT = """\
Look for evidence in excerpts of papers. For each sentence of a review, `found` has an item with its `id` where an excerpt states all \
that the sentence says; leave a sentence out where none does: what merely has to do with it is no evidence. Go by the excerpts \
alone, never by what you know. {ids}"""
EXAMPLE = '{"found": [{"id": 2, "sentences": "3.2-3.4"}]}'
_TOKENS_PER_SENTENCE = 40
_SENTENCE_CHARACTERS = 1_000


def evidence_prompt(sentences: Sequence[str], excerpts: Sequence[Evidence]) -> ReplyPrompt[SentencesEvidence]:
    """Return the prompt to name the papers' sentences that support sentences of a review, numbered from 1."""
    from scholarai.prompting.replies import SentencesEvidence  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([*sentences, *texts])
    brackets = brackets_of(texts, mark)
    stated = [
        fenced("sentence", mark, text[:_SENTENCE_CHARACTERS], id=number)
        for number, text in enumerate(sentences, start=1)
    ]
    task = PROMPT.format(ids=ids_rule(brackets))
    shown = [*(excerpt(item, mark, brackets) for item in excerpts), *stated]
    tokens = _TOKENS_PER_SENTENCE * len(sentences) + 100
    return reply_prompt(task, EXAMPLE, mark, shown, SentencesEvidence, tokens=tokens)
