"""What the HTTP API answers about reviews and searches of the library."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, Self

from msgspec import Struct, field

from scholarai.domain.discovery import Beyond
from scholarai.domain.ids import PaperId, ReviewId
from scholarai.domain.paper import Failure, Metadata
from scholarai.domain.review import (
    ComparisonTable,
    Edit,
    Estimate,
    FollowedQuote,
    Notice,
    Report,
    Review,
    ReviewRequest,
    ReviewState,
    SectionFormat,
    Spent,
    StepRecord,
    TableCell,
    TableRow,
    Unjudged,
)
from scholarai.entrypoints.calls import View, render_json
from scholarai.entrypoints.chat_schemas import CitationV1, DoubtV1, TextSectionV1
from scholarai.services.library.search import FoundPaper, FoundPassage, LibraryResults
from scholarai.services.reviews.requests import ReviewEstimate


class TableCellView(TableCell, View, frozen=True, kw_only=True):
    """A value with what supports it, empty where nothing does; `doubts` are words of it that its quotes do not carry."""

    citations: tuple[CitationV1, ...]
    doubts: tuple[DoubtV1, ...]


class TableRowView(TableRow, View, frozen=True, kw_only=True):
    """A paper's cells, in the order of the columns."""

    cells: tuple[TableCellView, ...]


class ComparisonTableView(ComparisonTable, View, frozen=True, kw_only=True):
    """What several papers say about the same things."""

    rows: tuple[TableRowView, ...]


class ReviewSectionView(View, frozen=True, kw_only=True):
    """A section of a report; a sentence that is `uncited` comes from the model's memory.

    `summary` are the sentences of `tldr`, checked like those of `text`; `lead` are their citations.
    """

    id: str
    title: str
    format: SectionFormat
    tldr: str
    text: tuple[TextSectionV1, ...]
    sources: int
    model: str
    removed_references: int
    table: ComparisonTableView | None
    lead: tuple[CitationV1, ...]
    summary: tuple[TextSectionV1, ...]


class CitedPaperView(View, frozen=True, kw_only=True):
    """A paper of a report; `label` names it in the text. Of one that was `deleted` since, no quote is kept."""

    paper_id: PaperId
    label: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    relevance: float
    deleted: bool


class ReportView(View, frozen=True, kw_only=True):
    """A version of a report; not `complete` while sections or tables are missing. `followed` is what quotes cite in turn.

    `papers` are those that it cites, `silent` those in which nothing was found, `unlisted` counts further ones of these. `beyond` is
    what outside services know; null where they were not asked.
    """

    title: str
    version: int
    complete: bool
    sections: tuple[ReviewSectionView, ...]
    papers: tuple[CitedPaperView, ...]
    followed: tuple[FollowedQuote, ...]
    silent: tuple[CitedPaperView, ...]
    unlisted: int
    beyond: Beyond | None


class ReviewSummary(View, frozen=True, kw_only=True):
    """A review and how far it is; `model` is `extractive` where no language model writes."""

    id: ReviewId
    state: ReviewState
    request: ReviewRequest
    title: str | None
    model: str
    created_at: datetime
    updated_at: datetime
    step: str | None
    steps: tuple[StepRecord, ...]
    estimate: Estimate
    spent: Spent
    failure: Failure | None = field(name="error")
    notices: tuple[Notice, ...]
    version: int
    edit: Edit | None


class ReviewView(Struct, frozen=True, kw_only=True):
    """A review with its report, or with the sections that are written so far; null before the first one."""

    review: ReviewSummary
    report: ReportView | None

    @classmethod
    def of(cls, review: Review, report: Report | None) -> ReviewView:
        return cls(review=ReviewSummary.of(review), report=None if report is None else ReportView.of(report))


class ReviewList(Struct, frozen=True, kw_only=True):
    """Reviews, newest first; `next_cursor` asks for the next page and is null on the last one."""

    reviews: tuple[ReviewSummary, ...]
    next_cursor: str | None


class ReviewEstimateView(ReviewEstimate, View, frozen=True, kw_only=True):
    """What a review of `papers` is expected to take; of `cost`, `usd` is null where the model's price is not known.

    `unjudged` are the papers that the filters leave out because what they ask for is not known of them. `note` says what a review is
    without a model, and how to connect one; empty with one.
    """


class FoundPaperView(View, frozen=True, kw_only=True):
    """A paper that was found, with its best passages."""

    paper_id: PaperId
    filename: str
    metadata: Metadata
    passages: tuple[FoundPassage, ...]

    @classmethod
    def of(cls, found: FoundPaper) -> Self:
        return cls.showing(found.paper, paper_id=found.paper.id, passages=found.passages)


class SearchResults(Struct, frozen=True, kw_only=True):
    """Papers of the library, best first; `lexical` where words decided alone.

    `unjudged` are the papers that the filters left out because what they ask for is not known of them.
    """

    papers: tuple[FoundPaperView, ...]
    retrieval: Literal["hybrid", "lexical"]
    unjudged: Unjudged

    @classmethod
    def of(cls, results: LibraryResults) -> SearchResults:
        return cls(
            papers=tuple(map(FoundPaperView.of, results.papers)), retrieval=results.retrieval, unjudged=results.unjudged
        )


def review_as_json(review: Review, report: Report) -> bytes:
    """Return a review with its report as the API answers it."""
    return render_json(ReviewView.of(review, report))
