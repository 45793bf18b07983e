"""Extracts the paper of a storage event: reads its object, summarizes it, has it stored, and handles errors."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Literal

from msgspec import field
from msgspec.structs import replace

from scholarai.answering.publication import printed_line
from scholarai.domain import extraction_outcomes, extraction_progress
from scholarai.domain.content import Chunk, PaperContent
from scholarai.domain.errors import ClaimLostError, LimitReachedError, NotFoundError, PaperFaultError, TransientError
from scholarai.domain.extraction_outcomes import Extracted
from scholarai.domain.extraction_progress import plan_ranges
from scholarai.domain.formats import ARCHIVES, MediaType, format_of
from scholarai.domain.ids import OwnerId
from scholarai.domain.imprint import Imprint
from scholarai.domain.object_names import is_owner
from scholarai.domain.paper import Counts, Engine, Failure, Metadata, MetadataField, ObjectFinalized, Paper, Progress
from scholarai.domain.parts import to_parts
from scholarai.domain.values import Value
from scholarai.ports.clock import Clock
from scholarai.ports.models import Embedder
from scholarai.ports.reading import PaperReader, PaperSource
from scholarai.ports.stores import ContentStore, ObjectStore, PaperStore
from scholarai.ports.temporary_directories import TemporaryDirectories
from scholarai.services.extraction.charging import Charging, ExtractionCharge
from scholarai.services.extraction.lease import NoClaimError, PaperLease, claim_paper
from scholarai.services.extraction.writing import (
    begin_writing,
    drop_orphan,
    drop_unfinished,
    keep_images,
    ranges_kept,
    write_ranges,
)
from scholarai.services.leases import HeldLeases
from scholarai.services.outbox import SettlePaper
from scholarai.services.papers.addresses import find_address
from scholarai.services.papers.figure_images import FigureImages
from scholarai.services.papers.same_paper import RecordSamePaper
from scholarai.splitting import split
from scholarai.versions import splitting_version

Ended = Literal["completed", "failed", "gave_up", "finished", "superseded", "lost", "refused", "ignored", "unowned"]

_LOG = logging.getLogger(__name__)
# Enough of an abstract to know it by. A guess.
_OPENING_WORDS = 12


class ExtractionRules(Value, frozen=True, kw_only=True):
    """Limits of time, attempts and size; `fingerprint` names all settings that change what extraction returns.

    Attributes:
        budget: How long one event may be worked on, short of the platform's own limit.
        bucket: The papers bucket: events of other buckets are ignored; empty takes any.
        accounts: Whether owners are accounts of an identity system.
        per_owner: Papers of one owner that are worked on at the same time; 0 sets no limit.
        longest_wait: How long an event waits for its owner's turn. A guess: half the day after which Eventarc gives up.
    """

    lease: timedelta
    budget: timedelta
    max_attempts: int
    max_bytes: int
    default_owner: OwnerId
    fingerprint: str
    bucket: str = ""
    accounts: bool = False
    per_owner: int = 0
    longest_wait: timedelta = timedelta(hours=12)


class ExtractPaper(Value, frozen=True, kw_only=True):
    """Extracts an uploaded paper exactly once per object generation, however often the event is delivered.

    `describe` may store what others know of a paper that was read; it raises nothing, and comes when the paper can be used.
    """

    papers: PaperStore
    contents: ContentStore
    objects: ObjectStore
    reader: PaperReader
    temporary_directories: TemporaryDirectories
    embedder: Callable[[], Embedder | None]
    settle: SettlePaper
    clock: Clock
    rules: ExtractionRules
    images: FigureImages | None = None
    same: RecordSamePaper | None = None
    charging: Charging | None = None
    describe: Callable[[Paper], Paper] | None = None
    held: HeldLeases = field(default_factory=HeldLeases)

    def extract(self, event: ObjectFinalized) -> Ended:
        """Handle one storage event. Returning acknowledges it.

        Raises:
            TransientError: If the event must come again: a dependency failed, another worker is at it, its owner's other
                papers are, or time ran out.
        """
        address = find_address(self.papers, event.bucket, event.name, self.rules.default_owner)
        if address is None or self.rules.bucket not in {"", event.bucket}:
            _LOG.info("object ignored", extra={"bucket": event.bucket, "generation": event.generation})
            if self.images is not None and self.rules.bucket in {"", event.bucket}:
                drop_orphan(self.papers, self.images, event.name)
            return "ignored"
        if not is_owner(address.owner, accounts=self.rules.accounts):
            _LOG.warning("object without an owner", extra={"bucket": event.bucket, "generation": event.generation})
            return "unowned"
        self._require_turn(address.owner, event)
        began = self.clock.now()
        try:
            paper = claim_paper(
                self.papers, address, event, self.clock.now(), self.rules.lease, self.rules.max_attempts
            )
            ended = self._work(paper) if paper.claim is not None else self._close(paper, "gave_up")
        except NoClaimError as refusal:
            ended = self._turned_away(refusal)
        except ClaimLostError:
            ended = "lost"
        seconds = (self.clock.now() - began).total_seconds()
        fields = {"paper_id": address.paper_id, "generation": event.generation, "ended": ended, "seconds": seconds}
        _LOG.info("extraction ended", extra=fields)
        return ended

    def _require_turn(self, owner: OwnerId, event: ObjectFinalized) -> None:
        """Put the event off while enough papers of its owner are worked on, so that other owners' get instances, too."""
        now = self.clock.now()
        waited = now - (event.happened_at or now)
        if self.rules.per_owner and waited < self.rules.longest_wait:
            at_work = self.papers.at_work(owner, now)
            if at_work >= self.rules.per_owner:
                raise TransientError(
                    "owner_busy",
                    f"{at_work} papers of the same owner are worked on",
                    retry_after_s=self.rules.lease.total_seconds(),
                )

    def engine(self) -> Engine:
        """Return the fingerprint of everything that decides the output: equal engines give equal results."""
        embedder = self.embedder()
        return Engine(
            version=f"{self.reader.version} splitting-{splitting_version()}",
            settings=self.rules.fingerprint,
            space=None if embedder is None else embedder.space,
        )

    def _turned_away(self, refusal: NoClaimError) -> Ended:
        match refusal.reason:
            case "busy":
                raise TransientError(
                    "busy", "another worker is at this paper", retry_after_s=self.rules.lease.total_seconds()
                )
            case "taken":
                raise TransientError("busy", "another object of the same folder became this paper just now")
            case "moving":
                _LOG.info("paper is being moved", extra={"paper_id": refusal.paper.id})
                return "refused"
            case "damaged":
                _LOG.warning("paper is damaged", extra={"paper_id": refusal.paper.id})
                return "refused"
            case "finished" | "superseded":
                return self._close(refusal.paper, refusal.reason)

    def _work(self, paper: Paper) -> Ended:
        lease = PaperLease(
            papers=self.papers, clock=self.clock, length=self.rules.lease, budget=self.rules.budget, paper=paper
        )
        before = paper.attempts - 1
        with lease.working(
            self.held,
            given_back=lambda held, now: extraction_outcomes.interrupted(held, min(held.attempts, before), now),
            put_off=extraction_outcomes.put_off,
        ):
            ended = self._conclude(lease)
        return self._close(lease.paper, ended)

    def _conclude(self, lease: PaperLease) -> Ended:
        charge = ExtractionCharge(self.charging, lease)
        try:
            charge.require_room(lambda: self.papers.stored_bytes(lease.paper.owner))
            with lease.kept_alive():
                result = self._extract(lease, charge)
        except (PaperFaultError, LimitReachedError) as fault:
            if isinstance(fault, PaperFaultError):
                charge.count()
            failure = Failure(code=fault.code, message=fault.detail, action=fault.action, retryable=fault.retryable)
            lease.change(lambda held, now: extraction_outcomes.failed(held, failure, now))
            _LOG.info("paper failed", extra={"paper_id": lease.paper.id, "code": fault.code})
            return "failed"
        except NotFoundError:
            drop_unfinished(self.contents, self.images, lease)
            lease.leave(extraction_outcomes.gone)
            return "superseded"
        charge.count(result)
        lease.change(lambda held, now: extraction_outcomes.completed(held, result, now))
        return "completed"

    def _extract(self, lease: PaperLease, charge: ExtractionCharge) -> extraction_outcomes.Extracted:
        with self.temporary_directories.folder() as folder:
            images = self._images_folder(folder, lease)
            content = self._read(folder, images, lease, charge)
            chunks = split(content, generation=lease.claim.generation)
            if not chunks:
                raise PaperFaultError(
                    "no_usable_text", "The file holds no readable text.", action="Upload a version with a text layer."
                )
            charge.characters = sum(len(chunk.text) for chunk in chunks)
            engine = self.engine()
            first = begin_writing(self.contents, self.images, lease, engine)
            if self.images is not None and images is not None:
                keep_images(self.images, lease, images)
        ranges = plan_ranges(to_parts(content), chunks)
        write_ranges(self.contents, self.embedder(), lease, ranges, engine, content, first=first)
        return describe(content, chunks, engine, lease.paper.media_type)

    def _images_folder(self, folder: Path, lease: PaperLease) -> Path | None:
        """Return the folder for figure images, or None if disabled or already stored (images are stored before chunks)."""
        # Avoid `engine()` here: it loads the embedding model while the reader still needs the memory.
        begun = lease.paper.work is not None and lease.paper.work.ranges_done > 0
        if self.images is None or (begun and ranges_kept(lease, self.engine()) > 0):
            return None
        images = folder / "images"
        images.mkdir()
        return images

    def _read(self, folder: Path, images: Path | None, lease: PaperLease, charge: ExtractionCharge) -> PaperContent:
        source = fetch_object(self.objects, lease, folder, self.rules.max_bytes)
        with charge.reading():
            content = read_source(self.reader, lease, replace(source, images=images))
        source.path.unlink()
        lease.report(extraction_progress.structuring(len(content.pages)), now=True)
        return content

    def _close(self, paper: Paper, ended: Ended) -> Ended:
        if self.same is not None and ended in {"completed", "finished"}:
            self.same.record(paper)
        self.settle.settle(paper)
        if self.describe is not None and ended == "completed":
            self.describe(paper)
        return ended


