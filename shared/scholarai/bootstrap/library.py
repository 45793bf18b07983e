"""Makes the services of a library: its list, collections, notes and references."""

from __future__ import annotations

from dataclasses import dataclass

from scholarai.adapters.literature.notice_table import FileNoticeTable, NoNotices
from scholarai.bootstrap.once import once
from scholarai.bootstrap.papers import PaperServices
from scholarai.bootstrap.passages import PassageServices
from scholarai.bootstrap.system import System
from scholarai.services.library.missing import ListMissing
from scholarai.services.library.references import FindCited, FindCitedPassage, FindRelated, ListReferences
from scholarai.services.own.collections import EditCollections, ListLibrary
from scholarai.services.own.marks import MarkPapers
from scholarai.services.own.notes import KeepNotes, ReadNotes


@dataclass(eq=False)
class LibraryServices:
    """The services of a library."""

    system: System
    papers: PaperServices
    passages: PassageServices

    def list_library(self) -> ListLibrary:
        return ListLibrary(index=self.system.backend().library_index, collections=self.system.backend().collections)

    def mark_papers(self) -> MarkPapers:
        return MarkPapers(
            papers=self.system.backend().papers, collections=self.system.backend().collections, clock=self.system.clock
        )

    def edit_collections(self) -> EditCollections:
        return EditCollections(
            collections=self.system.backend().collections, clock=self.system.clock, ids=self.system.ids
        )

    def read_notes(self) -> ReadNotes:
        return ReadNotes(
            notes=self.system.backend().notes,
            papers=self.system.backend().papers,
            open_papers=self.passages.open_papers,
        )

    def keep_notes(self) -> KeepNotes:
        return KeepNotes(
            notes=self.system.backend().notes,
            papers=self.system.backend().papers,
            sessions=self.system.backend().sessions,
            open_papers=self.passages.open_papers,
            clock=self.system.clock,
            ids=self.system.ids,
        )

    def find_cited(self) -> FindCited:
        return FindCited(index=self.system.backend().publications)

    def list_references(self) -> ListReferences:
        return ListReferences(content=self.papers.get_content(), find=self.find_cited(), notices=self.notice_table())

    def find_related(self) -> FindRelated:
        return FindRelated(papers=self.system.backend().papers, index=self.system.backend().publications)

    @once
    def list_missing(self) -> ListMissing:
        """Return the list of what libraries cite and lack; it keeps what owners' papers cite."""
        return ListMissing(index=self.system.backend().publications, find=self.find_cited())

    def find_cited_passage(self) -> FindCitedPassage:
        return FindCitedPassage(
            papers=self.system.backend().papers,
            references=self.list_references(),
            open_papers=self.passages.open_papers(),
            find=self.passages.find_passages(),
            check=self.passages.check_quotes(),
            picker=self.system.models.quote_picker,
        )

    @once
    def notice_table(self) -> FileNoticeTable | NoNotices:
        """Return the table of retractions; Google Cloud has none."""
        if self.system.settings().backend != "embedded":
            return NoNotices()
        return FileNoticeTable(file=self.system.settings().data_dir / "retractions.db")
