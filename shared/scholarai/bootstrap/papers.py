"""Builds the services that announce, extract, show and delete papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from scholarai.bootstrap.once import once
from scholarai.bootstrap.reviews import Reviews

if TYPE_CHECKING:
    from scholarai.adapters.reading.limits import ReadLimits
    from scholarai.adapters.reading.reader import SandboxedReader
    from scholarai.domain.paper import Paper
    from scholarai.services.extraction import ExtractPaper
    from scholarai.services.outbox import SettlePaper, SweepOutbox
    from scholarai.services.papers.account_deletion import ForgetOwner
    from scholarai.services.papers.attaching import AttachSource
    from scholarai.services.papers.deletion import DeletePaper, FinishDeletion
    from scholarai.services.papers.describing import DescribePaper
    from scholarai.services.papers.owned import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.papers.same_paper import RecordSamePaper
    from scholarai.services.papers.uploads import AnnouncePaper


class Papers(Reviews):
    """The services of papers."""

    def announce_paper(self) -> AnnouncePaper:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.papers.uploads import AnnouncePaper

        return AnnouncePaper(
            papers=self.backend().papers,
            signer=self.backend().signer,
            clock=SystemClock(),
            ids=RandomIds(),
            max_bytes=self.settings().max_upload_bytes,
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
        )

    def get_paper(self) -> GetPaper:
        from scholarai.services.papers.owned import GetPaper

        return GetPaper(papers=self.backend().papers)

    def list_papers(self) -> ListPapers:
        from scholarai.services.papers.owned import ListPapers

        return ListPapers(papers=self.backend().papers)

    def describe_paper(self) -> DescribePaper:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.describing import DescribePaper

        return DescribePaper(papers=self.backend().papers, clock=SystemClock(), same=self.record_same_paper())

    def get_content(self) -> GetContent:
        from scholarai.services.papers.owned import GetContent

        return GetContent(papers=self.backend().papers, contents=self.backend().contents)

    def link_file(self) -> LinkFile:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.owned import LinkFile

        return LinkFile(papers=self.backend().papers, signer=self.backend().signer, clock=SystemClock())

    def restart_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for its owner, within the owner's limits."""
        return replace(self.restart_any_extraction(), spending=self.spending())

    def restart_any_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for an operator."""
        from datetime import timedelta

        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.owned import RestartExtraction

        return RestartExtraction(
            papers=self.backend().papers,
            objects=self.backend().objects,
            clock=SystemClock(),
            lease=timedelta(seconds=self.settings().lease_s),
        )

    def attach_source(self) -> AttachSource:
        from datetime import timedelta

        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.attaching import AttachSource

        return AttachSource(
            papers=self.backend().papers,
            contents=self.backend().contents,
            objects=self.backend().objects,
            clock=SystemClock(),
            lease=timedelta(seconds=self.settings().lease_s),
            stored_bytes=self.stored_bytes(),
            spending=self.spending(),
        )

    def forget_owner(self) -> ForgetOwner:
        from scholarai.services.papers.account_deletion import ForgetOwner

        return ForgetOwner(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            reviews=self.backend().reviews,
            spending=self.backend().spending,
            links=self.backend().zotero_links,
            notes=self.backend().notes,
            collections=self.backend().collections,
            library_index=self.backend().library_index,
            delete_paper=self.delete_paper(),
            delete_review=self.delete_review(),
        )

    def delete_paper(self) -> DeletePaper:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.papers.deletion import DeletePaper

        return DeletePaper(papers=self.backend().papers, finish=self.finish_deletion(), clock=SystemClock())

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
