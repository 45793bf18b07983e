"""What a writer of reviews is given, and what it gives back before it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from scholarai.domain.chat import Evidence
from scholarai.domain.ids import PaperId
from scholarai.domain.review import (
    Decomposition,
    EditAction,
    PlannedSection,
    ReviewedPaper,
    ReviewPlan,
    ReviewQuote,
    ReviewSection,
    TableColumn,
)
from scholarai.domain.values import Value
from scholarai.ports.reviews import PickedQuote


class Understood(Value, frozen=True, kw_only=True):
    """A question taken apart, and whether it gets a review; `reason` says why not."""

    decomposition: Decomposition
    verdict: Literal["fine", "harmful", "unanswerable"] = "fine"
    reason: str = ""


class PaperPassages(Value, frozen=True, kw_only=True):
    """A paper and its passages, numbered from 1."""

    paper: ReviewedPaper
    passages: tuple[Evidence, ...]


class PickedQuotes(Value, frozen=True, kw_only=True):
    """What was picked per paper, in the papers' order; `unread` counts those that the model would not read."""

    quotes: tuple[tuple[PickedQuote, ...], ...]
    unread: int = 0


class Brief(Value, frozen=True, kw_only=True):
    """All that the writing of a section may use: the plan, and the section's own quotes.

    A `compared` section gets a table. `action` and `instruction` are there when a finished section, `before`, is changed.
    """

    question: str
    plan: ReviewPlan
    section: PlannedSection
    quotes: tuple[ReviewQuote, ...]
    papers: Mapping[PaperId, ReviewedPaper]
    compared: bool = False
    action: EditAction | None = None
    instruction: str = ""
    before: ReviewSection | None = None


class DraftSentence(Value, frozen=True, kw_only=True):
    """A sentence and the numbers of the quotes behind it; without any it is from memory."""

    text: str
    quotes: tuple[int, ...] = ()


class Draft(Value, frozen=True, kw_only=True):
    """A section as it was written; `model` is who really wrote it."""

    tldr: tuple[DraftSentence, ...]
    sentences: tuple[DraftSentence, ...]
    model: str
    removed_references: int = 0
    failed: bool = False


class DraftCell(Value, frozen=True, kw_only=True):
    """A cell before its quote is looked up: value, the words that prove it, and the passage that they stand in."""

    value: str
    quote: str
    number: int


class DraftTable(Value, frozen=True, kw_only=True):
    """Cells row by row, a row per paper; None where nothing was found."""

    columns: tuple[TableColumn, ...]
    cells: tuple[tuple[DraftCell | None, ...], ...]


class Comparison(Value, frozen=True, kw_only=True):
    """A section whose papers are to be compared, what it was written from, and the passages of each paper."""

    section: ReviewSection
    brief: Brief
    papers: tuple[PaperPassages, ...]
