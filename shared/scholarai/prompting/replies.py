"""The JSON replies of models: one pydantic class per reply, which has its schema and parses it.

Functions that build prompts import it: pydantic is slow to load, and most answers need no such reply. The names of
classes and fields are part of the schema that the model sees.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler

HIGHEST_SCORE = 10
_Names = Annotated[list[str], Field(max_length=10)]


class Reply(BaseModel):
    """The base of all replies: JSON of exactly this shape, without conversions between types.

    The schema requires every field, which OpenAI's strict mode asks for; a reply may leave out those that have a default.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        schema = handler(core)
        own = handler.resolve_ref_schema(schema)
        own["required"] = list(own["properties"])
        for field in own["properties"].values():
            field.pop("default", None)
        return schema


class QuestionUnderstood(Reply):
    verdict: Literal["fine", "harmful", "unanswerable"]
    reason: str
    year_from: int | None
    year_to: int | None
    venues: _Names
    authors: _Names
    fields: _Names
    rewritten: str
    keywords: str


class CopiedQuote(Reply):
    sentences: str
    part: str | None = None


class CopiedQuotes(Reply):
    quotes: Annotated[list[CopiedQuote], Field(max_length=30)]


class SectionPlan(Reply):
    name: str
    about: str
    format: Literal["synthesis", "list"]
    quotes: list[int]


class Plan(Reply):
    title: str
    reasoning: str
    sections: Annotated[list[SectionPlan], Field(max_length=12)]


class Sentence(Reply):
    text: str
    quotes: list[int]


class Section(Reply):
    tldr: list[Sentence]
    sentences: Annotated[list[Sentence], Field(min_length=1)]


class Column(Reply):
    name: str
    description: str


class Columns(Reply):
    columns: Annotated[list[Column], Field(max_length=10)]


class Cell(Reply):
    column: int
    value: str
    sentences: str
    part: str | None = None


class Row(Reply):
    cells: Annotated[list[Cell], Field(max_length=10)]


class Score(Reply):
    id: int
    score: Annotated[float, Field(ge=0, le=HIGHEST_SCORE)]


class Scores(Reply):
    scores: list[Score]


class SentenceEvidence(Reply):
    id: int
    sentences: str


class SentencesEvidence(Reply):
    found: list[SentenceEvidence]


class ClaimJudged(Reply):
    id: int
    opinion: Literal["supported", "partly", "contradicted", "not"]
    sentences: str
    reason: str


class ClaimsJudged(Reply):
    claims: list[ClaimJudged]
