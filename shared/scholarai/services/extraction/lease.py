"""A worker's lease on a paper: claimed in one transaction, with the time and the progress of its extraction."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from msgspec.structs import replace

from scholarai.domain.errors import TransientError
from scholarai.domain.extraction_outcomes import failed, gave_up
from scholarai.domain.formats import FORMATS, MEDIA_TYPES, MediaType, media_type_of
from scholarai.domain.leases import decide_claim
from scholarai.domain.object_names import MOVING, PaperAddress, unknown_file
from scholarai.domain.paper import Claim, ObjectFinalized, Paper, Progress
from scholarai.ports.clock import Clock
from scholarai.ports.stores import PaperStore
from scholarai.services.leases import FencedLease

# Firestore sustains about one write per second on one document.
PROGRESS_EVERY = timedelta(seconds=1)


class PaperLease(FencedLease[Paper]):
    """A worker's lease on a paper.

    Attributes:
        claim: The worker's.
        made_progress: Whether a range was stored since the claim; the next attempt then resumes after it.
    """

    def __init__(self, *, papers: PaperStore, clock: Clock, length: timedelta, budget: timedelta, paper: Paper) -> None:
        super().__init__(
            paper,
            lambda rule: papers.change(paper.id, rule),
            clock=clock,
            length=length,
            budget=budget,
            about={"paper_id": paper.id},
        )
        assert paper.claim is not None  # noqa: S101  - a lease without a claim is refused
        self.claim: Claim = paper.claim
        self.made_progress = False
        self._started = self._written = clock.now()

    @property
    def paper(self) -> Paper:
        """The paper as this worker last stored it."""
        return self.record

    def elapsed_s(self) -> float:
        """Return the seconds since this worker began."""
        return (self._clock.now() - self._started).total_seconds()

    def require_time(self) -> None:
        """Stop the work when its time is over.

        Raises:
            TransientError: With code `out_of_time`.
        """
        if not self.has_time():
            raise TransientError("out_of_time", "the time for one run is over, the next one goes on from here")

    def report(self, progress: Progress, *, now: bool = False) -> None:
        """Store the progress, unless the last write was less than a second ago; `now` stores it anyway."""
        if now or self._clock.now() - self._written >= PROGRESS_EVERY:
            self.change(lambda held, _: replace(held, progress=progress))

    def stored(self, paper: Paper) -> None:
        """Record a range that was stored by a fenced write."""
        self._keep(paper)
        self.made_progress = True

    def _keep(self, record: Paper | None) -> None:
        super()._keep(record)
        self._written = self._clock.now()


class NoClaimError(Exception):
    """The paper is not to be worked on; `paper` is as it stands in the store."""

    def __init__(
        self, reason: Literal["busy", "finished", "superseded", "moving", "taken", "damaged"], paper: Paper
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.paper = paper


def claim_paper(
    papers: PaperStore,
    address: PaperAddress,
    event: ObjectFinalized,
    now: datetime,
    lease: timedelta,
    max_attempts: int,
) -> Paper:
    """Claim the paper of the event, creating it if it is unknown, and return it as stored.

    It has no claim when its attempts are used up and it was just stored as failed.

    Raises:
        NoClaimError: If there is no work for this worker; nothing is stored then.
    """

    def rule(found: Paper | None) -> Paper:
        paper = found or _unannounced(address, event, now)
        if paper.object_name == unknown_file(paper.owner, paper.id):
            raise NoClaimError("damaged", paper)
        if paper.object_name != address.object_name:
            raise NoClaimError("moving" if paper.object_name == address.object_name + MOVING else "taken", paper)
        decision = decide_claim(paper, event.generation, now, lease, max_attempts)
        match decision.outcome:
            case "claimed":
                return replace(decision.paper, size_bytes=event.size_bytes or paper.size_bytes)
            case "exhausted":
                return failed(paper, gave_up(paper.attempts), now)
            case "busy" | "finished" | "superseded" as reason:
                raise NoClaimError(reason, paper)

    stored = papers.change(address.paper_id, rule)
    assert stored is not None  # noqa: S101  - the rule above never returns None
    return stored


def _unannounced(address: PaperAddress, event: ObjectFinalized, now: datetime) -> Paper:
    return Paper(
        id=address.paper_id,
        owner=address.owner,
        filename=address.filename,
        object_name=address.object_name,
        media_type=_media_type(event.content_type, address.filename),
        size_bytes=event.size_bytes,
        # A late event recreates a deleted paper; start from the clock so that its epochs never repeat.
        epoch=int(now.timestamp() * 1_000_000),
        created_at=now,
        updated_at=now,
        announced=False,
    )


def _media_type(content_type: str, filename: str) -> MediaType:
    """Return a media type as a hint; the reader decides by the bytes."""
    return content_type if content_type in MEDIA_TYPES else media_type_of(filename) or FORMATS[0].media_type
