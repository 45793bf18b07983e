"""Exports a review as a document, as its trace, or as the entries of the papers that its report cites."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from scholarai.domain.chat import Citation
from scholarai.domain.errors import ConflictError
from scholarai.domain.ids import OwnerId, PaperId, ReviewId
from scholarai.domain.imprint import imprint_of
from scholarai.domain.paper import Metadata, Paper
from scholarai.domain.plugins import Export, load
from scholarai.domain.review import Report, Review, ReviewedPaper
from scholarai.domain.supplements import entries, names
from scholarai.domain.values import Value
from scholarai.domain.works import works_of
from scholarai.exporting.export_content import Collected
from scholarai.ports.stores import PaperStore
from scholarai.reviewing.report import number_citations
from scholarai.services.exporting.papers import all_papers, placed
from scholarai.services.reviews.reports import Reports


class ExportReview(Value, frozen=True, kw_only=True):
    reports: Reports
    papers: PaperStore

    def export(self, owner: OwnerId, review_id: ReviewId, export: Export, version: int | None = None) -> bytes:
        """Return a review in a form of `domain.exports.REVIEW_EXPORTS`; `version` as `Reports.read` takes it.

        Raises:
            NotFoundError: If the review is unknown, being deleted, or another owner's, or has no such version.
            ConflictError: If nothing of the report is written yet.
            InvalidRequestError: If the library has too many papers to give out keys.
        """
        if export.of == "trace":
            trace: bytes = load(export.renderer)(self.reports.trace(owner, review_id))
            return trace
        review, report = self.reports.read(owner, review_id, version)
        if report is None:
            raise ConflictError("review_unfinished", "no section of the report is written yet")
        if export.of == "report":
            render: Callable[[Review, Report], bytes] = load(export.renderer)
            return render(review, report)
        pieces: Callable[[Collected], Iterator[bytes]] = load(export.renderer)
        return b"".join(pieces(cited_papers(report, all_papers(self.papers, owner))))


def cited_papers(report: Report, library: Sequence[Paper]) -> Collected:
    """Return the papers of a report with its quotes, in its order, under the keys that they have in the library.

    A paper that is there twice is one work, with the quotes of both, and so is a paper with its supplements. One that was deleted keeps what the report knows of it, and gets
    a key that no paper of the library has.
    """
    firsts, known, supplements = entries(library), {paper.id for paper in library}, names(library)
    gone = [_as_paper(paper, library) for paper in report.papers if paper.paper_id not in known]
    cited: dict[PaperId, ReviewedPaper] = {}
    for paper in report.papers:
        cited.setdefault(firsts.get(paper.paper_id, paper.paper_id), paper)
    works = {work.paper_id: work for work in works_of([*library, *gone], cited)}
    quotes: dict[PaperId, tuple[Citation, ...]] = {}
    for quote in number_citations(report).citations:
        paper_id = firsts.get(quote.paper_id, quote.paper_id)
        (told,) = placed({quote.paper_id: (quote,)}, supplements)[quote.paper_id]
        quotes[paper_id] = (*quotes.get(paper_id, ()), told)
    return Collected(
        works=tuple(replace(works[one], year=works[one].year or paper.year) for one, paper in cited.items()),
        style="",
        quotes=quotes,
        notes={},
    )


def _as_paper(paper: ReviewedPaper, library: Sequence[Paper]) -> Paper:
    """Return a paper that is no longer in the library, from what the report knows of it; it counts as the one added last."""
    latest = max((one.created_at for one in library), default=datetime.fromtimestamp(0, UTC))
    at = latest + timedelta(microseconds=1)
    return Paper(
        id=paper.paper_id,
        owner=OwnerId(""),
        filename=paper.title,
        object_name="",
        created_at=at,
        updated_at=at,
        metadata=Metadata(
            title=paper.title,
            authors=paper.authors,
            year=paper.year,
            venue=paper.venue,
            doi=paper.doi,
            **imprint_of(paper),
        ),
    )
