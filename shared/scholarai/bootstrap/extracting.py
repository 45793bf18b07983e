"""Builds the services of extraction and figure images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.models import Models
from scholarai.bootstrap.once import once

if TYPE_CHECKING:
    from scholarai.adapters.reading.limits import ReadLimits
    from scholarai.adapters.reading.reader import SandboxedReader
    from scholarai.domain.paper import Paper
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.outbox import SettlePaper, SweepOutbox
    from scholarai.services.papers.deletion import FinishDeletion
    from scholarai.services.papers.figure_images import FigureImages
    from scholarai.services.papers.same_paper import RecordSamePaper


class Extracting(Models):
    """The services of extraction."""

    def extract_paper(self) -> ExtractPaper:
        """Return the use case that a storage event starts."""
        from datetime import timedelta

        from scholarai.adapters.system import SystemClock
        from scholarai.domain.ids import OwnerId
        from scholarai.domain.limits import EVENT_FUNCTION_S
        from scholarai.services.extraction import ExtractionRules, ExtractPaper

        rules = ExtractionRules(
            lease=timedelta(seconds=self.settings().lease_s),
            # A guess: the time for one more range and for recording the end.
            budget=timedelta(seconds=EVENT_FUNCTION_S - 40),
            max_attempts=self.settings().max_attempts,
            max_bytes=self.settings().max_upload_bytes,
            default_owner=OwnerId(self.settings().default_owner),
            fingerprint=f"max_pages={self.settings().max_pages} figure_images={int(self.settings().figure_images)}",
            bucket=self.settings().papers_bucket,
            accounts=self.settings().identity != "local",
            per_owner=self.settings().extractions_per_owner,
        )
        return ExtractPaper(
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            reader=self.reader(),
            temporary_directories=self.backend().temporary_directories,
            embedder=self.embedder,
            settle=self.settle_paper(),
            clock=SystemClock(),
            rules=rules,
            images=self.figure_images() if self.settings().figure_images else None,
            same=self.record_same_paper(),
            charging=self.charging(),
            held=self.held(),
        )

    def record_same_paper(self) -> RecordSamePaper:
        from scholarai.services.papers.same_paper import RecordSamePaper

        return RecordSamePaper(papers=self.backend().papers, index=self.backend().publications)

    @once
    def reader(self) -> SandboxedReader:
        """Return the sandboxed reader of papers."""
        from scholarai.adapters.reading.reader import SandboxedReader

        return SandboxedReader(self.reading_limits())

    def reading_limits(self) -> ReadLimits:
        """Return what a process that reads or marks one file may cost."""
        from scholarai.adapters.reading.limits import ReadLimits

        return ReadLimits(
            file_bytes=self.settings().max_upload_bytes,
            pages=self.settings().max_pages,
            wall_s=self.settings().read_wall_s,
            cpu_s=self.settings().read_cpu_s,
            memory_bytes=self.settings().read_memory_bytes,
            ocr=self.settings().ocr,
            ocr_languages=self.settings().ocr_languages,
        )

    def figure_images(self) -> FigureImages:
        from scholarai.services.papers.figure_images import FigureImages

        return FigureImages(objects=self.backend().objects)

    def settle_paper(self) -> SettlePaper:
        from scholarai.services.outbox import SettlePaper

        return SettlePaper(
            papers=self.backend().papers,
            contents=self.backend().contents,
            publisher=self.backend().events,
            images=self.figure_images(),
        )

    def sweep_papers(self) -> SweepOutbox[Paper]:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.outbox import sweep_papers

        return sweep_papers(self.backend().papers, self.settle_paper(), self.finish_deletion(), SystemClock())

    def finish_deletion(self) -> FinishDeletion:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.deletion import FinishDeletion
        from scholarai.services.reviews.forgetting import ForgetPaper

        return FinishDeletion(
            same=self.record_same_paper(),
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            sessions=self.backend().sessions,
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            forget=ForgetPaper(reviews=self.backend().reviews, clock=SystemClock()),
            temporary_directories=self.backend().temporary_directories,
        )
