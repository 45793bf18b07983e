"""The prompts of a deeper answer: divide its question into searches, weigh passages, name what is still missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from scholarai.domain.chat import Evidence, place_label
from scholarai.domain.ids import PaperId
from scholarai.domain.values import Value
from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.replies import HIGHEST_SCORE, Reply

PLAN = (
    "Plan how to look up the answer to a question in scientific papers. Each passage of a paper is searched for by words and by "
    "meaning. `questions`: at most {most} short questions, each about one thing that the answer needs, which together cover the whole "
    "question; in the words that a paper would use for it, and each standing for itself. One is enough for a question about one "
    'thing. Reply like this: {{"questions": ["…"]}}'
)
# Tokens of a question, and of the JSON around all that a reply lists. Guesses.
_TOKENS_PER_QUESTION, _ENVELOPE = 60, 100


class SubQuestions(Reply):
    questions: Annotated[list[str], Field(max_length=10)]


def sub_questions_prompt(question: str, titles: Sequence[str], *, most: int) -> ReplyPrompt[SubQuestions]:
    """Return the prompt to decompose a question into searches; `titles` are those of the papers that are asked."""
    mark = mark_of([question, *titles])
    parts = [fenced("question", mark, question), *(fenced("title", mark, title) for title in titles)]
    return ReplyPrompt(
        system=f"{PLAN.format(most=most)} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_QUESTION * most + _ENVELOPE,
        reply=SubQuestions,
    )


WEIGH = (
    "Weigh each passage of a paper, by itself, for how it helps to answer the question. `relevance`: 10 answers it or a part of it "
    "fully, 5 helps, 0 has nothing to do with it. `summary`: one sentence on what the passage says about the question, with nothing "
    "that does not stand in it; empty where the relevance is 0. Weigh every passage, like this: "
    '{"passages": [{"id": 1, "relevance": 7, "summary": "…"}]}'
)
# Tokens of a summary of one sentence, a relevance and an id, in JSON. A guess.
_TOKENS_PER_PASSAGE = 90


class WeighedPassage(Reply):
    id: int
    relevance: Annotated[float, Field(ge=0, le=HIGHEST_SCORE)]
    summary: str


class WeighedPassages(Reply):
    passages: list[WeighedPassage]


def weigh_prompt(
    question: str, passages: Sequence[Evidence], titles: Mapping[PaperId, str]
) -> ReplyPrompt[WeighedPassages]:
    """Return the prompt to weigh passages, numbered from 1 in their order; `titles` name their papers."""
    mark = mark_of([question, *(piece.text for piece in passages), *titles.values()])
    shown = [fenced("question", mark, question)]
    for number, piece in enumerate(passages, start=1):
        place = place_label(piece.section_path, piece.page_numbers)
        shown.append(fenced("passage", mark, piece.text, id=number, paper=titles.get(piece.paper_id, ""), place=place))
    return ReplyPrompt(
        system=f"{WEIGH} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(shown),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_PASSAGE * len(passages) + _ENVELOPE,
        reply=WeighedPassages,
    )


MISSING = (
    "Say what is still missing to answer the question, given what was found in the papers. `missing`: what the findings leave open, "
    "one short phrase each; empty where they answer the question. `searches`: further searches for it in other words than those used "
    "before, such as synonyms or how a paper would put it. `references`: the numbers of cited papers that probably hold what is "
    'missing. All three are empty where nothing is missing: {"missing": [], "searches": [], "references": []}'
)
_MISSING_TOKENS = 500


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

    `findings` come best first; `references` are titles of papers of the library that the passages found cite, by number.
    """
    mark = mark_of(
        [question, *searched, *references.values(), *(f"{finding.summary} {finding.paper}" for finding in findings)]
    )
    parts = [
        fenced("question", mark, question),
        *(fenced("searched", mark, text) for text in searched),
        *(fenced("finding", mark, finding.summary, paper=finding.paper) for finding in findings),
        *(fenced("reference", mark, title, number=number) for number, title in references.items()),
    ]
    return ReplyPrompt(
        system=f"{MISSING} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(parts),
        temperature=0.0,
        max_output_tokens=_MISSING_TOKENS,
        reply=StillMissing,
    )
