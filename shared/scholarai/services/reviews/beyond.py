"""Lists the works beyond the library that a review read, could read, or could not read."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from scholarai.domain.discovered import Beyond, BeyondState, BeyondWork, DiscoveredWork, wanted_as
from scholarai.domain.ids import PaperId
from scholarai.domain.notices import warning
from scholarai.domain.review import Report
from scholarai.services.reviews.job import Job

# Works that a report lists. A guess: readers look at few more.
WORKS = 20


def with_beyond(job: Job, report: Report) -> Report:
    """Return the report with what outside services know, where the review was asked to look there.

    A service that fails is told of in the report; the review goes on.
    """
    if not job.review.request.discover or job.tools.discover is None:
        return report
    question = job.review.request.question
    found = job.tools.discover().told(job.review.owner, question, limit=WORKS)
    read = {paper.paper_id for paper in (*report.papers, *report.silent)}
    works = tuple(_told(row, read) for row in found.works)
    return replace(report, beyond=Beyond(works=works, services=found.services, total=found.total))


def _told(row: DiscoveredWork, read: AbstractSet[PaperId]) -> BeyondWork:
    work = row.found.work
    return BeyondWork(
        title=work.title or "",
        state=_state(row, read),
        authors=work.authors,
        year=work.year,
        venue=work.venue,
        add=wanted_as(work),
        services=row.found.sources,
        paper_id=row.paper_id,
        warning=warning(work.notices),
    )


def _state(row: DiscoveredWork, read: AbstractSet[PaperId]) -> BeyondState:
    if row.paper_id in read:
        return "reviewed"
    if row.paper_id is not None and row.paper_status != "record":
        return "there"
    if row.found.pdfs():
        return "open"
    return "closed" if row.paper_id is None else "record"
