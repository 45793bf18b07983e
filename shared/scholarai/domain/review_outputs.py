"""The outputs of a review's steps, from which later steps continue, and the model calls that they paid for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import field

from scholarai.domain.ids import PaperId
from scholarai.domain.review import Candidate, ComparisonTable, ReviewedPaper, ReviewPlan, ReviewQuote, Spent
from scholarai.domain.values import Value


class ModelCall(Value, frozen=True, kw_only=True):
    """One call of a model, kept so that nothing is paid twice: its purpose, usage and result.

    `error` is the code of a call that gave nothing to use; asking the same again would not help.
    """

    kind: str
    name: str
    model: str
    asked_at: datetime
    seconds: float
    spent: Spent = Spent()
    data: dict[str, Any] = field(default_factory=dict)
    error: str | None = None


class Retrieved(Value, frozen=True, kw_only=True):
    """What the searches found; `lexical`: without vectors, words decided alone."""

    candidates: tuple[Candidate, ...]
    lexical: bool = False


class Reranked(Value, frozen=True, kw_only=True):
    """The passages that are read, best first, and their papers, most relevant first."""

    passages: tuple[Candidate, ...]
    papers: tuple[ReviewedPaper, ...]


class Quoted(Value, frozen=True, kw_only=True):
    """The grounded quotes of some papers, in the papers' order; their numbers are given by the plan.

    `sure`: found without a model, some of them may well answer.
    """

    quotes: tuple[ReviewQuote, ...]
    dropped: int = 0
    sure: bool = True


class Planned(Value, frozen=True, kw_only=True):
    """The plan with everything that it refers to, and the papers that have no quote, as in a report."""

    plan: ReviewPlan
    quotes: tuple[ReviewQuote, ...]
    papers: tuple[ReviewedPaper, ...]
    silent: tuple[ReviewedPaper, ...] = ()
    unlisted: int = 0


class Tables(Value, frozen=True, kw_only=True):
    """The comparison tables by the id of their section."""

    tables: Mapping[str, ComparisonTable] = field(default_factory=dict)


class Sought(Value, frozen=True, kw_only=True):
    """The works with an open PDF that fit best, as `POST /works` takes them, best first."""

    works: tuple[str, ...]


class Fetched(Value, frozen=True, kw_only=True):
    """The papers that works became; titles are left out, so that nothing of a deleted paper stays."""

    papers: tuple[PaperId, ...]
