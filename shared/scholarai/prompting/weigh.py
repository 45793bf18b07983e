"""The prompt that weighs how passages help with a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from scholarai.domain.chat import Evidence, place_label
from scholarai.domain.ids import PaperId
from scholarai.prompting.fences import DATA_RULE, fenced, mark_of
from scholarai.prompting.prompt import ReplyPrompt
from scholarai.prompting.replies import HIGHEST_SCORE, Reply

RULES = (
    "Weigh each passage of a paper, by itself, for how it helps to answer the question. `relevance`: 10 answers it or a part of it "
    "fully, 5 helps, 0 has nothing to do with it. `summary`: one sentence on what the passage says about the question, with nothing "
    "that does not stand in it; empty where the relevance is 0. Weigh every passage, like this: "
    '{"passages": [{"id": 1, "relevance": 7, "summary": "…"}]}'
)
# Tokens of a summary of one sentence, a relevance and an id, in JSON. A guess.
_TOKENS_PER_PASSAGE, _RESERVE = 90, 100


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
        system=f"{RULES} {DATA_RULE.format(mark=mark)}",
        user="\n\n".join(shown),
        temperature=0.0,
        max_output_tokens=_TOKENS_PER_PASSAGE * len(passages) + _RESERVE,
        reply=WeighedPassages,
    )