def fetch_object(objects: ObjectStore, lease: PaperLease, folder: Path, max_bytes: int) -> PaperSource:
    """Bring the claimed generation into `folder`, telling the paper about its size and digest.

    Raises:
        NotFoundError: If that generation is gone.
        PaperFaultError: If it is too large.
        TransientError: If it could not be fetched now.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    path = folder / "paper"
    size = objects.download(lease.paper.object_name, lease.claim.generation, path, max_bytes=max_bytes)
    digest = _sha256(path)
    lease.change(lambda held, _: replace(held, size_bytes=size, sha256=digest, progress=Progress(stage="reading")))
    return PaperSource(path=path, filename=lease.paper.filename, media_type=lease.paper.media_type)


def read_source(reader: PaperReader, lease: PaperLease, source: PaperSource) -> PaperContent:
    """Return the content of the file; progress is written to the paper meanwhile.

    Raises:
        PaperFaultError: If it can never be read.
        TransientError: If it could not be read now, or time is over.
        ClaimLostError: If the paper was taken over meanwhile.
    """
    started_s = lease.elapsed_s()

    def on_page(page: int, pages: int | None) -> None:
        lease.require_time()
        lease.report(extraction_progress.reading(page, pages, lease.elapsed_s() - started_s))

    return reader.read(source, on_page)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe(content: PaperContent, chunks: Sequence[Chunk], engine: Engine, hint: str) -> Extracted:
    """Return metadata, counts and media type; `hint` is the media type that the upload claimed."""
    counts, media_type = _counts(content, chunks), _media_type(content, hint)
    _LOG.info("paper read", extra={"pages": counts.pages, "chunks": counts.chunks, "media_type": media_type})
    return Extracted(
        metadata=_metadata(content), printed=_printed(content), counts=counts, engine=engine, media_type=media_type
    )


def _metadata(content: PaperContent) -> Metadata:
    return Metadata(
        title=content.title,
        authors=tuple(author.name for author in content.authors),
        doi=content.doi,
        arxiv_id=content.arxiv_id,
        abstract=content.abstract,
        year=content.year,
        venue=content.venue,
        keywords=content.keywords,
        **{name: getattr(content, name) for name in Imprint.__struct_fields__},
    )


def _printed(content: PaperContent) -> frozenset[MetadataField]:
    """Return the fields that the paper prints where papers print such things."""
    opening = " ".join((content.abstract or "").split()[:_OPENING_WORDS])
    sought: dict[MetadataField, object] = {
        "title": content.title,
        "authors": content.authors[0].name if content.authors else None,
        "doi": content.doi,
        "arxiv_id": content.arxiv_id,
        "abstract": opening,
        "year": content.year,
        "venue": content.venue,
        "keywords": content.keywords[0] if content.keywords else None,
    }
    return frozenset(name for name, value in sought.items() if value and printed_line(content, str(value)))


def _counts(content: PaperContent, chunks: Sequence[Chunk]) -> Counts:
    return Counts(
        pages=len(content.pages),
        sections=len(content.sections),
        blocks=len(content.blocks),
        chunks=len(chunks),
        figures=len(content.figures),
        tables=len(content.tables),
        equations=len(content.equations),
        references=len(content.references),
    )


def _media_type(content: PaperContent, hint: str) -> MediaType:
    """Return the media type of the format that was read, or of the archive in which a paper of it came."""
    found = format_of(content.source_format)
    archives = [archive.media_type for archive in ARCHIVES if archive.endings]
    # A source that stands on pages came in an archive, with its PDF.
    packed = found.in_archives or (bool(content.pages) and found.name != "pdf")
    return hint if packed and hint in archives else found.media_type
