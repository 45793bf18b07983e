"""Steps that add works from beyond the library before a review searches: choose, fetch, and wait until they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from msgspec.structs import replace

from scholarai.domain.fetched import Fetched, Sought
from scholarai.domain.ids import PaperId
from scholarai.domain.review import Notice, Review
from scholarai.reviewing import schedule
from scholarai.services.literature.adding import AddedWork
from scholarai.services.literature.discovering import LOOKED_AT, open_works
from scholarai.services.reviews.describing import holding
from scholarai.services.reviews.job import Fetching, Job, StepResult

# No work is begun later than this after the first: with three places of one work (adapters/literature/open_files.py bounds
# each) the step ends before its function does.
_BEGIN_S = 100.0
# How long the papers may take to be read. A guess: ten papers of thirty pages on a small machine.
_ARRIVE_S = 300.0
# Waits between two looks. A step that waits occupies a worker of the local server, which reads papers meanwhile. A guess.
_LOOK_S = 4.0
_UNREAD = frozenset({"uploaded", "extracting"})


def seek(job: Job) -> StepResult:
    """Choose the works with an open PDF that fit the question best and that the library lacks."""
    fetching = _fetching(job)
    request = job.review.request
    works: tuple[str, ...] = ()
    if fetching is not None:
        found = fetching.discover.told(job.review.owner, request.question, limit=LOOKED_AT)
        works = open_works(found.works, request.fetch)
    return StepResult(outputs={job.step: Sought(works=works)}, counts={"works": len(works)})


def fetch(job: Job) -> StepResult:
    """Add the chosen works with their files. A repeated try adds none twice."""
    fetching = _fetching(job)
    works = job.read(Sought, "seek").works
    done = () if fetching is None else tuple(_added(job, fetching, works))
    papers = tuple(dict.fromkeys(one.paper_id for one in done if one.paper_id and one.outcome in {"added", "there"}))
    return StepResult(
        outputs={job.step: Fetched(papers=papers)},
        counts={"works": len(works), "fetched": len(papers)},
        notices=_missed(done, len(works)),
        change=lambda review: _asking_for(review, papers),
    )


def arrive(job: Job) -> StepResult:
    """Wait a little until the fetched papers are read; where some are not, this step follows once more, for a limited time."""
    fetching = _fetching(job)
    papers = job.read(Fetched, "fetch").papers
    unread = [] if fetching is None else _unread(fetching, papers)
    if fetching is not None and unread and _may_wait(job):
        fetching.sleep(_LOOK_S)
        unread = _unread(fetching, papers)
        if unread:
            return StepResult(
                outputs={}, counts={"unread": len(unread)}, following=schedule.arrive_again(job.review.steps)
            )
    return StepResult(outputs={}, counts={"papers": len(papers) - len(unread), "unread": len(unread)})


def _fetching(job: Job) -> Fetching | None:
    return job.tools.fetching() if job.tools.fetching is not None else None


def _added(job: Job, fetching: Fetching, works: tuple[str, ...]) -> Iterator[AddedWork]:
    """Add works while there is time."""
    until = job.tools.clock.now() + timedelta(seconds=_BEGIN_S)
    for work in works:
        if job.tools.clock.now() >= until:
            return
        yield fetching.add.asked_for(job.review.owner, work)


def _missed(done: tuple[AddedWork, ...], wanted: int) -> tuple[Notice, ...]:
    """Return what to say of works that could not be had; the part of the report on what lies beyond the library names them."""
    reasons = Counter(one.detail or "It has no open file." for one in done if one.outcome not in {"added", "there"})
    if len(done) < wanted:
        reasons["There was no time left."] += wanted - len(done)
    if not reasons:
        return ()
    why = " ".join(f"{reason} ({count})" if count > 1 else reason for reason, count in reasons.items())
    detail = f"Open PDFs from beyond the library could not be read: {why}"
    return (Notice(code="works_not_fetched", detail=detail, count=reasons.total()),)


def _asking_for(review: Review, papers: tuple[PaperId, ...]) -> Review:
    """Return the review with the papers among those that it is of; one of the whole library has them anyway."""
    request = review.request
    if request.paper_ids is not None:
        request = replace(request, paper_ids=tuple(dict.fromkeys((*request.paper_ids, *papers))))
    return holding(replace(review, request=request), papers)


def _unread(fetching: Fetching, papers: tuple[PaperId, ...]) -> list[PaperId]:
    found = (fetching.add.papers.get(paper_id) for paper_id in papers)
    return [paper.id for paper in found if paper is not None and not paper.deleting and paper.status in _UNREAD]


def _may_wait(job: Job) -> bool:
    begun = [
        step.started_at for step in job.review.steps if schedule.kind_of(step.name) == "arrive" and step.started_at
    ]
    return not begun or job.tools.clock.now() < min(begun) + timedelta(seconds=_ARRIVE_S)
