"""Makes the services that export papers and conversations."""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.adapters.pdfs.process import SandboxedAnnotator
from scholarai.bootstrap.chat import ChatServices
from scholarai.bootstrap.library import LibraryServices
from scholarai.bootstrap.system import System
from scholarai.services.exporting.annotated import AnnotatePdf
from scholarai.services.exporting.conversations import ExportConversation
from scholarai.services.exporting.papers import ExportPapers


@dataclass(eq=False)
class ExportServices:
    """The services that export."""

    system: System
    chat: ChatServices
    library: LibraryServices

    def export_papers(self) -> ExportPapers:
        backend = self.system.backend()
        return ExportPapers(
            papers=backend.papers, sessions=backend.sessions, notes=backend.notes, clock=self.system.clock
        )

    def export_conversation(self) -> ExportConversation:
        return ExportConversation(papers=self.system.backend().papers, sessions=self.chat.sessions())

    def annotate_pdf(self) -> AnnotatePdf:
        return AnnotatePdf(
            papers=self.system.backend().papers,
            sessions=self.system.backend().sessions,
            notes=self.library.read_notes(),
            objects=self.system.backend().objects,
            temporary_directories=self.system.backend().temporary_directories,
            annotator=SandboxedAnnotator(self.system.reading_limits()),
            clock=self.system.clock,
            max_bytes=self.system.settings().max_upload_bytes,
        )
