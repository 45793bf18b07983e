"""The prompt that has an answer's sentences read again beside what they cite."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from scholarai.domain.values import Value
from scholarai.prompting.claim_reading import OPINIONS
from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.replies import Reply

RULES = f"""\
Check an answer about scientific papers, claim by claim, against the passages that each claim cites. `before` is the sentence \
before a claim and tells, like the question, what its pronouns and short forms stand for.

{OPINIONS}

`words`: unless the claim is supported, the few words of it that the cited text does not bear out, copied from the claim; else empty. \
Judge by the cited text alone, never by what you know; where extraction has flattened a power ("103" for 10^3), read what is meant. \
Judge every claim, like this: {{"claims": [{{"id": 1, "opinion": "supported", "words": ""}}]}}
"""
# Tokens of one opinion in JSON with a few words, measured with a capable reader (25), and a reserve.
_TOKENS_PER_CLAIM, _RESERVE = 40, 100
# Characters of a claim and of each text that it cites; longer ones are rare.
_CHARACTERS = 1_500


class ClaimRead(Reply):
    id: int
    opinion: Literal["supported", "partly", "contradicted", "not"]
    words: str


class ClaimsRead(Reply):
    claims: list[ClaimRead]


class Claim(Value, frozen=True, kw_only=True):
    """A sentence of our own, the one before it, and the papers' text that it cites."""

    text: str
    before: str
    cited: tuple[str, ...]


def second_reading_prompt(question: str, claims: Sequence[Claim]) -> ReplyPrompt[ClaimsRead]:
    """Return the prompt to compare claims, numbered from 1, with what they cite."""
    mark = mark_of([question, *(text for claim in claims for text in (claim.text, claim.before, *claim.cited))])
    shown = [fenced("question", mark, question)]
    for number, claim in enumerate(claims, start=1):
        before = [fenced("before", mark, claim.before[-_CHARACTERS:])] if claim.before else []
        cited = [fenced("cited", mark, text[:_CHARACTERS]) for text in claim.cited]
        shown.append("\n".join([*before, fenced("claim", mark, claim.text[:_CHARACTERS], id=number), *cited]))
    return ReplyPrompt(
        system=f"{RULES}\n{DATA_RULE.format(mark=mark)}",
        user="\n\n".join(shown),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_CLAIM * len(claims) + _RESERVE,
        reply=ClaimsRead,
    )
