"""Builds the services that show, announce and delete papers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scholarai.bootstrap.extracting import Extracting
from scholarai.bootstrap.reviews import Reviews

if TYPE_CHECKING:
    from scholarai.services.papers.account_deletion import ForgetOwner
    from scholarai.services.papers.attaching import AttachSource
    from scholarai.services.papers.deletion import DeletePaper
    from scholarai.services.papers.describing import DescribePaper
    from scholarai.services.papers.owned import GetContent, GetPaper, LinkFile, ListPapers, RestartExtraction
    from scholarai.services.papers.uploads import AnnouncePaper


class Papers(Extracting, Reviews):
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
