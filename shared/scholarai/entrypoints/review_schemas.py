"""What the HTTP API answers about reviews and searches of the library."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from scholarai.domain.ids import ChunkId, PaperId, ReviewId
from scholarai.domain.paper import Failure, Metadata
from scholarai.domain.review import (
    ComparisonTable,
    Edit,
    Estimate,
    FollowedQuote,
    Notice,
    Report,
    Review,
    ReviewedPaper,
    ReviewRequest,
    ReviewSection,
    ReviewState,
    SectionFormat,
    Spent,
    StepRecord,
    TableCell,
    TableColumn,
    TableRow,
)
from scholarai.entrypoints.chat_schemas import CitationV1, DoubtV1, TextSectionV1
from scholarai.entrypoints.replies import render_text
from scholarai.services.library_search import FoundPaper, LibraryResults


class TableCellView(Struct, frozen=True, kw_only=True):
    """A value with what supports it, "N/A" where nothing does; `doubts` are words of it that its quotes do not carry."""

    value: str
    citations: tuple[CitationV1, ...]
    doubts: tuple[DoubtV1, ...]

    @classmethod
    def of(cls, cell: TableCell) -> TableCellView:
        return cls(
            value=cell.value,
            citations=tuple(map(CitationV1.of, cell.citations)),
            doubts=tuple(map(DoubtV1.of, cell.doubts)),
        )


class TableRowView(Struct, frozen=True, kw_only=True):
    """A paper's cells, in the order of the columns."""

    paper_id: PaperId
    label: str
    cells: tuple[TableCellView, ...]

    @classmethod
    def of(cls, row: TableRow) -> TableRowView:
        return cls(paper_id=row.paper_id, label=row.label, cells=tuple(map(TableCellView.of, row.cells)))


class ComparisonTableView(Struct, frozen=True, kw_only=True):
    """What several papers say about the same things."""

    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRowView, ...]

    @classmethod
    def of(cls, table: ComparisonTable) -> ComparisonTableView:
        return cls(title=table.title, columns=table.columns, rows=tuple(map(TableRowView.of, table.rows)))


class ReviewSectionView(Struct, frozen=True, kw_only=True):
    """A section of a report; a sentence of `text` that is `uncited` comes from the model's memory."""

    id: str
    title: str
    format: SectionFormat
    tldr: str
    text: tuple[TextSectionV1, ...]
    sources: int
    model: str
    removed_references: int
    table: ComparisonTableView | None

    @classmethod
    def of(cls, section: ReviewSection) -> ReviewSectionView:
        return cls(
            id=section.id,
            title=section.title,
            format=section.format,
            tldr=section.tldr,
            text=tuple(map(TextSectionV1.of, section.text)),
            sources=section.sources,
            model=section.model,
            removed_references=section.removed_references,
            table=None if section.table is None else ComparisonTableView.of(section.table),
        )


class CitedPaperView(Struct, frozen=True, kw_only=True):
    """A paper that a report cites; `label` names it in the text. Of one that was `deleted` since, no quote is kept."""

    paper_id: PaperId
    label: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    venue: str | None
    doi: str | None
    relevance: float
    deleted: bool

    @classmethod
    def of(cls, paper: ReviewedPaper) -> CitedPaperView:
        return cls(
            paper_id=paper.paper_id,
            label=paper.label,
            title=paper.title,
            authors=paper.authors,
            year=paper.year,
            venue=paper.venue,
            doi=paper.doi,
            relevance=paper.relevance,
            deleted=paper.deleted,
        )


class ReportView(Struct, frozen=True, kw_only=True):
    """A version of a report; not `complete` while sections are missing. `followed` is what quotes cite in turn."""

    title: str
    version: int
    complete: bool
    sections: tuple[ReviewSectionView, ...]
    papers: tuple[CitedPaperView, ...]
    followed: tuple[FollowedQuote, ...]

    @classmethod
    def of(cls, report: Report) -> ReportView:
        return cls(
            title=report.title,
            version=report.version,
            complete=report.complete,
            sections=tuple(map(ReviewSectionView.of, report.sections)),
            papers=tuple(map(CitedPaperView.of, report.papers)),
            followed=report.followed,
        )


class ReviewSummary(Struct, frozen=True, kw_only=True):
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
    error: Failure | None
    notices: tuple[Notice, ...]
    version: int
    edit: Edit | None

    @classmethod
    def of(cls, review: Review) -> ReviewSummary:
        return cls(
            id=review.id,
            state=review.state,
            request=review.request,
            title=review.title,
            model=review.model,
            created_at=review.created_at,
            updated_at=review.updated_at,
            step=review.step,
            steps=review.steps,
            estimate=review.estimate,
            spent=review.spent,
            error=review.failure,
            notices=review.notices,
            version=review.version,
            edit=review.edit,
        )


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


class FoundPassageView(Struct, frozen=True, kw_only=True):
    """A passage of a found paper; `label` names its place."""

    chunk_id: ChunkId
    text: str
    label: str
    page_numbers: tuple[int, ...]


class FoundPaperView(Struct, frozen=True, kw_only=True):
    """A paper that was found, with its best passages."""

    paper_id: PaperId
    filename: str
    metadata: Metadata
    passages: tuple[FoundPassageView, ...]

    @classmethod
    def of(cls, found: FoundPaper) -> FoundPaperView:
        return cls(
            paper_id=found.paper.id,
            filename=found.paper.filename,
            metadata=found.paper.metadata,
            passages=tuple(
                FoundPassageView(chunk_id=p.chunk_id, text=p.text, label=p.label, page_numbers=p.page_numbers)
                for p in found.passages
            ),
        )


class SearchResults(Struct, frozen=True, kw_only=True):
    """Papers of the library, best first; `lexical` where words decided alone."""

    papers: tuple[FoundPaperView, ...]
    retrieval: Literal["hybrid", "lexical"]

    @classmethod
    def of(cls, results: LibraryResults) -> SearchResults:
        return cls(papers=tuple(map(FoundPaperView.of, results.papers)), retrieval=results.retrieval)


def review_as_json(review: Review, report: Report) -> str:
    """Return a review with its report as the API answers it."""
    return render_text(ReviewView.of(review, report))
