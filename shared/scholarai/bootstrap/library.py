"""Builds the services of a library: its list, collections, notes, bibliographies and exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scholarai.bootstrap.chat import Chat
from scholarai.bootstrap.once import once
from scholarai.bootstrap.papers import Papers

if TYPE_CHECKING:
    from scholarai.adapters.literature.notice_table import FileNoticeTable, NoNotices
    from scholarai.services.exporting.annotated import AnnotatePdf
    from scholarai.services.exporting.conversations import ExportConversation
    from scholarai.services.exporting.papers import ExportPapers
    from scholarai.services.library.cited_passage import FindCitedPassage
    from scholarai.services.library.missing import ListMissing
    from scholarai.services.library.references import FindCited, FindRelated, ListReferences
    from scholarai.services.own.collections import EditCollections
    from scholarai.services.own.listing import ListLibrary
    from scholarai.services.own.marks import MarkPapers
    from scholarai.services.own.notes import KeepNotes, ReadNotes


class Library(Papers, Chat):
    """The services of a library."""

    def list_library(self) -> ListLibrary:
        from scholarai.services.own.listing import ListLibrary

        return ListLibrary(index=self.backend().library_index, collections=self.backend().collections)

    def mark_papers(self) -> MarkPapers:
        from scholarai.adapters.system import SystemClock
        from scholarai.services.own.marks import MarkPapers

        return MarkPapers(papers=self.backend().papers, collections=self.backend().collections, clock=SystemClock())

    def edit_collections(self) -> EditCollections:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.own.collections import EditCollections

        return EditCollections(collections=self.backend().collections, clock=SystemClock(), ids=RandomIds())

    def read_notes(self) -> ReadNotes:
        from scholarai.services.own.notes import ReadNotes

        return ReadNotes(notes=self.backend().notes, papers=self.backend().papers, open_papers=self.open_papers)

    def keep_notes(self) -> KeepNotes:
        from scholarai.adapters.system import RandomIds, SystemClock
        from scholarai.services.own.notes import KeepNotes

        return KeepNotes(
            notes=self.backend().notes,
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            open_papers=self.open_papers,
            clock=SystemClock(),
            ids=RandomIds(),
        )

    def find_cited(self) -> FindCited:
        from scholarai.services.library.references import FindCited

        return FindCited(index=self.backend().publications)

    def list_references(self) -> ListReferences:
        from scholarai.services.library.references import ListReferences

        return ListReferences(content=self.get_content(), find=self.find_cited(), notices=self.notice_table())

    def find_related(self) -> FindRelated:
        from scholarai.services.library.references import FindRelated

        return FindRelated(papers=self.backend().papers, index=self.backend().publications)

    @once
    def list_missing(self) -> ListMissing:
        """Return the list of what libraries cite and lack; it keeps what owners' papers cite."""
        from scholarai.services.library.missing import ListMissing

        return ListMissing(index=self.backend().publications, find=self.find_cited())

    def find_cited_passage(self) -> FindCitedPassage:
        from scholarai.services.library.cited_passage import FindCitedPassage

        return FindCitedPassage(
            papers=self.backend().papers,
            references=self.list_references(),
            open_papers=self.open_papers(),
            find=self.find_passages(),
            check=self.check_quotes(),
            picker=self.quote_picker,
        )

    @once
    def notice_table(self) -> FileNoticeTable | NoNotices:
        """Return the table of retractions; Google Cloud has none."""
        from scholarai.adapters.literature.notice_table import FileNoticeTable, NoNotices

        if self.settings().backend != "embedded":
            return NoNotices()
        return FileNoticeTable(file=self.settings().data_dir / "retractions.db")

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

        return AnnotatePdf(
            papers=self.backend().papers,
            sessions=self.backend().sessions,
            notes=self.read_notes(),
            objects=self.backend().objects,
            temporary_directories=self.backend().temporary_directories,
            annotator=SandboxedAnnotator(self.reading_limits()),
            clock=SystemClock(),
            max_bytes=self.settings().max_upload_bytes,
        )
