"""The prompt that looks for evidence for sentences of a section that have no quote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.prompting.fences import DATA_RULE, brackets_of, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review.stages import Excerpt, ids_rule, shown_excerpts

if TYPE_CHECKING:
    from scholarai.prompting.deep_replies import SentencesEvidence

_TOKENS_PER_SENTENCE = 40
_SENTENCE_CHARACTERS = 1_000


def evidence_prompt(sentences: Sequence[str], excerpts: Sequence[Excerpt]) -> ReplyPrompt[SentencesEvidence]:
    """Return the prompt to name the papers' sentences that support sentences of a review, numbered from 1."""
    from scholarai.prompting.deep_replies import SentencesEvidence

    mark = mark_of([*sentences, *(item.text for item in excerpts)])
    brackets = brackets_of([item.text for item in excerpts], mark)
    stated = [
        fenced("sentence", mark, text[:_SENTENCE_CHARACTERS], id=number)
        for number, text in enumerate(sentences, start=1)
    ]
    return ReplyPrompt(
        system="Look for evidence in excerpts of papers. For each sentence of a review, `found` has an item with its `id` where an "
        f"excerpt states all that the sentence says. {ids_rule(brackets)} Leave a sentence out where no excerpt states it: what "
        "merely has to do with it is no evidence. Go by the excerpts alone, never by what you know. "
        f"{DATA_RULE.format(mark=mark)}",
        user="\n\n".join([*shown_excerpts(excerpts, mark, brackets), *stated]),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_SENTENCE * len(sentences) + 100,
        reply=SentencesEvidence,
    )
