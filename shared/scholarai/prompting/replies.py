"""The JSON replies of models: one pydantic class per reply, which has its schema and parses it.

Functions that build prompts import it: pydantic is slow to load, and most answers need no such reply. The names of
classes and fields are part of the schema that the model sees.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

HIGHEST_SCORE = 10
_Names = Annotated[list[str], Field(max_length=10)]


class Reply(BaseModel):
    """The base of all replies: JSON of exactly this shape, without conversions between types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class QuestionJudged(Reply):
    harmful: bool
    answerable: bool
    reason: str


class QuestionTakenApart(Reply):
    year_from: int | None
    year_to: int | None
    venues: _Names
    authors: _Names
    fields: _Names
    rewritten: str
    keywords: str


class CopiedQuote(Reply):
    excerpt: int
    sentences: str
    text: str


class CopiedQuotes(Reply):
    quotes: Annotated[list[CopiedQuote], Field(max_length=30)]


class SectionPlan(Reply):
    name: str
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
    tldr: str
    sentences: Annotated[list[Sentence], Field(min_length=1)]


class Column(Reply):
    name: str
    description: str


class Columns(Reply):
    columns: Annotated[list[Column], Field(max_length=10)]


class Cell(Reply):
    column: int
    found: bool
    value: str
    excerpt: int
    sentences: str
    quote: str


class Row(Reply):
    cells: Annotated[list[Cell], Field(max_length=10)]


class Score(Reply):
    id: int
    score: Annotated[float, Field(ge=0, le=HIGHEST_SCORE)]


class Scores(Reply):
    scores: list[Score]
