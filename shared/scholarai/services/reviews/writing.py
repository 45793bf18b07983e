"""The interface of what judges, plans and writes a review: a language model, or rules that arrange the papers' own sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

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


class Judgement(Value, frozen=True, kw_only=True):
    """Whether a question gets a review; `reason` says why not."""

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
    """All that the writing of a section may use: the plan, what is written, and the section's own quotes.

    `action` and `instruction` are there when a finished section, `before`, is changed.
    """

    question: str
    plan: ReviewPlan
    section: PlannedSection
    written: tuple[ReviewSection, ...]
    quotes: tuple[ReviewQuote, ...]
    papers: Mapping[PaperId, ReviewedPaper]
    action: EditAction | None = None
    instruction: str = ""
    before: ReviewSection | None = None


class DraftSentence(Value, frozen=True, kw_only=True):
    """A sentence and the numbers of the quotes behind it; without any it is from memory."""

    text: str
    quotes: tuple[int, ...] = ()


class Draft(Value, frozen=True, kw_only=True):
    """A section as it was written; `lead` are the quotes behind its `tldr`, `model` is who really wrote it."""

    tldr: str
    sentences: tuple[DraftSentence, ...]
    model: str
    lead: tuple[int, ...] = ()
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
    """A section whose papers are to be compared, its quotes, and the passages of each paper."""

    section: ReviewSection
    quotes: tuple[ReviewQuote, ...]
    papers: tuple[PaperPassages, ...]


class Ahead(Value, frozen=True, kw_only=True):
    """Tables to begin while a section is written: what asks a model for their columns, or rows, is asked at that time.

    `sections` counts those that are still to write, for which the budget must do first.
    """

    columns: tuple[Comparison, ...] = ()
    rows: tuple[Comparison, ...] = ()
    sections: int = 0


class Writer(Protocol):
    """Does what needs judgement. Raises TransientError when a model is away, BudgetSpentError when money is."""

    @property
    def asks_model(self) -> bool: ...

    @property
    def name(self) -> str: ...

    def judge(self, question: str) -> Judgement: ...

    def take_apart(self, question: str) -> Decomposition: ...

    def pick_quotes(self, question: str, papers: Sequence[PaperPassages]) -> PickedQuotes: ...

    def plan(self, question: str, quotes: Sequence[ReviewQuote], papers: Sequence[ReviewedPaper]) -> ReviewPlan:
        """Return a plan as it comes, sound or not; without sections when there is none."""
        ...

    def write(self, brief: Brief, ahead: Ahead = Ahead()) -> Draft:  # noqa: B008  - a frozen value
        """Return the section; what was begun `ahead` is kept for `compare`, which finds and pays it once."""
        ...

    def compare(self, question: str, wanted: Sequence[Comparison]) -> Sequence[DraftTable | None]:
        """Return a table per list section, all made at the same time; None where there is nothing to compare."""
        ...
