"""The prompt that has claims of a text read beside excerpts of papers, and what the opinions of such a reading mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scholarai.domain.chat import Evidence
from scholarai.prompting.fences import brackets_of, excerpt, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.review import ids_rule, reply_prompt

if TYPE_CHECKING:
    from scholarai.prompting.replies import ClaimsJudged

OPINIONS = """\
`opinion`:
- supported: the cited text says it, be it in other words, translated, rounded, computed from its numbers, counted from its list, or \
with an abbreviation spelled out;
- partly: it says a part of it, and is silent on a fact that the rest states; a word of degree, framing, counting or summing up that a \
fair reader would grant is no such fact;
- contradicted: it says otherwise: another number, unit, group, condition, time or scope, the opposite direction, a negation lost or \
added, a cause for what happened together, certainty for what may be, the cell of another row or column;
- not: it has nothing on it."""
RULES = """\
Compare claims about scientific papers with excerpts of these papers. `before` is the text in front of a claim: it tells what the \
claim's pronouns and short forms refer to, and is not to be judged.

{opinions}

{ids} For `supported`, `partly` and `contradicted`, name the sentences that decide it; for `not`, leave `sentences` empty. `reason` is \
one short sentence, in English, on what the claim and these sentences say differently; empty where the claim is supported. Go by the \
excerpts alone, never by what you know. Judge every claim."""
EXAMPLE = (
    '{"claims": [{"id": 1, "opinion": "contradicted", "sentences": "2.3", "reason": "The paper has 41 men, not 61."}]}'
)
# Tokens of one opinion in JSON with a sentence, and a reserve. Guesses.
_TOKENS_PER_CLAIM, _RESERVE = 90, 100
# Characters of a claim, and of what stands before it; longer ones are rare.
_CHARACTERS, _BEFORE = 1_500, 400


def claims_prompt(
    claims: Sequence[str], before: Sequence[str], excerpts: Sequence[Evidence]
) -> ReplyPrompt[ClaimsJudged]:
    """Return the prompt to compare claims, numbered from 1, with excerpts; `before` has the sentence in front of each claim."""
    from scholarai.prompting.replies import ClaimsJudged  # loads pydantic, which only models need

    texts = [item.text for item in excerpts]
    mark = mark_of([*claims, *before, *texts])
    brackets = brackets_of(texts, mark)
    shown = [excerpt(item, mark, brackets) for item in excerpts]
    for number, (claim, context) in enumerate(zip(claims, before, strict=True), start=1):
        parts = [fenced("before", mark, context[-_BEFORE:])] if context else []
        shown.append("\n".join([*parts, fenced("claim", mark, claim[:_CHARACTERS], id=number)]))
    task = RULES.format(opinions=OPINIONS, ids=ids_rule(brackets))
    tokens = _TOKENS_PER_CLAIM * len(claims) + _RESERVE
    return reply_prompt(task, EXAMPLE, mark, shown, ClaimsJudged, tokens=tokens)
