"""Makes what reads uploaded papers and the sources that belong to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from scholarai.adapters.models.prices import vectors_usd
from scholarai.adapters.reading.reader import SandboxedReader
from scholarai.bootstrap.once import once
from scholarai.bootstrap.papers import PaperServices
from scholarai.bootstrap.system import System
from scholarai.domain.ids import OwnerId
from scholarai.domain.limits import EVENT_FUNCTION_S
from scholarai.services.extraction import ExtractionRules, ExtractPaper
from scholarai.services.extraction.charging import Charging
from scholarai.services.outbox import SettlePaper
from scholarai.services.papers.attaching import AttachSource

if TYPE_CHECKING:
    from scholarai.bootstrap.literature import LiteratureServices


@dataclass(eq=False)
class ExtractionServices:
    """The services that read papers."""

    system: System
    papers: PaperServices
    # Asked for only where papers are looked up.
    literature: Callable[[], LiteratureServices]

    def extract_paper(self) -> ExtractPaper:
        """Return the use case that a storage event starts."""
        rules = ExtractionRules(
            lease=timedelta(seconds=self.system.settings().lease_s),
            # A guess: the time for one more range and for recording the end.
            budget=timedelta(seconds=EVENT_FUNCTION_S - 40),
            max_attempts=self.system.settings().max_attempts,
            max_bytes=self.system.settings().max_upload_bytes,
            default_owner=OwnerId(self.system.settings().default_owner),
            fingerprint=f"max_pages={self.system.settings().max_pages} figure_images={int(self.system.settings().figure_images)}",
            bucket=self.system.settings().papers_bucket,
            accounts=self.system.settings().identity != "local",
            per_owner=self.system.settings().extractions_per_owner,
        )
        return ExtractPaper(
            papers=self.system.backend().papers,
            contents=self.system.backend().contents,
            objects=self.system.backend().objects,
            reader=self.reader(),
            temporary_directories=self.system.backend().temporary_directories,
            embedder=self.system.models.embedder,
            settle=self.settle_paper(),
            clock=self.system.clock,
            rules=rules,
            images=self.papers.figure_images() if self.system.settings().figure_images else None,
            same=self.papers.record_same_paper(),
            charging=self.charging(),
            describe=self.literature().describe_read_paper().describe if self.system.settings().literature else None,
            held=self.system.held_leases(),
        )

    @once
    def reader(self) -> SandboxedReader:
        """Return the sandboxed reader of papers."""
        return SandboxedReader(self.system.reading_limits())

    def charging(self) -> Charging:
        overrides = self.system.settings().model_prices
        return Charging(
            spending=self.system.spending(),
            stored_bytes=self.system.stored_bytes(),
            vectors_usd=lambda model, characters: vectors_usd(model, characters, overrides=overrides),
        )

    def attach_source(self) -> AttachSource:
        return AttachSource(
            papers=self.system.backend().papers,
            contents=self.system.backend().contents,
            objects=self.system.backend().objects,
            clock=self.system.clock,
            lease=timedelta(seconds=self.system.settings().lease_s),
            stored_bytes=self.system.stored_bytes(),
            spending=self.system.spending(),
        )

    def settle_paper(self) -> SettlePaper:
        return SettlePaper(
            papers=self.system.backend().papers,
            contents=self.system.backend().contents,
            publisher=self.system.backend().events,
            images=self.papers.figure_images(),
        )
