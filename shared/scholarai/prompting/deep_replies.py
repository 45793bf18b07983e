"""The JSON replies of models in normal and deep answers: one pydantic class per reply, as in `replies`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scholarai.prompting.replies import HIGHEST_SCORE, Reply


class SubQuestions(Reply):
    questions: Annotated[list[str], Field(max_length=10)]


class WeighedPassage(Reply):
    id: int
    relevance: Annotated[float, Field(ge=0, le=HIGHEST_SCORE)]
    summary: str


class WeighedPassages(Reply):
    passages: list[WeighedPassage]


class StillMissing(Reply):
    missing: Annotated[list[str], Field(max_length=10)]
    searches: Annotated[list[str], Field(max_length=10)]
    references: Annotated[list[int], Field(max_length=10)]


class SentenceRead(Reply):
    id: int
    opinion: Literal["supported", "partly", "not"]


class SentencesRead(Reply):
    sentences: list[SentenceRead]


class SentenceEvidence(Reply):
    id: int
    sentences: str


class SentencesEvidence(Reply):
    found: list[SentenceEvidence]
