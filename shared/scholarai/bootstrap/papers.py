"""Makes the services of uploaded papers: their upload, state, description and content, and what owners use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from msgspec import structs

from scholarai.bootstrap.system import System
from scholarai.services.papers.figure_images import FigureImages
from scholarai.services.papers.metadata import DescribePaper, MarkSupplement
from scholarai.services.papers.owned_papers import GetContent, Papers, RestartExtraction
from scholarai.services.papers.same_paper import RecordSamePaper
from scholarai.services.papers.uploads import AnnouncePaper
from scholarai.services.spending_report import ShowSpent, ShowUsage


@dataclass(eq=False)
class PaperServices:
    """The services of uploaded papers."""

    system: System

    def announce_paper(self) -> AnnouncePaper:
        return AnnouncePaper(
            papers=self.system.backend().papers,
            signer=self.system.backend().signer,
            clock=self.system.clock,
            ids=self.system.ids,
            max_bytes=self.system.settings().max_upload_bytes,
            stored_bytes=self.system.stored_bytes(),
            spending=self.system.spending(),
        )

    def owned_papers(self) -> Papers:
        return Papers(papers=self.system.backend().papers, signer=self.system.backend().signer, clock=self.system.clock)

    def describe_paper(self) -> DescribePaper:
        return DescribePaper(
            papers=self.system.backend().papers,
            clock=self.system.clock,
            same=self.record_same_paper(),
            supplements=self.mark_supplement(),
        )

    def mark_supplement(self) -> MarkSupplement:
        return MarkSupplement(
            papers=self.system.backend().papers, same=self.record_same_paper(), clock=self.system.clock
        )

    def get_content(self) -> GetContent:
        return GetContent(papers=self.system.backend().papers, contents=self.system.backend().contents)

    def restart_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for its owner, within the owner's limits."""
        return structs.replace(self.restart_any_extraction(), spending=self.system.spending())

    def restart_any_extraction(self) -> RestartExtraction:
        """Return what restarts a paper for an operator."""
        return RestartExtraction(
            papers=self.system.backend().papers,
            objects=self.system.backend().objects,
            clock=self.system.clock,
            lease=timedelta(seconds=self.system.settings().lease_s),
        )

    def figure_images(self) -> FigureImages:
        return FigureImages(objects=self.system.backend().objects)

    def record_same_paper(self) -> RecordSamePaper:
        return RecordSamePaper(papers=self.system.backend().papers, index=self.system.backend().publications)

    def show_usage(self) -> ShowUsage:
        return ShowUsage(
            papers=self.system.backend().papers,
            spending=self.system.spending(),
            stored_bytes=self.system.stored_bytes(),
            clock=self.system.clock,
        )

    def show_spent(self) -> ShowSpent:
        backend = self.system.backend()
        return ShowSpent(store=backend.spending, papers=backend.papers, sessions=backend.sessions)
