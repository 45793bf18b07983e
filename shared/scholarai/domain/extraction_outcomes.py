"""Ends the work on a generation as completed, failed, deferred or gone, and puts the event into the outbox."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from scholarai.domain.errors import ScholarError
from scholarai.domain.formats import MediaType
from scholarai.domain.metadata import read_again
from scholarai.domain.paper import Counts, Engine, Failure, Metadata, MetadataField, Paper, PaperEvent, Progress
from scholarai.domain.values import Value


class Extracted(Value, frozen=True, kw_only=True):
    """What a finished extraction says about its paper; `printed` are the fields that its pages print."""

    metadata: Metadata
    printed: frozenset[MetadataField] = frozenset()
    counts: Counts
    engine: Engine
    media_type: MediaType


def completed(paper: Paper, result: Extracted, now: datetime) -> Paper:
    """Return the paper with its claimed generation visible and `paper.extracted` in the outbox."""
    pages = result.counts.pages
    done = replace(
        read_again(paper, result.metadata, result.printed, now),
        status="completed",
        visible_generation=paper.generation,
        counts=result.counts,
        engine=result.engine,
        media_type=result.media_type,
        progress=Progress(stage="done", page=pages, pages=pages, percent=100, eta_s=0),
        failure=None,
    )
    return _ended(done, _event(done, now), now)


def failed(paper: Paper, failure: Failure, now: datetime) -> Paper:
    """Return the paper with its generation failed for good, `paper.failed` in the outbox and the visible one unchanged."""
    done = replace(paper, status="failed", failure=failure, progress=replace(paper.progress, eta_s=None))
    return _ended(done, _event(done, now), now)


def put_off(paper: Paper, error: ScholarError, now: datetime) -> Paper:
    """Return the paper without a claim, ready for the next attempt, with the transient failure recorded."""
    return replace(
        paper,
        claim=None,
        failure=Failure(code=error.code, message=error.detail, action=error.action, retryable=True),
        progress=replace(paper.progress, stage="waiting", eta_s=None),
        updated_at=now,
    )


def interrupted(paper: Paper, attempts: int, now: datetime) -> Paper:
    """Return the paper without a claim after its worker was stopped: nothing failed, and `attempts` is what counts."""
    return replace(
        paper,
        claim=None,
        attempts=attempts,
        progress=replace(paper.progress, stage="waiting", eta_s=None),
        updated_at=now,
    )


def gone(paper: Paper, now: datetime) -> Paper | None:
    """Return the paper after its claimed generation turned out to be gone: replaced by a newer one, or deleted.

    None removes a paper that nobody announced and nobody could read yet.
    """
    if paper.visible_generation is None and not paper.announced:
        return None
    readable = paper.visible_generation is not None
    return replace(
        paper,
        status="completed" if readable else "uploaded",
        progress=Progress(stage="done" if readable else "waiting", percent=100 if readable else 0),
        claim=None,
        updated_at=now,
    )


def gave_up(attempts: int) -> Failure:
    """Return the failure of a generation that was tried too often."""
    return Failure(
        code="gave_up",
        message=f"Extraction was tried {attempts} times and never came to an end.",
        action="Start the extraction again later; if it fails again, upload another version of the paper.",
        retryable=True,
    )


def _ended(paper: Paper, event: PaperEvent, now: datetime) -> Paper:
    return replace(paper, claim=None, work=None, outbox=(*paper.outbox, event), updated_at=now)


def _event(paper: Paper, now: datetime) -> PaperEvent:
    return PaperEvent(
        type="paper.extracted" if paper.failure is None else "paper.failed",
        paper_id=paper.id,
        owner=paper.owner,
        generation=paper.generation,
        occurred_at=now,
        code=None if paper.failure is None else paper.failure.code,
    )
