"""Counts the papers of a review that say nothing on its question, and those that could not be searched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from textwrap import shorten

from scholarai.domain.ids import PaperId
from scholarai.domain.notices import warning
from scholarai.domain.review import Decomposition, Filters, Notice, ReviewedPaper
from scholarai.ports.reviews import LibraryPaper
from scholarai.reviewing.filters import is_open
from scholarai.reviewing.labels import with_labels
from scholarai.services.reviews.describing import described
from scholarai.services.reviews.finding_steps import paper_ids_asked
from scholarai.services.reviews.job import Job

# Papers without a say that a report names; of a large library the rest is counted. A guess.
LISTED = 200
# Retracted papers that a notice names, the others are counted; and how much of a title. Guesses.
_NAMED = 20
_TITLE_CHARACTERS = 160


def silent_papers(
    job: Job, read: Sequence[ReviewedPaper], quoted: Collection[PaperId]
) -> tuple[tuple[ReviewedPaper, ...], int]:
    """Return the papers in which nothing was found, those that were read first, and how many more there are."""
    known = {paper.paper_id: paper for paper in read}
    silent = [paper_id for paper_id in dict.fromkeys((*known, *_asked(job))) if paper_id not in quoted]
    there = job.papers(silent[:LISTED])
    listed = [known.get(name) or described(there[name], 0.0, ()) for name in silent[:LISTED] if name in there]
    return with_labels(listed), max(0, len(silent) - LISTED)


def left_out(job: Job) -> tuple[Notice, ...]:
    """Return what to say of papers that the request names and that were not looked at."""
    named = job.review.request.paper_ids or ()
    unreadable = len(named) - len(job.papers(named))
    filtered = len(named) - unreadable - len(set(named) & set(_asked(job)))
    told = (
        ("papers_unreadable", "Papers that were asked for are not read yet, or were deleted.", unreadable),
        ("papers_filtered", "Papers that were asked for do not pass the filters.", filtered),
        (
            "papers_unjudged",
            "Papers were left out since what the filters ask for is not known of them.",
            _unjudged(job),
        ),
    )
    return tuple(Notice(code=code, detail=detail, count=count) for code, detail, count in told if count > 0)


def retracted(papers: Iterable[LibraryPaper]) -> tuple[Notice, ...]:
    """Return what readers must know of the cited papers that were retracted, withdrawn or doubted."""
    told = [(paper.metadata.title or paper.filename, warning(paper.notices)) for paper in papers]
    lines = [f"“{shorten(title, _TITLE_CHARACTERS, placeholder=' …')}” is {why}." for title, why in told if why]
    if not lines:
        return ()
    detail = " ".join(("Papers that are cited here were retracted, withdrawn or doubted.", *lines[:_NAMED]))
    return (Notice(code="papers_retracted", detail=detail, count=len(lines)),)


def _unjudged(job: Job) -> int:
    wanted = job.read(Decomposition, "decompose").filters
    if is_open(wanted) or job.review.request.paper_ids is not None:
        return 0
    return job.tools.catalog.judged(job.review.owner, wanted).unjudged.papers


def _asked(job: Job) -> Sequence[PaperId]:
    asked = paper_ids_asked(job)
    return job.tools.catalog.select(job.review.owner, Filters()) if asked is None else asked
