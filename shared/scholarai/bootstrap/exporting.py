"""Builds the services that let papers, conversations and marked PDFs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.chat import Chat

if TYPE_CHECKING:
    from scholarai.services.exporting.annotated import AnnotatePdf
    from scholarai.services.exporting.conversations import ExportConversation
    from scholarai.services.exporting.papers import ExportPapers


class Exporting(Chat):
    """The services of exports."""

    def export_papers(self) -> ExportPapers:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.exporting.papers import ExportPapers

        backend = self.backend()
        return ExportPapers(papers=backend.papers, sessions=backend.sessions, notes=backend.notes, clock=SystemClock())

    def export_conversation(self) -> ExportConversation:
        from scholarai.services.exporting.conversations import ExportConversation

        return ExportConversation(papers=self.backend().papers, get_session=self.get_session())

    def annotate_pdf(self) -> AnnotatePdf:
        from scholarai.adapters.annotating.annotator import SandboxedAnnotator
        from scholarai.adapters.system import SystemClock
        from scholarai.services.exporting.annotated import AnnotatePdf
        from scholarai.services.own.notes import ReadNotes

        return AnnotatePdf(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            notes=ReadNotes(notes=self.backend().notes, papers=self.backend().papers, open_papers=self.open_papers),
            objects=self.backend().objects,
            temporary_directories=self.backend().temporary_directories,
            annotator=SandboxedAnnotator(self.reading_limits()),
            clock=SystemClock(),
            max_bytes=self.settings().max_upload_bytes,
        )
